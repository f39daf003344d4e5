import { readSharedUsualWait } from '~/features/backoffice';
import { singleton } from '~/platform/singleton';

const AWAITED_EVENTS = { deposits: { deposit: ['approve'] }, withdrawals: { withdrawal: ['pay'] } } as const;

type Waiting = keyof typeof AWAITED_EVENTS;

const cached = singleton('usual waits', () => new Map<Waiting, string | null>());

/** Returns the usual wait that a page last computed. Mails use it, because a transaction should not compute it. */
export const getLastUsualWait = (of: Waiting): string | null => cached.get(of) ?? null;

async function refreshUsualWait(of: Waiting): Promise<string | null> {
  const wait = await readSharedUsualWait(AWAITED_EVENTS[of]);
  cached.set(of, wait);
  return wait;
}

export const getUsualDepositWait = () => refreshUsualWait('deposits');
export const getUsualWithdrawalWait = () => refreshUsualWait('withdrawals');
