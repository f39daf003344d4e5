// `npm test`: runs rules, use cases, attacks, contracts and the main journeys from a fresh checkout. `npm test --
// --all`: runs all tests in their long forms, including machine faults.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readPlaywrightReport, readVitestReport } from './reports.mjs';
import { buildInParallel, checkNode, installMissing, root, run, runStep, runStepInParallel } from './steps.mjs';

checkNode();
/** Read by tests with a long form, and where the tests on PostgreSQL and without JavaScript are selected. */
const isLong = process.argv.includes('--all');
process.env.TEST_DEPTH = isLong ? 'all' : 'short';
installMissing();
// The module is loaded now, because it needs a package that may have just been installed.
const { findBrowser } = await import('./browser.mjs');
// Only the journeys need a browser, and installing one is mostly waiting, so it runs in parallel.
const browser = findBrowser();

const reports = join(root, '.cache');
mkdirSync(reports, { recursive: true });
const getReportPath = (name) => join(reports, `${name}.json`);
const [useCaseReport, servedReport, journeyReport] = ['vitest', 'served', 'playwright'].map(getReportPath);
for (const report of [useCaseReport, servedReport, journeyReport]) rmSync(report, { force: true });

runStep('Format and lint', () => {
  run('npx', ['biome', 'check', '--error-on-warnings', '.']);
});

/** Installation filled with the demonstration, of which tests of served installations use copies. */
let template = '';
process.once('exit', () => template && rmSync(template, { recursive: true, force: true }));

await Promise.all([
  (async () => {
    const architecture = ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'app', 'drizzle', 'scripts'];
    await runStepInParallel('Types', 'npm', ['run', '--silent', 'types']);
    // Each of these checks keeps one processor busy.
    await Promise.all([
      runStepInParallel('Architecture', 'npx', ['depcruise', ...architecture]),
      runStepInParallel('Unused code', 'npx', ['knip', '--no-progress']),
    ]);
  })(),
  (async () => {
    await buildInParallel();
    // Tests use their own settings and must not read a developer's `.env`.
    const env = { ENV_FILE: '' };
    const fillArgs = ['tsx', 'tests/support/demonstration/fillDemonstration.ts'];
    const filling = await runStepInParallel('Filling the demonstration', 'npx', fillArgs, { env });
    template = filling.out.trim().split('\n').at(-1);
  })(),
]);

/** @param args selected projects, and the number of parallel files if it is not two */
const createVitestStep = (report, args, isImmediate) => [
  ['vitest', 'run', ...args, '--reporter=dot', '--reporter=./scripts/reports.mjs'],
  { env: { VITEST_REPORT: report, DEMONSTRATION_TEMPLATE: template }, continueOnFailure: true, isImmediate },
];
/*
 * Two use-case files or two journeys in parallel leave the processors idle for a tenth of the time, waiting for a database, a server or a
 * browser. Tests of served installations therefore run in parallel with both, one file at a time, because some of them overload the machine
 * on purpose.
 */
const served = runStepInParallel(
  isLong ? 'Attacks, contracts and faults' : 'Attacks and contracts',
  'npx',
  ...createVitestStep(
    servedReport,
    ['--project=server', ...(isLong ? ['--project=fault'] : []), '--maxWorkers=1'],
    false,
  ),
);
const useCases = await runStepInParallel(
  'Rules, and use-cases on both engines',
  'npx',
  ...createVitestStep(useCaseReport, ['--project=unit', '--project=sqlite', '--project=postgres'], true),
);
const env = {
  BROWSER_PATH: await browser,
  PLAYWRIGHT_JSON_OUTPUT_FILE: journeyReport,
  DEMONSTRATION_TEMPLATE: template,
};
const journeys = await runStepInParallel(
  'Journeys in a browser, with JavaScript and without',
  'npx',
  ['playwright', 'test'],
  {
    env,
    continueOnFailure: true,
    isImmediate: true,
  },
);
const statuses = [useCases, journeys, await served].map(({ status }) => status);

const parsedReports = [
  readVitestReport(useCaseReport),
  readVitestReport(servedReport),
  readPlaywrightReport(journeyReport),
];
const failed = parsedReports.flatMap((report) => report.failed);
const skipped = parsedReports.flatMap((report) => report.skipped);
const flaky = parsedReports.flatMap((report) => report.flaky);
const slowest = parsedReports
  .flatMap(({ times }) => Object.entries(times))
  .sort(([, one], [, other]) => other - one)
  .slice(0, 12);
const passed = parsedReports.reduce((sum, report) => sum + report.passed, 0);
console.log(`\nThe slowest files:\n${slowest.map(([file, ms]) => `${(ms / 1_000).toFixed(1)} s ${file}`).join('\n')}`);
if (skipped.length > 0) console.log(`\nSkipped:\n${skipped.join('\n')}`);
for (const { name, message } of flaky) console.log(`\nPassed when tried again: ${name}\n${message}`);
for (const { name, message } of failed) console.log(`\nFailed: ${name}\n${message}`);
console.log(`\n${passed} passed, ${failed.length} failed, ${skipped.length} skipped`);
if (flaky.length > 0) console.log(`${flaky.length} of the passed when tried again`);
// A runner that ends with an error fails the check, even if its report names no failed test.
const isBroken = failed.length === 0 && statuses.some((status) => status !== 0);
if (isBroken) console.log('A test runner ended with an error that is in no report.');
if (failed.length > 0 || isBroken) process.exit(1);
