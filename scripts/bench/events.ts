import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { MirrorbookClient } from '../../app/api/client';
import { ADMIN, newInvestor, PASSWORD, succeed } from '../../tests/support/pages/calls';
import { Client } from '../../tests/support/pages/client';
import { Installation } from '../../tests/support/servers/installation';
import { buildIfStale } from '../steps.mjs';

const READERS = 1_000;
/** As many as one account may have. */
const READERS_EACH = 5;
const PEOPLE = READERS / READERS_EACH;
const SECONDS = 30;
/** What public pages ask for: a band of prices, two markets, and one symbol. */
const SHOWN = [
  'SPX500,NAS100,US30,EURUSD,GBPUSD,USDJPY,BTCUSD,ETHUSD,SOLUSD,XRPUSD,XAUUSD,XAGUSD,USOIL,AAPL,TSLA,GOOGL',
  'EURUSD,USDJPY,GBPUSD,USDCHF,AUDUSD,USDCAD,NZDUSD',
  'BTCUSD,ETHUSD,SOLUSD,XRPUSD,DOGEUSD,LTCUSD,ADAUSD',
  'XAUUSD',
];

/**
 * How long other pages take while a thousand browsers read the stream of updates, and something happens each second; and while a
 * thousand more read the prices of public pages, which are told each second.
 */
export async function bench(): Promise<void> {
  buildIfStale();
  const installation = await new Installation({
    DEMONSTRATION: '0',
    RATE_LIMIT: '1000000000',
    TRUSTED_PROXIES: '1',
  }).start();
  try {
    await installation.createAdministrator(ADMIN.email, 'Ada', ADMIN.password);
    const caller = new MirrorbookClient(installation.origin);
    const admin = caller.with((await succeed(caller, 'admin', ADMIN)).token);
    const people = [];
    for (let made = 0; made < PEOPLE; made++) people.push(await newInvestor(installation, { dollars: 100, admin }));
    const browsers = [];
    for (const { email } of people) browsers.push(await new Client(installation).signIn({ email, password: PASSWORD }));
    const [first] = browsers;
    if (!first) throw new Error('There is no reader');
    const before = await pageTimes(first);
    let told = 0;
    for (const browser of browsers) {
      for (let at = 0; at < READERS_EACH; at++) listen(browser, () => (told += 1));
    }
    await sleep(2_000);
    let running = true;
    const writing = (async () => {
      for (let at = 0; running; at++) {
        const email = people[at % people.length]?.email ?? '';
        await admin.call('fundwallet', { amount: 1, email }, { key: crypto.randomUUID() });
        await sleep(1_000);
      }
    })();
    const during = await pageTimes(first);
    let prices = 0;
    for (let at = 0; at < READERS; at++) {
      const address = `10.0.${at % 250}.1`;
      listen(first, () => (prices += 1), `/prices?of=${SHOWN[at % SHOWN.length]}`, address);
    }
    await sleep(2_000);
    const both = await pageTimes(first);
    running = false;
    await writing;
    console.log(`\n| /dashboard, milliseconds | median | p99 |\n| --- | --- | --- |`);
    console.log(`| no reader | ${row(before)} |`);
    console.log(`| ${READERS} readers, a change each second (goal: p99 under 150) | ${row(during)} |`);
    console.log(`| and ${READERS} readers of prices, each second (goal: p99 under 150) | ${row(both)} |`);
    console.log(`\n${told} changes and ${prices} times prices were told.`);
  } finally {
    await installation.remove();
  }
}

function listen(browser: Client, hear: () => void, path = '/events', address = '127.0.0.1'): void {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { Cookie: cookie, 'X-Forwarded-For': address };
  const request = get(new URL(path, browser.origin), { headers, agent: false }, (answer) => {
    answer.setEncoding('utf8').on('data', (text: string) => text.includes('data: ') && hear());
    answer.on('error', () => {});
  });
  request.on('error', () => {});
}

/** How long each of ten pages a second took, milliseconds, the shortest first. */
async function pageTimes(browser: Client): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < SECONDS * 10; at++) {
    const started = performance.now();
    await browser.page('/dashboard');
    const took = performance.now() - started;
    times.push(took);
    await sleep(Math.max(0, 100 - took));
  }
  return times.sort((a, b) => a - b);
}

const row = (times: number[]) =>
  [0.5, 0.99].map((part) => (times[Math.floor(times.length * part)] ?? 0).toFixed(1)).join(' | ');
