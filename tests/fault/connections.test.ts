import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { isFull, sizeOf } from '../support/depth';
import { Client } from '../support/pages/client';
import { Installation } from '../support/servers/installation';

/** Number of simultaneous slow connections. */
const SLOW = sizeOf('SLOW');

const METRICS_TOKEN = 'a token for the metrics alone';
const installation = new Installation({ LIMITS: `patienceSeconds=${sizeOf('PATIENCE')}`, METRICS_TOKEN });

beforeAll(async () => {
  await installation.start();
  // Rendered once and cached, as it is for all but the first visitor.
  await new Client(installation).page('/');
});
afterAll(() => installation.remove());

const open = new Set<Socket>();
afterEach(() => {
  for (const socket of open) socket.destroy();
  open.clear();
});

/** Opens a connection that first sends this. */
async function connection(first: string): Promise<Socket> {
  const { hostname, port } = new URL(installation.origin);
  const socket = connect(Number(port), hostname);
  open.add(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(first);
  return socket;
}

/** Sends a byte now and then as long as it is accepted; rarely enough for this process to do it for all of them. */
function drip(socket: Socket): void {
  const dripping = setInterval(() => socket.write('x'), Math.max(100, SLOW / 5));
  socket.once('close', () => clearInterval(dripping));
}

async function openConnections(): Promise<number> {
  const outcome = await fetch(new URL('/metrics', installation.origin), {
    headers: { Authorization: `Bearer ${METRICS_TOKEN}`, Connection: 'close' },
  });
  return Number(/^http_connections (\d+)$/m.exec(await outcome.text())?.[1]);
}

const WAYS: [way: string, count: number, slow: () => Promise<void>][] = [
  [
    'say nothing',
    SLOW,
    async () => {
      (await connection('')).resume();
    },
  ],
  [
    'never come to the end of their headers',
    SLOW,
    async () => {
      const socket = await connection('GET / HTTP/1.1\r\nHost: mirrorbook.test\r\nX-Slow: ');
      drip(socket.resume());
    },
  ],
  [
    'never come to the end of their form',
    SLOW,
    async () => {
      const head = 'POST /login HTTP/1.1\r\nHost: mirrorbook.test\r\nContent-Type: application/x-www-form-urlencoded';
      const socket = await connection(`${head}\r\nContent-Length: 60000\r\n\r\nemail=`);
      drip(socket.resume());
    },
  ],
  [
    'do not read what they ask for',
    // The server buffers some megabytes of answers for each such connection before it notices that the client does not read.
    Math.min(SLOW, 300),
    async () => {
      (await connection('GET / HTTP/1.1\r\nHost: mirrorbook.test\r\n\r\n'.repeat(100))).pause();
    },
  ],
];

describe('connections that', () => {
  test.each(WAYS)(
    '%s are closed (%i at once), and others are served meanwhile',
    async (way, count, slow) => {
      const started = performance.now();
      const others = new Client(installation);
      await Promise.all(Array.from({ length: count }, slow));
      const startedAt = performance.now();
      for (const path of ['/', '/login', '/healthz', '/readyz']) expect((await others.fetch(path)).status).toBe(200);
      const served = performance.now() - startedAt;
      // The rest are this test's connections: the query's, and the keep-alive ones of `fetch`.
      await vi.waitUntil(async () => (await openConnections()) < 10, { timeout: 400_000, interval: 100 });
      if (!isFull) return;
      const times = [performance.now() - started, served].map(Math.round);
      console.info(`${count} that ${way}: gone after ${times[0]} ms; four answers meanwhile took ${times[1]} ms`);
    },
    900_000,
  );
});
