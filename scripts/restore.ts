// `npm run restore -- <folder> [--replace]`: makes the configured installation what a backup holds, and audits its books.
import './environment.mjs';
import { noteRestored } from '~/ledger/heads.server';
import { closeDatabase, openDatabase } from '~/platform/db/index.server';
import { restoreBackup } from '~/platform/installation/backup.server';
import { contents } from './contents';

const given = process.argv.slice(2);
const folder = given.find((word) => !word.startsWith('--'));
if (!folder) {
  console.error('Say what to restore: npm run restore -- data/backups/... (with --replace over what is there)');
  process.exit(1);
}

/** What to do about a refusal, by its name. */
const HINTS: Record<string, string> = {
  NotEmptyError: '. With --replace it goes, for good',
  InUseError: '. Stop the server first',
};

try {
  await openDatabase();
  const restored = await restoreBackup(folder, { replace: given.includes('--replace') });
  console.log(`Restored ${folder}:\n${contents(restored)}\n`);
} catch (error) {
  const { name, message } = error as Error;
  const done =
    name === 'HalfRestoredError' ? 'The database was restored, and then this failed' : 'Nothing was restored';
  console.error(`${done}: ${message}${HINTS[name] ?? ''}`);
  process.exit(1);
}
// A backup of before seals and heads has none to note.
await noteRestored().catch(() => {});
await closeDatabase();
await import('./audit');
