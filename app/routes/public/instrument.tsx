import { MARKET_CHOICES } from '~/features/copying/traders/list/filter';
import { type InstrumentView, loadInstrumentView } from '~/features/site/market/analysis/instrument.server';
import { PriceLarge } from '~/features/site/market/components/analysis/Figures';
import { Fundamentals } from '~/features/site/market/components/analysis/Fundamentals';
import { InstrumentFacts } from '~/features/site/market/components/analysis/InstrumentFacts';
import { TechnicalBrief } from '~/features/site/market/components/articles/Briefs';
import { StartTrading } from '~/features/site/market/components/articles/StartTrading';
import { InstrumentTitle } from '~/features/site/market/components/InstrumentName';
import { PriceCandles } from '~/features/site/market/components/prices/PriceChart';
import { RatesCard } from '~/features/site/market/components/prices/RatesTable';
import { getCommonName, getSecondaryName, MARKET_PAGES } from '~/features/site/market/naming';
import { pageMeta } from '~/features/site/marketing/pageMeta';
import { findInstrumentByName } from '~/market/instruments';
import { LinkButton } from '~/ui/Button';
import { ChoiceLinks } from '~/ui/ChoiceLinks';
import { Card, Columns, Page, Stack } from '~/ui/layout/Layout';
import { LiveMark } from '~/ui/messages/LiveMark';
import { publicRoute } from '~/web/guard/index.server';
import { data, redirect } from '~/web/responses.server';
import { Link, useLoaderData } from '~/web/router';

export { marketHeaders as headers } from '~/features/site/market/cache';

export const handle = { cache: { query: ['tf'] } };

export const meta = ({ data: view }: { data?: InstrumentView }) => {
  if (!view) return pageMeta('Price', 'There is no such symbol.');
  const { instrument } = view.chart;
  const title = `${getCommonName(instrument)} (${getSecondaryName(instrument)})`;
  return pageMeta(
    `${title}: price and chart`,
    `The price of ${title} now, its chart, its ranges and what textbook rules say. ${MARKET_PAGES[instrument.kind].one}.`,
  );
};

/** Loads the page of one instrument, `/markets/AAPL`. Other spellings of its symbol redirect to it. */
export const loader = publicRoute.loader(async ({ params: { symbol = '' }, url }) => {
  const instrument = findInstrumentByName(symbol);
  if (!instrument) throw data('There is no such symbol.', { status: 404 });
  if (instrument.id !== symbol) throw redirect(`/markets/${instrument.id}`, 301);
  return loadInstrumentView(instrument, url.searchParams);
});

export default function InstrumentPage() {
  const view = useLoaderData<typeof loader>();
  const { chart, frames, rules, company, neighbours } = view;
  const { id, kind } = chart.instrument;
  const { one, all, href } = MARKET_PAGES[kind];
  const copied = MARKET_CHOICES.find(({ value }) => value === kind);
  return (
    <Page
      roomy
      actions={<LiveMark />}
      title={<InstrumentTitle of={chart.instrument} />}
      lead={
        <>
          <PriceLarge row={chart} />
          {company ? `${one}, ${company.company.sector.toLowerCase()}` : one}.{' '}
          <Link to={href}>See all {all.toLowerCase()}</Link>
        </>
      }
    >
      <Columns ratio="main-aside">
        <Card id="chart" title="Chart">
          <ChoiceLinks label="Length of a candle" items={frames} />
          <PriceCandles view={chart} />
        </Card>
        <Stack>
          <InstrumentFacts view={view} />
          <Card title={`Copy traders of ${all.toLowerCase()}`}>
            <p>Their results, open positions and falls are public. A copy of yours follows them in proportion.</p>
            <div>
              <LinkButton to={copied ? `/traders?market=${copied.value}` : '/traders'} tone="primary">
                Find traders
              </LinkButton>
            </div>
          </Card>
        </Stack>
      </Columns>
      <Card title="Technical analysis" actions={<Link to={`/technical-analysis?symbol=${id}#summary`}>All rules</Link>}>
        <TechnicalBrief view={rules} />
      </Card>
      {company && (
        <Card title="Fundamentals">
          <Fundamentals row={company} />
        </Card>
      )}
      <RatesCard
        rows={neighbours}
        caption={`More ${all.toLowerCase()}`}
        actions={<Link to={href}>All {all.toLowerCase()}</Link>}
      />
      <StartTrading
        risk={`The price of ${getCommonName(chart.instrument)} can move far against a position in a day.`}
      />
    </Page>
  );
}
