// `npm test`: everything that has to hold before a change lands, from a fresh checkout.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfStale, checkNode, installMissing, root, run, step } from './steps.mjs';

checkNode();
installMissing();
// Only now: it needs a package that may have just been installed.
const { findBrowser } = await import('./browser.mjs');
const browser = await findBrowser();

const reports = join(root, '.cache');
mkdirSync(reports, { recursive: true });
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');
for (const report of [vitestReport, playwrightReport]) rmSync(report, { force: true });

step('Format and lint', () => run('npx', ['biome', 'check', '--error-on-warnings', '.']));
step('Types', () => run('npx', ['tsc', '--noEmit']));
step('Architecture', () =>
  run('npx', ['depcruise', '--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'app', 'drizzle', 'scripts']),
);
step('Unused code', () => run('npx', ['knip', '--no-progress']));
buildIfStale();
step('Rules, use-cases on both engines, attacks and faults', () =>
  run('npx', ['vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${vitestReport}`]),
);
step('Journeys in a browser, with JavaScript and without', () =>
  run('npx', ['playwright', 'test'], {
    env: { BROWSER_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
  }),
);

const unit = JSON.parse(readFileSync(vitestReport, 'utf8'));
const { stats } = JSON.parse(readFileSync(playwrightReport, 'utf8'));
const passed = unit.numPassedTests + stats.expected;
const failed = unit.numFailedTests + stats.unexpected;
console.log(`\n${passed} passed, ${failed} failed`);
// Asked of the reports: the database server that the tests start ends their process with 0, whatever they found.
if (failed > 0 || !unit.success) process.exit(1);
