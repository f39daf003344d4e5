// `npm run doctor`: checks everything that a start needs and prints remedies. Exit code 1 for a fault. Changes nothing,
// so it can run while a server runs.
import './environment.mjs';
import { runChecks } from '~/doctor.server';
import { describeNodeProblem } from './steps.mjs';

const SEVERITY_SIGNS = { ok: 'ok  ', note: 'note', fault: 'FAIL' };

const nodeProblem = describeNodeProblem();
let faults = nodeProblem ? 1 : 0;
if (nodeProblem) console.error(`FAIL Node: ${nodeProblem}`);
else console.log(`ok   Node: ${process.versions.node}`);
for await (const { what, state, message } of runChecks()) {
  const line = `${SEVERITY_SIGNS[state]} ${what}: ${message}`;
  if (state === 'fault') {
    faults += 1;
    console.error(line);
  } else console.log(line);
}
console.log(faults === 0 ? '\nNothing is in the way.' : `\n${faults} to mend.`);
process.exit(faults === 0 ? 0 : 1);
