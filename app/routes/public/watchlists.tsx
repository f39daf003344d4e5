import { StartTrading } from '~/features/site/market/components/articles/StartTrading';
import { RatesCard } from '~/features/site/market/components/prices/RatesTable';
import { Widgets } from '~/features/site/market/components/Widgets';
import { offerWidgets } from '~/features/site/market/published/widgets.server';
import { loadRates } from '~/features/site/market/queries.server';
import { pageMeta } from '~/features/site/marketing/pageMeta';
import { ChoiceLinks } from '~/ui/ChoiceLinks';
import { Page } from '~/ui/layout/Layout';
import { LiveMark } from '~/ui/messages/LiveMark';
import { publicRoute } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export { marketHandle as handle, marketHeaders as headers } from '~/features/site/market/cache';

export const meta = () =>
  pageMeta('Watchlists', 'Crypto, forex, indices, futures and bonds in lists: price, change and the last 24 hours.');

export const loader = publicRoute.loader(async (context) => ({
  lists: [
    { id: 'crypto', title: 'Crypto', rows: loadRates('crypto') },
    { id: 'indices', title: 'Indices', rows: loadRates('index') },
    { id: 'forex', title: 'Forex', rows: loadRates('forex') },
    { id: 'futures', title: 'Futures', rows: loadRates('future') },
    { id: 'bonds', title: 'Bonds', rows: loadRates('bond') },
  ],
  offers: offerWidgets(context, 'crypto-watchlist', 'market-quotes'),
}));

export default function Watchlists() {
  const { lists, offers } = useLoaderData<typeof loader>();
  return (
    <Page roomy actions={<LiveMark />} title="Watchlists" lead="The lists that traders watch, market by market.">
      <ChoiceLinks
        label="Lists"
        items={lists.map(({ id, title }) => ({ href: `#${id}`, label: title, current: false }))}
      />
      {lists.map(({ id, title, rows }) => (
        <RatesCard key={id} id={id} rows={rows} caption={title} />
      ))}
      <Widgets offers={offers} />
      <StartTrading risk="Coins can lose a fifth of their value in a day; bonds rarely do, and still can." />
    </Page>
  );
}
