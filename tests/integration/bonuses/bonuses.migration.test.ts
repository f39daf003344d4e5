// On both engines: a migration.
/** An installation from before bonuses counted what stays, brought up to date with its data. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { migrationsFolder } from '~/platform/db/migrations';
import { emptyDatabase, onPostgres } from '../../support/database';

type Row = Record<string, unknown>;
type Place = { run: (statement: string) => Promise<Row[]>; end: () => Promise<void> };

const opened: Place[] = [];
afterEach(async () => {
  for (const place of opened.splice(0)) await place.end();
});

async function empty(): Promise<Place> {
  const place = onPostgres ? await onServer(await emptyDatabase()) : await inMemory();
  opened.push(place);
  return place;
}

async function inMemory(): Promise<Place> {
  const { default: Database } = await import('better-sqlite3');
  const database = new Database(':memory:');
  const run = async (text: string): Promise<Row[]> => {
    const statement = database.prepare(text);
    if (statement.reader) return statement.all() as Row[];
    statement.run();
    return [];
  };
  return { run, end: async () => void database.close() };
}

async function onServer(url: string): Promise<Place> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return { run: async (text) => (await client.query(text)).rows, end: () => client.end() };
}

const MINE = 'bonuses_of_what_stays';

/** The statements of the migrations before this one, and of this one. */
function migrations(): { before: string[]; mine: string[] } {
  const folder = migrationsFolder(onPostgres ? 'postgres' : 'sqlite');
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const at = names.findIndex((name) => name.includes(MINE));
  const statementsOf = (name = '') => readFileSync(join(folder, name), 'utf8').split('--> statement-breakpoint');
  return { before: names.slice(0, at).flatMap(statementsOf), mine: statementsOf(names[at]) };
}

/** What moved on one user's available account, oldest first: kind, what it is about, cents in (or, negative, out). */
const MOVES: [string, string, number][] = [
  ['deposit', 'd1', 20_001_00],
  ['withdrawal-requested', 'w1', -20_001_00],
  ['deposit', 'd2', 20_001_00],
  ['withdrawal-requested', 'w2', -20_001_00],
  ['withdrawal-rejected', 'w2', 20_001_00],
  ['operator-credit', 'c1', 50_000_00],
  ['deposit', 'd3', 90_000_00],
  ['deposit-reversed', 'd3', -90_000_00],
  ['withdrawal-requested', 'w3', -60_000_00],
];

test('keeps every bonus as it was, and starts each user at the highest that they ever had put in', async () => {
  const { run } = await empty();
  const { before, mine } = migrations();
  expect(mine.length).toBeGreaterThan(5);
  for (const statement of before) await run(statement);
  for (const id of ['ann', 'bob', 'new']) {
    await run(`insert into "user" (id, first_name, last_name, username, username_key, email, phone, password_hash,
      password_changed_at, created_at, status) values ('${id}', 'A', 'B', '${id}', '${id}', '${id}', '1', 'x', 1, 1, 'open')`);
  }
  const no = onPostgres ? 'true' : '1';
  await run(`insert into account (id, code, owner_id, normal_side, floored, debits, credits, version)
    values ('own', 'available:ann', 'ann', 'credit', ${no}, 0, 0, 0), ('other', 'held:ann', 'ann', 'credit', ${no}, 0, 0, 0)`);
  for (const [index, [kind, ref, cents]] of MOVES.entries()) {
    const version = index + 1;
    const [debit, credit] = cents > 0 ? ['other', 'own'] : ['own', 'other'];
    await run(`insert into journal (id, kind, business_ref, actor, effective_at, recorded_at)
      values ('j${index}', '${kind}', '${ref}', 'system', ${version}, ${version})`);
    await run(`insert into transfer (id, journal_id, leg, debit_account_id, credit_account_id, amount, debit_balance,
      credit_balance, debit_version, credit_version)
      values ('t${index}', 'j${index}', 0, '${debit}', '${credit}', ${Math.abs(cents)}, 0, 0, ${version}, ${version})`);
  }
  for (const [id, status, paidAt] of [
    ['paid', 'paid', 7],
    ['waits', 'waiting', null],
    ['dropped', 'dropped', null],
    ['given', 'paid', 7],
  ] as const) {
    await run(`insert into deposit (id, user_id, method, amount, status, created_at)
      values ('of-${id}', 'ann', 'BTC', 1, 'approved', 1)`);
    await run(`insert into referral_bonus (id, deposit_id, referrer_id, referred_id, amount, status, created_at, paid_at)
      values ('${id}', 'of-${id}', 'bob', 'ann', 100, '${status}', 5, ${paidAt})`);
  }
  await run(`insert into journal (id, kind, business_ref, actor, effective_at, recorded_at)
    values ('back', 'referral-bonus-reversed', 'referral-bonus:given', 'system', 1, 1)`);
  await run(`insert into rank_bonus (id, user_id, rank, amount, status, created_at, claimed_at)
    values ('r', 'ann', 'gold', 100, 'claimed', 5, 6)`);

  for (const statement of mine) await run(statement);

  const bonuses = await run('select * from referral_bonus order by id');
  const kept = ({ id, status, amount, due_at, decided_at }: Row) => [
    id,
    status,
    Number(amount),
    Number(due_at),
    Number(decided_at),
  ];
  expect(bonuses.map(kept)).toEqual([
    ['dropped', 'taken-back', 100, 5, 5],
    ['given', 'taken-back', 100, 5, 5],
    ['paid', 'paid', 100, 5, 5],
    ['waits', 'waiting', 100, 5, 5],
  ]);
  expect((await run('select * from rank_bonus')).map((row) => [row.status, Number(row.due_at)])).toEqual([
    ['claimed', 5],
  ]);
  const users = await run('select id, net_paid_for from "user" order by id');
  expect(users.map(({ id, net_paid_for }) => [id, Number(net_paid_for)])).toEqual([
    ['ann', 20_001_00],
    ['bob', 0],
    ['new', 0],
  ]);
});
