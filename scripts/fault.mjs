// `npm run test:fault`: the faults at full length, and the long suites that `npm test` runs a short version of.
import { buildIfStale, checkNode, installMissing, run, step } from './steps.mjs';

checkNode();
installMissing();
buildIfStale();
const env = { TEST_DEPTH: 'full' };
step('Faults', () => run('npx', ['vitest', 'run', '--project', 'fault'], { env }));
step('Strategies that see prices early', () =>
  run('npx', ['vitest', 'run', '--project', 'unit', 'app/trading/orders/lookBack.test.ts'], { env }),
);
step('Long runs of the ledger on both engines', () =>
  run('npx', ['vitest', 'run', 'tests/integration/ledger/ledger', 'tests/integration/ledger/idempotency'], { env }),
);
step('Statements that fail and disks that are full', () =>
  run(
    'npx',
    ['vitest', 'run', 'tests/integration/platform/failedStatements', 'tests/integration/platform/fullDatabase'],
    {
      env,
    },
  ),
);
