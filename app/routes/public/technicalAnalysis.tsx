import { findCompany, loadTechnical } from '~/features/site/market/analysis/analysis.server';
import { createTimeframeLinks, parseInstrument, parseTimeframe } from '~/features/site/market/analysis/chart.server';
import { PriceNow } from '~/features/site/market/components/analysis/Figures';
import { Fundamentals } from '~/features/site/market/components/analysis/Fundamentals';
import { TechnicalSummary } from '~/features/site/market/components/analysis/TechnicalSummary';
import { StartTrading } from '~/features/site/market/components/articles/StartTrading';
import { PriceCandles } from '~/features/site/market/components/prices/PriceChart';
import { SymbolChoice } from '~/features/site/market/components/prices/SymbolChoice';
import { Widgets } from '~/features/site/market/components/Widgets';
import { getCommonName, instrumentPath } from '~/features/site/market/naming';
import { offerWidgets } from '~/features/site/market/published/widgets.server';
import { loadChart } from '~/features/site/market/queries.server';
import { pageMeta } from '~/features/site/marketing/pageMeta';
import { INSTRUMENTS } from '~/market/instruments';
import { ChoiceLinks } from '~/ui/ChoiceLinks';
import { Card, Page } from '~/ui/layout/Layout';
import { LiveMark } from '~/ui/messages/LiveMark';
import { Prose } from '~/ui/Text';
import { publicRoute } from '~/web/guard/index.server';
import { Link, useLoaderData } from '~/web/router';

export { marketHandle as handle, marketHeaders as headers } from '~/features/site/market/cache';

export const meta = () =>
  pageMeta(
    'Technical analysis',
    'Moving averages, RSI and MACD counted for every symbol, and the figures of companies.',
  );

const INSTRUMENT_KINDS = [...new Set(INSTRUMENTS.map(({ kind }) => kind))];

export const loader = publicRoute.loader(async (context) => {
  const query = context.url.searchParams;
  const instrument = parseInstrument(query, 'XAUUSD', ...INSTRUMENT_KINDS);
  const timeframe = parseTimeframe(query);
  return {
    view: loadTechnical(instrument, timeframe),
    chart: loadChart(instrument, timeframe, 60),
    frames: createTimeframeLinks(query, timeframe, '#summary'),
    company: findCompany(instrument.kind === 'stock' ? instrument.id : 'AAPL'),
    offers: offerWidgets(context, 'technical-analysis', 'financials'),
  };
});

export default function TechnicalAnalysis() {
  const { view, chart, frames, company, offers } = useLoaderData<typeof loader>();
  return (
    <Page
      roomy
      actions={<LiveMark />}
      title="Technical analysis"
      lead="What textbook rules say about past prices, counted for you."
    >
      <Card id="summary" title="Summary">
        <SymbolChoice
          action="/technical-analysis#summary"
          current={view.row.instrument.id}
          symbols={INSTRUMENTS}
          timeframe={view.timeframe}
        />
        <ChoiceLinks label="Length of a candle" items={frames} />
        <TechnicalSummary view={view} />
      </Card>
      <Card
        id="chart"
        title={<Link to={instrumentPath(chart.instrument.id)}>{getCommonName(chart.instrument)}</Link>}
        lead={<PriceNow row={chart} />}
      >
        <PriceCandles view={chart} />
      </Card>
      <Card id="fundamentals" title="Fundamental data">
        <Fundamentals row={company} />
      </Card>
      <Prose columns>
        <h2>The rules</h2>
        <ul>
          <li>
            <strong>Moving averages</strong> are the mean of the last closes: plain, or exponential, where the newest
            weigh more. A price above its average says buy, one below it says sell.
          </li>
          <li>
            <strong>RSI</strong> (relative strength index) compares the size of rises and falls over 14 closes. Above 70
            the price has run ahead and the rule says sell; below 30 it says buy.
          </li>
          <li>
            <strong>MACD</strong> is the distance between a fast and a slow average. Above its own average it says buy,
            below it says sell.
          </li>
          <li>
            <strong>Momentum</strong> is how far the price has come in ten closes.
          </li>
        </ul>
        <h2>How far to trust them</h2>
        <p>
          They describe what has been. In a price that wanders by chance they are right about half of the time, and the
          times they are wrong cost the same. Use them to describe what you see, not to decide.
        </p>
      </Prose>
      <Widgets offers={offers} />
      <StartTrading risk="No rule over past prices has been shown to beat the market for long." />
    </Page>
  );
}
