// `npm test`: everything that has to hold before a change lands, from a fresh checkout.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { playwrightReport, vitestReport } from './reports.mjs';
import { buildIfStale, checkNode, installMissing, root, run, step } from './steps.mjs';

checkNode();
installMissing();
// Only now: it needs a package that may have just been installed.
const { findBrowser } = await import('./browser.mjs');
const browser = await findBrowser();

const reports = join(root, '.cache');
mkdirSync(reports, { recursive: true });
const ofVitest = join(reports, 'vitest.json');
const ofPlaywright = join(reports, 'playwright.json');
for (const report of [ofVitest, ofPlaywright]) rmSync(report, { force: true });

step('Format and lint', () => {
  run('npx', ['biome', 'check', '--error-on-warnings', '.']);
  run('node', ['scripts/long-files.mjs']);
});
step('Types', () => run('npx', ['tsc', '--noEmit']));
step('Architecture', () =>
  run('npx', ['depcruise', '--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'app', 'drizzle', 'scripts']),
);
step('Unused code', () => run('npx', ['knip', '--no-progress']));
buildIfStale();
const statuses = [
  step('Rules, use-cases on both engines, attacks and faults', () =>
    run('npx', ['vitest', 'run', '--reporter=dot', '--reporter=./scripts/reports.mjs'], {
      env: { VITEST_REPORT: ofVitest },
      goOn: true,
    }),
  ),
  step('Journeys in a browser, with JavaScript and without', () =>
    run('npx', ['playwright', 'test'], {
      env: { BROWSER_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: ofPlaywright },
      goOn: true,
    }),
  ),
];

const found = [vitestReport(ofVitest), playwrightReport(ofPlaywright)];
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
