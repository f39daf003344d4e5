import { and, desc, eq, gt } from 'drizzle-orm';
import { deposit, withdrawal } from '#drizzle/schema';
import { read, sharedReading } from '~/platform/db/index.server';
import { singleton } from '~/platform/singleton';
import { usualWait, WAIT_SAMPLE } from '~/platform/text/usualWait';

type Waiting = 'deposits' | 'withdrawals';

const told = singleton('usual waits', () => new Map<Waiting, string | null>());

/** Returns the usual wait that a page told last: mails repeat it, so that no transaction reads for it. */
export const toldWait = (of: Waiting): string | null => told.get(of) ?? null;

async function usual(of: Waiting, find: () => PromiseLike<{ from: Date; to: Date | null }[]>): Promise<string | null> {
  const wait = await sharedReading(`usual wait of ${of}`, async () => usualWait(await find()));
  told.set(of, wait);
  return wait;
}

/** Returns the usual time from report to credit as text, without what management entered; null with too few approved deposits. */
export const usualDepositWait = (): Promise<string | null> =>
  usual('deposits', () =>
    read()
      .select({ from: deposit.createdAt, to: deposit.decidedAt })
      .from(deposit)
      .where(and(eq(deposit.status, 'approved'), gt(deposit.decidedAt, deposit.createdAt)))
      .orderBy(desc(deposit.createdAt))
      .limit(WAIT_SAMPLE.newest),
  );

/** Returns the usual time from request to payment as text; null with too few paid withdrawals. */
export const usualWithdrawalWait = (): Promise<string | null> =>
  usual('withdrawals', () =>
    read()
      .select({ from: withdrawal.requestedAt, to: withdrawal.paidAt })
      .from(withdrawal)
      .where(eq(withdrawal.status, 'paid'))
      .orderBy(desc(withdrawal.requestedAt))
      .limit(WAIT_SAMPLE.newest),
  );
