// `npm run test:fault`: the faults at full length, and the long suites that `npm test` runs a short version of.
import { buildIfStale, checkNode, installMissing, run, step } from './steps.mjs';

checkNode();
installMissing();
buildIfStale();
const env = {
  FULL: '1',
  KILLS: '200',
  SEQUENCES: '10000',
  KEYS: '1000',
  SLOW: '5000',
  PATIENCE: '5',
  ANSWERS: '1500',
  ...process.env,
};
step('Faults', () => run('npx', ['vitest', 'run', '--project', 'fault'], { env }));
step('Long runs of the ledger on both engines', () =>
  run('npx', ['vitest', 'run', 'tests/integration/ledger/ledger', 'tests/integration/ledger/idempotency'], { env }),
);
