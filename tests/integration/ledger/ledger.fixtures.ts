/** Money operations as features do them, each one transaction with its rows, for tests of the books. */
import { eq, sql } from 'drizzle-orm';
import { inject } from 'vitest';
import { copy, investment, mirror, promise, trade, trader, user, withdrawal } from '#drizzle/schema';
import {
  accruedEarningsAccount,
  allocatedAccount,
  availableAccount,
  custody,
  fees,
  heldAccount,
  type JournalKind,
  payoutsAccount,
  principalAccount,
  reserve,
} from '~/ledger/chartOfAccounts';
import {
  makePromise,
  type Payment,
  payPromises,
  placeHold,
  releasePromise,
  resolveHold,
} from '~/ledger/posting/holds.server';
import { type Leg, type PostError, post } from '~/ledger/posting/post.server';
import { type Handle, insertAll, read, rows, write } from '~/platform/db/index.server';
import type { Result } from '~/platform/result';
import { clock, onPostgres, START } from '../../support/database';
import { announceEntry } from '../../support/people/announcedEntries';

export const head = (kind: JournalKind, ref: string) => ({ kind, ref, actor: 'system', effectiveAt: clock.at });

/** Result of every operation: done, or refused by the ledger. */
export type Answer = Result<unknown, PostError>;

/** Deposits, credits, debits, reserves. */
export const move = (kind: JournalKind, ref: string, ...legs: Leg[]): Promise<Answer> =>
  write(async (tx) => {
    const entry = { ...head(kind, ref), legs };
    const posted = await post(tx, entry);
    if (posted.ok) await announceEntry(tx, entry, posted.value.journalId);
    return posted;
  });

export async function addPeople(...names: string[]): Promise<void> {
  const people = names.map((name) => ({
    id: name,
    firstName: 'Test',
    lastName: 'Person',
    username: name,
    usernameKey: name,
    email: `${name}@example.com`,
    phone: '+49 30 1234567',
    passwordHash: '-',
    passwordChangedAt: START,
    emailVerifiedAt: START,
    status: 'open' as const,
    createdAt: START,
  }));
  await write((tx) => insertAll(tx, user, people));
}

export async function addTrader(id: string): Promise<void> {
  await write(async (tx) => {
    await tx.insert(trader).values({
      id,
      firstName: 'Test',
      lastName: 'Trader',
      nationality: 'DE',
      minimumCapital: 100n,
      simulated: true,
      status: 'open',
      createdAt: START,
    });
  });
}

/* ---- withdrawals -------------------------------------------------------------------------------------------------- */

export const FEE = 3n;

type Withdrawal = { id: string; user: string; amount: bigint };

export const withdraw = ({ id, user, amount }: Withdrawal): Promise<Answer> =>
  write(async (tx) => {
    const placed = await placeHold(tx, head('withdrawal-requested', id), { user, amount, purpose: 'withdrawal' });
    if (!placed.ok) return placed;
    const { holdId } = placed.value;
    await tx.insert(withdrawal).values({
      id,
      userId: user,
      method: 'BTC',
      amount,
      fee: FEE,
      wallet: '-',
      holdId,
      status: 'requested',
      requestedAt: clock.at,
    });
    return placed;
  });

const ENDS = {
  cancelled: { kind: 'withdrawal-cancelled', outcome: 'released' },
  rejected: { kind: 'withdrawal-rejected', outcome: 'released' },
  approved: { kind: 'withdrawal-approved', outcome: 'settled' },
} as const;

/** Ends the hold of a withdrawal in any state, because the ledger itself must ensure that a hold ends only once. */
export const decide = ({ id, user, amount }: Withdrawal, status: keyof typeof ENDS): Promise<Answer> =>
  write(async (tx) => {
    const [row] = await tx.select().from(withdrawal).where(eq(withdrawal.id, id));
    const { kind, outcome } = ENDS[status];
    const legs: Leg[] =
      outcome === 'released'
        ? [{ debit: heldAccount(user), credit: availableAccount(user), amount }]
        : [
            { debit: heldAccount(user), credit: payoutsAccount, amount: amount - FEE },
            { debit: heldAccount(user), credit: fees, amount: FEE },
          ];
    const ended = await resolveHold(tx, head(kind, id), { holdId: row?.holdId ?? '', outcome, legs });
    if (ended.ok) await tx.update(withdrawal).set({ status }).where(eq(withdrawal.id, id));
    return ended;
  });

