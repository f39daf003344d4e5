import { CopyBar, CopyLink, CopyPanel } from '~/features/copying/copy/components/CopyPanel';
import { CopyRows } from '~/features/copying/copy/components/CopyRows';
import { type CopyRow, findHoldingCopies, toCopyRow } from '~/features/copying/copy/queries.server';
import { suggestAmount } from '~/features/copying/copy/suggestedAmount';
import { SilentPrices } from '~/features/copying/quotes/components/SilentPrices';
import { findSourceSilenceStart } from '~/features/copying/quotes/silentSource.server';
import { DeclaredReturn, TraderOrigin, TraderPicture } from '~/features/copying/traders/components/list/TraderCard';
import { WATCH_INTENTS, WatchForm } from '~/features/copying/traders/components/list/WatchForm';
import { TradeLog } from '~/features/copying/traders/components/log/TradeLog';
import { AccountNow } from '~/features/copying/traders/components/record/AccountNow';
import {
  FirstFigures,
  ProfileParts,
  RecordCard,
  TradingFigures,
} from '~/features/copying/traders/components/record/ProfileFigures';
import {
  MarketsAndResults,
  MonthlyReturns,
  RecordChart,
} from '~/features/copying/traders/components/record/RecordPictures';
import { findWatchedBy } from '~/features/copying/traders/list/watch.server';
import { loadManualResultsPage } from '~/features/copying/traders/log/tradeLog.server';
import { findRecordRange } from '~/features/copying/traders/record/chart';
import { loadNavChart } from '~/features/copying/traders/record/chart.server';
import { loadTraderProfile } from '~/features/copying/traders/record/profile.server';
import { canAcceptNewCopies } from '~/features/copying/traders/setTraderState.server';
import { getTraderName } from '~/features/copying/traders/traderName';
import { FreezeGuard } from '~/features/site/shell/UnlessFrozen';
import { readUnclaimedPracticeMoney } from '~/ledger/posting/practiceMoney.server';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { read } from '~/platform/db/index.server';
import { pageTitle } from '~/platform/text/productName';
import { changeWatch } from '~/routes/investor/traders/watch.form.server';
import { LinkButton } from '~/ui/Button';
import { FoldedPart } from '~/ui/layout/Fold';
import { Card, Page, Stack, WideOnly } from '~/ui/layout/Layout';
import { Pager } from '~/ui/tables/Data';
import { investor } from '~/web/guard/index.server';
import { data, type MetaFunction, redirect } from '~/web/responses.server';
import { useLoaderData, useSearchParams } from '~/web/router';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(data ? getTraderName(data.profile.trader) : 'Trader') },
  { name: 'description', content: 'A trader’s whole record, and what copiers really got.' },
];

/** Data of the page; for visitors the available amount and the watchlist are null, and there are no copies. */
export type TraderPage = {
  profile: NonNullable<Awaited<ReturnType<typeof loadTraderProfile>>>;
  log: Awaited<ReturnType<typeof loadManualResultsPage>>;
  copies: CopyRow[];
  available: bigint | null;
  amount: bigint;
  open: boolean;
  own: boolean;
  watched: boolean | null;
  silent: Date | null;
  range: ReturnType<typeof findRecordRange>;
  line: ReturnType<typeof loadNavChart>;
};

export const loader = investor.loader(async ({ user, params, url }): Promise<TraderPage> => {
  const profile = await loadTraderProfile(params.id ?? '');
  if (!profile) throw data('There is no such trader.', { status: 404 });
  const { id, record } = profile.trader;
  const range = findRecordRange(url.searchParams.get('range'));
  const page = Math.max(1, Math.trunc(Number(url.searchParams.get('page'))) || 1);
  const copies = (await findHoldingCopies(user.id)).filter(({ traderId }) => traderId === id);
  const { available } = (await readBalancesAndTotals(user.id)).balances;
  const minimum = profile.trader.minimumCapital;
  const offered = available < minimum ? await readUnclaimedPracticeMoney(read(), user.id) : null;
  return {
    // Omits lists that the page shows in another form or not at all.
    profile: { ...profile, trader: { ...profile.trader, record: record && { ...record, line: [] } }, nav: [] },
    log: await loadManualResultsPage(id, page),
    copies: copies.map(toCopyRow),
    available,
    amount: suggestAmount(minimum, available + (offered ?? 0n)),
    open: await canAcceptNewCopies(read(), profile.trader),
    own: profile.trader.ownerUserId === user.id,
    watched: (await findWatchedBy(user.id)).includes(id),
    silent: await findSourceSilenceStart(),
    range,
    line: loadNavChart(profile.nav, range),
  };
});

export const action = investor.action(async ({ user, intent, form }) => {
  const changed = await changeWatch(user, intent, form);
  return 'refused' in changed ? changed.refused : redirect(`/traders/${changed.id}`, 303);
}, WATCH_INTENTS);

export default function TraderProfile() {
  const { profile, log, copies, available, amount, watched, silent, range, line, open, own } =
    useLoaderData<typeof loader>();
  const { trader, account } = profile;
  const paging = useSearchParams()[0].has('page');
  const isManual = trader.source === 'log';
  const copying = { trader, available, amount, open, own, copies };
  return (
    <Page
      title={getTraderName(trader)}
      picture={<TraderPicture trader={trader} size="large" />}
      lead={<TraderOrigin trader={trader} />}
      actions={
        <>
          {watched !== null && <WatchForm id={trader.id} name={getTraderName(trader)} watched={watched} worded />}
          <WideOnly from="small">
            <LinkButton to="/traders">All traders</LinkButton>
          </WideOnly>
          <WideOnly>
            <CopyLink {...copying} />
          </WideOnly>
        </>
      }
    >
      <SilentPrices since={silent} />
      <FirstFigures profile={profile} />
      <ProfileParts>
        <Stack>
          {copies.length > 0 && (
            <Card title={copies.length === 1 ? 'Your copy' : 'Your copies'} tone="accent">
              <CopyRows copies={copies} title="In this copy" />
            </Card>
          )}
          <RecordChart profile={profile} line={line} range={range} />
          <MonthlyReturns months={profile.months} />
        </Stack>
        <Stack>
          <WideOnly>
            <FreezeGuard part="copying" title="You can’t start a copy now">
              <CopyPanel {...copying} />
            </FreezeGuard>
          </WideOnly>
          <TradingFigures profile={profile} />
          <MarketsAndResults profile={profile} />
          <RecordCard profile={profile} />
          <DeclaredReturn trader={trader} />
        </Stack>
        <Stack>
          {account && <AccountNow account={account} />}
          {(isManual || log.trades.length > 0) && (
            <FoldedPart card title={isManual ? 'Trade log' : 'Results entered by management'} id="log" open={paging}>
              <TradeLog trades={log.trades} />
              <Pager page={log.page} pages={log.pages} href={(page) => `/traders/${trader.id}?page=${page}#log`} />
            </FoldedPart>
          )}
        </Stack>
      </ProfileParts>
      <CopyBar {...copying} />
    </Page>
  );
}
