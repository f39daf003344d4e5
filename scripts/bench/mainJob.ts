import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { type Browser, chromium, type Page } from '@playwright/test';
import { PIXEL } from '../../tests/e2e/support';
import { Installation } from '../../tests/support/servers/installation';
import { findBrowser } from '../browser.mjs';
import { buildIfStale } from '../steps.mjs';

type ConnectionCounts = { requests: number; received: number; sent: number };

const GOALS = { without: 100, with: 60 };

const formatKb = (bytes: number) => (bytes / 1_024).toFixed(1);

/**
 * Measures the main task on a phone without JavaScript, by all bytes of its connections (HTTP/1.1): start page,
 * sign-up, a deposit with its proof, practice money and a copy. Measures it once with the dictionary that the browser
 * fetches meanwhile, and once without it.
 */
export async function bench(): Promise<void> {
  buildIfStale();
  const installation = await new Installation().start();
  const executablePath = await findBrowser();
  try {
    for (const [name, goal] of Object.entries(GOALS)) {
      const without = name === 'without' ? ['--disable-features=CompressionDictionaryTransport'] : [];
      const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', ...without] });
      await measureJourney(browser, installation, name, goal).finally(() => browser.close());
    }
  } finally {
    await installation.remove();
  }
}

async function measureJourney(browser: Browser, installation: Installation, name: string, goal: number): Promise<void> {
  const counted: ConnectionCounts = { requests: 0, received: 0, sent: 0 };
  const counter = createServer((near) => {
    const far = connect(Number(new URL(installation.origin).port), '127.0.0.1');
    near.on('data', (piece) => {
      counted.sent += piece.length;
      if (/^(GET|POST) /.test(piece.toString('latin1', 0, 5))) counted.requests += 1;
    });
    far.on('data', (piece) => {
      counted.received += piece.length;
    });
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) socket.on('error', () => near.destroy());
  }).listen(0, '127.0.0.1');
  await once(counter, 'listening');
  const baseURL = `http://localhost:${(counter.address() as AddressInfo).port}`;
  const context = await browser.newContext({
    baseURL,
    javaScriptEnabled: false,
    viewport: { width: 375, height: 800 },
  });
  const page = await context.newPage();
  if (name === 'without') {
    const network = await context.newCDPSession(page);
    await network.send('Network.enable');
    // Blocks the dictionary, to measure a browser that does not support it.
    await network.send('Network.setBlockedURLs', { urls: ['*/assets/dictionary-*'] });
  }
  console.log(`\n| main job ${name} the dictionary | requests | KB received | KB sent |\n| --- | --- | --- | --- |`);
  const row = (step: string, { requests, received, sent }: ConnectionCounts) =>
    console.log(`| ${step} | ${requests} | ${formatKb(received)} | ${formatKb(sent)} |`);
  for (const [step, take] of Object.entries(STEPS)) {
    const before = { ...counted };
    await take(page, `mia-${name}@example.com`);
    await page.waitForLoadState('networkidle');
    row(step, {
      requests: counted.requests - before.requests,
      received: counted.received - before.received,
      sent: counted.sent - before.sent,
    });
  }
  row('in all', counted);
  console.log(`Goal: ${goal} KB received.`);
  await context.close();
  counter.close();
}

const pressButton = (page: Page, name: RegExp | string) => page.getByRole('button', { name }).first().click();

const STEPS: Record<string, (page: Page, email: string) => Promise<unknown>> = {
  'start page': (page) => page.goto('/'),
  'sign-up form': (page) => page.getByRole('main').locator('a[href="/signup"]').first().click(),
  'sign-up': async (page, email) => {
    const entered = { firstName: 'Mia', lastName: 'Moss', email, password: 'a long walk in the rain' };
    for (const [field, value] of Object.entries(entered)) await page.locator(`[name=${field}]`).fill(value);
    await pressButton(page, 'Sign up');
  },
  'address verified': (page) => pressButton(page, 'Verify my email'),
  'deposit: methods': (page) => page.getByRole('main').locator('a[href^="/fundwallet"]').first().click(),
  'deposit: amount': (page) => page.goto('/fundwallet?method=BTC'),
  'deposit: payment': async (page) => {
    await page.locator('[name=amount]').fill('5000');
    await pressButton(page, 'Continue');
  },
  'deposit: proof': async (page) => {
    await page.locator('[name=proof]').setInputFiles(PIXEL);
    await pressButton(page, 'Confirm deposit');
  },
  'home page': (page) => page.locator('a[href="/dashboard"]').first().click(),
  'practice money': (page) => pressButton(page, /practice money$/),
  'copy: form': (page) =>
    page
      .getByRole('main')
      .getByRole('link', { name: /^Copy .* with/ })
      .first()
      .click(),
  copied: (page) => pressButton(page, /^Copy /),
};
