// On both engines: concurrent transactions, and a transaction whose connection fails.
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { account, setting } from '#drizzle/schema';
import { availableAccount, custody } from '~/ledger/chartOfAccounts';
import { filterAccountsWithInvalidMac } from '~/ledger/posting/accounts.server';
import { postMany } from '~/ledger/posting/post.server';
import type { Engine, WriteLocks } from '~/platform/db/engine';
import { open } from '~/platform/db/engines/postgres.server';
import { applyMigrations } from '~/platform/db/engines/snapshot.postgres';
import { DatabaseBusyError, OutcomeUnknownError } from '~/platform/db/errors';
import {
  attempt,
  findAll,
  type Handle,
  insertAll,
  lockRule,
  read,
  readCommitted,
  rows,
  write,
} from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { newId } from '~/platform/ids';
import { databaseUrl, onPostgres, useDatabase } from '../../support/database';
import { isLong } from '../../support/depth';
import { makeUser } from '../../support/people/people';
import { startProxy } from '../../support/servers/proxy';
import { statementsOf } from '../../support/statements';

useDatabase();

/** Number of concurrent transactions, each of which increments the counter. */
const TRANSACTION_COUNT = 60;

describe.runIf(onPostgres)('two processes', () => {
  let both: Engine[] = [];

  beforeEach(async () => {
    both = await Promise.all([open(databaseUrl()), open(databaseUrl())]);
    await both[0]?.write((tx) => both[0]?.run(tx, sql`create table counted (n integer)`) as Promise<void>);
    await both[0]?.write((tx) => both[0]?.run(tx, sql`insert into counted values (0)`) as Promise<void>);
  });
  afterEach(async () => {
    await both[0]?.write((tx) => both[0]?.run(tx, sql`drop table counted`) as Promise<void>);
    await Promise.all(both.map((one) => one.close()));
  });

  const addOne = (engine: Engine, locks?: WriteLocks) =>
    engine.write(async (tx) => {
      const [row] = await engine.rows<{ n: number }>(tx, sql`select n from counted`);
      await engine.run(tx, sql`update counted set n = ${Number(row?.n) + 1}`);
    }, locks);
  const counted = async () => (await both[0]?.rows<{ n: number }>(both[0].read, sql`select n from counted`))?.[0]?.n;

  test('lose no concurrent read and write: without locks, and with the row of one user', async () => {
    const user = await makeUser();
    const locks = { users: [user.id] };
    await Promise.all(Array.from({ length: TRANSACTION_COUNT }, (_, at) => addOne(both[at % 2] as Engine)));
    expect(await counted()).toBe(TRANSACTION_COUNT);
    await Promise.all(Array.from({ length: TRANSACTION_COUNT }, (_, at) => addOne(both[at % 2] as Engine, locks)));
    expect(await counted()).toBe(2 * TRANSACTION_COUNT);
  });

  test('write concurrently for two users; an exclusive write waits for both, and delays nobody long', async () => {
    const [one, other] = both as [Engine, Engine];
    const [first, second] = [await makeUser(), await makeUser()];
    const order: string[] = [];
    let alone: Promise<unknown> = Promise.resolve();
    await one.write(
      async (tx) => {
        await one.rows(tx, sql`select 1`);
        // This would wait forever if it needed the first one's lock.
        await other.write((inner) => other.rows(inner, sql`select 1`), { users: [second.id] });
        order.push('second');
        alone = other.write(async () => void order.push('alone'));
        await vi.waitUntil(async () => {
          const waiting = sql`select 1 from pg_locks where not granted and relation = 'drizzle.__drizzle_migrations'::regclass`;
          return (await one.rows(one.read, waiting)).length > 0;
        });
        await other.write((inner) => other.rows(inner, sql`select 1`), { users: [second.id] });
        order.push('second again', 'first');
      },
      { users: [first.id] },
    );
    await alone;
    expect(order).toEqual(['second', 'second again', 'first', 'alone']);
  });

  test('a writer that waits for one user takes no connection from others', async () => {
    const [one] = both as [Engine];
    const [first, second] = [await makeUser(), await makeUser()];
    const locks = { users: [first.id] };
    let waiting: Promise<unknown>[] = [];
    await one.write(async (tx) => {
      await one.rows(tx, sql`select 1`);
      waiting = Array.from({ length: 30 }, () => addOne(one, locks));
      await addOne(one, { users: [second.id] });
      expect(await counted()).toBe(1);
    }, locks);
    await Promise.all(waiting);
    expect(await counted()).toBe(31);
  });

  test('deadlock, and the one that is aborted is retried unseen', async () => {
    const [first, second] = [await makeUser(), await makeUser()];
    const runs: string[] = [];
    let meet = () => {};
    const met = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const crossing = (engine: Engine, name: string, ids: string[]) =>
      engine.write(
        async (tx) => {
          await engine.run(tx, sql`set local deadlock_timeout = '20ms'`);
          for (const id of ids) {
            await engine.rows(tx, sql`select from "user" where id = ${id} for no key update`);
            if (runs.push(name) === 2) meet();
            await met;
          }
        },
        { users: [] },
      );
    const [one, other] = both as [Engine, Engine];
    await Promise.all([crossing(one, 'one', [first.id, second.id]), crossing(other, 'other', [second.id, first.id])]);
    // Two transactions run two steps each, and the aborted one repeats one or both of its steps.
    expect(runs.length).toBeGreaterThan(4);
  });

  test('start in the order of their requests where all connections are taken', async () => {
    const [one] = both as [Engine];
    const users = await Promise.all(Array.from({ length: 20 }, () => makeUser()));
    const started: number[] = [];
    // Opens all connections first, because opening one during the race would delay its transaction.
    await Promise.all(
      users.map(({ id }) => one.write((tx) => one.rows(tx, sql`select pg_sleep(0.02)`), { users: [id] })),
    );
    const work = users.map(({ id }, at) =>
      one.write(
        async (tx) => {
          started.push(at);
          await one.rows(tx, sql`select pg_sleep(0.01)`);
        },
        { users: [id] },
      ),
    );
    await Promise.all(work);
    // Transactions that start together get their connections in any order.
    for (const [place, at] of started.entries()) expect(Math.abs(place - at)).toBeLessThan(6);
  });

  test('continue when one of them ends in the middle of a transaction', async () => {
    const [one, other] = both as [Engine, Engine];
    const cut = one.write(async (tx) => {
      await one.run(tx, sql`update counted set n = 100`);
      await one.rows(tx, sql`select 1`);
      // Closes the connection as the server would see it for a killed process.
      await other.rows(
        other.read,
        sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`,
      );
      await one.run(tx, sql`update counted set n = 200`);
    });
    await expect(cut).rejects.toThrow();
    await addOne(other);
    await addOne(one);
    expect(await counted()).toBe(2);
  });

  test('a failing statement whose answer nobody waits for rolls back its transaction', async () => {
    const [one] = both as [Engine];
    const failing = one.write(async (tx) => {
      await one.run(tx, sql`update counted set n = 5`);
      await one.run(tx, sql`insert into counted values ('none')`);
      return 'done';
    });
    await expect(failing).rejects.toThrow(/invalid input syntax/);
    expect(await counted()).toBe(0);
  });
});

describe.runIf(onPostgres)('a connection that is cut', () => {
  test.each([
    ['before COMMIT arrives', false, 0],
    ['after COMMIT, before its answer', true, 1],
  ])('%s: it is reported neither as done nor as undone, and is not repeated', async (_when, arrives, rows) => {
    const server = new URL(databaseUrl());
    const proxy = await startProxy(Number(server.port));
    const [direct, cut] = await Promise.all([
      open(databaseUrl()),
      open(databaseUrl().replace(`:${server.port}/`, `:${proxy.port}/`)),
    ]);
    await direct.write((tx) => direct.run(tx, sql`create table counted (n integer)`));
    let runs = 0;
    const add = () =>
      cut.write(async (tx) => {
        runs += 1;
        await cut.run(tx, sql`insert into counted values (1)`);
      });
    const count = async () => (await direct.rows(direct.read, sql`select n from counted`)).length;
    try {
      proxy.cutAt('COMMIT\0', { arrives });
      await expect(add()).rejects.toBeInstanceOf(OutcomeUnknownError);
      expect([runs, await count()]).toEqual([1, rows]);
      await add();
      expect(await count()).toBe(rows + 1);
    } finally {
      await direct.write((tx) => direct.run(tx, sql`drop table counted`));
      await Promise.all([direct.close(), cut.close()]);
      await proxy.stop();
    }
  });
});

test.runIf(onPostgres)('a transaction that its server has aborted is not reported as done', async () => {
  const engine = await open(databaseUrl());
  await engine.write((tx) => engine.run(tx, sql`create table counted (n integer)`));
  const add = () => engine.write((tx) => engine.run(tx, sql`insert into counted values (1)`));
  try {
    const broken = engine.write(async (tx) => {
      await engine.run(tx, sql`insert into counted values (2)`);
      // COMMIT is answered with ROLLBACK.
      await engine.run(tx, sql`release savepoint missing`);
    });
    await expect(broken).rejects.toThrow(/savepoint "missing" does not exist/);
    expect(await engine.rows(engine.read, sql`select n from counted`)).toEqual([]);
    await add();
    expect(await engine.rows(engine.read, sql`select n from counted`)).toEqual([{ n: 1 }]);
  } finally {
    await engine.write((tx) => engine.run(tx, sql`drop table counted`));
    await engine.close();
  }
});

test.runIf(onPostgres && isLong)(
  'a database that answers after 9 s: the write succeeds, and reads wait for nothing',
  async () => {
    const [one, other] = await Promise.all([open(databaseUrl()), open(databaseUrl())]);
    let isDone = false;
    const written = one
      .write((tx) => one.rows(tx, sql`select pg_sleep(9)`))
      .finally(() => {
        isDone = true;
      });
    await other.rows(other.read, sql`select 1`);
    expect(isDone).toBe(false);
    // A waiting write is done, or reports that the database is busy; it does not hang.
    const waited = await other.write((tx) => other.rows(tx, sql`select 1`)).catch((error) => error);
    if (waited instanceof Error) expect(waited).toBeInstanceOf(DatabaseBusyError);
    await written;
    await Promise.all([one.close(), other.close()]);
  },
);

test.runIf(onPostgres)('an account written by another process is proven by its newest transfer only', async () => {
  const user = await makeUser({}, { dollars: 1 });
  const [first] = await read()
    .select()
    .from(account)
    .where(eq(account.code, availableAccount(user.id).code));
  if (!first) throw new Error('There is no account');
  const legs = [{ debit: custody('BTC'), credit: availableAccount(user.id), amount: 1n }];
  const head = { actor: 'system', effectiveAt: new Date(), kind: 'deposit' as const };
  await write((tx) =>
    postMany(
      tx,
      Array.from({ length: 300 }, () => ({ ...head, ref: newId(), legs })),
    ),
  );
  const rowsRead = sql`select idx_tup_fetch + seq_tup_read as n from pg_stat_xact_user_tables where relname = 'transfer'`;
  const took = await write(async (tx) => {
    const [left] = await tx.select().from(account).where(eq(account.id, first.id));
    const [before] = await rows<{ n: string }>(tx, rowsRead);
    expect(await filterAccountsWithInvalidMac(tx, left ? [left] : [])).toEqual([]);
    const [after] = await rows<{ n: string }>(tx, rowsRead);
    return Number(after?.n) - Number(before?.n);
  });
  expect(took).toBeGreaterThan(0);
  expect(took).toBeLessThan(10);
});

test.runIf(onPostgres)(
  'a repeated statement is planned once, and a connection keeps at most its maximum of them',
  async () => {
    const engine = await open(databaseUrl());
    try {
      const planned = await engine.write(async (tx) => {
        for (let time = 0; time < 3; time++) {
          const statements = Array.from({ length: 401 }, (_, at) => sql`select ${sql.raw(String(at))} where 1 = ${1}`);
          await Promise.all(statements.map((statement) => engine.rows(tx, statement)));
        }
        return await engine.rows<{ calls: number }>(
          tx,
          sql`select generic_plans + custom_plans as calls from pg_prepared_statements`,
        );
      });
      expect(planned.length).toBe(400);
      // The first time it had no name.
      expect(new Set(planned.map(({ calls }) => Number(calls)))).toEqual(new Set([2]));
    } finally {
      await engine.close();
    }
  },
);

test.runIf(onPostgres)('a migration waits for its lock before it holds a table that a writer may need', async () => {
  const engine = await open(databaseUrl());
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  try {
    const order: string[] = [];
    let migrating: Promise<unknown> = Promise.resolve();
    await engine.write(async (tx) => {
      await engine.rows(tx, sql`select 1`);
      await client.query('BEGIN');
      migrating = applyMigrations(client as never).then(() => order.push('migrated'));
      await vi.waitUntil(async () => {
        const waiting = sql`select 1 from pg_locks where not granted and relation = 'drizzle.__drizzle_migrations'::regclass`;
        return (await engine.rows(engine.read, waiting)).length > 0;
      });
      await engine.run(tx, sql`lock table account in exclusive mode`);
      order.push('written');
    });
    await migrating;
    await client.query('COMMIT');
    expect(order).toEqual(['written', 'migrated']);
  } finally {
    await client.end();
    await engine.close();
  }
});

describe('a transaction', () => {
  test('reads its own rows by read(), also in and after a savepoint, and committed ones by readCommitted() only', async () => {
    const key = 'reads-its-own';
    const seen = async () =>
      await Promise.all([read(), readCommitted()].map(async (by) => (await findAll(by, setting, { key })).length));
    await write(async (tx) => {
      await insertAll(tx, setting, [{ key, value: 1 }]);
      expect(await seen()).toEqual([1, 0]);
      await attempt(tx, async () => {
        await tx.delete(setting).where(eq(setting.key, key));
        expect(await seen()).toEqual([0, 0]);
        return { ok: false };
      });
      expect(await seen()).toEqual([1, 0]);
    });
    expect(await seen()).toEqual([1, 1]);
  });

  const key = 'holding-days';
  const stored = async (tx: Handle) => (await verified(tx, setting, { key }))[0]?.value;
  const set = (tx: Handle, value: number) => tx.update(setting).set({ value }).where(eq(setting.key, key));

  test('reads a sealed row once, until it writes to its table, rolls back, or waits for a lock', async () => {
    await write(async (tx) => {
      const [row] = await verified(tx, setting, { key });
      if (!row) throw new Error(`There is no setting ${key}`);
      Object.assign(row, { value: 99 });
      const before = await stored(tx);
      expect(before).not.toBe(99);
      const again = () => Promise.all([stored(tx), findAll(tx, setting, { key: [key] })]);
      expect(await statementsOf(again)).toEqual({ run: 0, prepared: 0 });
      await set(tx, 7);
      expect(await stored(tx)).toBe(7);
      await attempt(tx, async () => {
        await set(tx, 8);
        expect(await stored(tx)).toBe(8);
        return { ok: false };
      });
      expect(await stored(tx)).toBe(7);
      await lockRule(tx, 'any');
      expect((await statementsOf(() => stored(tx))).run).toBe(1);
      await insertAll(tx, setting, [{ key, value: 9 }], ['value']);
      expect(await stored(tx)).toBe(9);
    });
    expect((await verified(read(), setting, { key }))[0]?.value).toBe(9);
  });
});
