import { and, asc, eq, inArray, isNull, lte, ne, or, type SQL } from 'drizzle-orm';
import { rowVersion, user, withdrawal, withdrawalMethod } from '#drizzle/schema';
import type { QueueView } from '~/features/backoffice';
import { countRows } from '~/platform/db/countRows.server';
import { type Handle, type Reader, read } from '~/platform/db/index.server';
import { getPageRange } from '~/platform/db/paging';
import { isNewestVersionOf, verified } from '~/platform/db/verified.server';
import { findUnresolvedRestore, type UnresolvedRestore } from '~/platform/installation/restored.server';
import { withWallet } from '../internal/shownWallet.server';

const isRestoredAfter = ({ at }: UnresolvedRestore): SQL | undefined =>
  and(inArray(withdrawal.status, ['requested', 'approved']), lte(withdrawal.requestedAt, at));

/** Returns the condition for unreviewed withdrawals, which may have been paid before the restore. */
const isUnreviewed = (restore: UnresolvedRestore): SQL | undefined =>
  and(isRestoredAfter(restore), or(isNull(withdrawal.checkedAfter), ne(withdrawal.checkedAfter, restore.id)));

const isFoundUnpaid = (restore: UnresolvedRestore): SQL | undefined =>
  and(isRestoredAfter(restore), eq(withdrawal.checkedAfter, restore.id));

/** Counts the unreviewed withdrawals, which may have been paid before the restore. */
export const countUnreviewedWithdrawals = (handle: Reader, restore: UnresolvedRestore): Promise<number> =>
  countRows(handle, withdrawal, isUnreviewed(restore));

/** Returns the withdrawals recorded as unpaid, oldest first. They become payable when payments resume. */
export const findUnpaidRows = (tx: Handle, restore: UnresolvedRestore): Promise<(typeof withdrawal.$inferSelect)[]> =>
  verified(tx, withdrawal, isFoundUnpaid(restore), asc(withdrawal.requestedAt), asc(withdrawal.id));

export async function loadRestoreReview({ show, page }: Pick<QueueView, 'show' | 'page'>) {
  const restore = await findUnresolvedRestore();
  if (!restore) return null;
  const answered = or(isRestoredAfter(restore), eq(withdrawal.checkedAfter, restore.id));
  const condition = show === 'waiting' ? isUnreviewed(restore) : answered;
  const { limit, offset } = getPageRange(page);
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
    .leftJoin(rowVersion, isNewestVersionOf(withdrawal, withdrawal.id))
    .where(condition)
    .orderBy(asc(withdrawal.requestedAt), asc(withdrawal.id))
    .limit(limit)
    .offset(offset);
  return {
    restore,
    rows: rows.map(withWallet),
    total: await countRows(read(), withdrawal, condition),
    open: await countUnreviewedWithdrawals(read(), restore),
    all: await countRows(read(), withdrawal, answered),
  };
}
