// On both engines: migrations and seals.
/** Installations whose rows had versions before migrations 0010 to 0014 wrote in them, brought up to date with today's code. */
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { approval, event, rankBonus, referralBonus, rowVersion, user } from '#drizzle/schema';
import { journalMac } from '~/ledger/posting/journalMac.server';
import { audit } from '~/ledger/proof/audit.server';
import { sealSome } from '~/ledger/proof/seal.server';
import { takeOverInstallation } from '~/ledger/proof/takeOver.server';
import { closeDatabase, migrate, openDatabase, read, write } from '~/platform/db/index.server';
import { settleInstallation } from '~/platform/installation/index.server';
import { macOf } from '~/platform/mac';
import { ensureCatalogue } from '~/seed/catalogue.server';
import { emptyDatabase, onPostgres, useDatabase } from '../../support/database';
import { migratedTo, migrationsBefore, runStatements } from '../../support/olderDatabase';

useDatabase();

const ENGINE = onPostgres ? 'postgres' : 'sqlite';
const AT = Date.parse('2026-01-05T10:00:00Z');

type Values = Record<string, string | number>;

const quoted = (value: string | number) => (typeof value === 'number' ? value : `'${value}'`);
const insert = (table: string, row: Values) =>
  `insert into "${table}" ("${Object.keys(row).join('", "')}") values (${Object.values(row).map(quoted).join(', ')})`;

/** A row with its first version, as the product wrote them then; columns that are not given are null or have their default. */
function* written(table: string, row: Values): Generator<string> {
  yield insert(table, row);
  const columns = Object.keys(row).sort();
  const text = columns.map((name) => `${name}=${Buffer.byteLength(String(row[name]))}:${row[name]}`).join('');
  const digest = createHash('sha256').update(text).digest('base64url');
  const id = `version-${table}-${row.id}`;
  const mac = macOf('row version', [id, table, String(row.id), '1', '0', digest, String(AT)]);
  const deleted = onPostgres ? 'false' : '0';
  yield `insert into row_version (id, thing, row_key, version, deleted, digest, mac, at)
    values ('${id}', '${table}', '${row.id}', 1, ${deleted}, '${digest}', '${mac}', ${AT})`;
}

/** Accounts whose balances journals move: code, owner, whether debits raise it. */
const ACCOUNTS: [string, string | null, boolean][] = [
  ['custody:BTC', null, true],
  ['custody:manual', null, true],
  ['reserve:free', null, false],
  ['available:ann', 'ann', false],
  ['available:bob', 'bob', false],
];

/** Kind, what it is about, debited account, credited account, cents. */
const JOURNALS: [string, string, string, string, number][] = [
  ['reserve-funded', 'paper-start:free', 'custody:manual', 'reserve:free', 90_000],
  ['deposit', 'd-1', 'custody:BTC', 'available:bob', 50_000],
  ['referral-bonus', 'd-1', 'reserve:free', 'available:ann', 5_000],
  ['deposit', 'd-2', 'custody:BTC', 'available:bob', 20_000],
  ['referral-bonus', 'd-2', 'reserve:free', 'available:ann', 2_000],
  ['deposit-reversed', 'd-2', 'available:bob', 'custody:BTC', 20_000],
  ['referral-bonus-reversed', 'referral-bonus:r-2', 'available:ann', 'reserve:free', 2_000],
  ['deposit', 'd-3', 'custody:BTC', 'available:bob', 30_000],
];

