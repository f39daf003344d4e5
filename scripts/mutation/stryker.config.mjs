import { AREAS } from './areas.mjs';

const area = process.env.MUTATION_AREA ?? '';
if (!Object.hasOwn(AREAS, area)) throw new Error('Run this as `npm run test:mutation`.');

/** The options that `stryker run` reads. */
export default {
  mutate: AREAS[area].mutate,
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // One at a time: tests of the ledger have the disk of a machine to themselves.
  concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 1),
  // What runs once when a module is loaded (tables, schemas) is covered by no one test; all of them are run for it.
  ignoreStatic: false,
  thresholds: { high: 95, low: 90, break: 90 },
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: `.cache/mutation/${area}.json` },
  tempDirName: '.cache/stryker',
  ignorePatterns: ['build', 'data', 'public', 'test-results', 'playwright-report'],
  timeoutMS: 20_000,
};
