import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Client, type DrawnForm } from '../support/client';
import { Installation } from '../support/installation';
import { countRows } from '../support/rows';

/** How many slow connections at once, and how many answers a busy server has given when it is asked to end. */
const SLOW = Number(process.env.SLOW ?? 100);
const ANSWERS = Number(process.env.ANSWERS ?? 200);

const METRICS_TOKEN = 'a token for the metrics alone';
const installation = new Installation({ PATIENCE: process.env.PATIENCE ?? '0.3', STOP_DELAY: '1', METRICS_TOKEN });

beforeAll(async () => {
  await installation.start();
  // Drawn once and kept, as it is for all but the first visitor.
  await new Client(installation).page('/');
});
afterAll(() => installation.remove());

const open = new Set<Socket>();
afterEach(() => {
  for (const socket of open) socket.destroy();
  open.clear();
});

/** A connection that first says this. */
async function connection(first: string): Promise<Socket> {
  const { hostname, port } = new URL(installation.origin);
  const socket = connect(Number(port), hostname);
  open.add(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(first);
  return socket;
}

/** A byte now and then, for as long as it is taken; seldom enough for this process to do it for all of them. */
function drip(socket: Socket): void {
  const dripping = setInterval(() => socket.write('x'), Math.max(100, SLOW / 5));
  socket.once('close', () => clearInterval(dripping));
}

async function openConnections(): Promise<number> {
  const told = await fetch(new URL('/metrics', installation.origin), {
    headers: { Authorization: `Bearer ${METRICS_TOKEN}`, Connection: 'close' },
  });
  return Number(/^http_connections (\d+)$/m.exec(await told.text())?.[1]);
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
    // Each costs the machine some megabytes, for what it sends before it notices.
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
      const asked = performance.now();
      for (const path of ['/', '/login', '/healthz', '/readyz']) expect((await others.fetch(path)).status).toBe(200);
      const served = performance.now() - asked;
      // What is left are ours: the one that asks, and the ones that `fetch` keeps for a while.
      await vi.waitUntil(async () => (await openConnections()) < 10, { timeout: 400_000, interval: 100 });
      if (!process.env.SLOW) return;
      const times = [performance.now() - started, served].map(Math.round);
      console.info(`${count} that ${way}: gone after ${times[0]} ms; four answers meanwhile took ${times[1]} ms`);
    },
    900_000,
  );
});

type Outcome = { status: number } | { error: string; reused: boolean };

/** One request over an agent's connections, and whether it failed on one that had been used before. */
function ask(
  agent: Agent,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
) {
  return new Promise<Outcome>((resolve) => {
    const asked = request(new URL(path, installation.origin), { agent, method: body ? 'POST' : 'GET', headers });
    asked.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode ?? 0 }));
      response.on('aborted', () => resolve({ error: 'half an answer', reused: true }));
    });
    asked.on('error', (error: NodeJS.ErrnoException) =>
      resolve({ error: error.code ?? error.message, reused: asked.reusedSocket }),
    );
    asked.end(body);
  });
}

/** Goes on asking until the server answers no more. */
async function keepAsking(next: () => Promise<Outcome>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (;;) {
    const outcome = await next();
    outcomes.push(outcome);
    if ('error' in outcome) return outcomes;
  }
}

test('asked to end under load, it is first not ready, answers all that it has taken, and loses nothing', async () => {
  const investor = await new Client(installation).signIn(installation.demonstration.investor);
  const cookie = [...investor.cookies].map((pair) => pair.join('=')).join('; ');
  const forms: DrawnForm[] = [];
  for (let at = 0; at < 4; at++) forms.push(await investor.form('/withdraw?method=BTC&WithdrawAmount=11', 'wallet'));
  const before = countRows(installation, { table: 'withdrawal' });

  const agent = new Agent({ keepAlive: true });
  let answers = 0;
  const counted = async (asking: Promise<Outcome>) => {
    const outcome = await asking;
    answers += 1;
    return outcome;
  };
  const pages = ['/', '/dashboard', '/login', '/healthz', '/transactions', '/assets/none.js'];
  const reading = pages.map((path) => keepAsking(() => counted(ask(agent, path, { headers: { Cookie: cookie } }))));
  // A key counts once, so each of these is one withdrawal, however often it is sent.
  const writing = forms.map(({ action, fields }) => {
    const body = new URLSearchParams({ ...fields, wallet: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', _again: '1' });
    const headers = {
      Cookie: cookie,
      Origin: installation.origin,
      'Content-Type': 'application/x-www-form-urlencoded',
    };
    return keepAsking(() => counted(ask(agent, action, { headers, body: String(body) })));
  });
  const readiness: (number | string)[] = [];
  const watching = keepAsking(async () => {
    const outcome = await ask(agent, '/readyz');
    readiness.push('status' in outcome ? outcome.status : 'gone');
    return outcome;
  });

  await vi.waitUntil(() => answers >= ANSWERS, { timeout: 100_000, interval: 10 });
  await installation.stop('SIGTERM');
  const outcomes = (await Promise.all([...reading, ...writing])).flat();
  await watching;
  agent.destroy();

  const statuses = new Set(outcomes.flatMap((outcome) => ('status' in outcome ? [outcome.status] : [])));
  expect(statuses).toEqual(new Set([200, 303, 404]));
  // Who was not let in any more had a connection that was never used, or none.
  expect(outcomes.filter((outcome) => 'error' in outcome && outcome.reused)).toEqual([]);
  expect([...new Set(readiness)]).toEqual([200, 503, 'gone']);
  expect(countRows(installation, { table: 'withdrawal' })).toBe(before + forms.length);
  await installation.start();
  expect(await installation.audit()).toMatchObject({ clean: true });
});
