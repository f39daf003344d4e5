import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import budgets from '../../budgets.json';
import { newcomer, phonePhoto } from '../../tests/e2e/support';
import { type Weight, weigh } from '../../tests/support/pages/pageWeight';
import { Installation } from '../../tests/support/servers/installation';
import { findBrowser } from '../browser.mjs';
import { buildIfStale } from '../steps.mjs';
import { measureAnswersPerSecond, median } from './load';

const ROUNDS = 7;
const MEASURED_SECONDS = 1;

/** Slow mobile connection: 400 kbit/s each way, 400 ms round trip. */
const SLOW_CONNECTION = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** Slowdown of the browser's processor to the speed of a phone's. */
const PHONE_SLOWDOWN = 4;

/**
 * Measures public pages: sizes, speed from memory against a bare Node server, first text on a slow connection, and a photo on a phone.
 */
export async function bench(): Promise<void> {
  buildIfStale();
  const installation = await new Installation({ DEMONSTRATION: '0' }).start();
  const bare = fork(fileURLToPath(new URL('bareServer.mjs', import.meta.url)));
  try {
    const [port] = await once(bare, 'message');
    await printSizes(installation.origin);
    await printSpeed(installation.origin, bare, port);
    const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] });
    await measureFirstText(browser, installation.origin);
    await measurePhoto(browser, installation.origin);
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

async function printSpeed(origin: string, bare: ChildProcess, port: number): Promise<void> {
  const hello = `http://127.0.0.1:${port}`;
  bare.send(await fetchAnswer(origin));
  const seconds = MEASURED_SECONDS;
  // All pages are warmed up first and then measured in turn, so that other load affects all of them.
  for (const url of [origin, hello, `${hello}/given`])
    await measureAnswersPerSecond(url, new URL(url).pathname, { seconds });
  const rounds: Record<'hello' | 'same' | 'page' | 'small', number>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      hello: await measureAnswersPerSecond(hello, '/', { seconds }),
      page: await measureAnswersPerSecond(origin, '/', { seconds }),
      same: await measureAnswersPerSecond(hello, '/given', { seconds }),
      // The same path with almost no bytes, to measure the cost of memory.
      small: await measureAnswersPerSecond(origin, '/robots.txt', { seconds }),
    });
  }
  const middle = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of));
  console.log(`\n| served from one process, a second | median of ${ROUNDS} |\n| --- | --- |`);
  console.log(`| bare Node http, "hello" | ${Math.round(middle(({ hello }) => hello))} |`);
  console.log(`| bare Node http, head and body of the landing page | ${Math.round(middle(({ same }) => same))} |`);
  console.log(`| landing page from memory | ${Math.round(middle(({ page }) => page))} |`);
  console.log(`| ratio to hello (goal: 0.6 or better) | ${middle(({ page, hello }) => page / hello).toFixed(2)} |`);
  console.log(`| ratio to the same bytes | ${middle(({ page, same }) => page / same).toFixed(2)} |`);
  console.log(`| ratio of a page of 100 bytes to hello | ${middle(({ small, hello }) => small / hello).toFixed(2)} |`);
}

/** Returns the landing page as sent, without the headers that Node adds. */
function fetchAnswer(origin: string): Promise<{ headers: string[]; body: string }> {
  return new Promise((resolve, reject) => {
    get(origin, { headers: { 'Accept-Encoding': 'br' } }, (answer) => {
      const headers: string[] = [];
      for (let at = 0; at < answer.rawHeaders.length; at += 2) {
        const [name = '', value = ''] = answer.rawHeaders.slice(at, at + 2);
        if (!/^(date|connection|keep-alive)$/i.test(name)) headers.push(name, value);
      }
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () => resolve({ headers, body: Buffer.concat(pieces).toString('base64') }));
    }).on('error', reject);
  });
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

/** Measures the time from choosing a photo of 4 MB as proof of a deposit to its first bytes on the way. */
async function measurePhoto(browser: Browser, origin: string): Promise<void> {
  const page = await browser.newPage({ baseURL: origin, viewport: { width: 375, height: 800 } });
  await newcomer(page, 'phone');
  const slow = await page.context().newCDPSession(page);
  const buffer = await phonePhoto();
  const times: number[] = [];
  for (let choice = 0; choice < 3; choice++) {
    await page.goto('/checkout?method=ETH&amount=500');
    await slow.send('Emulation.setCPUThrottlingRate', { rate: PHONE_SLOWDOWN });
    const chosenAt = page.evaluate(
      () =>
        new Promise<number>((resolve) =>
          document.addEventListener('change', () => resolve(Date.now()), { capture: true }),
        ),
    );
    const sent = page.waitForRequest('**/uploads').then(() => Date.now());
    await page.locator('[name=proof]').setInputFiles({ name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer });
    times.push((await sent) - (await chosenAt));
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  }
  await page.close();
  console.log(`\n| photo of 4 MB, a processor slowed ${PHONE_SLOWDOWN} times | |\n| --- | --- |`);
  console.log(`| ready to be sent, ms (goal: 3000) | ${Math.round(median(times))} |`);
}
