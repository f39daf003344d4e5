import { AREAS } from './areas.mjs';

const area = process.env.MUTATION_AREA ?? '';
if (!Object.hasOwn(AREAS, area)) throw new Error('Run this as `npm run test:mutation`.');

/** The options that `stryker run` reads. */
export default {
  mutate: AREAS[area].mutate,
  mutator: { excludedMutations: AREAS[area].except ?? [] },
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // One at a time: tests of the ledger have the disk of a machine to themselves.
  concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 1),
  // What runs once when a module is loaded (tables, schemas) is covered by no one test; all of them are run for it, which
  // takes too long where each has a database of its own, and most of the time elsewhere.
  ignoreStatic: AREAS[area].database || process.env.MUTATION_STATIC === 'no',
  thresholds: { high: 95, low: 90, break: 90 },
  // The events are there as it goes: of a run that is ended early, they say what was noticed until then.
  reporters: ['clear-text', 'json', 'progress-append-only', 'event-recorder'],
  eventReporter: { baseDir: `.cache/mutation/${area}.events` },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: `.cache/mutation/${area}.json` },
  tempDirName: '.cache/stryker',
  ignorePatterns: ['.cache', 'build', 'data', 'public', 'test-results', 'playwright-report'],
  // A change that only makes a busy machine slow is no change that was noticed.
  timeoutMS: 60_000,
};
