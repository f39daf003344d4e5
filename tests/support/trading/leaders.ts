/** Traders with positions. */
import { SECOND } from '~/platform/clock';
import { write } from '~/platform/db/index.server';
import { EMPTY_ACCOUNT } from '~/trading/accounts/account';
import { findSavedAccount, openAccount, saveAccount } from '~/trading/accounts/accounts.server';
import { advanceAccount } from '~/trading/accounts/advance';
import { simulatedFeed } from '~/trading/market';
import { place, recordFlow } from '~/trading/orders/place';
import { createPrices } from '~/trading/prices/prices';
import { clock } from '../database';
import { must } from '../must';
import { makeTrader } from './copies';

const prices = createPrices(simulatedFeed());
const second = () => Math.floor(clock.at.getTime() / SECOND) * SECOND;

/** Creates a trader with $100,000 in an account with positions: a new one, or an existing one. */
export async function makeLeader(trader?: string): Promise<string> {
  const id = trader ?? (await makeTrader());
  const put = recordFlow(EMPTY_ACCOUNT, 100_000_00n, 'engine', second(), 0n);
  const stored = { account: put.account, memory: null, until: second() };
  await write((tx) => openAccount(tx, { id, kind: 'leader', createdAt: clock.at }, stored, [put.order]));
  return id;
}

/** Gives an order of the leader at the current market price. @param size in 10^-8 units, with its side */
export async function leaderOrders(leader: string, id: string, size: bigint): Promise<void> {
  await write(async (tx) => {
    const saved = await findSavedAccount(tx, leader);
    if (!saved) throw new Error('There is no leader');
    const now = advanceAccount(saved.account, prices, saved.until, second());
    const { account, orders } = must(place(now.account, prices, { id, size, by: 'signal' }, second()));
    await saveAccount(tx, leader, { ...saved, account, until: second() }, [...now.orders, ...orders]);
  });
}
