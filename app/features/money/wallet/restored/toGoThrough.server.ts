import { and, asc, eq, inArray, isNull, lte, ne, or, type SQL } from 'drizzle-orm';
import { rowVersion, user, withdrawal, withdrawalMethod } from '#drizzle/schema';
import type { QueueView } from '~/features/backoffice';
import { countOf } from '~/platform/db/countOf.server';
import { type Handle, type Reader, read } from '~/platform/db/index.server';
import { rowsOnPage } from '~/platform/db/paging';
import { isNewestOf, verified } from '~/platform/db/verified.server';
import { type StandingRestore, standingRestore } from '~/platform/installation/restored.server';
import { withWallet } from '../internal/shownWallet.server';

const cameBack = ({ at }: StandingRestore): SQL | undefined =>
  and(inArray(withdrawal.status, ['requested', 'approved']), lte(withdrawal.requestedAt, at));

/** Returns those of which nobody has said yet whether they had been paid. */
const open = (restore: StandingRestore): SQL | undefined =>
  and(cameBack(restore), or(isNull(withdrawal.checkedAfter), ne(withdrawal.checkedAfter, restore.id)));

/** Those that were said not to have been paid. */
const unpaid = (restore: StandingRestore): SQL | undefined =>
  and(cameBack(restore), eq(withdrawal.checkedAfter, restore.id));

/** Returns how many withdrawals nobody has said of yet whether they had been paid before the restore. */
export const unanswered = (handle: Reader, restore: StandingRestore): Promise<number> =>
  countOf(handle, withdrawal, open(restore));

/** The withdrawals that were said not to have been paid, each whole, the oldest first: they are payable again once payments continue. */
export const foundUnpaidRows = (tx: Handle, restore: StandingRestore): Promise<(typeof withdrawal.$inferSelect)[]> =>
  verified(tx, withdrawal, unpaid(restore), asc(withdrawal.requestedAt), asc(withdrawal.id));

/** The restore that has to be gone through, with a page of the withdrawals that came back open; null where there is none. */
export async function restoreToGoThrough({ show, page }: Pick<QueueView, 'show' | 'page'>) {
  const restore = await standingRestore();
  if (!restore) return null;
  const answered = or(cameBack(restore), eq(withdrawal.checkedAfter, restore.id));
  const wanted = show === 'waiting' ? open(restore) : answered;
  const { limit, offset } = rowsOnPage(page);
  const rows = await read()
    .select({
      withdrawal,
      version: rowVersion,
      methodName: withdrawalMethod.name,
      network: withdrawalMethod.network,
      owner: { id: user.id, firstName: user.firstName, lastName: user.lastName, email: user.email },
    })
    .from(withdrawal)
    .innerJoin(user, eq(user.id, withdrawal.userId))
    .leftJoin(withdrawalMethod, eq(withdrawalMethod.code, withdrawal.method))
    .leftJoin(rowVersion, isNewestOf(withdrawal, withdrawal.id))
    .where(wanted)
    .orderBy(asc(withdrawal.requestedAt), asc(withdrawal.id))
    .limit(limit)
    .offset(offset);
  return {
    restore,
    rows: rows.map(withWallet),
    total: await countOf(read(), withdrawal, wanted),
    open: await unanswered(read(), restore),
    all: await countOf(read(), withdrawal, answered),
  };
}
