import { defineConfig } from 'vitest/config';
import { alias } from '../alias';
import { AREAS } from './areas.mjs';

process.env.ENV_FILE ??= '';

// One project, since Stryker runs no more than one; the area is named by `scripts/mutation.mjs`.
const { tests, database } = AREAS[process.env.MUTATION_AREA ?? ''] ?? { tests: [], database: false };

export default defineConfig({
  resolve: { alias },
  test: {
    include: tests,
    // Loading the product takes longer than most tests: one thread loads it once for all changes that it tries.
    poolOptions: { threads: { isolate: false, singleThread: true } },
    setupFiles: ['tests/support/setup.ts', 'scripts/mutation/fewCases.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    ...(database && { env: { TEST_ENGINE: 'sqlite' }, globalSetup: ['tests/support/servers/sqlite.global.ts'] }),
  },
});
