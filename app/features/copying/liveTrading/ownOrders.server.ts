import { getReferencePrice } from '~/features/copying/quotes/prices.server';
import { formatSignedUsd } from '~/ledger/money';
import { findInstrumentByName } from '~/market/instruments';
import type { Handle } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import { createInvestorActor } from '~/platform/states';
import { groupDigits } from '~/platform/text/figure';
import { type ActingInvestor, findActingUser } from '~/signIns/acting.server';
import { refuseWithoutTwo } from '~/signIns/twoAdministrators.server';
import { type Account, getLeverage, type Order, type WaitingOrder } from '~/trading/accounts/account';
import type { Advanced } from '~/trading/accounts/advance';
import { withLeverage } from '~/trading/accounts/margin';
import { type Contract, requireContract } from '~/trading/contracts';
import { plainPrice, plainSize } from '~/trading/decimals';
import { abs } from '~/trading/numbers';
import { amend, cancel, place } from '~/trading/orders/place';
import type { Prices } from '~/trading/prices/prices';
import { describeWaitingOrder } from '~/trading/text';
import { type AccountMarket, actOnOwn, getOtherFeed } from './ownAccount.server';
import {
  findContract,
  findExitLevelProblem,
  type RequestedOrder,
  readOrder,
  readPrice,
  readSize,
  refuseLocked,
} from './rules';

/** Result shown to the investor. An order has no journal of its own, but each of its results has one. */
type OrderAnswer = { text: string; journalId?: undefined };

/** Outcome of an order: filled, or waiting with a number. JSON-safe, since it is stored for replays. */
export type PlacedOrder = OrderAnswer & {
  symbol: string;
  side: 'buy' | 'sell';
  filled: { size: string; price: string; at: string; result: string } | null;
  waiting: number | null;
};

/** Largest number of waiting orders of an account. Each order is checked whenever the account is advanced. */
const MAX_WAITING_ORDERS = 50;

/** Largest number of waiting closing orders and amendments of one position. On a live source each waits for the next price. */
const MAX_WAITING_CHANGES = 10;

/**
 * Refuses another change of a position if too many changes already wait for the next price of the instrument;
 * otherwise returns null.
 */
const refuseTooManyChanges = ({ waiting }: Account, { id, symbol }: Contract) =>
  waiting.filter((order) => order.id === id && (order.kind === 'amend' || order.reduceOnly)).length >=
  MAX_WAITING_CHANGES
    ? refuse(
        'too-many',
        `${MAX_WAITING_CHANGES} changes of ${symbol} are already waiting for its next price.`,
        'symbol',
      )
    : null;

/** Places an order on an investor's own account; `shown` is the price that the page showed. */
export async function giveOrder(
  tx: Handle,
  user: ActingInvestor,
  request: RequestedOrder & { symbol: string; shown?: string },
): Promise<Result<PlacedOrder>> {
  const open = await findActingUser(tx, user, { begin: 'other' });
  if (!open.ok) return open;
  const locked = refuseLocked(open.value);
  if (locked) return locked;
  const closed = await refuseWithoutTwo(tx);
  if (closed) return closed;
  const named = findContract(findInstrumentByName(request.symbol), request.symbol);
  if (!named.ok) return named;
  const contract = named.value;
  const accepted = await actOnOwn(tx, user.id, (account, at, market) =>
    calculateAccountAfterOrder(account, at, market, contract, request),
  );
  if (!accepted.ok) return accepted;
  const notifications = buildAnswer(contract, request.side, ORDER_EVENT, accepted.value, request.shown);
  return await recordOrderEvent(tx, user, 'order', notifications);
}

