import { trade } from '#drizzle/schema';
import { perform } from '~/features/backoffice/approvals/perform.server';
import { getCopyLocks } from '~/features/copying/copy/copyLocks.server';
import { NO_DAY_SPREAD } from '~/features/copying/copy/daySpread';
import { SHORT_CAPITAL_MESSAGE, startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { formatStopMessage, stopCopy } from '~/features/copying/copy/lifecycle/stopCopy.server';
import { findCopies } from '~/features/copying/copy/queries.server';
import { FLOOR_CHOICES } from '~/features/copying/copy/schema';
import { giveOrder } from '~/features/copying/liveTrading/ownOrders.server';
import { loadOwnView } from '~/features/copying/liveTrading/ownView.server';
import { receiveSignal } from '~/features/copying/signals/receiveSignal.server';
import { LOG_ACTS } from '~/features/copying/traders/log/logActs.server';
import { parseTradeTime } from '~/features/copying/traders/schema';
import { TRADER_ACTS } from '~/features/copying/traders/traderActs.server';
import { formatBps, formatUsd, toUsdNumber } from '~/ledger/money';
import { now } from '~/platform/clock';
import { verified } from '~/platform/db/verified.server';
import { done, refuse } from '~/platform/result';
import { createAdminActor } from '~/platform/states';
import { utcText } from '~/platform/text/dayText';
import { isOwnUpload, parseUploadId } from '~/uploads/store.server';
import { clearIfSlightlyAhead } from '../answers/dates';
import { findTraderAnswer, listTraderAnswers } from '../answers/traders.server';
import type { CallHandler } from '../callHandler';
import { formatUsDate, PICTURE_IGNORED_MESSAGE } from '../fields';

export const signals: CallHandler<'signals'> = async ({ request, input: { key, ...fields } }) => {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(request.headers.get('Authorization') ?? '') ?? [];
  const received = await receiveSignal(bearer ?? key ?? '', fields);
  if (!received.ok) return received;
  const { status: state, code, message, again } = received.value;
  return done({ status: 'ok' as const, state, code, message, again });
};

export const orders: CallHandler<'orders'> = ({ user, input, once }) =>
  once(
    async (tx) => {
      const accepted = await giveOrder(tx, user, input);
      if (!accepted.ok) return accepted;
      const { text, filled, waiting } = accepted.value;
      return done({
        answer: {
          status: 'ok' as const,
          message: text,
          state: filled ? ('filled' as const) : ('waiting' as const),
          price: filled?.price ?? '',
          result: toUsdNumber(BigInt(filled?.result ?? 0)),
          order: waiting ?? 0,
        },
      });
    },
    { locks: { users: [user.id], traders: [user.id] } },
  );

const NO_TRADING = { equity: 0n, cash: 0n, margin: 0n, removable: 0n, positions: [], orders: [] };

export const positions: CallHandler<'positions'> = async ({ user }) => {
  const view = (await loadOwnView(user.id)) ?? NO_TRADING;
  return done({
    status: 'ok' as const,
    equity: toUsdNumber(view.equity),
    cash: toUsdNumber(view.cash),
    margin: toUsdNumber(view.margin),
    removable: toUsdNumber(view.removable),
    positions: view.positions.map(({ symbol, side, size, entry, price, result, leverage, stop, takeProfit }) => ({
      symbol,
      side,
      size,
      entry,
      price,
      leverage,
      result: toUsdNumber(result),
      stop: stop ?? '',
      takeProfit: takeProfit ?? '',
    })),
    orders: view.orders.map(({ key, symbol, side, size, kind, price, stop, takeProfit, since }) => ({
      order: key,
      symbol,
      side,
      size,
      type: kind,
      price: price ?? '',
      stop: stop ?? '',
      takeProfit: takeProfit ?? '',
      at: since.toISOString(),
    })),
  });
};

export const updateTraderLog: CallHandler<'updateTraderLog'> = ({ administrator, input, once }) => {
  const tradeLog = { ...input.tradeLog, date: clearIfSlightlyAhead(input.tradeLog.date, now()) };
  return once(
    async (tx) => {
      const entered = await perform(tx, createAdminActor(administrator.id), LOG_ACTS['record-trade'], tradeLog);
      if (!entered.ok) return entered;
      const { pending, id = '', toast } = entered.value;
      if (pending) return done({ answer: { status: 'pending', id: pending, message: toast } });
      const [booked] = await verified(tx, trade, { id });
      if (!booked) throw new Error(`Trade ${id} was not booked`);
      const { pair, type: tradeType, amount, at } = booked;
      const message = `${toast}: a ${tradeType} of ${formatUsd(amount)} in ${pair}, ${utcText(at)}`;
      const as = { id, pair, tradeType, amount: toUsdNumber(amount), date: formatUsDate(at), at: at.toISOString() };
      return done({ answer: { status: 'ok', code: 200, message, ...as } });
    },
    // Repetitions are detected by the date as sent, since a date that was slightly ahead at first is no longer ahead
    // later.
    { normalizedInput: { ...input.tradeLog, date: parseTradeTime(input.tradeLog.date, new Date(0))?.toISOString() } },
  );
};

export const deleteTrader: CallHandler<'deleteTrader'> = ({ administrator, input: { id }, once }) =>
  once(async (tx) => {
    const retired = await perform(tx, createAdminActor(administrator.id), TRADER_ACTS['trader-retire'], { id });
    if (!retired.ok) return retired;
    const { pending, name, toast } = retired.value;
    if (pending) return done({ answer: { status: 'pending', id: pending, message: toast } });
    return done({ answer: { status: 200, message: `${name} has retired` } });
  });

export const createTrader: CallHandler<'createTrader'> = ({ administrator, input: { otp: _, ...input }, once }) =>
  once(async (tx) => {
    const sent = input.traderImage ? parseUploadId(input.traderImage) : undefined;
    const owned = { ownerId: administrator.id, purpose: 'trader' } as const;
    const isOwn = sent !== undefined && (await isOwnUpload(tx, { id: sent, ...owned }));
    const traderImage = isOwn ? sent : undefined;
    const created = await perform(tx, createAdminActor(administrator.id), TRADER_ACTS['trader-create'], {
      ...input,
      traderImage,
    });
    if (!created.ok) return created;
    const { pending, id = '', toast } = created.value;
    const message = sent !== undefined && !isOwn ? `${toast}. ${PICTURE_IGNORED_MESSAGE}` : toast;
    return done({
      answer: pending ? { status: 'pending', id: pending, message } : { status: 'ok', code: 200, message, _id: id },
    });
  });

export const traders: CallHandler<'traders'> = async ({ input: { id } }) => {
  const found = await findTraderAnswer(id);
  return found ? done(found) : refuse('not-found', 'There is no such trader.', 'id');
};

export const fetchTraders: CallHandler<'fetchTraders'> = async ({ input: { all } }) =>
  done(await listTraderAnswers({ retired: all === '1' }));

export const stopcopytrade: CallHandler<'stopcopytrade'> = async ({ user, input: { trader }, once }) => {
  const copies = await findCopies(user.id);
  const meant = copies.find(({ running, traderId }) => running && (trader === undefined || traderId === trader));
  return await once(
    async (tx) => {
      if (!meant) return refuse('not-found', 'You are not copying this trader.', 'trader');
      const stopped = await stopCopy(tx, user, meant.id);
      if (!stopped.ok) return stopped;
      return done({ answer: { status: 200, message: formatStopMessage(stopped.value) } });
    },
    { locks: meant && getCopyLocks(user.id, meant.traderId) },
  );
};

const bpsOf = <N>(percent: number | 'none' | undefined, none: N): number | N | undefined =>
  percent === undefined ? undefined : percent === 'none' ? none : Math.round(percent * 100);

export const copytrade: CallHandler<'copytrade'> = ({ user, input, once }) =>
  once(
    async (tx) => {
      const { trader: requested, amount, leaderShare, floor, daySpread, cap, takeOver } = input;
      const started = await startCopy(tx, user, {
        trader: requested,
        amount,
        floorBps: floor === undefined ? FLOOR_CHOICES[0] : bpsOf(floor, undefined),
        daySpreadBps: bpsOf(daySpread, NO_DAY_SPREAD),
        capBps: bpsOf(cap, undefined),
        takeOver,
        shareBps: leaderShare === undefined ? undefined : Math.round(leaderShare * 100),
      });
      if (!started.ok) {
        const { code, field } = started.error;
        return code === 'short-capital' ? refuse(code, SHORT_CAPITAL_MESSAGE, field) : started;
      }
      const { id, trader, amount: put, journalId, shareBps, floor: endsAt } = started.value;
      const share = shareBps > 0 ? ` The leader gets ${formatBps(shareBps)} of what it newly gains.` : '';
      const ends = endsAt === null ? '' : ` The copy ends by itself at ${endsAt}.`;
      const message = `You are copying ${trader} now.${share}${ends}`;
      return done({
        journalId,
        answer: { status: 200, message, id, amount: toUsdNumber(put), leaderShare: shareBps / 100 },
      });
    },
    { locks: getCopyLocks(user.id, input.trader) },
  );
