import { defineConfig } from '@playwright/test';
import { installed } from './scripts/browser.mjs';
import { isLong } from './tests/support/depth';

// Installations of the tests have settings of their own; a developer's `.env` is none of them.
process.env.ENV_FILE ??= '';

/** Quiet on a closed network, and able to run as root in a container. */
const CHROMIUM = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const launchOptions = { executablePath: installed() ?? undefined, args: CHROMIUM };

const spec = (names: string) => names.split(' ').map((name) => `**/${name}.spec.ts`);

/** Journeys whose forms and pages differ without scripts; `tests/contract/nativeForms.test.ts` posts all other forms without any. */
const WITHOUT_JAVASCRIPT = {
  name: 'no-javascript',
  use: { javaScriptEnabled: false },
  testMatch: spec(
    'closed failures firstDay freeze journey keptPlace profile public receipts sessions statements traders twofactor',
  ),
  // Prices move by script alone.
  grepInvert: /prices come back/,
};

/** Journeys of `npm test`: those in which the browser is the point. */
const SHORT = spec(
  'connection failures feedback journey kept keptPlace liveTrading newcomers oldClient pages public sessions traders',
);

/**
 * `npm test` tries some journeys with JavaScript, and the main job without it as well (`journey.spec.ts`); with `--all` every journey is tried,
 * many of them also without, and the main job with a server that is killed.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  ...(process.env.TEST_DEPTH === 'short' ? { testMatch: SHORT } : {}),
  globalSetup: './tests/support/demonstration/demonstration.global.ts',
  outputDir: '.cache/e2e',
  workers: 2,
  fullyParallel: false,
  timeout: 120_000,
  // A real browser on a machine that may do other things; `npm test` names what needed it.
  retries: 1,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json']],
  use: {
    launchOptions,
    actionTimeout: 15_000,
    timezoneId: 'UTC',
    // What moves without end is drawn sixty times a second, by processors that other journeys wait for.
    contextOptions: isLong ? {} : { reducedMotion: 'reduce' },
    // Only the journeys of lost connections, and in the long run the main job, have a service worker: in each new browser it fetches all
    // files anew.
    serviceWorkers: 'block',
  },
  projects: [{ name: 'javascript', use: { javaScriptEnabled: true } }, ...(isLong ? [WITHOUT_JAVASCRIPT] : [])],
});
