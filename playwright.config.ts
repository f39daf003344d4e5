import { defineConfig } from '@playwright/test';
import { findInstalledBrowser } from './scripts/browser.mjs';
import { isLong } from './tests/support/depth';

// Tests use their own settings, never a developer's `.env`.
process.env.ENV_FILE ??= '';

/** Browser flags: no background requests, which a closed network would fail, and no sandbox, for root in a container. */
const CHROMIUM = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const launchOptions = { executablePath: findInstalledBrowser() ?? undefined, args: CHROMIUM };

const spec = (names: string) => names.split(' ').map((name) => `**/${name}.spec.ts`);

/** Journeys whose forms and pages differ without JavaScript; `tests/contract/nativeForms.test.ts` posts all other forms natively. */
const WITHOUT_JAVASCRIPT = {
  name: 'no-javascript',
  use: { javaScriptEnabled: false },
  testMatch: spec(
    'closed failures firstDay freeze journey keptPlace profile public receipts sessions statements traders twofactor',
  ),
  // Prices update only by script.
  grepInvert: /prices come back/,
};

/** Journeys of `npm test`: those in which the browser is the point. */
const SHORT = spec(
  'connection failures feedback journey kept keptPlace liveTrading newcomers oldClient pages public sessions traders',
);

/**
 * `npm test` runs some journeys with JavaScript, and the main job also without (`journey.spec.ts`). `--all` runs every journey with
 * JavaScript and many without, and the main job while the server is killed.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  ...(process.env.TEST_DEPTH === 'short' ? { testMatch: SHORT } : {}),
  globalSetup: './tests/support/demonstration/demonstration.global.ts',
  outputDir: '.cache/e2e',
  workers: 2,
  fullyParallel: false,
  timeout: 120_000,
  // For a busy machine; `npm test` lists the tests that passed only on a retry.
  retries: 1,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json']],
  use: {
    launchOptions,
    actionTimeout: 15_000,
    timezoneId: 'UTC',
    // Endless animations would use the processors that other journeys need.
    contextOptions: isLong ? {} : { reducedMotion: 'reduce' },
    // Only the journeys of lost connections and, in the long run, the main job have a service worker, since it fetches all files anew in
    // each new browser.
    serviceWorkers: 'block',
  },
  projects: [{ name: 'javascript', use: { javaScriptEnabled: true } }, ...(isLong ? [WITHOUT_JAVASCRIPT] : [])],
});
