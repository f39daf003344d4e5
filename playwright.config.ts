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

const WITHOUT_JAVASCRIPT = {
  name: 'no-javascript',
  use: { javaScriptEnabled: false },
  // The checker of accessibility is a script itself, and prices move by script alone.
  grepInvert: /axe objects to|prices come back/,
  // Of a lost connection it is then the browser that tells; a client of the JSON calls in a page is a script.
  testIgnore: ['**/connection.spec.ts', '**/oldClient.spec.ts'],
};

/**
 * The short run tries each journey with JavaScript, and the main job without it as well, in the same workers (`journey.spec.ts`); `TEST_DEPTH=all` tries every journey with and
 * without, the main job with a server that lives and one that is killed, and opens each page anew in both themes.
 */
export default defineConfig({
  testDir: 'tests/e2e',
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
