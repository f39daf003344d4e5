import { trader } from '#drizzle/schema';
import { acceptLeader } from '~/features/copying/beingCopied/decideRequest.server';
import { submitLeaderRequest } from '~/features/copying/beingCopied/submitLeaderRequest.server';
import { putIntoTrading } from '~/features/copying/liveTrading/moneyInTrading.server';
import { advanceOwnAccount } from '~/features/copying/liveTrading/ownAccount.server';
import { closeOwnPosition, giveOrder } from '~/features/copying/liveTrading/ownOrders.server';
import { getSimulatedPrices } from '~/features/copying/quotes/prices.server';
import { updateTrader } from '~/features/copying/traders/updateTrader.server';
import { setLiveTradingUnlocked } from '~/features/people/users/setLiveTradingUnlocked.server';
import { DAY, now } from '~/platform/clock';
import { findAll, type Handle } from '~/platform/db/index.server';
import type { Actor } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { findVerifiedUser } from '~/signIns/userById.server';
import { findSavedAccount } from '~/trading/accounts/accounts.server';
import { midsAt } from '~/trading/accounts/advance';
import { calculateEquity } from '~/trading/accounts/margin';
import { requireContract } from '~/trading/contracts';
import { plainPrice, plainSize } from '~/trading/decimals';
import { UNITS_PER_CENT } from '~/trading/numbers';
import { type OwnTrade, planOwnTrades, roundSizeWorth, type TradedMarket } from './ownTrades';
import { valueOrThrow } from './valueOrThrow';

const OWN_DEPOSIT_CENTS = 5_000_00n;
const MIN_COPY_CENTS = 100_00n;
const LEADER_SHARE_PERCENT = '10';

const BPS_PER_WHOLE = 10_000n;

/** Unlocks live trading for an investor, who then deposits into it. @returns the investor */
export async function openOwnTrading(tx: Handle, admin: Actor, { id }: User): Promise<User> {
  valueOrThrow(await setLiveTradingUnlocked(tx, admin, { userId: id, verified: true }));
  const user = await findVerifiedUser(tx, id);
  if (!user) throw new Error('The demonstration lost an investor');
  valueOrThrow(await putIntoTrading(tx, user, OWN_DEPOSIT_CENTS));
  return user;
}

/** Event of the demonstration's past. `backFrom` is the address whose mail bounces. */
export type SeedEvent = { at: Date; happen: () => Promise<void>; backFrom?: string };

/** Returns the orders of an investor's own trading between two times, in order; `habit` as in `planOwnTrades`. */
export function listOwnOrders(tx: Handle, user: User, from: Date, to: Date, habit?: number): SeedEvent[] {
  const happenings = planOwnTrades(from.getTime(), to.getTime(), habit).flatMap((trade) => [
    { at: new Date(trade.openAt), happen: () => openTrade(tx, user, trade) },
    { at: new Date(trade.closeAt), happen: () => closeTrade(tx, user, trade) },
  ]);
  return happenings.filter(({ at }) => at < to).sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** Trades against the last three days: buys what fell and sells what rose. */
async function openTrade(tx: Handle, user: User, { market, hasStop, hasTarget }: OwnTrade): Promise<void> {
  const contract = requireContract(market.id);
  const time = now().getTime();
  const price = midsAt(getSimulatedPrices(), time)(market.id);
  const side = price < midsAt(getSimulatedPrices(), time - 3 * DAY)(market.id) ? 'buy' : 'sell';
  const up = side === 'buy' ? 1n : -1n;
  const at = (bps: bigint) => plainPrice((price * (BPS_PER_WHOLE + bps)) / BPS_PER_WHOLE, contract);
  const order = {
    symbol: market.id,
    side,
    size: await chooseSize(tx, user, market),
    type: 'market',
    leverage: market.leverage,
    ...(hasStop && { stop: at(-up * market.stopBps) }),
    ...(hasTarget && { takeProfit: at(up * market.targetBps) }),
  } as const;
  valueOrThrow(await giveOrder(tx, user, order));
}

async function closeTrade(tx: Handle, user: User, { market }: OwnTrade): Promise<void> {
  valueOrThrow(await advanceOwnAccount(tx, user.id));
  const saved = await findSavedAccount(tx, user.id);
  if (saved?.account.positions[market.id]) valueOrThrow(await closeOwnPosition(tx, user, { symbol: market.id }));
}

async function chooseSize(
  tx: Handle,
  user: User,
  { id, percent }: Pick<TradedMarket, 'id' | 'percent'>,
): Promise<string> {
  valueOrThrow(await advanceOwnAccount(tx, user.id));
  const saved = await findSavedAccount(tx, user.id);
  const mids = midsAt(getSimulatedPrices(), now().getTime());
  const equity = saved ? calculateEquity(saved.account, mids) : OWN_DEPOSIT_CENTS;
  return plainSize(roundSizeWorth((equity * UNITS_PER_CENT * percent) / 100n, mids(id), requireContract(id)));
}

/** Places trades dated today, on weekends too: a coin position, since that market never closes, and a waiting order. */
export async function tradeToday(tx: Handle, user: User): Promise<void> {
  const coin = { symbol: 'ETHUSD', side: 'buy', type: 'market', leverage: 1 } as const;
  valueOrThrow(
    await giveOrder(tx, user, { ...coin, size: await chooseSize(tx, user, { id: 'ETHUSD', percent: 15n }) }),
  );
  const price = (midsAt(getSimulatedPrices(), now().getTime())('SOLUSD') * 90n) / 100n;
  const waits = { symbol: 'SOLUSD', side: 'buy', type: 'limit', leverage: 1 } as const;
  const size = await chooseSize(tx, user, { id: 'SOLUSD', percent: 5n });
  valueOrThrow(await giveOrder(tx, user, { ...waits, size, price: plainPrice(price, requireContract('SOLUSD')) }));
}

export const requestToBeCopied = async (tx: Handle, user: User): Promise<string> =>
  valueOrThrow(await submitLeaderRequest(tx, user, { minimum: MIN_COPY_CENTS })).id;

export async function acceptLeaderRequest(tx: Handle, admin: Actor, user: User, request: string): Promise<void> {
  valueOrThrow(await acceptLeader(tx, admin, request, { simulated: true }));
  const declared = { winRate: '', avgReturn: '', followers: '', rrRatio: '' };
  const names = { firstname: user.firstName, lastname: user.lastName, nationality: user.country ?? '' };
  const capital = (await findAll(tx, trader, { id: [user.id] }))[0]?.capital ?? undefined;
  const terms = { minimumcapital: MIN_COPY_CENTS, capital, share: LEADER_SHARE_PERCENT, reason: 'As agreed' };
  valueOrThrow(await updateTrader(tx, admin, user.id, { ...names, ...declared, ...terms }));
}
