import { randomBytes } from 'node:crypto';
import { installation, rowVersion } from '#drizzle/schema';
import { systemNow } from '../clock';
import { type Handle, read } from '../db/index.server';
import { isNewestVersionOf, matchesVersion } from '../db/verified.server';
import { record } from '../events/index.server';
import { createWatchedValue } from '../process/watchedValue.server';
import { SYSTEM_ACTOR } from '../states';
import { setStorageNames } from '../storage/index.server';

/*
 * Isolation of a restored installation. Until an operator adopts it, it sends nothing and stores files under its own prefix, since the
 * original may still run.
 */

const isolation = createWatchedValue('isolation', readIsolation, null);

/** Reads the isolation again immediately, instead of waiting for the regular read twice a second. */
export const refreshIsolation = isolation.refresh;

/** Returns when this installation was restored; null if it was not, or once it is adopted. */
export const getIsolationTime = (): Date | null => isolation.now();

export const describeIsolation = (): string | null =>
  getIsolationTime() === null
    ? null
    : 'This installation was restored and has not been adopted, so it sends nothing. To use it in production, run: npm run adopt.';

/**
 * Reads the isolation. An altered row isolates nothing, since an intruder in the database could otherwise silence alerts or hide the
 * newest head.
 */
async function readIsolation(): Promise<Date | null> {
  const [found] = await read()
    .select({ row: installation, version: rowVersion })
    .from(installation)
    .leftJoin(rowVersion, isNewestVersionOf(installation, installation.id));
  if (!found || !matchesVersion(installation, found.row, found.version)) return null;
  const { storageNames, isolatedAt } = found.row;
  setStorageNames(storageNames?.split(',') ?? [], isolatedAt !== null);
  return isolatedAt;
}

export async function isolateInstallation(tx: Handle): Promise<void> {
  const [row] = await tx.select({ names: installation.storageNames }).from(installation);
  const names = [randomBytes(4).toString('hex'), ...(row?.names ? [row.names] : [])].join(',');
  await tx.update(installation).set({ storageNames: names, isolatedAt: systemNow() });
}

/** Adopts a restored installation, so that it sends again. @returns false if it is not isolated */
export async function adoptInstallation(tx: Handle): Promise<boolean> {
  const [row] = await tx.select().from(installation);
  if (!row?.isolatedAt) return false;
  await tx.update(installation).set({ isolatedAt: null });
  await record(tx, { thing: 'restore', thingId: row.restoreId ?? row.id, event: 'adopt', by: SYSTEM_ACTOR });
  return true;
}
