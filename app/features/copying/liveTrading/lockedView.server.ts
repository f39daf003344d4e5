import { readUnclaimedPracticeMoney } from '~/ledger/posting/practiceMoney.server';
import { read } from '~/platform/db/index.server';
import type { User } from '~/signIns/session.server';
import { wasLocked } from './setLiveTrading.server';

export async function loadLockedView({ id }: User) {
  return {
    /** Practice money that unlocks live trading, cents; null if only support can unlock it. */
    offered: (await wasLocked(read(), id)) ? null : await readUnclaimedPracticeMoney(read(), id),
  };
}

export type LockedTrading = Awaited<ReturnType<typeof loadLockedView>>;
