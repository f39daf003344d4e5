// `npm run restore -- <folder> [--replace]`: restores a backup into the configured installation, and audits its books.
import './environment.mjs';
import { describeUnfinishedRestore, restoreBackup } from '~/backups/index.server';
import { hasNewestHead, recordRestoredHead, storeHead } from '~/ledger/proof/heads.server';
import { checkSealKeys } from '~/ledger/proof/sealKeys.server';
import { closeDatabase, openDatabase } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { prepareInstallation } from '~/platform/installation/index.server';
import { describeIsolation } from '~/platform/installation/isolation.server';
import { describeFullDisk } from '~/platform/installation/startFault';
import { formatContents } from './contents';

const cliArguments = process.argv.slice(2);
const path = cliArguments.find((word) => !word.startsWith('--'));
if (!path) {
  console.error('Say what to restore: npm run restore -- data/backups/... (with --replace over what is there)');
  process.exit(1);
}

const ENGINE_NAMES = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

/** Advice by the name of the refusal. */
const HINTS: Record<string, string> = {
  NotEmptyError: '. With --replace it goes, for good',
  InUseError: '. Stop the server first',
};

try {
  const before = describeUnfinishedRestore();
  if (before) console.log(before);
  await openDatabase();
  const { books, engine, madeAt, moved, ...restored } = await restoreBackup(path, {
    replace: cliArguments.includes('--replace'),
    isNewest: hasNewestHead,
  });
  console.log(`Restored ${path}, made at ${madeAt} of ${ENGINE_NAMES[engine]}:\n${formatContents(restored)}`);
  console.log(
    `Compared with the backup: every row of every table, the balances (${books.debits} cents debited, ${books.credits} credited), and ${books.seals} seals to the last.\n`,
  );
  if (moved)
    console.log('This is the installation that was closed to be moved, up to its last seal: payments do not wait.\n');
  else if (!isPaper())
    console.log('Payments wait until administrators have gone through what was paid since: /admin/restores.\n');
} catch (error) {
  const { name, message } = error as Error;
  const done =
    name === 'UnfinishedRestoreError' ? 'The database was restored, and then this failed' : 'Nothing was restored';
  console.error(`${done}: ${describeFullDisk(error, 'DATA_DIR or of the database') ?? message}${HINTS[name] ?? ''}`);
  process.exit(1);
}
// Prints a failure and continues, so that the audit below still reports faults.
try {
  await recordRestoredHead();
  await prepareInstallation();
  const isolated = describeIsolation();
  if (isolated) console.log(`${isolated}\n`);
  await checkSealKeys();
  // The head is stored now, since other machines read it when they start.
  await storeHead();
} catch (error) {
  console.error((error as Error).message);
}
await closeDatabase();
await import('./audit');
