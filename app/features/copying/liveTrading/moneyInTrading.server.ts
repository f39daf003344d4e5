import { isCurrent } from '~/features/copying/quotes/prices.server';
import { availableAccount, trading } from '~/ledger/chartOfAccounts';
import { formatUsd } from '~/ledger/money';
import { post } from '~/ledger/posting/post.server';
import { refuseNotCovered } from '~/ledger/reading/refuseNotCovered.server';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import { type Actor, createInvestorActor, formatActor } from '~/platform/states';
import { durationText } from '~/platform/text/durationText';
import { type ActingInvestor, findActingUser } from '~/signIns/acting.server';
import { refuseWithoutTwo } from '~/signIns/twoAdministrators.server';
import type { Account, Order } from '~/trading/accounts/account';
import { midsAt } from '~/trading/accounts/advance';
import { maxWithdrawal } from '~/trading/accounts/margin';
import { openingOrders, placeTransfer } from '~/trading/orders/place';
import type { Prices } from '~/trading/prices/prices';
import { MAX_QUOTE_AGE_MS } from '~/trading/tradingTerms';
import { actOnOwn } from './ownAccount.server';
import { refuseLocked } from './rules';

const NO_PRICES = `There have been no prices in the last ${durationText(MAX_QUOTE_AGE_MS)}, so the margin of your positions is unknown. Try again when prices are back.`;

export type TradingTransferReceipt = { journalId: string };

/** Transfers available money (cents) to own trading; refuses while live trading is locked. */
export async function putIntoTrading(
  tx: Handle,
  user: ActingInvestor,
  amount: bigint,
): Promise<Result<TradingTransferReceipt>> {
  const open = await findActingUser(tx, user, { begin: 'other' });
  if (!open.ok) return open;
  const locked = refuseLocked(open.value);
  if (locked) return locked;
  const closed = await refuseWithoutTwo(tx);
  if (closed) return closed;
  const moved = await actOnOwn(tx, user.id, (account, at, { prices, until }) =>
    isTransferBlocked(account, prices)
      ? refuse('order-waits', REFUSE_BLOCKED_TRANSFER, 'amount')
      : done(transferMoney(account, prices, { cents: amount, at, until })),
  );
  if (!moved.ok) return moved;
  return await postFlow(tx, user.id, createInvestorActor(user.id), moved.value.orders[0] as Order);
}

/** Withdraws money from own trading, at most the amount that neither margin nor open losses require, in cents. */
export async function withdrawFromTrading(
  tx: Handle,
  user: ActingInvestor,
  amount: bigint,
): Promise<Result<TradingTransferReceipt>> {
  const open = await findActingUser(tx, user);
  if (!open.ok) return open;
  const moved = await actOnOwn(tx, user.id, (account, at, { prices, until }) => {
    if (!isCurrent(prices, account, at)) return refuse('no-quotes', NO_PRICES, 'amount');
    if (isTransferBlocked(account, prices)) return refuse('order-waits', REFUSE_BLOCKED_TRANSFER, 'amount');
    const free = computeRemovable(account, prices, at);
    if (amount > free) {
      const message = `${formatUsd(free)} can be taken out now. The rest is margin of open positions.`;
      return refuse('too-much', message, 'amount');
    }
    return done(transferMoney(account, prices, { cents: -amount, at, until }));
  });
  if (!moved.ok) return moved;
  return await postFlow(tx, user.id, createInvestorActor(user.id), moved.value.orders[0] as Order);
}

/** Returns whether transfers are refused because, on a live source, they could change the fill of a waiting order. */
const isTransferBlocked = (account: Account, prices: Prices): boolean =>
  prices.quoted !== null && openingOrders(account).length > 0;

const REFUSE_BLOCKED_TRANSFER =
  'An order is waiting for a price, and money can’t be moved until it is filled. Wait, or cancel it.';

export const computeRemovable = (account: Account, prices: Prices, at: number): bigint =>
  isTransferBlocked(account, prices) ? 0n : maxWithdrawal(account, midsAt(prices, at));

export function transferMoney(
  account: Account,
  prices: Prices,
  transfer: { cents: bigint; at: number; until: number },
): { account: Account; orders: Order[] } {
  const { account: after, order } = placeTransfer(account, prices, { ...transfer, by: 'investor' });
  return { account: after, orders: [order] };
}

export async function postFlow(
  tx: Handle,
  userId: string,
  by: Actor,
  row: Order,
): Promise<Result<TradingTransferReceipt>> {
  const [own, traded] = [availableAccount(userId), trading(userId)];
  const leg =
    row.flow > 0n
      ? { debit: own, credit: traded, amount: row.flow }
      : { debit: traded, credit: own, amount: -row.flow };
  const kind = row.flow > 0n ? 'trading-funded' : 'trading-taken-out';
  const head = { ref: `${userId}:${row.number}`, actor: formatActor(by), effectiveAt: now() };
  const posted = await post(tx, { kind, ...head, legs: [leg] });
  if (!posted.ok) {
    return await refuseNotCovered(tx, userId, row.flow);
  }
  const event = row.flow > 0n ? 'put-in' : 'take-out';
  const details = { amount: formatUsd(leg.amount) };
  await record(tx, { thing: 'own trading', thingId: userId, event, by, userId, details });
  return done(posted.value);
}
