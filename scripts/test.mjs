// `npm test`: every promise once, from a fresh checkout. `npm test -- --all`: all tests, and their longer forms.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { playwrightReport, vitestReport } from './reports.mjs';
import { buildBeside, checkNode, installMissing, root, run, step, stepBeside } from './steps.mjs';

checkNode();
/** Read by what has a longer form, and where it is chosen what runs on PostgreSQL and without JavaScript. */
process.env.TEST_DEPTH = process.argv.includes('--all') ? 'all' : 'short';
installMissing();
// Only now: it needs a package that may have just been installed.
const { findBrowser } = await import('./browser.mjs');
// Only the journeys need it, and installing one is mostly waiting.
const browser = findBrowser();

const reports = join(root, '.cache');
mkdirSync(reports, { recursive: true });
const reportOf = (name) => join(reports, `${name}.json`);
const ofVitest = ['vitest', 'postgres', 'served', 'faults'].map(reportOf);
const [ofUseCases, ofPostgres, ofServed, ofFaults] = ofVitest;
const ofJourneys = reportOf('playwright');
for (const report of [...ofVitest, ofJourneys]) rmSync(report, { force: true });

step('Format and lint', () => {
  run('npx', ['biome', 'check', '--error-on-warnings', '.']);
  run('node', ['scripts/long-files.mjs']);
});

/** One installation filled with the demonstration, which the tests of served ones begin with a copy of. */
let template = '';
process.once('exit', () => template && rmSync(template, { recursive: true, force: true }));

await Promise.all([
  (async () => {
    const architecture = ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'app', 'drizzle', 'scripts'];
    await stepBeside('Types', 'npx', ['tsc', '--noEmit']);
    // Each keeps one processor busy.
    await Promise.all([
      stepBeside('Architecture', 'npx', ['depcruise', ...architecture]),
      stepBeside('Unused code', 'npx', ['knip', '--no-progress']),
    ]);
  })(),
  (async () => {
    await buildBeside();
    // Installations of the tests have settings of their own; a developer's `.env` is none of them.
    const env = { ENV_FILE: '' };
    const fill = ['tsx', 'tests/support/demonstration/fillDemonstration.ts'];
    const filled = await stepBeside('Filling the demonstration', 'npx', fill, { env });
    template = filled.out.trim().split('\n').at(-1);
  })(),
]);

/**
 * Runs some projects of vitest.
 * @param projects their names
 * @param options.files how many files at once
 * @param options.atOnce shows what it prints as it is printed
 */
const vitest = (what, report, projects, { files, atOnce = false }) => {
  const which = projects.map((project) => `--project=${project}`);
  const reporters = ['--reporter=dot', '--reporter=./scripts/reports.mjs'];
  const env = { VITEST_REPORT: report, DEMONSTRATION_TEMPLATE: template };
  return stepBeside(what, 'npx', ['vitest', 'run', ...which, `--maxWorkers=${files}`, ...reporters], {
    env,
    goOn: true,
    atOnce,
  });
};
/*
 * Each of these waits for a database, a server or a browser for much of its time, and three at once left two processors idle for a fifth of
 * theirs. So four files or journeys go on at once: two of use-cases and then two journeys, one on PostgreSQL and one of what is served; and
 * the faults, which starve a machine on purpose and go one after the other, once either of these has ended.
 */
const useCases = vitest('Rules, and use-cases on SQLite', ofUseCases, ['unit', 'sqlite'], { files: 2, atOnce: true });
const onPostgres = vitest('Use-cases on PostgreSQL', ofPostgres, ['postgres'], { files: 1 });
const served = vitest('Attacks and contracts', ofServed, ['server'], { files: 1 });
const faults = Promise.race([onPostgres, served]).then(() => vitest('Faults', ofFaults, ['fault'], { files: 1 }));
await useCases;
const journeys = stepBeside('Journeys in a browser, with JavaScript and without', 'npx', ['playwright', 'test'], {
  env: { BROWSER_PATH: await browser, PLAYWRIGHT_JSON_OUTPUT_FILE: ofJourneys, DEMONSTRATION_TEMPLATE: template },
  goOn: true,
  atOnce: true,
});
const ran = await Promise.all([useCases, onPostgres, served, faults, journeys]);
const statuses = ran.map(({ status }) => status);

const found = [...ofVitest.map(vitestReport), playwrightReport(ofJourneys)];
const failed = found.flatMap((report) => report.failed);
const skipped = found.flatMap((report) => report.skipped);
const flaky = found.flatMap((report) => report.flaky);
const slowest = found
  .flatMap(({ times }) => Object.entries(times))
  .sort(([, one], [, other]) => other - one)
  .slice(0, 12);
const passed = found.reduce((sum, report) => sum + report.passed, 0);
console.log(`\nThe slowest files:\n${slowest.map(([file, ms]) => `${(ms / 1_000).toFixed(1)} s ${file}`).join('\n')}`);
if (skipped.length > 0) console.log(`\nSkipped:\n${skipped.join('\n')}`);
for (const { name, message } of flaky) console.log(`\nPassed when tried again: ${name}\n${message}`);
for (const { name, message } of failed) console.log(`\nFailed: ${name}\n${message}`);
console.log(`\n${passed} passed, ${failed.length} failed, ${skipped.length} skipped`);
if (flaky.length > 0) console.log(`${flaky.length} of the passed when tried again`);
// A runner that ends with an error fails the check, also when its report names no failed test.
const broken = failed.length === 0 && statuses.some((status) => status !== 0);
if (broken) console.log('A test runner ended with an error that is in no report.');
if (failed.length > 0 || broken) process.exit(1);