export const pay = ({ id, amount }: Withdrawal): Promise<Answer> =>
  write(async (tx) => {
    const legs = [{ debit: payoutsAccount, credit: custody('BTC'), amount: amount - FEE }];
    const paid = await post(tx, { ...head('withdrawal-paid', id), legs });
    if (paid.ok) await tx.update(withdrawal).set({ status: 'paid', paidAt: clock.at }).where(eq(withdrawal.id, id));
    return paid;
  });

export const bounce = ({ id, user, amount }: Withdrawal): Promise<Answer> =>
  write(async (tx) => {
    const legs = [{ debit: custody('BTC'), credit: availableAccount(user), amount: amount - FEE }];
    const back = await post(tx, { ...head('withdrawal-bounced', id), legs });
    if (back.ok) await tx.update(withdrawal).set({ status: 'bounced' }).where(eq(withdrawal.id, id));
    return back;
  });

/* ---- plans -------------------------------------------------------------------------------------------------------- */

type Plan = { id: string; user: string; amount: bigint; total: bigint };

/** Holds the principal and reserves the whole return, or neither. */
export const invest = ({ id, user, amount, total }: Plan): Promise<Answer> =>
  write(async (tx) => {
    const legs = [{ debit: availableAccount(user), credit: principalAccount(user), amount }];
    const opened = await post(tx, { ...head('plan-opened', id), legs });
    if (!opened.ok) return opened;
    const promised = await makePromise(tx, head('plan-return-reserved', id), { total, purpose: id });
    if (!promised.ok) return promised;
    await tx.insert(investment).values({
      id,
      userId: user,
      planId: 'test',
      planName: 'Test',
      principal: amount,
      dailyBps: 100,
      days: 10,
      promiseId: promised.value.promiseId,
      openedAt: clock.at,
      maturesAt: clock.at,
      status: 'running',
    });
    return opened;
  });

const promiseOf = async (tx: Handle, id: string) => {
  const [row] = await tx.select({ promiseId: investment.promiseId }).from(investment).where(eq(investment.id, id));
  return row?.promiseId ?? '';
};

/** Pays a part of one promise. */
export async function payPromise(tx: Handle, payment: Payment): Promise<Answer> {
  const [paid] = await payPromises(tx, [payment]);
  return paid as Answer;
}

export const accrue = ({ id, user }: Plan, day: number, amount: bigint): Promise<Answer> =>
  write(async (tx) =>
    payPromise(tx, { ...head('plan-accrual', `${id}:${day}`), promiseId: await promiseOf(tx, id), user, amount }),
  );

/** Pays principal and earnings to the user, and the rest of the return to the reserve. */
export const endPlan = ({ id, user, amount }: Plan): Promise<Answer> =>
  write(async (tx) => {
    const promiseId = await promiseOf(tx, id);
    const [owed] = await tx.select().from(promise).where(eq(promise.id, promiseId));
    const earned = owed?.paid ?? 0n;
    const legs = [{ debit: principalAccount(user), credit: availableAccount(user), amount }];
    if (earned > 0n) legs.push({ debit: accruedEarningsAccount(user), credit: availableAccount(user), amount: earned });
    const ended = await post(tx, { ...head('plan-ended', id), legs });
    if (!ended.ok) return ended;
    await releasePromise(tx, head('plan-return-released', id), promiseId);
    await tx.update(investment).set({ status: 'ended' }).where(eq(investment.id, id));
    return ended;
  });

/* ---- copies ------------------------------------------------------------------------------------------------------- */

type Copy = { id: string; user: string; amount: bigint };

export const TRADER = 'trader';

export const startCopy = ({ id, user, amount }: Copy): Promise<Answer> =>
  write(async (tx) => {
    const legs = [{ debit: availableAccount(user), credit: allocatedAccount(id, user), amount }];
    const started = await post(tx, { ...head('copy-started', id), legs });
    if (!started.ok) return started;
    const rest = { contributed: amount, result: 0n, status: 'active', startedAt: clock.at } as const;
    await tx.insert(copy).values({ id, userId: user, traderId: TRADER, ...rest });
    return started;
  });

