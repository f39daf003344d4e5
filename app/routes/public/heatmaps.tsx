import { loadHeatMaps } from '~/features/site/market/analysis/analysis.server';
import { StartTrading } from '~/features/site/market/components/articles/StartTrading';
import { HeatMaps } from '~/features/site/market/components/prices/HeatMaps';
import { Widgets } from '~/features/site/market/components/Widgets';
import { offerWidgets } from '~/features/site/market/published/widgets.server';
import { pageMeta } from '~/features/site/marketing/pageMeta';
import { Page } from '~/ui/layout/Layout';
import { LiveMark } from '~/ui/messages/LiveMark';
import { publicRoute } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export { marketHandle as handle, marketHeaders as headers } from '~/features/site/market/cache';

export const meta = () =>
  pageMeta('Heat maps', 'Stocks by sector, coins and currencies: who rose and who fell today, at a glance.');

export const loader = publicRoute.loader(async (context) => ({
  view: loadHeatMaps(),
  offers: offerWidgets(context, 'stock-heatmap', 'crypto-coins-heatmap', 'forex-heat-map'),
}));

export default function HeatMapsPage() {
  const { view, offers } = useLoaderData<typeof loader>();
  return (
    <Page
      roomy
      actions={<LiveMark />}
      title="Heat maps"
      lead="Who rose and who fell today, at a glance: the larger the tile, the more it weighs."
    >
      <HeatMaps view={view} />
      <Widgets offers={offers} />
      <StartTrading risk="One day’s winners are often the next day’s losers." />
    </Page>
  );
}
