import { practiceOffered } from '~/ledger/posting/practiceMoney.server';
import { read } from '~/platform/db/index.server';
import type { User } from '~/signIns/session.server';
import { wasLocked } from './setLiveTrading.server';

/** What an investor sees for whom live trading is locked, and the way to open it. */
export async function lockedView({ id }: User, query: URLSearchParams) {
  return {
    /** The dialog that says how to open it is asked for. */
    asking: query.has('unlock'),
    playing: query.get('play') === '1',
    /** Practice money that opens it, cents; null where support does. */
    offered: (await wasLocked(read(), id)) ? null : await practiceOffered(read(), id),
  };
}

export type LockedTrading = Awaited<ReturnType<typeof lockedView>>;
