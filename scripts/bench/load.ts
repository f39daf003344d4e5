import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

type Load = { seconds: number; connections?: number; headers?: Record<string, string> };

/** Measures the answers per second of a local server to one GET, repeated on persistent connections. */
export async function measureAnswersPerSecond(
  origin: string,
  path: string,
  { seconds, connections = 32, headers = {} }: Load,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const options = { agent, headers: { 'Accept-Encoding': 'gzip, br', ...headers } };
  const request = () =>
    new Promise<void>((resolve, reject) => {
      get(new URL(path, origin), options, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${path} answered ${answer.statusCode}`));
        answer.resume().once('end', resolve);
      }).once('error', reject);
    });
  const started = performance.now();
  let answers = 0;
  const connect = async () => {
    for (; performance.now() - started < seconds * 1_000; answers += 1) await request();
  };
  await Promise.all(Array.from({ length: connections }, connect)).finally(() => agent.destroy());
  return (answers * 1_000) / (performance.now() - started);
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Returns the processor time of a process so far (user and system), milliseconds. Linux counts hundredths of a second. */
export function readProcessorTime(pid: number): number {
  const after = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(after[11]) + Number(after[12])) * 10;
}

/** Waits until a server has finished its work after the start: two seconds with almost no processor time. */
export async function waitUntilIdle(pid: number): Promise<void> {
  for (let calm = 0; calm < 2; ) {
    const before = readProcessorTime(pid);
    await sleep(1_000);
    calm = readProcessorTime(pid) - before <= 50 ? calm + 1 : 0;
  }
}

/** Measures the processor time of one answer, milliseconds. Unlike elapsed time, it does not depend on other load. */
export async function measureWorkPerAnswer(
  server: { origin: string; pid: number },
  path: string,
  load: Load,
): Promise<number> {
  const before = readProcessorTime(server.pid);
  const perSecond = await measureAnswersPerSecond(server.origin, path, load);
  return (readProcessorTime(server.pid) - before) / (perSecond * load.seconds);
}

/** Number of answers after which a server's code is compiled, for a fair comparison. */
const WARM_UP_ANSWERS = 1_500;

/** Requests as many answers as a server needs to compile its code, whatever its speed. */
export async function warmUp({ origin }: { origin: string }, path: string, load: Load): Promise<void> {
  for (let answers = 0; answers < WARM_UP_ANSWERS; )
    answers += (await measureAnswersPerSecond(origin, path, load)) * load.seconds;
}

type Target = { server: { origin: string; pid: number }; path: string; load: Load };

const COMPARED_ROUNDS = 7;

/** Returns the median of the processor time of a reference's answers relative to ours. Both are measured in turn. */
export async function compareWork(reference: Target, ownAddresses: Target): Promise<number> {
  for (const { server, path, load } of [reference, ownAddresses]) await warmUp(server, path, load);
  const ratios: number[] = [];
  for (let round = 0; round < COMPARED_ROUNDS; round++) {
    const [theirs, own] = [await measure(reference), await measure(ownAddresses)];
    ratios.push(theirs / own);
  }
  return median(ratios);
}

const measure = ({ server, path, load }: Target) => measureWorkPerAnswer(server, path, load);

/** Starts a minimal Node server as the reference. */
export async function startBareServer(): Promise<{ origin: string; pid: number; kill(): void }> {
  const child = fork(fileURLToPath(new URL('bareServer.mjs', import.meta.url)));
  const [port] = await once(child, 'message');
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, kill: () => void child.kill() };
}
