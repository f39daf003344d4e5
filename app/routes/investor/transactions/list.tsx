import { Filter } from '~/features/statements/components/Filter';
import { LineTable } from '~/features/statements/components/LineTable';
import { transactionsPage } from '~/features/statements/queries.server';
import { TABS, type Tab } from '~/features/statements/schema';
import { WalletTabs } from '~/features/wallet/components/WalletTabs';
import { LinkButton } from '~/ui/Button';
import { CursorPager } from '~/ui/Data';
import { Page } from '~/ui/Layout';
import { Tabs } from '~/ui/Tabs';
import { investor } from '~/web/guard/index.server';
import { useLoaderData, useLocation } from '~/web/router';

export const meta = () => [{ title: 'Transactions · Mirrorbook' }];

export const loader = investor.loader(async ({ user, url }) => transactionsPage(user, url.searchParams));

const tabs = (Object.keys(TABS) as Tab[]).map((tab) => ({
  href: tab === 'all' ? '/transactions' : `/transactions?show=${tab}`,
  label: TABS[tab].label,
}));

export default function Transactions() {
  const { tab, zone, period, kind, lines, choices, isFirst, next, looked } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const dates = new URLSearchParams(Object.entries(period.typed).filter(([, day]) => day)).toString();
  const narrowed = Boolean(kind || period.from || period.until);
  const link = (before: string | null) => {
    const query = new URLSearchParams(search);
    query.delete('before');
    if (before) query.set('before', before);
    return `?${query}`;
  };
  return (
    <Page
      title="Transactions"
      lead="Everything that happened to what is owed to you: available, held, in plans and in copies."
      actions={
        <>
          <LinkButton to={`/transactions/statement?${dates}`} icon="print">
            Statement
          </LinkButton>
          <LinkButton to={`/transactions.csv?${dates}`} icon="deposit" document download>
            CSV
          </LinkButton>
        </>
      }
    >
      <WalletTabs />
      <Tabs label="Kinds of transactions" items={tabs} />
      <Filter period={period} zone={zone} choices={choices} />
      <LineTable
        caption="Transactions, newest first"
        lines={lines}
        empty={
          looked
            ? `Nothing of this kind among the ${looked.toLocaleString('en')} lines looked at. Older ones are on the next page.`
            : isFirst && !narrowed
              ? TABS[tab].empty
              : 'Nothing here fits.'
        }
      />
      <CursorPager previous={isFirst ? null : link(null)} next={next && link(next)} />
    </Page>
  );
}
