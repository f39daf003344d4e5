import { firstTechnical, fundamentals } from '~/features/market/analysis.server';
import { Fundamentals } from '~/features/market/components/Fundamentals';
import { MarketOverview } from '~/features/market/components/MarketOverview';
import { NewsPanel } from '~/features/market/components/NewsPanel';
import { RatesTable } from '~/features/market/components/RatesTable';
import { TechnicalSummary } from '~/features/market/components/TechnicalSummary';
import { TickerTape } from '~/features/market/components/TickerTape';
import { Widgets } from '~/features/market/components/Widgets';
import { newsItems } from '~/features/market/news.server';
import { movers, overview, rates, tickerTape } from '~/features/market/queries.server';
import { widgetsOf } from '~/features/market/widgets.server';
import {
  Contact,
  DepositOrTrade,
  Invitation,
  LandingQuestions,
  Reviews,
  SampleTraders,
  ThreeSteps,
} from '~/features/marketing/components/LandingPeople';
import { Features, LandingHero } from '~/features/marketing/components/LandingTop';
import { firstQuestions } from '~/features/marketing/faq';
import { pageMeta } from '~/features/marketing/pageMeta';
import { methodNames } from '~/features/marketing/site.server';
import { organization } from '~/features/marketing/structuredData';
import { publicOrigin } from '~/platform/installation/site';
import { Band, Bands, CardRow } from '~/ui/Landing';
import { Card } from '~/ui/Layout';
import { publicRoute } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export { marketHeaders as headers } from '~/features/market/cache';

export const meta = ({ data }: { data?: { origin: string } }) => [
  ...pageMeta(
    'Copy trading on books that add up',
    'Mirror traders in forex, stocks, indices, futures and crypto, fund a wallet in cryptocurrency, and see every cent of it in double entry.',
  ),
  ...(data ? [organization(data.origin)] : []),
];

export const handle = { cache: { query: ['widget'] } };

export const loader = publicRoute.loader(async (context) => ({
  origin: publicOrigin(),
  questions: firstQuestions(await methodNames()),
  tape: tickerTape(),
  forex: rates('forex'),
  // Its currency pairs stand right above.
  groups: overview('Crypto', 'Indices', 'Stocks', 'Metals and oil'),
  stocks: movers('stock', 4),
  news: newsItems(2),
  view: firstTechnical('XAUUSD', 'BTCUSD', 'EURUSD'),
  company: fundamentals('AAPL'),
  offers: widgetsOf(
    context,
    'ticker-tape',
    'forex-cross-rates',
    'market-overview',
    'market-quotes',
    'timeline',
    'technical-analysis',
    'financials',
  ),
}));

/** In live mode, markets without a source of prices are left out here; their own pages say so. */
export default function Landing() {
  const { questions, tape, forex, groups, stocks, news, view, company, offers } = useLoaderData<typeof loader>();
  return (
    <Bands>
      <LandingHero />
      <TickerTape rows={tape} />
      <Features />
      <Band
        title="Market rates"
        lead="The major currency pairs, as they stand."
        more={{ to: '/forex', label: 'Forex' }}
      >
        <Card>
          <RatesTable rows={forex} caption="Market rates" size="medium" chartAt="/forex?symbol=" />
        </Card>
      </Band>
      <Band
        title="Market overview"
        lead="A few of each market that traders here work in."
        more={{ to: '/markets', label: 'All markets' }}
      >
        <MarketOverview groups={groups} />
        <DepositOrTrade />
      </Band>
      <ThreeSteps />
      <LandingQuestions questions={questions} />
      <Reviews />
      <Contact />
      <SampleTraders />
      {stocks.risen.length > 0 && (
        <Band
          title="Market data"
          lead="Which companies moved most in a day."
          more={{ to: '/stocks', label: 'Stock screener' }}
        >
          <CardRow label="Companies that moved most" across={2}>
            <Card title="Top gainers">
              <RatesTable rows={stocks.risen} caption="Top gainers" size="small" />
            </Card>
            <Card title="Top losers">
              <RatesTable rows={stocks.fallen} caption="Top losers" size="small" />
            </Card>
          </CardRow>
        </Band>
      )}
      {news.length > 0 && (
        <Band title="News" lead="Notes on the day." more={{ to: '/news', label: 'News and calendar' }}>
          <NewsPanel items={news} />
        </Band>
      )}
      {view && (
        <Band
          title="Technical analysis"
          lead="What the textbook’s rules make of past prices."
          more={{ to: '/technical-analysis', label: 'Every symbol' }}
        >
          <Card>
            <TechnicalSummary view={view} />
          </Card>
        </Band>
      )}
      {company && (
        <Band
          title="Fundamentals"
          lead="What a company earns, pays and costs."
          more={{ to: '/technical-analysis?symbol=AAPL#fundamentals', label: 'Companies' }}
        >
          <Card>
            <Fundamentals row={company} />
          </Card>
        </Band>
      )}
      <Widgets offers={offers} />
      <Invitation />
    </Bands>
  );
}
