import { loadChartView } from '~/features/site/market/analysis/chart.server';
import { ForexText } from '~/features/site/market/components/articles/ForexText';
import { StartTrading } from '~/features/site/market/components/articles/StartTrading';
import { PriceChart } from '~/features/site/market/components/prices/PriceChart';
import { RatesCard } from '~/features/site/market/components/prices/RatesTable';
import { Widgets } from '~/features/site/market/components/Widgets';
import { offerWidgets } from '~/features/site/market/published/widgets.server';
import { loadRates } from '~/features/site/market/queries.server';
import { pageMeta } from '~/features/site/marketing/pageMeta';
import { Page } from '~/ui/layout/Layout';
import { LiveMark } from '~/ui/messages/LiveMark';
import { publicRoute } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export { marketHandle as handle, marketHeaders as headers } from '~/features/site/market/cache';

export const meta = () =>
  pageMeta(
    'Forex copy trading',
    'Major currency pairs, forex copy trading through MT4 and MT5, signals, and the risks.',
  );

export const loader = publicRoute.loader(async (context) => ({
  rows: loadRates('forex'),
  chart: loadChartView(context.url, 'EURUSD', 'forex'),
  offers: offerWidgets(context, 'forex-cross-rates'),
}));

export default function Forex() {
  const { rows, chart, offers } = useLoaderData<typeof loader>();
  return (
    <Page
      roomy
      actions={<LiveMark />}
      title="Forex"
      lead="The market for currencies: the largest there is, open day and night from Sunday evening to Friday evening, UTC."
    >
      <RatesCard rows={rows} caption="Major currency pairs" />
      <PriceChart view={chart} />
      <ForexText />
      <Widgets offers={offers} />
      <StartTrading risk="Most people who trade currencies with leverage lose, and copying a trader means sharing their losses." />
    </Page>
  );
}