/** Trade of the leader as one copy received it. */
export const mirrored = ({ id, user }: Copy, ref: string, type: 'profit' | 'loss', amount: bigint): Promise<Answer> =>
  write(async (tx) => {
    const [market, copied] = [reserve.market, allocatedAccount(id, user)];
    const leg =
      type === 'profit' ? { debit: market, credit: copied, amount } : { debit: copied, credit: market, amount };
    const posted = await post(tx, { ...head(`copy-${type}`, `${id}:${ref}`), legs: [leg] });
    if (!posted.ok) return posted;
    const facts = { pair: 'BTC/USD', amount, type, at: clock.at };
    await tx
      .insert(trade)
      .values({ id: ref, traderId: TRADER, capital: 100_00n, source: 'engine', recordedAt: clock.at, ...facts });
    const where = { id: ref, copyId: id, tradeId: ref, userId: user, equityBefore: 0n, status: 'posted' } as const;
    await tx.insert(mirror).values({ ...where, ...facts });
    const result = type === 'profit' ? amount : -amount;
    await tx
      .update(copy)
      .set({ result: sql`${copy.result} + ${result}` })
      .where(eq(copy.id, id));
    return posted;
  });

export const stopCopy = ({ id, user }: Copy, rest: bigint): Promise<Answer> =>
  write(async (tx) => {
    const legs = [{ debit: allocatedAccount(id, user), credit: availableAccount(user), amount: rest }];
    const stopped = await post(tx, { ...head('copy-stopped', id), legs });
    if (!stopped.ok) return stopped;
    await tx
      .update(copy)
      .set({ status: 'stopped', contributed: sql`${copy.contributed} - ${rest}` })
      .where(eq(copy.id, id));
    return stopped;
  });

/* ---- behind the ledger's back ------------------------------------------------------------------------------------- */

/** Returns the address of the test's database, for another process or another connection. */
export async function databaseUrl(): Promise<string> {
  if (onPostgres) {
    const [database] = await rows<{ name: string }>(read(), sql`select current_database() as name`);
    return inject('template').replace(/[^/]+$/, database?.name ?? '');
  }
  const [database] = await rows<{ file: string }>(read(), sql`select file from pragma_database_list`);
  return `file:${database?.file}`;
}

/** Statement for `behindTheBack` that does not restore the triggers it dropped. */
export const LEAVE_TRIGGERS_OFF = 'select 1';

/** Runs SQL on the database without triggers, foreign keys and checks, as an attacker with access to it could. */
export async function behindTheBack(...statements: string[]): Promise<void> {
  const putBack = !statements.includes(LEAVE_TRIGGERS_OFF);
  if (onPostgres) {
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: await databaseUrl() });
    await client.connect();
    const { rows: guards } = await client.query<{ table: string; drop: string; text: string }>(
      `select relname as table, 'alter table "' || relname || '" drop constraint "' || conname || '"' as drop,
         'alter table "' || relname || '" add constraint "' || conname || '" ' || pg_get_constraintdef(pg_constraint.oid) || ' not valid' as text
       from pg_constraint join pg_class on pg_class.oid = conrelid where contype = 'c'
       union all select relname, 'drop trigger ' || tgname || ' on "' || relname || '"', null
       from pg_trigger join pg_class on pg_class.oid = tgrelid where not tgisinternal`,
    );
    const checks = guards.filter(
      ({ table, text }) => text && statements.some((statement) => statement.includes(table)),
    );
    const triggers = putBack ? [] : guards.filter(({ text }) => !text);
    // A session with this role runs no triggers and checks no foreign keys.
    await client.query('set session_replication_role = replica');
    const run = [
      ...[...checks, ...triggers].map(({ drop }) => drop),
      ...statements,
      ...checks.map(({ text }) => text),
      // Restored, so that the next test can have this database.
      'update pg_constraint set convalidated = true where not convalidated',
    ];
    await client.query(run.join(';\n'));
    await client.end();
    return;
  }
  const { default: Database } = await import('better-sqlite3');
  const connection = new Database((await databaseUrl()).replace(/^file:/, ''));
  connection.pragma('foreign_keys = OFF');
  connection.pragma('ignore_check_constraints = ON');
  const guards = connection.prepare(`select name, sql from sqlite_master where type = 'trigger'`).all() as {
    name: string;
    sql: string;
  }[];
  for (const { name } of guards) connection.exec(`drop trigger ${name}`);
  for (const text of statements) connection.exec(text);
  if (putBack) for (const { sql: text } of guards) connection.exec(text);
  connection.close();
}
