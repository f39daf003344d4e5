import { BeingCopiedCard } from '~/features/copying/beingCopied/components/BeingCopiedCard';
import { loadBeingCopied } from '~/features/copying/beingCopied/queries.server';
import { endCopiesOfRetired, runJobNow } from '~/features/copying/copy/jobs.server';
import { LockedTicket } from '~/features/copying/liveTrading/components/LockedView';
import {
  ChangeDialog,
  ClosePositionDialog,
  OwnMoney,
  OwnTradingHistory,
  Positions,
  WaitingOrders,
} from '~/features/copying/liveTrading/components/OwnTrading';
import { SymbolPicker, SymbolPickerLink } from '~/features/copying/liveTrading/components/SymbolPicker';
import { LockedDesk, TradingDesk } from '~/features/copying/liveTrading/components/TradingDesk';
import { loadLockedView } from '~/features/copying/liveTrading/lockedView.server';
import { loadOwnView } from '~/features/copying/liveTrading/ownView.server';
import { isLocked } from '~/features/copying/liveTrading/rules';
import { loadOrderTicket } from '~/features/copying/liveTrading/ticket/ticket.server';
import { loadLiveView } from '~/features/copying/liveTrading/view.server';
import { SilentPrices } from '~/features/copying/quotes/components/SilentPrices';
import { isTradedOnFeed } from '~/features/copying/quotes/prices.server';
import { findSourceSilenceStart } from '~/features/copying/quotes/silentSource.server';
import { ActionProblem } from '~/features/site/shell/ActionProblem';
import { FreezeGuard } from '~/features/site/shell/UnlessFrozen';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import {
  addRowKeys,
  changeLevels,
  createTradingKeys,
  TRADING_FORMS,
  TRADING_INTENTS,
} from '~/routes/investor/liveTrading.form.server';
import { PRACTICE_FORM } from '~/routes/investor/practice.form.server';
import { type Contract, contractOf } from '~/trading/contracts';
import { Page, Section } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { investor } from '~/web/guard/index.server';
import { data } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';

export const loader = investor.loader(async ({ user, url: { searchParams } }) => {
  const own = await loadOwnView(user.id, Math.max(1, Math.trunc(Number(searchParams.get('history'))) || 1));
  const { available } = (await readBalancesAndTotals(user.id)).balances;
  const isClosed = isLocked(user);
  const view = loadLiveView(searchParams);
  const contract = isClosed ? undefined : contractOf(view.row.instrument.id);
  const isTraded = contract && isTradedOnFeed(contract.id);
  const step = contract && isTraded ? await loadOrderTicket(user.id, contract, searchParams) : null;
  const page = {
    view,
    why: describeUntradable(view.row.instrument.symbol, contract, isTraded),
    terms: contract && isTraded ? toTerms(contract) : null,
    step,
    over: searchParams.get('ticket') === '1',
    changeHref: createChangeHref(searchParams),
    dialog: parseDialog(searchParams),
    locked: isClosed ? await loadLockedView(user) : null,
    own: own && addRowKeys(own, user),
    available,
    silent: await findSourceSilenceStart(),
    copied: await loadBeingCopied(user),
    keys: createTradingKeys(user),
    practiceKey: PRACTICE_FORM.key(user.id),
  };
  // An invalid URL is a 400, like an invalid post.
  return data(page, { status: step && step.problems.length > 0 ? 400 : 200 });
});

export const action = investor.action(async ({ intent, ...posted }) => {
  if (intent === 'amend') await changeLevels(posted);
  const answer = await TRADING_FORMS[intent].post(posted);
  if (intent === 'stop-being-copied') await runJobNow(endCopiesOfRetired);
  return answer;
}, TRADING_INTENTS);

export default function LiveTrading() {
  const { view, step, locked, own, available, silent, copied, keys, practiceKey, dialog, ...desk } =
    useLoaderData<typeof loader>();
  const { here } = view;
  const position = dialog && own?.positions.find(({ id }) => id === dialog.id);
  const PositionDialog = dialog?.act === 'close' ? ClosePositionDialog : ChangeDialog;
  const held = own && (
    <>
      <Positions view={own} here={here} />
      <WaitingOrders view={own} />
    </>
  );
  return (
    <Page title="Live trading" width="full" actions={<SymbolPickerLink href={view.pickHref} />}>
      {!position && !step?.review && <ActionProblem />}
      <FreezeGuard title="You can’t place orders or put money into trading now" />
      <SilentPrices since={silent} />
      {view.unknown && (
        <Notice tone="info">
          No symbol here is called “{view.unknown}”. This is {view.row.instrument.symbol}.
        </Notice>
      )}
      {locked ? (
        <>
          <LockedDesk view={view} ticket={<LockedTicket {...locked} practiceKey={practiceKey} />} />
          {held}
        </>
      ) : (
        <TradingDesk
          key={view.stream + view.step}
          {...desk}
          view={view}
          step={step}
          available={available}
          keys={keys}
          own={own}
        >
          {held}
        </TradingDesk>
      )}
      {own && <OwnMoney available={available} view={own} keys={keys} locked={locked !== null} />}
      {(own || copied.trader) && (
        <Section title="Being copied" id="copied">
          <BeingCopiedCard view={copied} keys={keys} />
        </Section>
      )}
      {own && <OwnTradingHistory view={own} />}
      {view.symbols && <SymbolPicker view={view} symbols={view.symbols} />}
      {position && <PositionDialog key={position.id} position={position} closeHref={here} />}
    </Page>
  );
}

const toTerms = ({ scale, dollarBase, spreadBps, maxLeverage }: Contract) => ({
  scale,
  dollarBase,
  spreadBps,
  maxLeverage: Number(maxLeverage),
});

function createChangeHref(query: URLSearchParams): string {
  const filled = new URLSearchParams(query);
  filled.delete('side');
  return `/live-trading?${filled}`;
}

function parseDialog(query: URLSearchParams) {
  const act = (['close', 'change'] as const).find((each) => query.has(each));
  return act ? { act, id: query.get(act) ?? '' } : null;
}

function describeUntradable(symbol: string, contract?: Contract | null, isTraded?: boolean | null): string {
  if (!contract) return `${symbol} can’t be traded: its quote is a yield.`;
  if (!isTraded) return `${symbol} can’t be traded here: no source has its price every minute.`;
  return `There is no price of ${symbol} yet. Reload this page in a minute.`;
}