function* books(): Generator<string> {
  const state = new Map(ACCOUNTS.map(([code]) => [code, { debits: 0, credits: 0, version: 0 }]));
  const sides = new Map(ACCOUNTS.map(([code, , byDebit]) => [code, byDebit ? 1 : -1]));
  const moved = (code: string, side: 'debits' | 'credits', amount: number) => {
    const account = state.get(code);
    if (!account) throw new Error(code);
    account[side] += amount;
    account.version += 1;
    return { balance: (account.debits - account.credits) * (sides.get(code) ?? 1), version: account.version };
  };
  const lines: string[] = [];
  for (const [at, [kind, businessRef, debit, credit, amount]] of JOURNALS.entries()) {
    const [id, time] = [`j-${at}`, AT + at];
    const ends = { debit: moved(debit, 'debits', amount), credit: moved(credit, 'credits', amount) };
    const head = { id, kind, businessRef, actor: 'system', effectiveAt: time, recordedAt: time };
    const line = {
      id: `t-${at}`,
      leg: 0,
      debitAccountId: debit,
      creditAccountId: credit,
      amount,
      debitBalance: ends.debit.balance,
      creditBalance: ends.credit.balance,
      debitVersion: ends.debit.version,
      creditVersion: ends.credit.version,
    };
    const reverses = kind.endsWith('-reversed') ? `j-${kind.startsWith('deposit') ? 3 : 4}` : null;
    const mac = journalMac({ ...head, reverses, approver: null, reason: null }, [line]);
    lines.push(`insert into journal (id, kind, business_ref, actor, reverses, effective_at, recorded_at, mac)
      values ('${id}', '${kind}', '${businessRef}', 'system', ${reverses ? `'${reverses}'` : 'null'}, ${time}, ${time}, '${mac}')`);
    lines.push(`insert into transfer (id, journal_id, leg, debit_account_id, credit_account_id, amount, debit_balance,
      credit_balance, debit_version, credit_version) values ('${line.id}', '${id}', 0, '${debit}', '${credit}', ${amount},
      ${line.debitBalance}, ${line.creditBalance}, ${line.debitVersion}, ${line.creditVersion})`);
  }
  for (const [code, owner, byDebit] of ACCOUNTS) {
    const { debits, credits, version } = state.get(code) ?? { debits: 0, credits: 0, version: 0 };
    const floored = code.startsWith('custody') ? 'false' : 'true';
    yield `insert into account (id, code, owner_id, normal_side, floored, debits, credits, version) values ('${code}', '${code}',
      ${owner ? `'${owner}'` : 'null'}, '${byDebit ? 'debit' : 'credit'}', ${floored}, ${debits}, ${credits}, ${version})`;
  }
  yield* lines;
}

const person = (id: string, more: Values = {}) => ({
  ...more,
  id,
  first_name: 'A',
  last_name: 'B',
  username: id,
  username_key: id,
  email: `${id}@example.com`,
  phone: '1',
  password_hash: 'x',
  password_changed_at: AT,
  email_verified_at: AT,
  created_at: AT,
});

function* installationOfThen(): Generator<string> {
  yield* written('installation', { id: 'installation', mode: 'paper', created_at: AT, versions_since: AT });
  yield* written('administrator', {
    id: 'ada',
    name: 'Ada',
    email: 'ada@example.com',
    password_hash: 'x',
    created_at: AT,
  });
  yield* written('user', person('ann'));
  yield* written('user', person('bob', { referrer_id: 'ann' }));
  yield* books();
  const bonuses = { 'd-1': 'paid', 'd-2': 'paid', 'd-3': 'waiting' };
  for (const [at, [id, status]] of Object.entries(bonuses).entries()) {
    const amount = [50_000, 20_000, 30_000][at] ?? 0;
    const deposit = { id, user_id: 'bob', method: 'BTC', amount, received: amount, created_at: AT, decided_at: AT };
    yield* written('deposit', { ...deposit, status: id === 'd-2' ? 'reversed' : 'approved' });
    const paid: Values = status === 'paid' ? { paid_at: AT } : {};
    const bonus = { id: `r-${at + 1}`, deposit_id: id, referrer_id: 'ann', referred_id: 'bob', amount: amount / 10 };
    yield* written('referral_bonus', { ...bonus, ...paid, status, created_at: AT });
  }
  yield* written('rank_bonus', {
    id: 'k-1',
    user_id: 'bob',
    rank: 'silver',
    amount: 20_000,
    status: 'claimable',
    created_at: AT,
  });
  yield* written('approval', {
    id: 'a-1',
    operation: 'credit',
    input: '{"amount":"5.00"}',
    summary: 'Credit Ann’s account',
    requested_by: 'ada',
    requested_at: AT,
    status: 'waiting',
  });
}

