import { installation } from '#drizzle/schema';
import { DAY, systemNow } from '../clock';
import { alone, type Handle, write } from '../db/index.server';
import { mustBeAsWritten } from '../db/verified.server';
import { record } from '../events/index.server';
import { SYSTEM } from '../states';
import { ONLY } from './index.server';
import { isolate } from './isolation.server';
import { RESTORE } from './restored.server';

/* A planned move: the installation is closed, so nothing is paid after its backup, and a restore of that backup opens it elsewhere. */

/** Time after the closing within which a restore counts as the move, milliseconds. */
const MOVE_LIFETIME_MS = DAY;

/** Closes the installation, so that no process starts with it. Throws `InUseError` while one works with it. */
export const closeForMove = (): Promise<void> =>
  alone(() =>
    write(async (tx) => {
      await tx.update(installation).set({ movedAt: systemNow() });
      await record(tx, { thing: RESTORE, thingId: ONLY, event: 'close', by: SYSTEM });
    }),
  );

/** Opens a restored installation. @returns whether it was closed to be moved within the last day, and `isNewest`: nothing happened since */
export async function openMoved(tx: Handle, isNewest: boolean): Promise<boolean> {
  const [row] = await tx.select().from(installation);
  await mustBeAsWritten(tx, installation, ONLY, row);
  if (!row?.movedAt) return false;
  await tx.update(installation).set({ movedAt: null });
  if (!isNewest || systemNow().getTime() - row.movedAt.getTime() > MOVE_LIFETIME_MS) return false;
  await isolate(tx);
  await record(tx, { thing: RESTORE, thingId: ONLY, event: 'move', by: SYSTEM });
  return true;
}
