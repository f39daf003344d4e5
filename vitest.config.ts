import { defineConfig } from 'vitest/config';
import { alias } from './scripts/alias';
import { filesOfUseCases, isOnBothEngines } from './tests/support/engines';
import { shareTransforms } from './tests/support/shareTransforms';

// Installations of the tests have settings of their own; a developer's `.env` is none of them.
process.env.ENV_FILE ??= '';

/** Loading the product takes longer than most files' tests, so files that run in one process share what is loaded. */
const SHARED = { forks: { isolate: false } };

/** How modules are found and made, the same in all projects. */
const MODULES = { resolve: { alias }, plugins: [shareTransforms()] };

/** Where nobody watches, a test that fails is tried once more, and `npm test` names it; elsewhere each failure is a finding. */
const retry = process.env.CI ? 1 : 0;

const isShort = process.env.TEST_DEPTH === 'short';

// The ledger's and the use-cases' tests run on either engine: the same files, another DATABASE_URL. The short run takes to
// PostgreSQL those alone that say so, and of a file with groups that say so these alone.
const onEngine = (engine: 'sqlite' | 'postgres') => ({
  ...MODULES,
  test: {
    name: engine,
    include: filesOfUseCases().filter((file) => engine === 'sqlite' || !isShort || isOnBothEngines(file)),
    env: { TEST_ENGINE: engine, ...(engine === 'postgres' ? { DATABASE_URL: 'postgres://' } : {}) },
    setupFiles: ['tests/support/setup.ts', 'tests/support/setup.useCases.ts'],
    globalSetup: [`tests/support/servers/${engine}.global.ts`],
    poolOptions: SHARED,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry,
  },
});

/** Tests of whole installations: real processes, ports and clocks. */
const served = (name: string, folders: string[], more: object = {}) => ({
  ...MODULES,
  test: {
    name,
    include: folders.map((folder) => `tests/${folder}/**/*.test.ts`),
    globalSetup: ['tests/support/demonstration/demonstration.global.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // On a machine that may do other things as well; `npm test` names what needed it.
    retry: 1,
    ...more,
  },
});

export default defineConfig({
  test: {
    maxWorkers: 2,
    minWorkers: 1,
    // Whether a process runs more than one file is read here; whether it loads modules anew for each, in the projects.
    poolOptions: SHARED,
    projects: [
      {
        ...MODULES,
        test: {
          name: 'unit',
          // Files share what is loaded, so none may replace a module; `setup.unit` begins each with a fresh environment.
          poolOptions: SHARED,
          include: ['app/**/*.test.{ts,tsx}', 'tests/architecture/**/*.test.ts'],
          setupFiles: ['tests/support/setup.ts', 'tests/support/setup.unit.ts'],
          // Drawing pictures and drawing cases take long on a machine that does other things as well.
          testTimeout: 60_000,
          retry,
        },
      },
      onEngine('sqlite'),
      onEngine('postgres'),
      served('server', ['attack', 'contract']),
      // These starve a machine on purpose, so they go one after the other.
      served('fault', ['fault'], { poolOptions: { forks: { singleFork: true } } }),
    ],
  },
});