/** Returns an investor's account after an order, or the refusal. Saves nothing, so the preview uses it too. */
export function calculateAccountAfterOrder(
  account: Account,
  at: number,
  { prices, acceptsOrders }: Pick<AccountMarket, 'prices' | 'acceptsOrders'>,
  contract: Contract,
  request: RequestedOrder,
): Result<Advanced> {
  if (account.orders === 0) return refuse('no-money', 'Put money into your own trading first.');
  if (!acceptsOrders) return { ok: false, error: getOtherFeed() };
  const read = readOrder(request, contract, getReferencePrice(prices, contract, at));
  if (!read.ok) return read;
  if (account.waiting.filter(({ kind }) => kind !== 'amend').length >= MAX_WAITING_ORDERS) {
    return refuse('too-many', `You already have ${MAX_WAITING_ORDERS} waiting orders. Cancel one first.`);
  }
  const levered = setLeverage(account, prices, contract, request.leverage);
  if (!levered.ok) return levered;
  return place(levered.value, prices, { id: contract.id, by: 'investor', ...read.value }, at);
}

async function recordOrderEvent<T extends OrderAnswer>(
  tx: Handle,
  user: ActingInvestor,
  event: string,
  did: T,
): Promise<Result<T>> {
  const by = createInvestorActor(user.id);
  await record(tx, { thing: 'own trading', thingId: user.id, event, by, userId: user.id, details: { what: did.text } });
  return done(did);
}

function setLeverage(
  account: Account,
  { quoted }: Prices,
  { id, symbol, maxLeverage }: Contract,
  requestedLeverage?: number,
): Result<Account> {
  if (requestedLeverage === undefined || BigInt(requestedLeverage) === getLeverage(account, id)) return done(account);
  // A lower leverage could take margin from an order that may have been filled already, because the newest price is
  // not known yet.
  if (quoted && account.waiting.some((order) => order.id === id)) {
    return refuse('leverage-held', `An order for ${symbol} is waiting. Change the leverage afterwards.`, 'leverage');
  }
  const levered = withLeverage(account, id, BigInt(requestedLeverage), maxLeverage);
  if (levered) return done(levered);
  if (account.positions[id]) {
    const message = `Your position in ${symbol} has a leverage of ${getLeverage(account, id)}. Close it before you change the leverage.`;
    return refuse('leverage-held', message, 'leverage');
  }
  return refuse('bad-leverage', `Enter a leverage of ${symbol} from 1 to ${maxLeverage}, a whole number.`, 'leverage');
}

/** Closes an investor's position in an instrument, or part of it; the order waits while its market is closed. */
export async function closeOwnPosition(
  tx: Handle,
  user: ActingInvestor,
  request: { symbol: string; size?: string; shown?: string },
): Promise<Result<PlacedOrder>> {
  const open = await findActingUser(tx, user);
  if (!open.ok) return open;
  const named = findContract(findInstrumentByName(request.symbol), request.symbol);
  if (!named.ok) return named;
  const contract = named.value;
  let side: 'buy' | 'sell' = 'sell';
  const accepted = await actOnOwn(tx, user.id, (account, at, { prices }) => {
    const held = account.positions[contract.id]?.size ?? 0n;
    if (held === 0n) return refuse('not-held', `You have no position in ${contract.symbol}.`, 'symbol');
    const tooMany = refuseTooManyChanges(account, contract);
    if (tooMany) return tooMany;
    const size = request.size === undefined ? done(abs(held)) : readSize(request.size);
    if (!size.ok) return size;
    if (size.value > abs(held)) {
      return refuse('not-held', `You hold ${plainSize(held)} of ${contract.symbol}.`, 'size');
    }
    side = held > 0n ? 'sell' : 'buy';
    const order = held > 0n ? -size.value : size.value;
    return place(account, prices, { id: contract.id, size: order, by: 'investor', reduceOnly: true }, at);
  });
  if (!accepted.ok) return accepted;
  const notifications = buildAnswer(contract, side, CLOSE_EVENT, accepted.value, request.shown);
  return await recordOrderEvent(tx, user, 'close', notifications);
}

const ORDER_EVENT = { buy: 'Bought', sell: 'Sold' };
const CLOSE_EVENT = { buy: 'Closed a short of', sell: 'Closed a long of' };

