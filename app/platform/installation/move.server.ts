import { installation } from '#drizzle/schema';
import { DAY, systemNow } from '../clock';
import { type Handle, withExclusiveAccess, write } from '../db/index.server';
import { assertNewestVersion } from '../db/verified.server';
import { record } from '../events/index.server';
import { SYSTEM_ACTOR } from '../states';
import { INSTALLATION_ROW_ID } from './index.server';
import { isolateInstallation } from './isolation.server';
import { RESTORE_KEY } from './restored.server';

/* Planned move: the installation is closed, so that nothing is paid after its backup; a restore of that backup opens it elsewhere. */

/** Longest time between the closing and a restore that completes the move, in milliseconds. */
const MOVE_LIFETIME_MS = DAY;

/** Closes the installation, so that no process can start with it. Throws `InUseError` while one is running. */
export const closeForMove = (): Promise<void> =>
  withExclusiveAccess(() =>
    write(async (tx) => {
      await tx.update(installation).set({ movedAt: systemNow() });
      await record(tx, { thing: RESTORE_KEY, thingId: INSTALLATION_ROW_ID, event: 'close', by: SYSTEM_ACTOR });
    }),
  );

/** Reopens an installation after a restore. @returns whether this completes a planned move, so that nothing is lost */
export async function openAfterMove(tx: Handle, isNewest: boolean): Promise<boolean> {
  const [row] = await tx.select().from(installation);
  await assertNewestVersion(tx, installation, INSTALLATION_ROW_ID, row);
  if (!row?.movedAt) return false;
  await tx.update(installation).set({ movedAt: null });
  if (!isNewest || systemNow().getTime() - row.movedAt.getTime() > MOVE_LIFETIME_MS) return false;
  await isolateInstallation(tx);
  await record(tx, { thing: RESTORE_KEY, thingId: INSTALLATION_ROW_ID, event: 'move', by: SYSTEM_ACTOR });
  return true;
}
