// On both engines: processes that write to one PostgreSQL take turns; SQLite has one process.
import { eq, type SQL, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { account } from '#drizzle/schema';
import { available, custody } from '~/ledger/chartOfAccounts';
import { mustPost, postMany } from '~/ledger/posting/post.server';
import { unproven } from '~/ledger/posting/provenBalances.server';
import { CLOCKS_APART } from '~/platform/clock';
import type { Engine } from '~/platform/db/engine';
import { applyMigrations } from '~/platform/db/engines/moment.postgres';
import { open } from '~/platform/db/engines/postgres.server';
import { DatabaseBusyError, OutcomeUnknownError } from '~/platform/db/errors';
import { AlteredRowError, type Handle, read, rows, write } from '~/platform/db/index.server';
import { turnNotes } from '~/platform/db/turns/turnNotes';
import { writesCounted } from '~/platform/db/turns/writeFigures';
import { newId } from '~/platform/ids';
import { macOf } from '~/platform/mac';
import { clock, databaseUrl, onPostgres, useDatabase } from '../../support/database';
import { isLong } from '../../support/depth';
import { makeUser } from '../../support/people/people';
import { startProxy } from '../../support/servers/proxy';

useDatabase();

/** Each adds one to the same number, from what it reads. */
const PIECES = 60;

describe.runIf(onPostgres).each([
  ['that take turns', true],
  ['of an engine without turns', false],
])('two processes %s', (_which, turns) => {
  let both: Engine[] = [];
  let before = { ...writesCounted() };

  beforeEach(async () => {
    both = await Promise.all([open(databaseUrl(), { turns }), open(databaseUrl(), { turns })]);
    await both[0]?.write((tx) => both[0]?.run(tx, sql`create table counted (n integer)`) as Promise<void>);
    await both[0]?.write((tx) => both[0]?.run(tx, sql`insert into counted values (0)`) as Promise<void>);
    before = { ...writesCounted() };
  });
  afterEach(async () => {
    await both[0]?.write((tx) => both[0]?.run(tx, sql`drop table counted`) as Promise<void>);
    await Promise.all(both.map((one) => one.close()));
  });

  const addOne = (engine: Engine) =>
    engine.write(async (tx) => {
      const [row] = await engine.rows<{ n: number }>(tx, sql`select n from counted`);
      await engine.run(tx, sql`update counted set n = ${Number(row?.n) + 1}`);
    });

  test('lose nothing that both write to at once, and what waits shares a transaction', async () => {
    const others = () => Array.from({ length: PIECES - 2 }, (_, at) => addOne(both[at % 2] as Engine));
    const [one, other] = both as [Engine, Engine];
    // The second is asked when the first has read; where there are no turns it has written before the first does.
    let second: Promise<void> | undefined;
    await one.write(async (tx) => {
      const [row] = await one.rows<{ n: number }>(tx, sql`select n from counted`);
      second ??= addOne(other);
      if (!turns) await second;
      await one.run(tx, sql`update counted set n = ${Number(row?.n) + 1}`);
    });
    await Promise.all([second, ...others()]);
    expect(await both[0]?.rows(both[0].read, sql`select n from counted`)).toEqual([{ n: PIECES }]);
    const { transactions, pieces, conflicts } = writesCounted();
    expect(pieces - before.pieces).toBe(PIECES);
    expect(transactions - before.transactions).toBeLessThan(PIECES);
    if (turns) expect(conflicts).toBe(before.conflicts);
    else expect(conflicts).toBeGreaterThan(before.conflicts);
  });

  test('go on when one of them ends in the middle of its turn', async () => {
    const [one, other] = both as [Engine, Engine];
    const cut = one.write(async (tx) => {
      await one.run(tx, sql`update counted set n = 100`);
      // As the server sees a process that is killed.
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
    expect(await one.rows(one.read, sql`select n from counted`)).toEqual([{ n: 2 }]);
  });
});

describe.runIf(onPostgres)('a connection that is cut', () => {
  test.each([
    ['before COMMIT arrives', false, 0],
    ['after COMMIT, before its answer', true, 1],
  ])('%s: nobody is told that it was done or not, and it is not done again', async (_when, arrives, rows) => {
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
      proxy.cutAt('COMMIT', { arrives });
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

test.runIf(onPostgres)(
  'a transaction that its server has broken off: none of its pieces is told that it was done',
  async () => {
    const engine = await open(databaseUrl());
    await engine.write((tx) => engine.run(tx, sql`create table counted (n integer)`));
    const add = () => engine.write((tx) => engine.run(tx, sql`insert into counted values (1)`));
    try {
      const ended = await Promise.allSettled([
        add(),
        engine.write(async (tx) => {
          await engine.run(tx, sql`insert into counted values (2)`);
          // So the savepoint that the engine releases behind it is not there, and COMMIT is answered with ROLLBACK.
          await engine.run(tx, sql`release savepoint piece`);
        }),
      ]);
      expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      expect(await engine.rows(engine.read, sql`select n from counted`)).toEqual([]);
      await add();
      expect(await engine.rows(engine.read, sql`select n from counted`)).toEqual([{ n: 1 }]);
    } finally {
      await engine.write((tx) => engine.run(tx, sql`drop table counted`));
      await engine.close();
    }
  },
);

test.runIf(onPostgres && isLong)(
  'a database that answers after 9 s: it is written all the same, and reading waits for nothing',
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
    // What waits for a turn is done, or told that the database is busy; it does not hang.
    const waited = await other.write((tx) => other.rows(tx, sql`select 1`)).catch((error) => error);
    if (waited instanceof Error) expect(waited).toBeInstanceOf(DatabaseBusyError);
    await written;
    await Promise.all([one.close(), other.close()]);
  },
);

test.runIf(onPostgres)('what another process left of an account is proven by its newest transfer alone', async () => {
  const user = await makeUser({}, { dollars: 1 });
  const [first] = await read()
    .select()
    .from(account)
    .where(eq(account.code, available(user.id).code));
  if (!first) throw new Error('There is no account');
  const legs = [{ debit: custody('BTC'), credit: available(user.id), amount: 1n }];
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
    expect(await unproven(tx, left ? [left] : [])).toEqual([]);
    const [after] = await rows<{ n: string }>(tx, rowsRead);
    return Number(after?.n) - Number(before?.n);
  });
  expect(took).toBeGreaterThan(0);
  expect(took).toBeLessThan(10);
});

test.runIf(onPostgres)(
  'a statement that comes again is planned once, and a connection keeps no more of them than it may',
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
          sql`select generic_plans + custom_plans as calls from pg_prepared_statements where name not like '%turn note'`,
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

test.runIf(onPostgres)('a migration waits for its turn before it holds a table that a writer may need', async () => {
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

describe.runIf(onPostgres)('what a process leaves for the next turn', () => {
  const noting = () => {
    const heard: [number, string][] = [];
    const next = { text: null as string | null };
    const leave = (turn: number) => (next.text === null ? null : `${turn} ${next.text}`);
    const take = (turn: number, note: string) => {
      heard.push([turn, note]);
      return note.startsWith(`${turn} `);
    };
    return { heard, next, notes: () => ({ leave, take }) };
  };

  test('is heard once by each other process, if the turn was committed and the note is of ours', async () => {
    const [one, other] = [noting(), noting()];
    const [left, right] = await Promise.all([open(databaseUrl(), one), open(databaseUrl(), other)]);
    const turnOf = (engine: Engine) => engine.write((tx) => engine.rows(tx, sql`select 1`));
    try {
      // Each looks which is the newest.
      await turnOf(left);
      await turnOf(right);
      one.next.text = 'first';
      await turnOf(left);
      one.next.text = null;
      await turnOf(left);
      await turnOf(right);
      await turnOf(right);
      expect(other.heard.map(([, note]) => note.split(' ')[1])).toEqual(['first']);
      const turn = other.heard[0]?.[0] ?? 0;
      one.next.text = 'taken back';
      // The whole transaction breaks, and with it its note.
      const broken = left.write((tx) => left.run(tx, sql`release savepoint piece`));
      await expect(broken).rejects.toThrow();
      one.next.text = null;
      await turnOf(right);
      expect(other.heard).toHaveLength(1);
      await right.write((tx) => right.run(tx, sql`update drizzle.turn_note set turn = turn + 5, note = 'of somebody'`));
      await turnOf(left);
      expect(one.heard).toEqual([[turn + 5, 'of somebody']]);
      other.next.text = 'second';
      await turnOf(right);
      await turnOf(left);
      const next = one.heard.at(-1)?.[0] ?? 0;
      expect(next).toBeGreaterThan(turn);
      expect(one.heard.at(-1)).toEqual([next, `${next} second`]);
    } finally {
      await Promise.all([left.close(), right.close()]);
    }
  });

  test('is of no use again where its table was emptied, nor does any number in it end all writing', async () => {
    const [one, other] = [noting(), noting()];
    const left = await open(databaseUrl(), one);
    const turnOf = (engine: Engine) => engine.write((tx) => engine.rows(tx, sql`select 1`));
    const putBack = (turn: string, note: string) =>
      left.run(
        left.read,
        sql`insert into drizzle.turn_note values (true, ${turn}, ${note})
          on conflict (one) do update set turn = excluded.turn, note = excluded.note`,
      );
    let right: Engine | null = null;
    try {
      await left.run(left.read, sql`delete from drizzle.turn_note`);
      one.next.text = 'of before';
      await turnOf(left);
      one.next.text = null;
      const [old] = await left.rows<{ turn: string; note: string }>(left.read, sql`select * from drizzle.turn_note`);
      // As a crash of the server leaves it, and a process that starts afterwards finds it.
      await left.run(left.read, sql`delete from drizzle.turn_note`);
      clock.advance(2 * CLOCKS_APART);
      right = await open(databaseUrl(), other);
      await turnOf(right);
      await putBack(old?.turn ?? '', old?.note ?? '');
      await turnOf(right);
      await putBack('9223372036854775807', 'of somebody');
      other.next.text = 'after it';
      await turnOf(right);
      expect(other.heard).toEqual([]);
      await turnOf(left);
      expect(one.heard.map(([, note]) => note.replace(/^\d+ /, ''))).toEqual(['after it']);
    } finally {
      await Promise.all([left.close(), right?.close()]);
    }
  });

  test('may be missing: a server that has no place for it is written to all the same', async () => {
    const one = noting();
    one.next.text = 'first';
    const engine = await open(databaseUrl(), one);
    try {
      await engine.run(engine.read, sql`alter table drizzle.turn_note rename to away`);
      expect(await engine.write((tx) => engine.rows(tx, sql`select 1 as one`))).toEqual([{ one: 1 }]);
    } finally {
      await engine.run(engine.read, sql`alter table drizzle.away rename to turn_note`);
      await engine.close();
    }
  });
});

test('a balance is taken as told by another process of ours, and from nobody else', async () => {
  const user = await makeUser({}, { dollars: 1 });
  const code = available(user.id).code;
  await write(async (tx) => {
    await rows(
      tx,
      sql`update account set credits = credits + 100, version = version + 1 where code = ${code} returning id`,
    );
  });
  const [altered] = await read().select().from(account).where(eq(account.code, code));
  if (!altered) throw new Error('There is no account');
  const legs = [{ debit: custody('BTC'), credit: available(user.id), amount: 1n }];
  const post = () =>
    write((tx) => mustPost(tx, { actor: 'system', effectiveAt: new Date(), kind: 'deposit', ref: newId(), legs }));
  const text = `${altered.id} ${altered.debits} ${altered.credits} ${altered.version}`;
  await expect(post()).rejects.toThrow(AlteredRowError);
  expect(turnNotes()?.take(7, `${macOf('turn note', ['8', text])}\n${text}`)).toBe(false);
  await expect(post()).rejects.toThrow(AlteredRowError);
  expect(turnNotes()?.take(7, `${macOf('turn note', ['7', text])}\n${text}`)).toBe(true);
  await post();
  expect(await leftNote()).toContain(`${altered.id} ${altered.debits} ${altered.credits + 1n} ${altered.version + 1}`);
  expect(turnNotes()?.leave(10)).toBeNull();
});

test('a refusal leaves no balance behind for the pieces that share its transaction', async () => {
  const user = await makeUser({}, { dollars: 1 });
  const legs = [{ debit: custody('BTC'), credit: available(user.id), amount: 1n }];
  const head = { actor: 'system', effectiveAt: new Date(), kind: 'deposit' as const };
  const before = await balances(user.id);
  await write(async (tx) => {
    await mustPost(tx, { ...head, ref: newId(), legs });
    return { ok: false };
  });
  await makeUser({}, { dollars: 1 });
  expect(await leftNote()).not.toContain(`${before.id} ${before.debits} ${before.credits + 1n} ${before.version + 1}`);
});

test.runIf(onPostgres)('a conflict leaves no balance behind of pieces that were not run again yet', async () => {
  const [user, other] = [await makeUser({}, { dollars: 1 }), await makeUser({}, { dollars: 1 })];
  const post = (tx: Handle, to: string) => {
    const legs = [{ debit: custody('BTC'), credit: available(to), amount: 1n }];
    return mustPost(tx, { actor: 'system', effectiveAt: new Date(), kind: 'deposit', ref: newId(), legs });
  };
  const run = (statement: SQL) => write((tx) => rows(tx, statement));
  // The first COMMIT fails as after a conflict; a sequence counts on where transactions are taken back.
  await run(sql`create sequence commits`);
  await run(sql`create table counted (n integer)`);
  await run(sql`create function fail_once() returns trigger language plpgsql as $$ begin
    if nextval('commits') = 1 then raise exception 'conflict' using errcode = '40001'; end if; return null; end $$`);
  await run(sql`create constraint trigger once after insert on counted deferrable initially deferred
    for each row execute function fail_once()`);
  const before = await balances(other.id);
  const [runs, noteBefore] = [{ first: 0, second: 0 }, await leftNote()];
  try {
    await Promise.all([
      write(async (tx) => {
        await rows(tx, sql`insert into counted values (1)`);
        if (runs.first++ > 0) await post(tx, user.id);
      }),
      // It goes back to the queue, and does nothing there.
      write(async (tx) => {
        if (runs.second++ === 0) await post(tx, other.id);
      }),
    ]);
    expect(runs).toEqual({ first: 2, second: 2 });
    const note = await leftNote();
    expect(note).not.toEqual(noteBefore);
    expect(note).not.toContain(`${before.id} ${before.debits} ${before.credits + 1n} ${before.version + 1}`);
  } finally {
    await run(sql`drop table counted`);
    await run(sql`drop function fail_once`);
    await run(sql`drop sequence commits`);
  }
});

/** The lines of the newest note: on PostgreSQL the transaction has left it. */
async function leftNote(): Promise<string[]> {
  const [kept] = onPostgres ? await rows<{ note: string }>(read(), sql`select note from drizzle.turn_note`) : [];
  return (kept?.note ?? turnNotes()?.leave(9) ?? '').split('\n');
}

async function balances(user: string) {
  const [row] = await read()
    .select()
    .from(account)
    .where(eq(account.code, available(user).code));
  if (!row) throw new Error('There is no account');
  return row;
}
