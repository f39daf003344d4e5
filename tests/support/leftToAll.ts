/**
 * Files that try a whole installation, and that `--all` alone runs, each with the file that holds the same promise in the short run.
 * Single tests of that kind are marked with `heldBy`, or with `heldOnSqlite` where the other engine holds it.
 */
export const LEFT_TO_ALL: Record<string, string> = {
  // Another line of sign-ins that is full; what bounds floods are these rules.
  'tests/fault/floods.test.ts': 'app/web/server/limits/turnGate.test.ts',
  // A restore in live mode by forms alone, and by the use-cases on both engines.
  'tests/contract/restores.test.ts': 'tests/integration/wallet/restores.test.ts',
  // Marks of browsers over HTTP, and at the sign-in itself.
  'tests/attack/knownDevices.test.ts': 'tests/integration/accounts/auth.devices.test.ts',
  // Clean stops, one after another: one on SQLite after a load, and one of two processes on PostgreSQL (`nodes.test.ts`).
  'tests/fault/stops.test.ts': 'tests/fault/ending.test.ts',
  // Two processes behind a balancer of the tests, under load. Of the product in it: what it acknowledged before it was killed is there
  // (`kill.test.ts`), the other process goes on at once (`nodes.test.ts`), and one that is asked to end answers all that it has taken.
  'tests/fault/cluster.test.ts': 'tests/fault/ending.test.ts',
  // A client of the old kind in Node, and in a browser from another origin.
  'tests/contract/oldClient.test.ts': 'tests/e2e/oldClient.spec.ts',
};
