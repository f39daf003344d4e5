import { systemNow } from '~/platform/clock';
import { write } from '~/platform/db/index.server';
import { prepareInstallation } from '~/platform/installation/index.server';
import { findUnresolvedRestore, recordRestore } from '~/platform/installation/restored.server';

/** Records in the open database that it was restored. @returns the restore's ID */
export async function restored(): Promise<string> {
  await prepareInstallation();
  await write((tx) => recordRestore(tx, { from: 'a backup', madeAt: systemNow() }));
  return (await findUnresolvedRestore())?.id ?? '';
}
