import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from '../../tests/support/pages/client';
import { keyByPage } from '../../tests/support/pages/keyByPage';
import { Installation } from '../../tests/support/servers/installation';
import { buildIfStale } from '../steps.mjs';
import { untilIdle } from './load';

/** What the process that sends signals is told. */
export type Flood = { origin: string; key: string; aSecond: number; seconds: number };

const A_SECOND = 1_000;
const SECONDS = 10;
const PAGES = ['/', '/login', '/markets', '/stocks?sort=name'];
const BETWEEN_PAGES = 50;

const PROGRAM = { firstname: 'Ann', lastname: 'Lee', nationality: 'Malta', minimumcapital: '100', capital: '100000' };

/** A thousand signals a second with one key: how each is answered, and how long pages take meanwhile. */
export async function bench(): Promise<void> {
  buildIfStale();
  console.log(
    '\n| signals | answers by status | pages | half within | 99 in 100 within |\n| --- | --- | --- | --- | --- |',
  );
  // As served: the limit of one address comes first. And without: the limit of a key alone.
  await measure('none', 0, {});
  await measure('1,000 a second, as served', A_SECOND, { RATE_LIMIT: '300', LIMITS: 'processorSeconds=20' });
  await measure("1,000 a second, the key's limit alone", A_SECOND, {});
}

async function measure(what: string, aSecond: number, environment: Record<string, string>): Promise<void> {
  const installation = await new Installation(environment).start();
  try {
    const administrator = await new Client(installation).signInAdmin(installation.demonstration.admin);
    // The traders of the demonstration are copied, or trade by themselves.
    const form = await administrator.form('/admin/traders?new=1', 'firstname');
    await administrator.agree(form, PROGRAM);
    const key = await keyByPage(administrator);
    await untilIdle(installation.pid);
    const sender = fork(fileURLToPath(new URL('./signals.flood.ts', import.meta.url)));
    const ended = once(sender, 'message');
    sender.send({ origin: installation.origin, key, aSecond, seconds: SECONDS } satisfies Flood);
    const took: number[] = [];
    for (const begun = performance.now(); performance.now() - begun < SECONDS * 1_000; await sleep(BETWEEN_PAGES)) {
      const asked = performance.now();
      const page = await fetch(`${installation.origin}${PAGES[took.length % PAGES.length]}`);
      await page.arrayBuffer();
      if (page.status !== 200) throw new Error(`A page was answered with ${page.status}`);
      took.push(performance.now() - asked);
    }
    const [counts] = (await ended) as [Record<string, number>];
    const sorted = took.toSorted((a, b) => a - b);
    const within = (part: number) => `${(sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1)} ms`;
    const answers = Object.entries(counts).map(([status, times]) => `${status}: ${times}`);
    console.log(`| ${what} | ${answers.join(', ')} | ${took.length} | ${within(0.5)} | ${within(0.99)} |`);
  } finally {
    await installation.remove();
  }
}
