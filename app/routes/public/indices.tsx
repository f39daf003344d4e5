import { loadChartView } from '~/features/site/market/analysis/chart.server';
import { StartTrading } from '~/features/site/market/components/articles/StartTrading';
import { PriceChart } from '~/features/site/market/components/prices/PriceChart';
import { RatesCard } from '~/features/site/market/components/prices/RatesTable';
import { loadRates } from '~/features/site/market/queries.server';
import { pageMeta } from '~/features/site/marketing/pageMeta';
import { Page } from '~/ui/layout/Layout';
import { LiveMark } from '~/ui/messages/LiveMark';
import { Prose } from '~/ui/Text';
import { publicRoute } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export { marketHandle as handle, marketHeaders as headers } from '~/features/site/market/cache';

export const meta = () =>
  pageMeta('Indices', 'US30, NAS100, SPX500 and others: whole stock markets in one number each.');

export const loader = publicRoute.loader(async ({ url }) => ({
  rows: loadRates('index'),
  chart: loadChartView(url, 'SPX500', 'index'),
}));

export default function Indices() {
  const { rows, chart } = useLoaderData<typeof loader>();
  return (
    <Page roomy actions={<LiveMark />} title="Indices" lead="Whole stock markets in one number each.">
      <RatesCard rows={rows} caption="Indices of the world" />
      <PriceChart view={chart} />
      <Prose columns>
        <h2>What an index says</h2>
        <p>
          An index adds up the prices of many shares by a fixed rule. When SPX500 rises by 1%, the 500 companies in it
          are worth 1% more on the whole, though many of them may have fallen. It can’t be bought itself; funds, futures
          and contracts for difference follow it.
        </p>
        <h2>Three to know</h2>
        <ul>
          <li>
            <strong>US30</strong>: thirty large companies, weighted by the price of one share, so the dearest share
            counts most.
          </li>
          <li>
            <strong>NAS100</strong>: a hundred large companies without banks, much of it technology, so it moves more
            than the others.
          </li>
          <li>
            <strong>SPX500</strong>: five hundred companies weighted by their market value, the usual measure of US
            shares.
          </li>
        </ul>
        <h2>When they move</h2>
        <p>
          The opening hour in New York (from 14:30 UTC in winter, 13:30 in summer), the decisions of central banks,
          monthly figures on jobs and prices, and the weeks in which companies publish results. The calendar on the news
          page has the dates.
        </p>
        <h2>Copying an index trader</h2>
        <p>
          A trader who works with indices is exposed to whole economies rather than to one company. That takes away the
          surprise of a single bad report, and leaves the days on which everything falls together. Look at the largest
          fall on a trader’s page before the return.
        </p>
      </Prose>
      <StartTrading risk="An index spreads the risk over many companies, and has still lost half its value within two years." />
    </Page>
  );
}
