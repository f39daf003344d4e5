// `npm run test:fault`: runs the fault tests at full length, and the long form of suites that `npm test` runs in a
// short form.
import { buildIfStale, checkNode, installMissing, run, runStep } from './steps.mjs';

checkNode();
installMissing();
buildIfStale();
const env = { TEST_DEPTH: 'full' };
runStep('Faults', () => run('npx', ['vitest', 'run', '--project', 'fault'], { env }));
runStep('Strategies that see prices early', () =>
  run('npx', ['vitest', 'run', '--project', 'unit', 'app/trading/orders/lookBack.test.ts'], { env }),
);
runStep('Long runs of the ledger on both engines', () =>
  run('npx', ['vitest', 'run', 'tests/integration/ledger/ledger', 'tests/integration/ledger/idempotency'], { env }),
);
runStep('Statements that fail and disks that are full', () =>
  run(
    'npx',
    ['vitest', 'run', 'tests/integration/platform/failedStatements', 'tests/integration/platform/fullDatabase'],
    {
      env,
    },
  ),
);
