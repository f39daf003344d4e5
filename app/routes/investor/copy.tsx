import { ComparedTrades, WholeResult } from '~/features/copying/copy/components/ComparedTrades';
import { CopyHead, CopyTerms, ShareNote } from '~/features/copying/copy/components/CopyCard';
import { LeaderFace } from '~/features/copying/copy/components/CopyRows';
import { DaySpreadForm } from '~/features/copying/copy/components/DaySpreadForm';
import { LeaderAndYou } from '~/features/copying/copy/components/LeaderAndYou';
import { OpenPositions } from '~/features/copying/copy/components/OpenPositions';
import { ResultsTable } from '~/features/copying/copy/components/ResultsTable';
import { copyWithTrades } from '~/features/copying/copy/following/comparison.server';
import { nothingToCompare } from '~/features/copying/copy/states';
import { SilentPrices } from '~/features/copying/quotes/components/SilentPrices';
import { silentSince } from '~/features/copying/quotes/silentSource.server';
import { listedTrader } from '~/features/copying/traders/list/queries.server';
import { labelsOf } from '~/features/copying/traders/sources';
import { ActionProblem } from '~/features/site/shell/ActionProblem';
import { pageTitle } from '~/platform/text/productName';
import { COPY_ACTIONS, COPY_FORMS } from '~/routes/investor/copies.form.server';
import { MirrorMark } from '~/ui/charts/MirrorMark';
import { Link } from '~/ui/Link';
import { Card, Cluster, Page, Section } from '~/ui/layout/Layout';
import { Badge, Empty, Pager } from '~/ui/tables/Data';
import { investor } from '~/web/guard/index.server';
import { data } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: pageTitle('Your copy') }];

export const loader = investor.loader(async ({ user, url, params }) => {
  const page = Math.max(1, Math.trunc(Number(url.searchParams.get('page'))) || 1);
  const found = await copyWithTrades(user.id, params.id ?? '', page);
  if (!found) throw data('There is no such copy.', { status: 404 });
  const trader = await listedTrader(found.copy.traderId);
  const labels = trader ? labelsOf(trader) : [];
  return { ...found, labels, silent: await silentSince(), shareKey: COPY_FORMS['agree-share'].key(user.id) };
});

export const action = investor.actions({ 'limit-day-spread': COPY_ACTIONS['limit-day-spread'] });

export default function Copy() {
  const { copy, labels, silent, shareKey, whole, course, entered, ...rest } = useLoaderData<typeof loader>();
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
        </Cluster>
      }
    >
      <ActionProblem />
      <SilentPrices since={silent} />
      <CopyHead
        copy={copy}
        why={
          whole && (
            <Card compact title="What you got, and why" lead="Open trades count at the prices of now.">
              <WholeResult whole={whole} />
            </Card>
          )
        }
        positions={positions.length > 0 && <OpenPositions positions={positions} />}
        chart={course && <LeaderAndYou course={course} name={copy.traderName} />}
      />
      <ShareNote copy={copy} formKey={shareKey} />
      <CopyTerms copy={copy}>
        <DaySpreadForm copy={copy} />
      </CopyTerms>
      {entered.length > 0 && (
        <Section
          title="Results entered by the operator"
          lead={
            <>
              The newest. <Link to="/usercopytrade">My copies</Link> has all.
            </>
          }
        >
          <ResultsTable caption="Results entered by the operator" results={entered} empty={null} />
        </Section>
      )}
      {(trades.length > 0 || entered.length === 0) && (
        <Section title="Trade by trade" lead={trades.length > 0 && togetherText(closed, open)}>
          {trades.length > 0 ? (
            <ComparedTrades trades={trades} name={copy.traderName} />
          ) : (
            <Empty>
              <MirrorMark />
              {nothingToCompare(copy)}
            </Empty>
          )}
          <Pager page={page} pages={pages} href={(to) => `/usercopytrade/${copy.id}?page=${to}`} />
        </Section>
      )}
    </Page>
  );
}

/** `All of this copy: 12 closed trades, and 3 open ones at the prices of now.`, and what their results include. */
function togetherText(closed: number, open: number): string {
  const closedText = `${closed} closed ${closed === 1 ? 'trade' : 'trades'}`;
  const openText = open === 1 ? 'one open one' : `${open} open ones`;
  return `All of this copy: ${closedText}${open > 0 ? `, and ${openText} at the prices of now` : ''}. Results include the cost of holding, which your transactions list by itself.`;
}
