import { Filter } from '~/features/money/statements/components/Filter';
import { LineTable } from '~/features/money/statements/components/LineTable';
import { loadTransactionsPage } from '~/features/money/statements/queries.server';
import { STATEMENT_TABS, type Tab } from '~/features/money/statements/schema';
import { WalletTabs } from '~/features/money/wallet/components/WalletTabs';
import { JOURNAL_KINDS } from '~/ledger/chartOfAccounts';
import { LinkButton } from '~/ui/Button';
import { ChoiceLinks } from '~/ui/ChoiceLinks';
import { Card, Page } from '~/ui/layout/Layout';
import { CursorPager } from '~/ui/tables/Data';
import { investor } from '~/web/guard/index.server';
import { useLoaderData, useLocation } from '~/web/router';

export const loader = investor.loader(async ({ user, url }) => loadTransactionsPage(user, url.searchParams));

const TAB_LINKS = (Object.keys(STATEMENT_TABS) as Tab[]).map((tab) => ({
  tab,
  href: tab === 'all' ? '/transactions' : `/transactions?show=${tab}`,
  label: STATEMENT_TABS[tab].label,
}));

export default function Transactions() {
  const { tab, zone, period, kind, lines, isFirst, next, looked } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const dates = new URLSearchParams(Object.entries(period.input).filter(([, day]) => day)).toString();
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
      actions={
        <LinkButton to={`/transactions.csv?${dates}`} icon="deposit" document download>
          CSV
        </LinkButton>
      }
    >
      <WalletTabs />
      <Filter
        period={period}
        zone={zone}
        choices={STATEMENT_TABS[tab].kinds.map((value) => ({ value, label: JOURNAL_KINDS[value] }))}
      >
        <ChoiceLinks
          label="Kinds of transactions"
          items={TAB_LINKS.map(({ tab: each, href, label }) => ({ href, label, current: each === tab }))}
        />
      </Filter>
      <Card>
        <LineTable
          byDay
          caption="Transactions, newest first"
          lines={lines}
          empty={
            looked
              ? `Nothing of this kind among the ${looked.toLocaleString('en')} lines looked at. Older ones are on the next page.`
              : isFirst && !narrowed
                ? STATEMENT_TABS[tab].empty
                : 'Nothing matches the filter.'
          }
          start={
            isFirst &&
            !narrowed &&
            !looked && (
              <LinkButton to={STATEMENT_TABS[tab].start.to} tone="primary">
                {STATEMENT_TABS[tab].start.label}
              </LinkButton>
            )
          }
        />
        <CursorPager previous={isFirst ? null : link(null)} next={next && link(next)} />
      </Card>
    </Page>
  );
}