function buildAnswer(
  contract: Contract,
  side: 'buy' | 'sell',
  did: typeof ORDER_EVENT,
  { account, orders }: Advanced,
  shown?: string,
): PlacedOrder {
  const { symbol } = contract;
  const [row] = orders;
  if (row) {
    const price = plainPrice(row.price, contract);
    const size = plainSize(row.size);
    const result = row.result === 0n ? '' : ` Result ${formatSignedUsd(row.result)}.`;
    const shownNote = shown ? ` The page showed ${shown}.` : '';
    return {
      symbol,
      side,
      filled: { size, price, at: new Date(row.at).toISOString(), result: String(row.result) },
      waiting: null,
      text: `${did[side]} ${groupDigits(size)} ${symbol} at ${groupDigits(price)}.${shownNote}${result}`,
    };
  }
  const order = account.waiting.at(-1) as WaitingOrder;
  const until = describeWaitingOrder(order, contract);
  return {
    symbol,
    side,
    filled: null,
    waiting: order.key,
    text: `The order for ${plainSize(order.size)} ${symbol} waits for ${until}.`,
  };
}

export async function cancelOwnOrder(tx: Handle, user: ActingInvestor, key: number): Promise<Result<OrderAnswer>> {
  const open = await findActingUser(tx, user);
  if (!open.ok) return open;
  const cancelled = await actOnOwn(tx, user.id, (account, at, { prices }) => {
    const order = account.waiting.find((each) => each.key === key && each.kind !== 'amend');
    if (!order) return refuse('not-waiting', 'This order is no longer waiting. See the history below.');
    const { symbol } = requireContract(order.id);
    return done({ account: cancel(account, prices, key, at), orders: [] as Order[], symbol });
  });
  if (!cancelled.ok) return cancelled;
  const { account, symbol } = cancelled.value;
  const text = account.waiting.some((order) => order.key === key)
    ? `The order for ${symbol} is cancelled at the next price. An earlier price may still fill it.`
    : `The order for ${symbol} was cancelled.`;
  return await recordOrderEvent(tx, user, 'cancel', { text });
}

/** Sets the stop and take-profit of an investor's position; an empty one is removed. */
export async function amendOwnPosition(
  tx: Handle,
  user: ActingInvestor,
  request: { symbol: string; stop?: string; takeProfit?: string },
): Promise<Result<OrderAnswer>> {
  const open = await findActingUser(tx, user);
  if (!open.ok) return open;
  const named = findContract(findInstrumentByName(request.symbol), request.symbol);
  if (!named.ok) return named;
  const contract = named.value;
  const stop = readPrice(request.stop, contract, 'stop');
  if (!stop.ok) return stop;
  const takeProfit = readPrice(request.takeProfit, contract, 'takeProfit');
  if (!takeProfit.ok) return takeProfit;
  const { id } = contract;
  const amended = await actOnOwn(tx, user.id, (account, at, { prices }) => {
    const held = account.positions[id];
    if (!held) return refuse('not-held', `You have no position in ${contract.symbol}.`, 'symbol');
    const tooMany = refuseTooManyChanges(account, contract);
    if (tooMany) return tooMany;
    const levels = { stop: stop.value, takeProfit: takeProfit.value };
    const wrong = findExitLevelProblem(held.size > 0n ? 1n : -1n, getReferencePrice(prices, contract, at), levels);
    if (wrong) return { ok: false, error: wrong };
    const changed = amend(account, prices, { id, by: 'investor', ...levels }, at);
    if (!changed) return refuse('not-held', `You have no position in ${contract.symbol}.`, 'symbol');
    return done(changed);
  });
  if (!amended.ok) return amended;
  const text =
    amended.value.orders.length > 0
      ? `The stop and take-profit of ${contract.symbol} were changed.`
      : `The stop and take-profit of ${contract.symbol} change at the next price.`;
  return await recordOrderEvent(tx, user, 'amend', { text });
}
