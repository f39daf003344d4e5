import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLS } from '~/api/calls';
import { MirrorbookClient } from '~/api/client';
import { isFull, isLong, sizeOf } from '../support/depth';
import { makeNextVersion } from '../support/nextVersion';
import { ADMIN, newInvestor, PASSWORD, type Person, succeed } from '../support/pages/calls';
import { type Balancer, isInstalled, startBalancer, startHaproxy } from '../support/servers/balancer';
import { Installation } from '../support/servers/installation';
import { pgbouncerVersion, startPgbouncer } from '../support/servers/pgbouncer';
import { type PostgresServer, startPostgres } from '../support/servers/postgres.server';

/* Several processes on one PostgreSQL behind a balancer under load: one dies, and each is restarted. */

/** Requests per second in total, and the maximum in parallel. */
const PACE = sizeOf('PACE');
const AT_ONCE = isFull ? 32 : isLong ? 16 : 6;
/**
 * One request in this many is a credit, and one reads the whole account; the others are pages and lists. In the long
 * form two cores keep up.
 */
const CREDITS = isFull ? 50 : 5;
const ACCOUNTS = 10;
/** Time before and after a fault, milliseconds. */
const SPELL = isFull ? 8_000 : 1_000;
/** Time after the death of a process from which no request may fail, in milliseconds. */
const SHORT = 1_000;

type Asked = { what: string; at: number; took: number; failed: string | null };

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/** Addresses of the balancer and of the database. */
type Between = {
  balance: (origins: string[]) => Promise<Balancer>;
  pool: (server: PostgresServer) => Promise<{ url: string; directUrl?: string; stop: () => Promise<void> }>;
};

/** Programs of the kit, if installed. */
const between: [string, Between][] = [
  [
    'the balancer of the tests',
    { balance: startBalancer, pool: async (server) => ({ url: server.url('postgres'), stop: async () => {} }) },
  ],
  ...(isLong && pgbouncerVersion()
    ? [
        [
          'PgBouncer',
          { balance: isInstalled('cluster/haproxy.cfg') ? startHaproxy : startBalancer, pool: startPgbouncer },
        ] as [string, Between],
      ]
    : []),
];
if (isLong && !pgbouncerVersion()) test.skip('behind PgBouncer, which is not installed here', () => {});

