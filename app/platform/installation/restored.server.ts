import { desc } from 'drizzle-orm';
import { installation, rowVersion, withdrawal } from '#drizzle/schema';
import { now } from '../clock';
import { type Handle, read } from '../db/index.server';
import { assertNewestVersion } from '../db/verified.server';
import { record } from '../events/index.server';
import { newId } from '../ids';
import { SYSTEM_ACTOR } from '../states';
import { utcText } from '../text/dayText';
import { INSTALLATION_ROW_ID } from './index.server';
import { isolateInstallation } from './isolation.server';

/* Record of a restore. The restored database does not contain payments, decisions and mails from after the backup. */

export type UnresolvedRestore = {
  id: string;
  from: string;
  /** Time from which payments may be missing in this database. */
  since: Date;
  /** Time of the restore. This database knows everything about withdrawals that were requested later. */
  at: Date;
};

export const RESTORE_KEY = 'restore';

/**
 * Records that the open database was restored. The unknown period starts at the backup's newest row or at an earlier unresolved restore.
 */
export async function recordRestore(tx: Handle, { from, madeAt }: { from: string; madeAt: Date }): Promise<void> {
  const before = await findUnresolvedRestoreIn(tx);
  // A backup of a restored database has no record of the time before it was made.
  const [last] = await tx.select({ at: rowVersion.at }).from(rowVersion).orderBy(desc(rowVersion.id)).limit(1);
  const since = new Date(Math.min(...[madeAt, last?.at, before?.since].flatMap((each) => each?.getTime() ?? [])));
  const [newest] = await tx
    .select({ at: withdrawal.requestedAt })
    .from(withdrawal)
    .orderBy(desc(withdrawal.requestedAt))
    .limit(1);
  const at = new Date(Math.max(now().getTime(), newest?.at.getTime() ?? 0));
  const id = newId();
  await tx.update(installation).set({ restoreId: id, restoredFrom: from, restoredSince: since, restoredAt: at });
  await isolateInstallation(tx);
  const details = { backup: from, 'made at': utcText(madeAt), 'unknown since': utcText(since) };
  await record(tx, { thing: RESTORE_KEY, thingId: id, event: 'restore', to: 'waiting', by: SYSTEM_ACTOR, details });
}

export async function findUnresolvedRestore(): Promise<UnresolvedRestore | null> {
  const [row] = await read().select().from(installation);
  return parseRestore(row);
}

/** Reads `findUnresolvedRestore` in a transaction that depends on it. Throws `AlteredRowError` if the record was altered or removed. */
export async function findUnresolvedRestoreIn(tx: Handle): Promise<UnresolvedRestore | null> {
  const [row] = await tx.select().from(installation);
  await assertNewestVersion(tx, installation, INSTALLATION_ROW_ID, row);
  return parseRestore(row);
}

function parseRestore(row: typeof installation.$inferSelect | undefined): UnresolvedRestore | null {
  if (!row?.restoreId) return null;
  const { restoreId: id, restoredFrom, restoredSince, restoredAt } = row;
  if (restoredFrom === null || !restoredSince || !restoredAt) throw new Error(`Restore ${id} was noted in part only`);
  return { id, from: restoredFrom, since: restoredSince, at: restoredAt };
}

export async function resolveRestore(tx: Handle): Promise<void> {
  await tx.update(installation).set({ restoreId: null, restoredFrom: null, restoredSince: null, restoredAt: null });
}
