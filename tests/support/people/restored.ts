import { systemNow } from '~/platform/clock';
import { write } from '~/platform/db/index.server';
import { settleInstallation } from '~/platform/installation/index.server';
import { noteRestore, standingRestore } from '~/platform/installation/restored.server';

/** Leaves the mark of a restore in the open database; returns the restore's ID. */
export async function restored(): Promise<string> {
  await settleInstallation();
  await write((tx) => noteRestore(tx, { from: 'a backup', madeAt: systemNow() }));
  return (await standingRestore())?.id ?? '';
}