const migrationsTo = (name: string) => [...migratedTo(ENGINE, migrationsBefore(ENGINE, name))];

/** Opens an installation of then with today's code; `altered` is run after the migrations and before the code. */
async function upgrade(altered: string[] = []): Promise<string> {
  await closeDatabase();
  const url = await emptyDatabase();
  await runStatements(url, migrationsTo('approval_effect'));
  await runStatements(url, installationOfThen());
  await openDatabase(url);
  await migrate();
  if (altered.length > 0) {
    await closeDatabase();
    await runStatements(url, altered);
    await openDatabase(url);
  }
  await start();
  return url;
}

async function start(): Promise<void> {
  await settleInstallation();
  await takeOverInstallation();
  await ensureCatalogue();
  while (await sealSome());
}

const found = async () => (await audit()).findings.map(({ row }) => row).sort();

test('what migrations wrote is sealed anew, once, and the books are clean', async () => {
  await upgrade();
  expect((await audit()).findings).toEqual([]);
  const nets = await read().select({ id: user.id, net: user.netPaidFor }).from(user).orderBy(user.id);
  expect(nets).toEqual([
    { id: 'ann', net: null },
    { id: 'bob', net: 80_000n },
  ]);
  const bonuses = await read().select().from(referralBonus).orderBy(referralBonus.id);
  expect(bonuses.map(({ status }) => status)).toEqual(['paid', 'taken-back', 'waiting']);
  const [told] = await read().select().from(event).where(eq(event.event, 'reseal'));
  expect(told?.details).toEqual({ rows: '6' });
  const versions = (await read().select().from(rowVersion)).length;
  await start();
  expect(await read().select().from(rowVersion)).toHaveLength(versions);
  // The rows are the product's again: a change of each is sealed.
  await write(async (tx) => {
    await tx.update(user).set({ netPaidFor: 90_000n }).where(eq(user.id, 'bob'));
    await tx.update(referralBonus).set({ status: 'due' }).where(eq(referralBonus.id, 'r-3'));
    await tx.update(rankBonus).set({ status: 'waiting' });
    await tx.update(approval).set({ status: 'withdrawn' });
  });
  expect(await found()).toEqual([]);
});

test('a row that is not what the migration makes of its version stays a finding', async () => {
  await upgrade([
    `update "user" set net_paid_for = 10000 where id = 'bob'`,
    `update "user" set net_paid_for = 10000 where id = 'ann'`,
    `update referral_bonus set status = 'paid' where id = 'r-2'`,
    `update referral_bonus set due_at = due_at + 1 where id = 'r-3'`,
    `update referral_bonus set amount = 900000 where id = 'r-1'`,
    `update rank_bonus set amount = 900000`,
    `update approval set effect = '{"lines":[],"title":"Credit your account"}'`,
  ]);
  expect([...new Set(await found())].filter((row) => !row.startsWith('journal'))).toEqual([
    'approval a-1',
    'rank_bonus k-1',
    'referral_bonus r-1',
    'referral_bonus r-2',
    'referral_bonus r-3',
    'user ann',
    'user bob',
  ]);
});

test('is done at the first start alone: what would fit at a later one stays a finding', async () => {
  const url = await upgrade([`update rank_bonus set due_at = due_at + 1`]);
  expect(await found()).toEqual(['rank_bonus k-1']);
  await closeDatabase();
  await runStatements(url, [`update rank_bonus set due_at = due_at - 1`]);
  await openDatabase(url);
  await start();
  expect(await found()).toEqual(['rank_bonus k-1']);
});
