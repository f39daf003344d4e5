import { asc, eq } from 'drizzle-orm';
import { tradingSnapshot } from '#drizzle/schema';
import { type Handle, insertAll, type Reader } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import type { Snapshot } from './snapshots';

/** Writes snapshots of an account. A second snapshot of the same day fails the transaction. */
export const saveSnapshots = (tx: Handle, accountId: string, snapshots: readonly Snapshot[]): Promise<void> =>
  insertAll(
    tx,
    tradingSnapshot,
    snapshots.map(({ day, ...snapshot }) => ({ ...snapshot, id: newId(), accountId, day: new Date(day) })),
  );

export async function findAccountSnapshots(handle: Reader, accountId: string): Promise<Snapshot[]> {
  const rows = await handle
    .select()
    .from(tradingSnapshot)
    .where(eq(tradingSnapshot.accountId, accountId))
    .orderBy(asc(tradingSnapshot.day));
  return rows.map(({ day, equity, flows, exposure, copies }) => ({
    day: day.getTime(),
    equity,
    flows,
    exposure,
    copies,
  }));
}
