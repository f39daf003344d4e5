import { signal } from '#drizzle/schema';
import { type AccountMarket, actOnAccount, getOtherFeed } from '~/features/copying/liveTrading/ownAccount.server';
import { findContract, findExitLevelProblem, readPrice, readSize } from '~/features/copying/liveTrading/rules';
import { getReferencePrice } from '~/features/copying/quotes/prices.server';
import { findInstrumentByName } from '~/market/instruments';
import { now } from '~/platform/clock';
import { attempt, findAll, type Handle, read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { createSharedLimiter } from '~/platform/process/sharedLimits.server';
import { done, type PassingRefusal, type Result, refuse } from '~/platform/result';
import { singleton } from '~/platform/singleton';
import { type AmountFormat, parseAmount, STATEMENT_COIN_FORMAT } from '~/platform/text/amount';
import type { Account } from '~/trading/accounts/account';
import { type Advanced, midsAt } from '~/trading/accounts/advance';
import { calculateEquity } from '~/trading/accounts/margin';
import { type Contract, requireContract } from '~/trading/contracts';
import { abs, min } from '~/trading/numbers';
import { cancel, place } from '~/trading/orders/place';
import { describeWaitingOrder, priceText, sizeText } from '~/trading/text';
import { findTraderOfKey } from './keys.server';
import {
  checkTime,
  computePositionAfter,
  computeSignalOrderSize,
  computeSizeOfEquity,
  type MarketPosition,
  parsePercent,
  withoutExchange,
} from './rules';

/** Signal as received; sizes and prices are plain decimals. */
export type RequestedSignal = {
  id: string;
  /** Trader whom the program names, if it does; a signal with the key of another trader is refused. */
  trader?: string;
  symbol: string;
  action: 'buy' | 'sell' | 'close';
  size?: string;
  percent?: string;
  market_position?: MarketPosition;
  prev_market_position?: MarketPosition;
  position_size?: string;
  contracts?: string;
  stop?: string;
  takeProfit?: string;
  at?: string;
};

/** Outcome of a signal; `again` is true if the signal was received before. */
export type SignalOutcome = { status: 'filled' | 'waiting' | 'refused'; code: string; message: string; again: boolean };

/** Largest number of signals per key and minute; a program that sends more is faulty. */
export const SIGNALS_A_MINUTE = 60;

const getSignalLimiter = () => singleton('signals', () => createSharedLimiter('signals of a trader', SIGNALS_A_MINUTE));

/** Processes a signal once per ID; a repeated signal gets the first outcome. */
export async function receiveSignal(
  key: string,
  request: RequestedSignal,
): Promise<Result<SignalOutcome, PassingRefusal>> {
  const traderId = await findTraderOfKey(read(), key);
  if (!traderId) return refuseUnknownKey();
  if (request.trader !== undefined && request.trader !== traderId) {
    return refuse('foreign-key', 'This key belongs to another trader.', 'trader');
  }
  const waits = await getSignalLimiter()(traderId)
    .then(() => null)
    .catch(({ msBeforeNext }: { msBeforeNext: number }) => Math.ceil(msBeforeNext / 1_000));
  if (waits !== null) {
    const message = `At most ${SIGNALS_A_MINUTE} signals a minute are accepted. Try again in ${waits} seconds.`;
    return { ok: false, error: { code: 'throttled', message, retryAfter: waits } };
  }
  return await write(async (tx) => {
    // The key may have been revoked, or the trader retired, since the lookup.
    if ((await findTraderOfKey(tx, key)) !== traderId) return refuseUnknownKey();
    return done(await acceptSignal(tx, traderId, request));
  });
}

const refuseUnknownKey = () => refuse('unknown-key', 'This key is unknown or no longer valid.', 'key');

const TRANSIENT_CODES: ReadonlySet<string> = new Set(['clock-back', 'no-quotes']);

export async function acceptSignal(tx: Handle, traderId: string, request: RequestedSignal): Promise<SignalOutcome> {
  const [known] = await findAll(tx, signal, { traderId, reference: request.id });
  if (known) return { status: known.status, code: known.code, message: known.message, again: true };
  const acted = await attempt(tx, () => followSignal(tx, traderId, request));
  const outcome = acted.ok
    ? { ...acted.value, code: '' }
    : { status: 'refused' as const, code: acted.error.code, message: acted.error.message };
  // Temporary refusals are not stored, so that the sender can retry.
  if (TRANSIENT_CODES.has(outcome.code)) return { ...outcome, again: false };
  const { id: reference, trader: _, ...requested } = request;
  await tx.insert(signal).values({
    id: newId(),
    traderId,
    reference,
    asked: Object.fromEntries(Object.entries(requested).filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >,
    ...outcome,
    receivedAt: now(),
  });
  return { ...outcome, again: false };
}

async function followSignal(
  tx: Handle,
  traderId: string,
  request: RequestedSignal,
): Promise<Result<{ status: 'filled' | 'waiting'; message: string }>> {
  const timely = checkTime(request.at, now().getTime());
  if (!timely.ok) return timely;
  const symbol = withoutExchange(request.symbol);
  const named = findContract(findInstrumentByName(symbol), symbol);
  if (!named.ok) return named;
  const contract = named.value;
  let attempts = 0;
  const acted = await actOnAccount(tx, { id: traderId, ledger: null }, (account, at, market) => {
    attempts = account.lastOrderKey;
    return toOrder(account, contract, request, { at, ...market });
  });
  if (!acted.ok) return acted;
  if (acted.value === null) throw new Error(`Trader ${traderId} has no account`);
  const { account, orders } = acted.value.did;
  const [row] = orders;
  if (!row && account.lastOrderKey === attempts) {
    return done({
      status: 'filled',
      message: `There was no position in ${contract.symbol}. The waiting orders are cancelled.`,
    });
  }
  if (!row) {
    const order = account.waiting.at(-1);
    const size = order ? sizeText(order.size) : '';
    const until = order ? describeWaitingOrder(order, contract) : '';
    return done({ status: 'waiting', message: `${size} ${contract.symbol} waits for ${until}.` });
  }
  const word = row.size > 0n ? 'Bought' : 'Sold';
  const message = `${word} ${sizeText(row.size)} ${contract.symbol} at ${priceText(row.price, requireContract(contract.id))}.`;
  return done({ status: 'filled', message });
}

/** Largest number of waiting orders of one trader, since each access to the account checks all of them. */
const MAX_WAITING_ORDERS = 50;

function toOrder(
  account: Account,
  contract: Contract,
  request: RequestedSignal,
  { at, prices, acceptsOrders }: AccountMarket & { at: number },
): Result<Advanced> {
  const { id } = contract;
  if (account.waiting.length >= MAX_WAITING_ORDERS) {
    return refuse('too-many', `${MAX_WAITING_ORDERS} orders are already waiting for their markets.`);
  }
  const mids = midsAt(prices, at);
  const mid = getReferencePrice(prices, contract, at);
  const position = account.positions[id]?.size ?? 0n;
  const isFlat = request.market_position === 'flat';
  const closes = request.action === 'close' || isFlat;
  const waiting = account.waiting.filter((order) => order.id === id && order.kind === 'market' && !order.cancelledAt);
  const [reducing, opening] = [
    waiting.filter((order) => order.reduceOnly),
    waiting.filter((order) => !order.reduceOnly),
  ];
  const left = computePositionAfter(position, reducing);
  const held = closes ? left : computePositionAfter(position, waiting);
  // An entry order that still waits would open after the exit, so it is cancelled.
  const rest = isFlat ? opening.reduce((before, { key }) => cancel(before, prices, key, at), account) : account;
  if (isFlat && held === 0n && opening.length > 0) return done({ account: rest, orders: [] });
  if (closes && held === 0n) {
    const why =
      position === 0n
        ? `There is no position in ${contract.symbol}.`
        : `Closing ${contract.symbol} is already waiting.`;
    return refuse('not-held', why, 'symbol');
  }
  if (request.percent !== undefined && mid === null && !isFlat) {
    return refuse('no-quotes', `There is no price of ${contract.symbol} yet. Send it again in a minute.`, 'percent');
  }
  const worth = () => computeSizeOfEquity(calculateEquity(account, mids), parsePercentOf(request), mid ?? 0n, contract);
  const amount = isFlat ? done(abs(held)) : computeOrderSize(request, worth, abs(held));
  if (!amount.ok) return amount;
  const sizes = readPositionSizes(request);
  if (!sizes.ok) return sizes;
  const size = computeSignalOrderSize(
    {
      action: request.action,
      amount: amount.value,
      isInUnits: request.size !== undefined,
      position: request.market_position,
      previous: request.prev_market_position,
      ...sizes.value,
    },
    held,
  );
  if (size === 0n)
    return refuse('not-held', `There is no position in ${contract.symbol} that this signal could reduce.`, 'symbol');
  if (held * size < 0n && position * size < 0n && abs(size) <= min(abs(held), abs(left))) {
    return place(rest, prices, { id, size, by: 'signal', reduceOnly: true }, at);
  }
  if (!acceptsOrders) return { ok: false, error: getOtherFeed() };
  const stop = readPrice(request.stop, contract, 'stop');
  if (!stop.ok) return stop;
  const takeProfit = readPrice(request.takeProfit, contract, 'takeProfit');
  if (!takeProfit.ok) return takeProfit;
  const levels = { stop: stop.value, takeProfit: takeProfit.value };
  const wrong = findExitLevelProblem(size > 0n ? 1n : -1n, mid, levels);
  if (wrong) return { ok: false, error: wrong };
  return place(account, prices, { id, size, by: 'signal', ...levels }, at);
}

/** Parses the sizes of a strategy's position and order; the size of a short position may be negative. */
function readPositionSizes({ position_size, contracts }: RequestedSignal) {
  const read = (text: string | undefined) =>
    text === undefined || text === '' ? done(undefined) : parseAmount(text, POSITION_SIZE);
  const [positionSize, ordered] = [read(position_size), read(contracts)];
  if (!positionSize.ok) return refuse('bad-size', 'position_size is a number, as in 1.5 or -1.5.', 'position_size');
  if (!ordered.ok) return refuse('bad-size', 'contracts is a number, as in 1.5.', 'contracts');
  return done({ positionSize: positionSize.value, contracts: ordered.value });
}

/** Format of sizes that TradingView sends. */
const POSITION_SIZE: AmountFormat = { ...STATEMENT_COIN_FORMAT, max: 10n ** 20n };

const parsePercentOf = ({ percent }: RequestedSignal): bigint => parsePercent(percent ?? '') ?? 0n;

/** Returns the size of an order: as sent, as a part of the equity, or the whole position for a closing signal. */
function computeOrderSize(request: RequestedSignal, worth: () => bigint, held: bigint): Result<bigint> {
  if (request.size !== undefined && request.percent !== undefined) {
    return refuse('two-sizes', 'Send a size or a percent, not both.', 'size');
  }
  if (request.size !== undefined) return readSize(request.size);
  if (request.percent === undefined) {
    return request.action === 'close'
      ? done(held)
      : refuse('no-size', 'Send a size or a percent of the equity.', 'size');
  }
  if (parsePercentOf(request) === 0n) {
    return refuse('bad-percent', 'A percent must be a positive number with at most two decimals.', 'percent');
  }
  const size = worth();
  return size > 0n
    ? done(size)
    : refuse('no-size', 'That percentage of the equity is too little to buy anything.', 'percent');
}
