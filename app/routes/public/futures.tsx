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
  pageMeta('Futures', 'Gold, silver, oil, gas, copper, grain and index futures: prices, charts and how they work.');

export const loader = publicRoute.loader(async ({ url }) => ({
  rows: loadRates('future', 'commodity'),
  chart: loadChartView(url, 'GC1', 'future', 'commodity'),
}));

export default function Futures() {
  const { rows, chart } = useLoaderData<typeof loader>();
  return (
    <Page roomy actions={<LiveMark />} title="Futures" lead="A price agreed today for something delivered later.">
      <RatesCard rows={rows} caption="Futures, metals and oil" />
      <PriceChart view={chart} />
      <Prose columns>
        <h2>How a future works</h2>
        <p>
          Two sides fix the price, the amount and the month now, and settle then. A farmer sells wheat before the
          harvest to be sure of the price, a bakery buys it for the same reason, and between them stand people who
          believe they know better where the price will go. Hardly any of them ever sees a sack: nearly all contracts
          are closed again before the month comes.
        </p>
        <h2>Reading the names</h2>
        <p>
          GC is gold, SI silver, CL crude oil, NG natural gas, HG copper, ZC corn, ZW wheat; ES and NQ stand for two
          large indices of US shares. The figure behind the letters counts the months of delivery: 1 is the nearest one.
        </p>
        <h2>Why they differ from the price today</h2>
        <p>
          Storing gold or oil for three months costs rent and interest, so a later month usually costs more (contango).
          When something is short right now, the nearest month costs more (backwardation). As the month comes closer the
          two prices meet. A trader who holds on by moving from month to month pays or earns that difference each time.
        </p>
        <h2>What a contract can cost you</h2>
        <p>
          You lay down a margin, a few percent of what the contract stands for, and every day’s gain or loss is settled
          in cash. One contract of crude oil is 1,000 barrels: a dollar less on the price is $1,000 less for those who
          bought it. Losses can be larger than the margin. A copy here can never lose more than you set aside for it.
        </p>
      </Prose>
      <StartTrading risk="Futures move with harvests, wars and weather, and margin makes each move larger." />
    </Page>
  );
}
