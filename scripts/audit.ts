// `npm run audit`: checks the books of the configured installation. Exit code 1 and the affected rows if something is
// wrong, 2 if the books can't be read. `-- --head POSITION:HASH` also compares with a head from elsewhere, as the daily
// mail states it.
import './environment.mjs';
import { audit } from '~/ledger/proof/audit.server';
import { isInChain } from '~/ledger/proof/heads.server';
import { closeDatabase, read } from '~/platform/db/index.server';
import { openInstallation } from '~/platform/installation/index.server';

const report = await openInstallation()
  .then(audit)
  .catch((error) => {
    console.error(`The books can't be read: ${error.message}`);
    process.exit(2);
  });
// A restore also runs this script, with arguments of its own.
const at = process.argv.indexOf('--head');
const requestedHead = at < 0 ? null : /^(\d+):(\S+)$/.exec(process.argv[at + 1] ?? '');
if (at >= 0 && !requestedHead) {
  console.error('Usage: npm run audit -- --head POSITION:HASH');
  process.exit(2);
}
const [, position = '', hash = ''] = requestedHead ?? [];
const isHeadInChain = !requestedHead || (await isInChain(read(), { position: Number(position), hash }));
await closeDatabase();

for (const invariant of report.invariants) {
  const broken = report.findings.filter((finding) => finding.invariant === invariant);
  console.log(`${broken.length === 0 ? 'ok  ' : 'FAIL'} ${invariant}`);
  for (const { row, detail } of broken) console.log(`       ${row}: ${detail}`);
}
const { journals, findings, head } = report;
console.log(`\nCompared with ${head}`);
if (requestedHead)
  console.log(isHeadInChain ? `Seal ${position} is the one given` : `FAIL seal ${position} is not the one given`);
console.log(`\n${journals} journals, ${findings.length === 0 ? 'nothing is off' : `${findings.length} findings`}`);
process.exitCode = findings.length === 0 && isHeadInChain ? 0 : 1;
