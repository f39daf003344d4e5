import { NewsPanel } from '~/features/site/market/components/articles/NewsPanel';
import { StartTrading } from '~/features/site/market/components/articles/StartTrading';
import { MarketOverview } from '~/features/site/market/components/prices/MarketOverview';
import { TickerTape } from '~/features/site/market/components/prices/TickerTape';
import { Widgets } from '~/features/site/market/components/Widgets';
import { listNews } from '~/features/site/market/published/news.server';
import { offerWidgets } from '~/features/site/market/published/widgets.server';
import { loadMarketOverview, loadTickerTape } from '~/features/site/market/queries.server';
import { pageMeta } from '~/features/site/marketing/pageMeta';
import { CardRow } from '~/ui/layout/CardRow';
import { Card, Page, Section } from '~/ui/layout/Layout';
import { LiveMark } from '~/ui/messages/LiveMark';
import { publicRoute } from '~/web/guard/index.server';
import { Link, useLoaderData } from '~/web/router';

export { marketHandle as handle, marketHeaders as headers } from '~/features/site/market/cache';

export const meta = () => pageMeta('Markets', 'Forex, crypto, indices, stocks, futures and bonds on one page.');

export const loader = publicRoute.loader(async (context) => ({
  tape: loadTickerTape(),
  groups: loadMarketOverview(),
  news: listNews(3),
  offers: offerWidgets(context, 'market-overview'),
}));

const MARKET_PAGE_LINKS = [
  { href: '/forex', title: 'Forex', text: 'Seven major pairs, what moves them, and how copying them works.' },
  { href: '/futures', title: 'Futures', text: 'Gold, oil, gas, metals, grain and indices for delivery later.' },
  { href: '/indices', title: 'Indices', text: 'Whole stock markets in one number each.' },
  { href: '/stocks', title: 'Stocks', text: 'Large companies, with a screener to order and to filter them.' },
  { href: '/heatmaps', title: 'Heat maps', text: 'Who rose and who fell today, at a glance.' },
  { href: '/watchlists', title: 'Watchlists', text: 'Crypto, forex, indices, futures and bonds in lists.' },
  {
    href: '/technical-analysis',
    title: 'Technical analysis',
    text: 'Averages and oscillators counted, and company figures.',
  },
  { href: '/news', title: 'News and calendar', text: 'Notes on the day, and the dates that markets wait for.' },
];

export default function Markets() {
  const { tape, groups, news, offers } = useLoaderData<typeof loader>();
  return (
    <Page
      roomy
      actions={<LiveMark />}
      title="Markets"
      lead="Every market that traders use here, with its current price and daily change."
    >
      <TickerTape rows={tape} />
      <Section title="Overview">
        <MarketOverview groups={groups} />
      </Section>
      <Section title="Look closer">
        <CardRow label="Market pages" across={4}>
          {MARKET_PAGE_LINKS.map(({ href, title, text }) => (
            <Card key={href} title={<Link to={href}>{title}</Link>}>
              <p>{text}</p>
            </Card>
          ))}
        </CardRow>
      </Section>
      <NewsPanel title="Latest notes" items={news} />
      <Widgets offers={offers} />
      <StartTrading risk="Every market on this page can fall as fast as it rose." />
    </Page>
  );
}
