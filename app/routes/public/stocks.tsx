import { listCompanies } from '~/features/site/market/analysis/analysis.server';
import { parseScreenerFilters, screenCompanies } from '~/features/site/market/analysis/screener';
import { MarketClip } from '~/features/site/market/components/articles/MarketClip';
import { StartTrading } from '~/features/site/market/components/articles/StartTrading';
import { RatesCard } from '~/features/site/market/components/prices/RatesTable';
import { Screener } from '~/features/site/market/components/prices/Screener';
import { Widgets } from '~/features/site/market/components/Widgets';
import { offerWidgets } from '~/features/site/market/published/widgets.server';
import { loadChart, loadMovers } from '~/features/site/market/queries.server';
import { SignUpButton } from '~/features/site/marketing/components/SignUpButton';
import { pageMeta } from '~/features/site/marketing/pageMeta';
import { requireInstrument } from '~/market/instruments';
import { CardRow } from '~/ui/layout/CardRow';
import { Columns, Page, Section, Stack } from '~/ui/layout/Layout';
import { LiveMark } from '~/ui/messages/LiveMark';
import { Prose } from '~/ui/Text';
import { Empty } from '~/ui/tables/Data';
import { publicRoute } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export { marketHandle as handle, marketHeaders as headers } from '~/features/site/market/cache';

export const meta = () =>
  pageMeta('Stocks', 'Large companies: who rose, who fell, and a screener to order and to filter them.');

export const loader = publicRoute.loader(async (context) => {
  const { searchParams } = context.url;
  const choices = parseScreenerFilters(searchParams);
  const all = listCompanies();
  return {
    clip: loadChart(requireInstrument('SPX500'), '1d', 40),
    playing: searchParams.get('play') === '1',
    ...loadMovers('stock'),
    any: all.length > 0,
    rows: screenCompanies(all, choices),
    choices,
    query: searchParams.toString(),
    offers: offerWidgets(context, 'hotlists', 'screener'),
  };
});

export default function Stocks() {
  const { clip, playing, risen, fallen, any, rows, choices, query, offers } = useLoaderData<typeof loader>();
  return (
    <Page
      roomy
      actions={<LiveMark />}
      title="Stocks"
      lead="A share is a piece of a company: of what it earns, and of what people think it will earn."
    >
      <Columns>
        {clip.candles.length > 0 && <MarketClip row={clip} candles={clip.candles} playing={playing} path="/stocks" />}
        <Stack>
          <Prose>
            <p>
              Prices of shares follow results, interest rates and moods. Over decades that has paid; over a month it can
              do anything. A trader of shares looks for companies that others have misjudged, holds them for days or
              weeks, and decides beforehand how much they may lose.
            </p>
            <p>
              Copying one of them brings you their results in proportion. You see each of them beside your own, and can
              stop the copy at any time.
            </p>
          </Prose>
          <div>
            <SignUpButton>Start trading</SignUpButton>
          </div>
        </Stack>
      </Columns>
      {risen.length + fallen.length > 0 && (
        <Section title="Stocks market">
          <CardRow label="Companies that moved most" across={2}>
            <RatesCard rows={risen} caption="Top gainers" size="small" empty="No company has gained since yesterday." />
            <RatesCard rows={fallen} caption="Top losers" size="small" empty="No company has lost since yesterday." />
          </CardRow>
        </Section>
      )}
      {any ? (
        <Screener rows={rows} choices={choices} query={query} />
      ) : (
        <Empty>Figures of companies are not available here.</Empty>
      )}
      <Widgets offers={offers} />
      <StartTrading risk="A single company can lose most of its value in a day." />
    </Page>
  );
}
