import { defineConfig } from 'vitest/config';
import { alias } from './scripts/alias';
import { filesOfUseCases, isOnBothEngines } from './tests/support/engines';
import { shareTransforms } from './tests/support/shareTransforms';

// Tests use their own settings, never a developer's `.env`.
process.env.ENV_FILE ??= '';

/** Loading the product takes longer than the tests of most files, so files in one process share the loaded modules. */
const SHARED = { forks: { isolate: false } };

/** Module resolution, the same in all projects. */
const MODULES = { resolve: { alias }, plugins: [shareTransforms()] };

/** Retries in CI, where `npm test` lists the tests that passed only on a retry. Elsewhere a failed test is not retried. */
const retry = process.env.CI ? 1 : 0;

const isShort = process.env.TEST_DEPTH === 'short';

// Tests of the ledger and of use cases run on both engines, with another DATABASE_URL. The short run uses PostgreSQL only for files, or
// groups in a file, that are marked for it.
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

/** Tests of complete installations: real processes, ports and clocks. */
const served = (name: string, folders: string[], more: object = {}) => ({
  ...MODULES,
  test: {
    name,
    include: folders.map((folder) => `tests/${folder}/**/*.test.ts`),
    globalSetup: ['tests/support/demonstration/demonstration.global.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // For a busy machine; `npm test` lists the tests that passed only on a retry.
    retry: 1,
    ...more,
  },
});

export default defineConfig({
  test: {
    maxWorkers: 2,
    minWorkers: 1,
    // `isolate` here sets whether a process runs several files; in a project, whether each file loads modules anew.
    poolOptions: SHARED,
    projects: [
      {
        ...MODULES,
        test: {
          name: 'unit',
          // Files share loaded modules, so none may mock a module; `setup.unit` resets the environment for each.
          poolOptions: SHARED,
          include: ['app/**/*.test.{ts,tsx}', 'tests/architecture/**/*.test.ts'],
          setupFiles: ['tests/support/setup.ts', 'tests/support/setup.unit.ts'],
          // Image rendering and property tests take long on a busy machine.
          testTimeout: 60_000,
          retry,
        },
      },
      onEngine('sqlite'),
      onEngine('postgres'),
      served('server', ['attack', 'contract']),
      // These tests overload the machine on purpose, so they run one at a time.
      served('fault', ['fault'], { poolOptions: { forks: { singleFork: true } } }),
    ],
  },
});
