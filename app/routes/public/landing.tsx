import { listFeaturedTraders } from '~/features/copying/traders/list/featured.server';
import { findCompany, findFirstTechnical } from '~/features/site/market/analysis/analysis.server';
import { FundamentalsBrief, NewsBrief, TechnicalBrief } from '~/features/site/market/components/articles/Briefs';
import { RatesCard } from '~/features/site/market/components/prices/RatesTable';
import { TickerTape } from '~/features/site/market/components/prices/TickerTape';
import { Widgets } from '~/features/site/market/components/Widgets';
import { listNews } from '~/features/site/market/published/news.server';
import { offerWidgets } from '~/features/site/market/published/widgets.server';
import { loadMarketOverview, loadMovers, loadRates, loadTickerTape } from '~/features/site/market/queries.server';
import {
  Contact,
  FeaturedTraders,
  Reviews,
  SignUpInvitation,
  StepsAndQuestions,
} from '~/features/site/marketing/components/LandingPeople';
import { Features, LandingHero } from '~/features/site/marketing/components/LandingTop';
import { ProductPictures } from '~/features/site/marketing/components/ProductPictures';
import { WhatIf } from '~/features/site/marketing/components/WhatIf';
import { createFirstQuestions } from '~/features/site/marketing/faq';
import { pageMeta } from '~/features/site/marketing/pageMeta';
import { listMethodNames } from '~/features/site/marketing/site.server';
import { createOrganizationData } from '~/features/site/marketing/structuredData';
import { computeWhatIf } from '~/features/site/marketing/whatIf';
import { getPublicOrigin } from '~/platform/installation/site';
import { Band, BandPair, BandRow, Bands, FoldedBand } from '~/ui/landing/Landing';
import { Card } from '~/ui/layout/Layout';
import { publicRoute } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';
import { countFigures } from './counts.server';

export { marketHeaders as headers } from '~/features/site/market/cache';

export const meta = ({ data }: { data?: { origin: string } }) => [
  ...pageMeta(
    'Copy trading on books that add up',
    'Mirror traders in forex, stocks, indices, futures and crypto, fund a wallet in cryptocurrency, and see every cent of it in double entry.',
  ),
  ...(data ? [createOrganizationData(data.origin)] : []),
];

export const handle = { cache: { query: ['widget', 'copied', 'months'] } };

export const loader = publicRoute.loader(async (context) => {
  const traders = await listFeaturedTraders(6);
  return {
    origin: getPublicOrigin(),
    questions: createFirstQuestions(await listMethodNames()),
    traders,
    lookedBack: computeWhatIf(traders, context.url.searchParams),
    tape: loadTickerTape().slice(0, 8),
    forex: loadRates('forex').slice(0, 3),
    // The first instruments of each market, except currency pairs, which are shown next to them.
    firsts: loadMarketOverview('Crypto', 'Indices', 'Metals and oil').flatMap(({ rows }) => rows.slice(0, 1)),
    figures: await countFigures(),
    stocks: loadMovers('stock', 2),
    news: listNews(2),
    view: findFirstTechnical('XAUUSD', 'BTCUSD', 'EURUSD'),
    company: findCompany('AAPL'),
    offers: offerWidgets(
      context,
      'ticker-tape',
      'forex-cross-rates',
      'market-overview',
      'market-quotes',
      'timeline',
      'technical-analysis',
      'financials',
    ),
  };
});

/** Landing page. In live mode it omits markets without a price source; their own pages explain it. */
export default function Landing() {
  const { questions, traders, lookedBack, tape, forex, firsts, figures, stocks, news, view, company, offers } =
    useLoaderData<typeof loader>();
  return (
    <Bands>
      <LandingHero traders={traders} />
      <TickerTape rows={tape} only />
      <FeaturedTraders traders={traders} />
      <ProductPictures />
      {lookedBack && <WhatIf traders={traders} answer={lookedBack} />}
      <Features figures={figures} />
      <BandPair>
        <FoldedBand title="Market rates" more={{ to: '/forex', label: 'Forex' }}>
          <RatesCard title={null} rows={forex} caption="Market rates" size="small" />
        </FoldedBand>
        <FoldedBand title="Market overview" more={{ to: '/markets', label: 'All markets' }}>
          <RatesCard title={null} rows={firsts} caption="Market overview" size="small" />
        </FoldedBand>
      </BandPair>
      <StepsAndQuestions questions={questions} />
      <Reviews />
      <Contact />
      <FoldedBand title="The day in the markets">
        <BandRow label="The day in the markets">
          {stocks.risen.length + stocks.fallen.length > 0 && (
            <Band small title="Market data" more={{ to: '/stocks', label: 'Stocks' }}>
              <RatesCard
                title={null}
                rows={[...stocks.risen, ...stocks.fallen]}
                caption="Top gainers and losers"
                size="tiny"
              />
            </Band>
          )}
          {news.length > 0 && (
            <Band small title="News" more={{ to: '/news', label: 'All news' }}>
              <Card>
                <NewsBrief items={news} />
              </Card>
            </Band>
          )}
          {view && (
            <Band small title="Technical analysis" more={{ to: '/technical-analysis', label: 'All rules' }}>
              <Card>
                <TechnicalBrief view={view} />
              </Card>
            </Band>
          )}
          {company && (
            <Band
              small
              title="Fundamentals"
              more={{ to: '/technical-analysis?symbol=AAPL#fundamentals', label: 'All figures' }}
            >
              <Card>
                <FundamentalsBrief row={company} />
              </Card>
            </Band>
          )}
        </BandRow>
      </FoldedBand>
      <Widgets offers={offers} folded />
      <SignUpInvitation />
    </Bands>
  );
}
