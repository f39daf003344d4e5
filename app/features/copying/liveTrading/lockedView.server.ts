import { practiceOffered } from '~/ledger/posting/practiceMoney.server';
import { read } from '~/platform/db/index.server';
import type { User } from '~/signIns/session.server';
import { wasLocked } from './setLiveTrading.server';

export async function lockedView({ id }: User, query: URLSearchParams) {
  return {
    asking: query.has('unlock'),
    playing: query.get('play') === '1',
    /** Practice money that opens it, cents; null where support does. */
    offered: (await wasLocked(read(), id)) ? null : await practiceOffered(read(), id),
  };
}

export type LockedTrading = Awaited<ReturnType<typeof lockedView>>;
