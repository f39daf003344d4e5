import { AmountDialog } from '~/features/copying/copy/components/AmountDialog';
import { ComparedTrades, WholeResult } from '~/features/copying/copy/components/ComparedTrades';
import { CopyFacts, CopyHead, CopyTerms, ShareNote } from '~/features/copying/copy/components/CopyCard';
import { LeaderFace } from '~/features/copying/copy/components/CopyRows';
import { DaySpreadForm } from '~/features/copying/copy/components/DaySpreadForm';
import { LeaderAndYou } from '~/features/copying/copy/components/LeaderAndYou';
import { OpenPositions } from '~/features/copying/copy/components/OpenPositions';
import { ResultsTable } from '~/features/copying/copy/components/ResultsTable';
import { StopDialog } from '~/features/copying/copy/components/StopDialog';
import { loadCopyWithTrades } from '~/features/copying/copy/following/comparison.server';
import { describeMissingComparison } from '~/features/copying/copy/states';
import { SilentPrices } from '~/features/copying/quotes/components/SilentPrices';
import { findSourceSilenceStart } from '~/features/copying/quotes/silentSource.server';
import { loadListedTrader } from '~/features/copying/traders/list/queries.server';
import { readTraderLine } from '~/features/copying/traders/list/traderLine.server';
import { readUsualTradingHours } from '~/features/copying/traders/record/tradingHabit.server';
import { listLabels } from '~/features/copying/traders/sources';
import { ActionProblem } from '~/features/site/shell/ActionProblem';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { pageTitle } from '~/platform/text/productName';
import { COPY_ACTIONS, COPY_FORMS } from '~/routes/investor/copies.form.server';
import { Link } from '~/ui/Link';
import { Card, Cluster, Columns, Page, Stack } from '~/ui/layout/Layout';
import { Small } from '~/ui/Text';
import { Badge, Empty, Pager } from '~/ui/tables/Data';
import { FirstRows } from '~/ui/tables/FirstRows';
import { investor } from '~/web/guard/index.server';
import { data } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: pageTitle('Your copy') }];

/** Number of entered results shown at once; the others are folded. */
const MAX_SHOWN_RESULTS = 10;

export const loader = investor.loader(async ({ user, url, params }) => {
  const page = Math.max(1, Math.trunc(Number(url.searchParams.get('page'))) || 1);
  const found = await loadCopyWithTrades(user.id, params.id ?? '', page);
  if (!found) throw data('There is no such copy.', { status: 404 });
  const { running, traderId } = found.copy;
  const trader = await loadListedTrader(traderId);
  const what = (['top-up', 'reduce', 'stop'] as const).find((each) => each === url.searchParams.get('do'));
  const { available } = (await readBalancesAndTotals(user.id)).balances;
  const step = what && running ? { what, available, formKey: COPY_FORMS[what].key(user.id) } : null;
  return {
    ...found,
    step,
    labels: trader ? listLabels(trader) : [],
    line: await readTraderLine(traderId),
    hours: running ? await readUsualTradingHours(traderId) : null,
    silent: await findSourceSilenceStart(),
    shareKey: COPY_FORMS['agree-share'].key(user.id),
  };
});

export const action = investor.actions(COPY_ACTIONS);

export default function Copy() {
  const { copy, step, labels, line, hours, silent, shareKey, whole, course, entered, ...rest } =
    useLoaderData<typeof loader>();
  const { closed, open, trades, page, pages } = rest;
  const positions = copy.standing?.positions ?? [];
  return (
    <Page
      title={`Your copy of ${copy.traderName}`}
      picture={<LeaderFace copy={copy} />}
      lead={
        <Cluster>
          {labels.map((label) => (
            <Badge key={label}>{label}</Badge>
          ))}
          <Link to={`/traders/${copy.traderId}`}>View trader</Link>
          {hours && <Small>Usually trades {hours}</Small>}
        </Cluster>
      }
    >
      {!step && <ActionProblem />}
      <SilentPrices since={silent} />
      <CopyHead copy={copy}>
        <LeaderAndYou course={course} copy={copy} traderLine={line} />
      </CopyHead>
      <ShareNote copy={copy} formKey={shareKey} />
      <Columns ratio="main-aside">
        <Stack>
          {(trades.length > 0 || entered.length === 0) && (
            <Card title="Trade by trade" lead={trades.length > 0 && describeTogether(closed, open)}>
              {trades.length > 0 ? (
                <ComparedTrades trades={trades} name={copy.traderName} />
              ) : (
                <Empty icon="copy">{describeMissingComparison(copy)}</Empty>
              )}
              <Pager page={page} pages={pages} href={(to) => `/usercopytrade/${copy.id}?page=${to}`} />
            </Card>
          )}
          {entered.length > 0 && (
            <Card
              title="Results entered by management"
              lead={
                <>
                  These are the newest. <Link to="/usercopytrade">My copies</Link> lists all of them.
                </>
              }
            >
              <FirstRows
                rows={entered}
                limit={MAX_SHOWN_RESULTS}
                unit="result"
                table={(some, isRest) => (
                  <ResultsTable
                    caption={isRest ? 'Earlier results entered by management' : 'Results entered by management'}
                    results={some}
                    empty={null}
                    short="of one copy"
                  />
                )}
              />
            </Card>
          )}
        </Stack>
        <Stack>
          <CopyFacts copy={copy} />
          {positions.length > 0 && <OpenPositions positions={positions} />}
          {whole && (
            <Card title="Your result, and why" lead="Open trades count at current prices.">
              <WholeResult whole={whole} />
            </Card>
          )}
          <CopyTerms copy={copy}>
            <DaySpreadForm copy={copy} />
          </CopyTerms>
        </Stack>
      </Columns>
      {step && <CopyStepDialog key={step.what} copy={copy} step={step} />}
    </Page>
  );
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

const CopyStepDialog = ({
  copy,
  step: { what, ...step },
}: Pick<Loaded, 'copy'> & { step: NonNullable<Loaded['step']> }) =>
  what === 'stop' ? (
    <StopDialog copy={copy} formKey={step.formKey} />
  ) : (
    <AmountDialog what={what} copy={copy} {...step} />
  );

function describeTogether(closed: number, open: number): string {
  const closedText = `${closed} closed ${closed === 1 ? 'trade' : 'trades'}`;
  const openText = open > 0 ? `, and ${open} open at current prices` : '';
  return `This copy has ${closedText}${openText}. The trader’s results are at your size. Yours include every closing and the cost of holding.`;
}
