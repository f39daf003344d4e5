// `npm run restore -- <folder> [--replace]`: makes the configured installation what a backup holds, and audits its books.
import './environment.mjs';
import { restoreBackup } from '~/platform/backup.server';
import { closeDatabase, openDatabase } from '~/platform/db/index.server';

const given = process.argv.slice(2);
const folder = given.find((word) => !word.startsWith('--'));
if (!folder) {
  console.error('Say what to restore: npm run restore -- data/backups/... (with --replace over what is there)');
  process.exit(1);
}

await openDatabase();
await restoreBackup(folder, { replace: given.includes('--replace') }).catch((error) => {
  const hint = error.name === 'NotEmptyError' ? '. With --replace it goes, for good; stop the server first' : '';
  console.error(`Nothing was restored: ${error.message}${hint}`);
  process.exit(1);
});
await closeDatabase();
console.log(`Restored ${folder}\n`);
await import('./audit');
