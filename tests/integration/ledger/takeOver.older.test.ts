// On both engines: migrations and seals.
/** Installations made before rows had versions: their migrations alone, with rows in them, and then today's code. */
import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { event, rowVersion, seal } from '#drizzle/schema';
import { audit } from '~/ledger/proof/audit.server';
import { sealSome } from '~/ledger/proof/seal.server';
import { checkSealKeys } from '~/ledger/proof/sealKeys.server';
import { takeOverInstallation } from '~/ledger/proof/takeOver.server';
import { closeDatabase, migrate, openDatabase, read } from '~/platform/db/index.server';
import { settleInstallation } from '~/platform/installation/index.server';
import { ensureCatalogue } from '~/seed/catalogue.server';
import { emptyDatabase, onPostgres, useDatabase } from '../../support/database';
import { SEAL_SECRET, testEnv } from '../../support/environment';
import { migratedTo, migrationsBefore, runStatements } from '../../support/olderDatabase';

useDatabase();

const ENGINE = onPostgres ? 'postgres' : 'sqlite';
const LAST = migrationsBefore(ENGINE, 'sealed_rows');
const AT = Date.parse('2026-01-05T10:00:00Z');

/** How a journal was sealed then. */
function sealOf(previous: string, parts: (string | number | null)[]): string {
  const text = [previous, ...parts]
    .map((part) => (part === null ? '-:' : `${Buffer.byteLength(String(part))}:${part}`))
    .join('');
  return createHmac('sha256', SEAL_SECRET).update(text).digest('hex');
}

/** Three deposits of $10, $20 and $30; the last was posted a moment before the server stopped and has no seal. */
function* oldInstallation(): Generator<string> {
  yield `insert into installation (id, mode, created_at) values ('installation', 'paper', ${AT})`;
  yield `insert into administrator (id, name, email, password_hash, created_at) values ('ada', 'Ada', 'ada@example.com', 'x', ${AT})`;
  yield `insert into "user" (id, first_name, last_name, username, username_key, email, phone, password_hash, password_changed_at,
      email_verified_at, created_at) values ('ann', 'Ann', 'Lee', 'Ann', 'ann', 'ann@example.com', '1', 'x', ${AT}, ${AT}, ${AT})`;
  yield `insert into setting (key, value) values ('referral-bonus-bps', 450)`;
  yield `insert into account (id, code, owner_id, normal_side, floored, debits, credits, version) values
      ('a-1', 'custody:BTC', null, 'debit', false, 6000, 0, 3), ('a-2', 'available:ann', 'ann', 'credit', true, 0, 6000, 3)`;
  let previous = '0'.repeat(64);
  let balance = 0;
  for (const [at, amount] of [1000, 2000, 3000].entries()) {
    const n = at + 1;
    const time = AT + n;
    balance += amount;
    yield `insert into deposit (id, user_id, method, amount, received, status, created_at, decided_at)
      values ('d-${n}', 'ann', 'BTC', ${amount}, ${amount}, 'approved', ${AT}, ${time})`;
    yield `insert into event (id, thing, thing_id, event, from_state, to_state, actor_kind, actor_id, user_id, details, at)
      values ('e-${n}', 'deposit', 'd-${n}', 'approve', 'pending', 'approved', 'admin', 'ada', 'ann', '{"received": "$1.00", "a": "b"}', ${time})`;
    yield `insert into journal (id, kind, business_ref, actor, effective_at, recorded_at)
      values ('j-${n}', 'deposit', 'd-${n}', 'admin:ada', ${time}, ${time})`;
    yield `insert into transfer (id, journal_id, leg, debit_account_id, credit_account_id, amount, debit_balance, credit_balance,
      debit_version, credit_version) values ('t-${n}', 'j-${n}', 0, 'a-1', 'a-2', ${amount}, ${balance}, ${balance}, ${n}, ${n})`;
    if (n === 3) continue;
    const head = [`j-${n}`, 'deposit', `d-${n}`, 'admin:ada', null, null, null, time, time, 1];
    const leg = [`t-${n}`, 0, 'custody:BTC', 'available:ann', amount, balance, balance, n, n];
    const hash = sealOf(previous, [...head, ...leg]);
    yield `insert into seal (position, journal_id, previous_hash, hash) values (${n}, 'j-${n}', '${previous}', '${hash}')`;
    previous = hash;
  }
}

/** Opens an old installation with today's code. */
async function upgrade(altered: string[] = []): Promise<void> {
  await closeDatabase();
  const url = await emptyDatabase();
  await runStatements(url, migratedTo(ENGINE, LAST));
  await runStatements(url, oldInstallation());
  await runStatements(url, altered);
  await openDatabase(url);
  await migrate();
  await start();
}

async function start(): Promise<void> {
  await settleInstallation();
  await takeOverInstallation();
  await checkSealKeys();
  await ensureCatalogue();
  while (await sealSome());
}

test('an old installation is taken over: its seals verify, each row has a version, and nothing is found', async () => {
  await upgrade();
  expect((await audit()).findings).toEqual([]);
  const of = async (thing: string) =>
    (await read().select().from(rowVersion).where(eq(rowVersion.thing, thing))).map(({ rowKey }) => rowKey).sort();
  expect(await of('deposit')).toEqual(['d-1', 'd-2', 'd-3']);
  expect(await of('user')).toEqual(['ann']);
  expect(await of('administrator')).toEqual(['ada']);
  expect(await of('event')).toEqual(expect.arrayContaining(['e-1', 'e-2', 'e-3']));
  expect(await of('setting')).toContain('referral-bonus-bps');
  const sealed = await read().select({ id: seal.journalId }).from(seal);
  expect(sealed.map(({ id }) => id)).toEqual(expect.arrayContaining(['j-1', 'j-2', 'j-3']));
  const [taken] = await read().select().from(event).where(eq(event.event, 'take-over'));
  expect(taken?.details).toMatchObject({ findings: '0' });
  const versions = (await read().select().from(rowVersion)).length;
  await start();
  expect(await read().select().from(rowVersion)).toHaveLength(versions);
});

test('what had been altered under its seal stays a finding', async () => {
  const off = onPostgres ? 'drop trigger transfer_append_only on transfer' : 'drop trigger transfer_no_update';
  await upgrade([off, `update transfer set amount = 999 where id = 't-1'`]);
  const [taken] = await read().select().from(event).where(eq(event.event, 'take-over'));
  expect(taken?.details).toMatchObject({ findings: '1' });
  const found = (await audit()).findings.map(({ invariant, row }) => `${invariant}: ${row}`);
  expect(found).toContain('the seals have no gap and verify: journal j-1');
});

test('one of which no seal verifies with the secret that is given is not taken over', async () => {
  testEnv({ SEAL_SECRET: 'not the secret that these books were sealed with' });
  await expect(upgrade()).rejects.toThrow('SEAL_SECRET is not the one these books were sealed with');
  expect(await read().select().from(rowVersion)).toEqual([]);
});
