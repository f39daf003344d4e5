import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const READ_BUFFER_BYTES = Buffer.allocUnsafe(64 * 1024);

type Load = { seconds: number; connections?: number; headers?: Record<string, string> };

/**
 * Measures the answers per second of a local server to one GET, repeated on persistent connections. Only the length of an answer is
 * parsed, which leaves the processor to the server.
 */
export async function measureAnswersPerSecond(
  origin: string,
  path: string,
  { seconds, connections = 32, headers = {} }: Load,
): Promise<number> {
  const { hostname, port, host } = new URL(origin);
  const sent = { Host: host, 'Accept-Encoding': 'gzip, br', ...headers };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
  const question = `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
  let answers = 0;
  const started = performance.now();
  await Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise<void>((resolve, reject) => {
          let left = 0;
          const callback = (read: number) => {
            // Each connection has one request at a time, so a chunk never contains the end of one answer and the start
            // of another.
            left = left || lengthOf(READ_BUFFER_BYTES.toString('latin1', 0, read));
            const isEnd =
              left === CHUNKED_LENGTH &&
              READ_BUFFER_BYTES.toString('latin1', Math.max(0, read - 5), read) === '0\r\n\r\n';
            left = isEnd ? 0 : left - read;
            if (left > 0) return true;
            answers += 1;
            if (performance.now() - started < seconds * 1_000) socket.write(question);
            else socket.end();
            return true;
          };
          // All answers are read into the same buffer, since allocating one per chunk would make this side slower than
          // the server.
          const onread = { buffer: READ_BUFFER_BYTES, callback };
          const socket = connect({ port: Number(port), host: hostname, noDelay: true, onread }, () =>
            socket.write(question),
          );
          socket.on('error', reject);
          socket.on('close', () => resolve());
        }),
    ),
  );
  return (answers * 1_000) / (performance.now() - started);
}

/** Marker for an answer that ends with its last chunk. */
const CHUNKED_LENGTH = Number.POSITIVE_INFINITY;

/** Returns the length of an answer, head and body, from its first chunk. */
function lengthOf(piece: string): number {
  const head = piece.indexOf('\r\n\r\n');
  const announced = /\r\ncontent-length: (\d+)/i.exec(piece)?.[1];
  if (piece.startsWith('HTTP/1.1 200') && /\r\ntransfer-encoding: chunked\r\n/i.test(piece)) return CHUNKED_LENGTH;
  if (!piece.startsWith('HTTP/1.1 200') || head < 0 || !announced) throw new Error(`Not what was asked for: ${piece}`);
  return head + 4 + Number(announced);
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
