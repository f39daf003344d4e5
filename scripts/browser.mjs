// Finds a Chromium for the browser tests: Playwright's own, else the system's, else installs one the way that works here.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { root, step } from './steps.mjs';

// The first has no windows to draw, and shows a page in half the time.
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The path of a browser that starts. Ends this process, saying plainly what to do, when there is none to be had. */
export async function findBrowser() {
  const known = installed();
  if (known) return known;
  step('Installing a browser for the tests', () => {
    if (succeeds('npx', ['playwright', 'install', '--with-deps', 'chromium']) && installed()) return;
    if (process.getuid?.() !== 0) return;
    succeeds('apt-get', ['update', '-qq']);
    succeeds('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell']);
  });
  const found = installed();
  if (found) return found;
  console.error(
    'No browser could be installed. Install Chromium (on Debian: apt-get install chromium-headless-shell), or name one in BROWSER_PATH, and run npm test again.',
  );
  process.exit(1);
}

/** The path of the browser that there is, or null. */
export function installed() {
  if (process.env.BROWSER_PATH) return process.env.BROWSER_PATH;
  const own = chromium.executablePath();
  if (own && existsSync(own)) return own;
  for (const name of NAMES) {
    const found = spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim();
    if (found) return found;
  }
  return null;
}

const succeeds = (command, args) =>
  spawnSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], timeout: 300_000 }).status === 0;
