import { readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Installation } from '../../tests/support/servers/installation';
import { buildIfStale } from '../steps.mjs';
import { median, readProcessorTime, waitUntilIdle } from './load';

const READER_COUNT = 1_000;
/** Number of readers that get an event in each measured second. */
const ACTIVE_READER_COUNT = 10;
const MEASURED_SECONDS = 20;

/** Measures the delay of events for 1,000 readers of `/api/v1/events`, and the processor time of the serving process. */
export async function bench(): Promise<void> {
  buildIfStale();
  const installation = await new Installation({ LIMITS: 'requestsPerMinute=1000000000' }).start();
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  try {
    await installation.stop();
    const file = join(installation.dataDir, 'bench-keys.json');
    await installation.run('scripts/bench/eventReaders.ts', [String(READER_COUNT), file]);
    await installation.start();
    const keys = JSON.parse(readFileSync(file, 'utf8')) as string[];
    const [reported, arrived] = [new Map<string, number>(), new Map<string, number>()];
    const shareOf = async (work: () => Promise<unknown>) => {
      const [start, used] = [performance.now(), readProcessorTime(installation.pid)];
      await work();
      return ((readProcessorTime(installation.pid) - used) / (performance.now() - start)) * 100;
    };
    const second = () => new Promise((resume) => setTimeout(resume, 1_000));
    const report = async (key: string | undefined) => {
      const body = JSON.stringify({ method: 'ETH', amount: { value: '250.00', currency: 'USD' } });
      const answer = await fetch(`${installation.origin}/api/v1/deposits`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${key}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': crypto.randomUUID(),
        },
        body,
      });
      const { id, detail } = (await answer.json()) as { id: string; detail?: string };
      if (!answer.ok) throw new Error(detail);
      reported.set(id, performance.now());
    };
    /** Submits deposits for some seconds, one per investor from `first` on. */
    const reports = async (first: number) => {
      for (let n = 0; n < MEASURED_SECONDS; n++) {
        const some = keys.slice(first + n * ACTIVE_READER_COUNT, first + (n + 1) * ACTIVE_READER_COUNT);
        await Promise.all([...some.map(report), second()]);
      }
    };
    await waitUntilIdle(installation.pid);
    // Repeated until the code is compiled.
    await reports(0);
    // Measures the deposits without readers.
    const alone = await shareOf(() => reports(MEASURED_SECONDS * ACTIVE_READER_COUNT));
    const streams: IncomingMessage[] = [];
    for (const key of keys) streams.push(await openStream(installation.origin, key, agent));
    for (const answer of streams) {
      answer.setEncoding('utf8').on('data', (text: string) => {
        for (const [, id = ''] of text.matchAll(/"data":\{"id":"([^"]+)"/g)) arrived.set(id, performance.now());
      });
    }
    await waitUntilIdle(installation.pid);
    const still = await shareOf(async () => {
      for (let n = 0; n < MEASURED_SECONDS; n++) await second();
    });
    reported.clear();
    const busy = await shareOf(() => reports(READER_COUNT / 2));
    await second();
    await second();
    const late = Array.from(arrived, ([id, at]) => at - (reported.get(id) ?? 0));
    console.log(`\n| ${READER_COUNT} readers of events | |\n| --- | --- |`);
    console.log(`| share of a core while nothing happens | ${still.toFixed(1)}% |`);
    console.log(
      `| share of a core with ${ACTIVE_READER_COUNT} events a second, less that of what causes them (goal: 5% at most) | ${(busy - alone).toFixed(1)}% |`,
    );
    console.log(`| median time to the reader, ms | ${Math.round(median(late))} |`);
    console.log(`| longest, ms (goal: 1,000) | ${Math.round(Math.max(...late))} |`);
    console.log(`| events that did not arrive | ${MEASURED_SECONDS * ACTIVE_READER_COUNT - late.length} |`);
  } finally {
    agent.destroy();
    await installation.remove();
  }
}

/** Opens a stream, and resolves at its first data, after which later events follow. */
const openStream = (origin: string, key: string, agent: Agent) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { Authorization: `Bearer ${key}`, 'Accept-Encoding': 'identity' };
    get(`${origin}/api/v1/events`, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`The stream answered ${answer.statusCode}`));
      answer.once('data', () => resolve(answer));
    }).on('error', reject);
  });
