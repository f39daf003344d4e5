// `npm run backup -- [folder] [--move]`: backs up the running installation into a new folder. With `--move` the
// installation is first closed permanently; it continues where the backup is restored.
import './environment.mjs';
import { join, resolve } from 'node:path';
import { makeBackup } from '~/backups/index.server';
import { sealAll } from '~/ledger/proof/seal.server';
import { closeDatabase } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { openInstallation } from '~/platform/installation/index.server';
import { closeForMove } from '~/platform/installation/move.server';
import { describeFullDisk } from '~/platform/installation/startFault';
import { formatContents } from './contents';

const cliArguments = process.argv.slice(2);
const isMove = cliArguments.includes('--move');
let where = 'DATA_DIR';
try {
  await openInstallation();
  if (isMove) {
    await closeForMove();
    await sealAll({ always: true });
  }
  const at = new Date().toISOString().replace(/[:.]/g, '-');
  const folder = resolve(cliArguments.find((word) => !word.startsWith('--')) ?? join(env().DATA_DIR, 'backups', at));
  where = folder;
  const made = await makeBackup(folder);
  console.log(`Backed up into ${folder}, and read again:\n${formatContents(made)}`);
} catch (error) {
  console.error(
    `Nothing was backed up: ${describeFullDisk(error, where) ?? (error as Error).message}${(error as Error).name === 'InUseError' ? '. Stop the server first' : ''}`,
  );
  process.exit(1);
}
await closeDatabase();
console.log(
  'Secrets are not in it: keep SESSION_SECRET and SEAL_SECRET (in paper mode secrets.json) in another place.',
);
if (!env().STORAGE_URL.startsWith('file:')) console.log('Uploads are not in it: they are in the bucket.');
