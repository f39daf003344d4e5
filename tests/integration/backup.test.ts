import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { account, journal, transfer, user } from '#drizzle/schema';
import { audit } from '~/ledger/audit.server';
import { available, custody } from '~/ledger/chart';
import { post } from '~/ledger/post.server';
import { sealSome } from '~/ledger/seal.server';
import { makeBackup, restoreBackup } from '~/platform/backup.server';
import { now } from '~/platform/clock';
import { closeDatabase, openDatabase, read, write } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { emptyDatabase, onPostgres, useDatabase } from '../support/database';
import { makeUser } from '../support/people';

useDatabase();

const folder = () => join(env().DATA_DIR, 'backups', 'one');

async function deposit(userId: string, ref: string): Promise<void> {
  const legs = [{ debit: custody('BTC'), credit: available(userId), amount: 12_34n }];
  const head = { kind: 'deposit', ref, actor: 'system', effectiveAt: now() } as const;
  const posted = await write((tx) => post(tx, { ...head, legs }));
  if (!posted.ok) throw new Error(posted.error.code);
}

/** Debits and credits of each account as the transfers of these journals make them. */
async function replayed(journals: Set<string>): Promise<Map<string, [bigint, bigint]>> {
  const totals = new Map<string, [bigint, bigint]>();
  const of = (id: string) => totals.get(id) ?? totals.set(id, [0n, 0n]).get(id) ?? [0n, 0n];
  for (const { journalId, debitAccountId, creditAccountId, amount } of await read().select().from(transfer)) {
    if (!journals.has(journalId)) continue;
    of(debitAccountId)[0] += amount;
    of(creditAccountId)[1] += amount;
  }
  return totals;
}

const journalIds = async () => new Set((await read().select({ id: journal.id }).from(journal)).map(({ id }) => id));

/** Opens another database, with nothing in it. */
async function elsewhere(): Promise<void> {
  await closeDatabase();
  await openDatabase(await emptyDatabase());
}

test('a backup made under load is restored elsewhere with the same books', async () => {
  const person = await makeUser({ lastName: 'Ünïcode "quoted" 🙂\n\\' }, { dollars: 100 });
  for (let at = 0; at < 50; at++) await deposit(person.id, `before:${at}`);
  await sealSome();
  const before = await journalIds();

  let working = true;
  const work = async (who: string) => {
    for (let at = 0; working; at++) {
      await deposit(person.id, `${who}:${at}`);
      await new Promise((resume) => setImmediate(resume));
    }
  };
  const workers = ['a', 'b', 'c'].map(work);
  await makeBackup(folder());
  working = false;
  await Promise.all(workers);
  while (await sealSome());
  const after = await journalIds();
  expect(after.size).toBeGreaterThan(before.size);
  const all = await read().select().from(transfer);
  const people = await read().select().from(user);

  await elsewhere();
  await restoreBackup(folder(), { replace: false });
  const restored = await journalIds();
  for (const id of before) expect(restored.has(id)).toBe(true);
  for (const id of restored) expect(after.has(id)).toBe(true);
  // To the row what the original has of the same journals, and the balances that these make.
  const byId = (rows: typeof all) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const kept = all.filter(({ journalId }) => restored.has(journalId));
  expect(byId(await read().select().from(transfer))).toEqual(byId(kept));
  expect(await read().select().from(user)).toEqual(people);
  const totals = await replayed(restored);
  for (const { id, debits, credits } of await read().select().from(account)) {
    expect([debits, credits]).toEqual(totals.get(id) ?? [0n, 0n]);
  }
  expect((await audit()).findings).toEqual([]);
  // It goes on from there, and the books are as append-only as they were.
  await deposit(person.id, 'after');
  await expect(write((tx) => tx.delete(journal))).rejects.toThrow();
  expect((await audit()).findings).toEqual([]);
});

test('uploads in a folder come along', async () => {
  const files = env().STORAGE_URL.slice('file:'.length);
  mkdirSync(files, { recursive: true });
  writeFileSync(join(files, 'a-proof'), 'proof');
  await makeBackup(folder());
  writeFileSync(join(files, 'a-proof'), 'overwritten since');
  await restoreBackup(folder(), { replace: true });
  expect(readdirSync(files)).toEqual(['a-proof']);
  expect(readFileSync(join(files, 'a-proof'), 'utf8')).toBe('proof');
});

test('what is there goes only when that is asked for', async () => {
  const early = await makeUser({}, { dollars: 5 });
  await makeBackup(folder());
  const late = await makeUser({}, { dollars: 5 });
  const there = async () => (await read().select({ id: user.id }).from(user)).map(({ id }) => id).toSorted();
  await expect(restoreBackup(folder(), { replace: false })).rejects.toThrow('There is a database already');
  expect(await there()).toEqual([early.id, late.id].toSorted());
  await restoreBackup(folder(), { replace: true });
  expect(await there()).toEqual([early.id]);
  expect((await audit()).findings).toEqual([]);
});

test('a backup is never written over another, and a damaged one is not restored', async () => {
  await makeUser({}, { dollars: 5 });
  await makeBackup(folder());
  await expect(makeBackup(folder())).rejects.toThrow();
  const file = join(folder(), 'database');
  const bytes = readFileSync(file);
  truncateSync(file, Math.floor(bytes.length / 2));
  await elsewhere();
  await expect(restoreBackup(folder(), { replace: false })).rejects.toThrow();
  // Half of it is not there either.
  writeFileSync(file, bytes);
  await restoreBackup(folder(), { replace: onPostgres });
  expect((await audit()).findings).toEqual([]);
});
