// Finds a Chromium for the browser tests: Playwright's own, or the system's. Otherwise installs one in the way that
// works on this system.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { beginStep, root } from './steps.mjs';

// The first one has no windows and renders a page in half the time.
const BROWSER_COMMANDS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** Returns the path of a browser that starts. Ends this process with instructions if there is none. */
export async function findBrowser() {
  const installedPath = findInstalledBrowser();
  if (installedPath) return installedPath;
  const endStep = beginStep('Installing a browser for the tests');
  await installBrowser();
  endStep();
  const found = findInstalledBrowser();
  if (found) return found;
  console.error(
    'No browser could be installed. Install Chromium (on Debian: apt-get install chromium-headless-shell), or name one in BROWSER_PATH, and run npm test again.',
  );
  process.exit(1);
}

/** Returns the path of the installed browser, or null. */
export function findInstalledBrowser() {
  if (process.env.BROWSER_PATH) return process.env.BROWSER_PATH;
  const own = chromium.executablePath();
  if (own && existsSync(own)) return own;
  for (const name of BROWSER_COMMANDS) {
    const found = spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim();
    if (found) return found;
  }
  return null;
}

async function installBrowser() {
  if ((await runInParallel('npx', ['playwright', 'install', '--with-deps', 'chromium'])) && findInstalledBrowser())
    return;
  if (process.getuid?.() !== 0) return;
  await runInParallel('apt-get', ['update', '-qq']);
  await runInParallel('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell']);
}

/** Runs a command in parallel. @returns whether it succeeded within five minutes */
const runInParallel = (command, args) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], timeout: 300_000 });
    child.once('error', () => resolve(false));
    child.once('close', (status) => resolve(status === 0));
  });