describe.each(between)('behind %s', (_name, { balance, pool }) => {
  let server: PostgresServer;
  let nodes: Installation[];
  let balancer: Balancer;
  let pooler: Awaited<ReturnType<Between['pool']>>;
  let admin: MirrorbookClient;
  let person: Person;
  let trader: string;
  const environment = () => ({
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: pooler.directUrl ?? '',
    DEMONSTRATION: '0',
    TRUSTED_PROXIES: '1',
    // The balancer notices within that time that a process is not ready.
    STOP_DELAY: isLong ? '2' : '1',
  });

  beforeAll(async () => {
    server = await startPostgres();
    pooler = await pool(server);
    const one = new Installation(environment());
    nodes = [one, ...Array.from({ length: isFull ? 2 : 1 }, () => new Installation(environment(), { beside: one }))];
    await one.start();
    await one.createAdministrator(ADMIN.email, 'Ada', ADMIN.password);
    // Runs while this is the only process, since another process might send the mail with the link.
    person = await newInvestor(one);
    await Promise.all(nodes.slice(1).map((node) => node.start()));
    balancer = await balance(nodes.map(({ origin }) => origin));
    const anonymous = new MirrorbookClient(balancer.origin);
    admin = anonymous.with((await succeed(anonymous, 'admin', ADMIN)).token);
    trader = (await succeed(admin, 'createTrader', { ...CALLS.createTrader.example, minimumcapital: 100 }))._id;
  });
  afterAll(async () => {
    await balancer?.stop();
    await Promise.all(nodes.slice(1).map((node) => node.stop()));
    await nodes[0]?.remove();
    await pooler.stop();
    await server.stop();
  });

  /** Keys of all acknowledged credits, and their sum in cents. */
  const acknowledged = new Map<string, number>();
  let credits = 0;

  /** Credits once, with retries; only the first try is part of `asked`. */
  async function credit(note: (failed: string | null) => void): Promise<void> {
    credits += 1;
    const key = `credit-${balancer.origin}-${credits}`;
    // Each credit has a unique amount, so that it can be identified.
    const cents = 100 + credits;
    for (let tries = 0; tries < 20; tries++) {
      const failed = await admin.call('fundwallet', { amount: cents / 100, email: person.email }, { key }).then(
        (answer) => (answer.ok ? null : `${answer.http} ${answer.body.message}`),
        (error) => String(error.cause?.code ?? error),
      );
      if (tries === 0) note(failed);
      if (failed === null) {
        acknowledged.set(key, cents);
        return;
      }
      await pause(100);
    }
  }

  const reads: [string, () => Promise<Response>][] = [
    ['/', () => fetch(`${balancer.origin}/`)],
    ['/login', () => fetch(`${balancer.origin}/login`)],
    ['fetchTraders', () => fetch(`${balancer.origin}/api/fetchTraders`)],
  ];
  const account = () =>
    fetch(`${balancer.origin}/api/getData`, { headers: { 'x-access-token': person.client.token ?? '' } });

  const answerOf = async (read: () => Promise<Response>): Promise<string | null> => {
    try {
      const response = await read();
      await response.arrayBuffer();
      return response.ok ? null : String(response.status);
    } catch (error) {
      return String((error as { cause?: { code: string } }).cause?.code ?? error);
    }
  };

  /** Sends requests at a steady rate while `work` runs, and for a while before and after it. */
  async function whileAsked(work: () => Promise<unknown>): Promise<Asked[]> {
    const request: Asked[] = [];
    let [count, going] = [0, true];
    const asking = Array.from({ length: AT_ONCE }, async () => {
      while (going) {
        const number = count++;
        const at = performance.now();
        const note = (what: string) => (failed: string | null) =>
          void request.push({ what, at, took: performance.now() - at, failed });
        if (number % CREDITS === 0) await credit(note('credit'));
        else if (number % ACCOUNTS === 1) note('getData')(await answerOf(account));
        else {
          const [what, read] = reads[number % reads.length] as (typeof reads)[number];
          note(what)(await answerOf(read));
        }
        await pause(Math.max(0, at + (AT_ONCE / PACE) * 1000 - performance.now()));
      }
    });
    try {
      await pause(SPELL);
      await work();
      await pause(SPELL);
    } finally {
      going = false;
    }
    await Promise.all(asking);
    return request;
  }

  /** Acts of a new investor, twice, each at the next process, and the second time at another one. */
  async function live(processes: Installation[]): Promise<void> {
    let turn = 0;
    const at = (token: string | null = null) => {
      const client = new MirrorbookClient(processes[turn++ % processes.length]?.origin ?? '');
      return token ? client.with(token) : client;
    };
    const { email, client } = await newInvestor(processes[0] as Installation, { mailedBy: processes });
    const { wallet } = CALLS.withdraw.example;
    for (let round = 0; round < 2; round++, turn++) {
      const amount = 1_000 + round;
      await succeed(at(client.token), 'sendproof', { amount, method: 'BTC' }, randomUUID());
      await succeed(at(admin.token), 'fundwallet', { amount, email }, randomUUID());
      await succeed(at(client.token), 'withdraw', { wallet, WithdrawAmount: 100 + round, method: 'BTC' }, randomUUID());
      await succeed(at(admin.token), 'getWithdrawInfo', { email }, randomUUID());
      await succeed(at(client.token), 'copytrade', { trader, amount: 500 + round }, randomUUID());
      await succeed(at(client.token), 'stopcopytrade', { trader }, randomUUID());
      await succeed(at(client.token), 'updateUserData', { firstname: ['Ivy', 'Ida'][round] }, randomUUID());
      await succeed(at(), 'login', { email, password: PASSWORD }, randomUUID());
    }
  }

  const liveAtOnce = (processes: Installation[]) => Promise.all(Array.from({ length: 2 }, () => live(processes)));

  /** Alters what only the next version knows. Returns whether each table had such rows. */
  async function alterNotes(): Promise<Record<string, boolean>> {
    const client = new pg.Client({ connectionString: server.url('postgres') });
    await client.connect();
    const altered: Record<string, boolean> = {};
    for (const table of ['user', 'withdrawal']) {
      const { rowCount } = await client.query(
        `update "${table}" set next_note = 'altered' where next_note is not null`,
      );
      altered[table] = Number(rowCount) > 0;
    }
    await client.end();
    return altered;
  }

  const figures = (request: Asked[]) => {
    const waits = request.map(({ took }) => took).sort((a, b) => a - b);
    const within = (part: number) => Math.round(waits[Math.floor(waits.length * part)] ?? 0);
    const times = request.map(({ at }) => at);
    const seconds = (Math.max(...times) - Math.min(...times)) / 1000;
    return `${request.length} asked, ${Math.round(request.length / seconds)} a second, half within ${within(0.5)} ms, 99 in 100 within ${within(0.99)} ms`;
  };

  /** Checks that each acknowledged credit exists once, and that no other credit exists. */
  async function nothingLost(): Promise<void> {
    const client = new pg.Client({ connectionString: server.url('postgres') });
    await client.connect();
    expect(acknowledged.size).toBe(credits);
    const { rows } = await client.query('select key from idempotency where succeeded');
    const { rows: held } = await client.query('select credits - debits as balance from account where code = $1', [
      `available:${person.id}`,
    ]);
    await client.end();
    expect(rows.map(({ key }) => key)).toEqual(
      expect.arrayContaining([...acknowledged.keys()].map((key) => `api:${key}`)),
    );
    expect(Number(held[0]?.balance)).toBe([...acknowledged.values()].reduce((sum, cents) => sum + cents, 0));
  }

  /** Waits until the balancer has added a restarted process, as the operator does before the next restart. */
  async function waitUntilAllReceive(): Promise<void> {
    while ((await balancer.countReady?.()) !== nodes.length) await pause(100);
  }

  test.runIf(isLong)('each act may be done at another process', () => liveAtOnce(nodes));

  test('one is killed under load: acknowledged credits exist, and errors of others soon end', async () => {
    const [, killed] = nodes;
    let at = 0;
    const request = await whileAsked(async () => {
      at = performance.now();
      await killed?.stop('SIGKILL');
    });
    await killed?.start();
    await waitUntilAllReceive();
    const failed = request.filter((one) => one.failed !== null);
    const last = Math.round(Math.max(0, ...failed.map((one) => one.at - at)));
    console.info(`killed: ${figures(request)}; ${failed.length} failed, the last of them asked ${last} ms after`);
    // Before it was killed only its own requests under way failed.
    expect(failed.filter((one) => one.at + one.took < at || one.at > at + SHORT)).toEqual([]);
    await nothingLost();
  });

  test('they are restarted, one after another: nothing fails', async () => {
    const request = await whileAsked(async () => {
      // In the short run the other one has just been killed and restarted.
      for (const node of isLong ? nodes : nodes.slice(0, 1)) {
        await node.stop('SIGTERM');
        await node.start();
        await waitUntilAllReceive();
        await pause(SPELL);
      }
    });
    console.info(`started anew: ${figures(request)}`);
    expect(request.filter(({ failed }) => failed !== null)).toEqual([]);
    await nothingLost();
    expect(await nodes[0]?.audit()).toMatchObject({ clean: true });
  });

  // Afterwards the older version can't use the database.
  test.runIf(isLong)(
    'a newer version replaces the old one, process after process: nothing fails',
    { retry: 0, timeout: 240_000 },
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'mirrorbook-upgrade-'));
      const root = join(folder, 'next');
      makeNextVersion(root, { served: true });
      const newer: Installation[] = [];
      try {
        const request = await whileAsked(async () => {
          // Reads a table that the migration changes, as a backup does.
          const reader = new pg.Client({ connectionString: server.url('postgres') });
          await reader.connect();
          await reader.query('begin; select 1 from "user" limit 1');
          setTimeout(() => void reader.end(), 3_000);
          for (const [at, node] of nodes.entries()) {
            await node.stop('SIGTERM');
            const port = new URL(node.origin).port;
            newer.push(await new Installation({ ...environment(), PORT: port }, { beside: nodes[0], root }).start());
            await waitUntilAllReceive();
            const older = nodes.slice(at + 1);
            await (older.length > 0 ? liveAtOnce([...newer, ...older]) : pause(SPELL));
          }
        });
        console.info(`upgraded: ${figures(request)}`);
        expect(request.filter(({ failed }) => failed !== null)).toEqual([]);
        await nothingLost();
        const older = new Installation(environment(), { beside: nodes[0] });
        await expect(older.start()).rejects.toThrow('written by a newer version');
        expect(await newer[0]?.audit()).toMatchObject({ clean: true });
        expect(await alterNotes()).toEqual({ user: true, withdrawal: true });
        const { output } = (await newer[0]?.audit()) ?? {};
        for (const named of [/user \S+: is not what its/, /withdrawal \S+: is not what its/])
          expect(output).toMatch(named);
      } finally {
        await Promise.all(newer.map((node) => node.stop()));
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});
