import { type Browser, chromium } from '@playwright/test';
import budgets from '../../budgets.json';
import { type Weight, weigh } from '../../tests/support/pages/pageWeight';
import { Installation } from '../../tests/support/servers/installation';
import { findBrowser } from '../browser.mjs';
import { buildIfStale } from '../steps.mjs';
import { compareWork, median, startBareServer } from './load';

/** Slow mobile connection: 400 kbit/s each way, 400 ms round trip. */
const SLOW_CONNECTION = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/**
 * Measures public pages: sizes, speed from memory against a bare Node server, and first text on a slow connection.
 */
export async function bench(): Promise<void> {
  buildIfStale();
  const installation = await new Installation({ DEMONSTRATION: '0' }).start();
  const bare = await startBareServer();
  try {
    await printSizes(installation.origin);
    const load = { seconds: 1 };
    const speed = await compareWork({ server: bare, path: '/', load }, { server: installation, path: '/', load });
    console.log(
      `\nLanding page from memory, speed relative to bare Node http (goal: 0.6 or better): ${speed.toFixed(2)}`,
    );
    const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] });
    await measureFirstText(browser, installation.origin);
    await browser.close();
  } finally {
    bare.kill();
    await installation.remove();
  }
}

async function printSizes(origin: string): Promise<void> {
  const rows: Weight[] = [];
  for (const path of Object.keys(budgets)) rows.push(await weigh(origin, path));
  console.log('\n| page | bytes, compressed | page | styles | script | requests before pictures |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const { path, bytes, page, styles, scripts, requests } of rows)
    console.log(`| ${path} | ${bytes} | ${page} | ${styles} | ${scripts} | ${requests} |`);
}

async function measureFirstText(browser: Browser, origin: string): Promise<void> {
  const times: number[] = [];
  let shift = 0;
  for (let visit = 0; visit < 3; visit++) {
    const page = await browser.newPage({ viewport: { width: 375, height: 800 } });
    const wire = await page.context().newCDPSession(page);
    await wire.send('Network.enable');
    await wire.send('Network.emulateNetworkConditions', SLOW_CONNECTION);
    await page.goto(origin, { waitUntil: 'load' });
    const seen = await page.evaluate(
      () =>
        new Promise<{ text: number; shift: number }>((done) => {
          let shift = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) shift += (entry as unknown as { value: number }).value;
          }).observe({ type: 'layout-shift', buffered: true });
          // A busy machine paints late, so the figures are read once everything has settled.
          setTimeout(() => {
            const text = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;
            done({ text, shift });
          }, 3_000);
        }),
    );
    times.push(seen.text);
    shift = Math.max(shift, seen.shift);
    await page.close();
  }
  console.log('\n| landing page at 400 kbit/s and 400 ms, a phone | |\n| --- | --- |');
  console.log(`| first text, ms (goal: 2500) | ${Math.round(median(times))} |`);
  console.log(`| layout shift (goal: 0) | ${shift.toFixed(4)} |`);
}
