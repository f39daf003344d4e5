// `npm run audit`: checks the books of the configured installation. Exit code 1 and the exact rows when something is off, 2 when
// they can't be read.
import './environment.mjs';
import { audit } from '~/ledger/audit.server';
import { closeDatabase } from '~/platform/db/index.server';
import { openInstallation } from '~/platform/installation.server';

const report = await openInstallation()
  .then(audit)
  .catch((error) => {
    console.error(`The books can't be read: ${error.message}`);
    process.exit(2);
  });
await closeDatabase();

for (const invariant of report.invariants) {
  const broken = report.findings.filter((finding) => finding.invariant === invariant);
  console.log(`${broken.length === 0 ? 'ok  ' : 'FAIL'} ${invariant}`);
  for (const { row, detail } of broken) console.log(`       ${row}: ${detail}`);
}
const { journals, findings } = report;
console.log(`\n${journals} journals, ${findings.length === 0 ? 'nothing is off' : `${findings.length} findings`}`);
process.exitCode = findings.length === 0 ? 0 : 1;
