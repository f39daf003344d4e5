import { type OwnCopySummary, ownCopyLinks, ownCopySummary } from '~/features/copying/copy/components/CopyRows';
import { findHoldingCopies } from '~/features/copying/copy/queries.server';
import { CompareTraders } from '~/features/copying/traders/components/list/CompareTraders';
import { RiskWarning } from '~/features/copying/traders/components/record/Figures';
import { COMPARED_COUNT_TEXT, MAX_COMPARED_TRADERS } from '~/features/copying/traders/list/compared';
import { type ComparedTrader, pickComparedFacts } from '~/features/copying/traders/list/facts';
import { loadTradersToCompare } from '~/features/copying/traders/list/queries.server';
import { pageTitle } from '~/platform/text/productName';
import { LinkButton } from '~/ui/Button';
import { Card, Page } from '~/ui/layout/Layout';
import { Empty } from '~/ui/tables/Data';
import { investor } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: pageTitle('Compare traders') }];

export type ComparisonPageData = { traders: ComparedTrader[]; left: number; copies: OwnCopySummary[] };

export function parseCompared(query: URLSearchParams): { ids: string[]; left: number } {
  const input = [...new Set(query.getAll('with'))];
  return { ids: input.slice(0, MAX_COMPARED_TRADERS), left: Math.max(0, input.length - MAX_COMPARED_TRADERS) };
}

export const loader = investor.loader(async ({ user, url }): Promise<ComparisonPageData> => {
  const { ids, left } = parseCompared(url.searchParams);
  const copies = (await findHoldingCopies(user.id)).filter(({ traderId }) => ids.includes(traderId));
  return {
    traders: (await loadTradersToCompare(ids)).map(pickComparedFacts),
    left,
    copies: copies.map(ownCopySummary),
  };
});

export default function Compare() {
  const { traders, left, copies } = useLoaderData<typeof loader>();
  return (
    <Page title="Compare traders" actions={<LinkButton to="/traders">All traders</LinkButton>}>
      {traders.length < 2 ? (
        <Empty action={<LinkButton to="/traders">All traders</LinkButton>}>
          Tick “Compare” on {COMPARED_COUNT_TEXT}, then press Compare.
        </Empty>
      ) : (
        <>
          {left > 0 && <p>Three fit side by side; {left} more were left out.</p>}
          <RiskWarning />
          <Card>
            <CompareTraders traders={traders} copied={(id) => ownCopyLinks(copies, id)} />
          </Card>
          <p>The tick marks the best of a row. Results that management entered are never marked.</p>
        </>
      )}
    </Page>
  );
}
