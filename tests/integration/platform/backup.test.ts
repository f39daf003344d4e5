// On both engines: backups.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { count } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { account, installation, journal, transfer, user } from '#drizzle/schema';
import { describeUnfinishedRestore, makeBackup, restoreBackup } from '~/backups/index.server';
import { availableAccount, custody } from '~/ledger/chartOfAccounts';
import { audit } from '~/ledger/proof/audit.server';
import { sealNextBatch } from '~/ledger/proof/seal.server';
import { now } from '~/platform/clock';
import { closeDatabase, openDatabase, read, write } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { newId } from '~/platform/ids';
import { prepareInstallation } from '~/platform/installation/index.server';
import { describeFullDisk } from '~/platform/installation/startFault';
import { databaseUrl, emptyDatabase, useDatabase } from '../../support/database';
import { heldOnSqlite } from '../../support/onBothEngines';
import { postAct } from '../../support/people/announcedEntries';
import { makeUser } from '../../support/people/people';
import { command } from '../../support/servers/command';

useDatabase();
beforeEach(prepareInstallation);

const folder = () => join(env().DATA_DIR, 'backups', 'one');

async function deposit(userId: string, ref: string): Promise<void> {
  const legs = [{ debit: custody('BTC'), credit: availableAccount(userId), amount: 12_34n }];
  const head = { kind: 'deposit', ref, actor: 'system', effectiveAt: now() } as const;
  await write((tx) => postAct(tx, { ...head, legs }));
}

/** Sums of debits and credits per account over the transfers of these journals. */
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

/** Opens another, empty database. */
async function elsewhere(): Promise<void> {
  await closeDatabase();
  await openDatabase(await emptyDatabase());
}

test('a backup made under load is restored elsewhere with the same books', async () => {
  const person = await makeUser({ lastName: 'Ünïcode "quoted" 🙂\n\\' }, { dollars: 100 });
  for (let at = 0; at < 50; at++) await deposit(person.id, `before:${at}`);
  await sealNextBatch();
  const before = await journalIds();

  let working = true;
  const work = async (who: string) => {
    for (let at = 0; working; at++) {
      await deposit(person.id, `${who}:${at}`);
      await new Promise((resume) => setImmediate(resume));
    }
  };
  const workers = ['a', 'b', 'c'].map(work);
  const made = await makeBackup(folder());
  working = false;
  await Promise.all(workers);
  while (await sealNextBatch());
  const after = await journalIds();
  expect(after.size).toBeGreaterThan(before.size);
  const all = await read().select().from(transfer);
  const people = await read().select().from(user);

  await elsewhere();
  await restoreBackup(folder(), { replace: false });
  const restored = await journalIds();
  expect(made.rows).toMatchObject({ journal: restored.size, user: people.length });
  for (const id of before) expect(restored.has(id)).toBe(true);
  for (const id of restored) expect(after.has(id)).toBe(true);
  // The rows equal those of the original for the same journals, and the balances equal their sums.
  const byId = (rows: typeof all) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const stored = all.filter(({ journalId }) => restored.has(journalId));
  expect(byId(await read().select().from(transfer))).toEqual(byId(stored));
  expect(await read().select().from(user)).toEqual(people);
  const totals = await replayed(restored);
  for (const { id, debits, credits } of await read().select().from(account)) {
    expect([debits, credits]).toEqual(totals.get(id) ?? [0n, 0n]);
  }
  expect((await audit()).findings).toEqual([]);
  // The restored installation continues, and its ledger tables are still append-only.
  await deposit(person.id, 'after');
  await expect(write((tx) => tx.delete(journal))).rejects.toThrow();
  expect((await audit()).findings).toEqual([]);
});

heldOnSqlite('uploads in a folder come along', async () => {
  const files = env().STORAGE_URL.slice('file:'.length);
  mkdirSync(files, { recursive: true });
  const [proof, head] = [newId(), 'cafe0123-newest-head'];
  const fill = (text: string) => {
    for (const name of [proof, head]) writeFileSync(join(files, name), text);
  };
  const found = () => [proof, head].map((name) => readFileSync(join(files, name), 'utf8'));
  fill('of the backup');
  await makeBackup(folder());
  fill('of since');
  await restoreBackup(folder(), { replace: true });
  // The newest head in a shared folder is not replaced by an older one.
  expect(found()).toEqual(['of the backup', 'of since']);
});

test('existing data is deleted only on request', async () => {
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

heldOnSqlite('a backup is never written over another, and a damaged one is not restored', async () => {
  await makeUser({}, { dollars: 5 });
  await makeBackup(folder());
  await expect(makeBackup(folder())).rejects.toThrow('already exists');
  const file = join(folder(), 'database.jsonl.gz');
  const bytes = readFileSync(file);
  truncateSync(file, Math.floor(bytes.length / 2));
  await elsewhere();
  await expect(restoreBackup(folder(), { replace: false })).rejects.toThrow();
  // A partial restore is not left behind either.
  writeFileSync(file, bytes);
  await restoreBackup(folder(), { replace: false });
  expect((await audit()).findings).toEqual([]);
});

heldOnSqlite(
  'a backup that was changed, or has lost its list or uploads, is told before anything is touched',
  async () => {
    const files = env().STORAGE_URL.slice('file:'.length);
    mkdirSync(files, { recursive: true });
    writeFileSync(join(files, 'a-proof'), 'proof');
    await makeBackup(folder());
    const late = await makeUser();
    const file = join(folder(), 'database.jsonl.gz');
    const refusal = async () => await restoreBackup(folder(), { replace: true }).catch(({ message }) => message);

    truncateSync(join(folder(), 'files', 'a-proof'), 2);
    expect(await refusal()).toMatch('Uploads of this backup are missing: bytes 2 instead of 5');
    writeFileSync(join(folder(), 'files', 'a-proof'), 'proof');

    const bytes = readFileSync(file);
    writeFileSync(file, Buffer.concat([bytes, Buffer.from([0])]));
    expect(await refusal()).toMatch('was altered after');
    writeFileSync(file, 'nothing of ours');
    expect(await refusal()).toMatch('is not a backup of Mirrorbook');
    writeFileSync(file, bytes);

    const list = readFileSync(join(folder(), 'backup.json'), 'utf8');
    writeFileSync(join(folder(), 'backup.json'), list.replace(/"user": \d+/, '"user": 7'));
    expect(await refusal()).toMatch('user 0 instead of 7');
    writeFileSync(join(folder(), 'backup.json'), list);
    expect(await restoreBackup(join(folder(), 'files'), { replace: true }).catch(({ message }) => message)).toMatch(
      'is not a backup',
    );
    expect(await read().select({ id: user.id }).from(user)).toEqual([{ id: late.id }]);
    await restoreBackup(folder(), { replace: true });
    expect(await read().select({ id: user.id }).from(user)).toEqual([]);
  },
);

heldOnSqlite('a backup of live mode is not restored into paper mode', async () => {
  await write((tx) => tx.update(installation).set({ mode: 'live' }));
  await makeBackup(folder());
  await expect(restoreBackup(folder(), { replace: true })).rejects.toThrow('live mode, and this one is in paper mode');
});

test('while another process works with the database it is backed up, but not restored', async () => {
  const person = await makeUser({}, { dollars: 5 });
  // The first sealing records its start, which the next one seals.
  for (let turn = 0; turn < 2; turn++) await sealNextBatch();
  const made = command('backup', [folder()]);
  expect(made).toMatchObject({ status: 0, output: expect.stringMatching(/\b1 {2}user\n/) });
  expect(readdirSync(folder()).toSorted()).toEqual(['backup.json', 'database.jsonl.gz']);
  for (const name of ['', 'backup.json', 'database.jsonl.gz'])
    expect(statSync(join(folder(), name)).mode & 0o077).toBe(0);
  const late = await makeUser();
  const refused = command('restore', [folder(), '--replace']);
  expect(refused).toMatchObject({ status: 1, output: expect.stringContaining('Stop the server first') });
  expect(await read().select({ n: count() }).from(user)).toEqual([{ n: 2 }]);
  expect(late.id).not.toBe(person.id);

  const url = databaseUrl();
  await closeDatabase();
  const restored = command('restore', [folder(), '--replace']);
  expect(restored).toMatchObject({ status: 0, output: expect.stringContaining('nothing is off') });
  await openDatabase(url);
  expect(await read().select({ id: user.id }).from(user)).toEqual([{ id: person.id }]);
});

test('a full disk is reported, and leaves neither half a backup nor another database', async () => {
  const person = await makeUser({}, { dollars: 5 });
  const full = { NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, '../../fault/fullDisk.mjs'))}` };
  const words = (where: string) => `The disk of ${where} is full. Make room on it, and run this again.`;
  const backup = command('backup', [folder()], full);
  expect(backup).toEqual({ status: 1, output: `Nothing was backed up: ${words(folder())}\n` });
  expect([existsSync(folder()), readdirSync(join(folder(), '..'))]).toEqual([false, []]);
  await makeBackup(folder());
  expect(describeFullDisk({ code: '53100' }, 'PostgreSQL')).toBe(words('PostgreSQL'));
  const url = databaseUrl();
  // The test can't fill PostgreSQL's disk.
  if (!url.startsWith('file:')) return;
  await closeDatabase();
  const restore = command('restore', [folder(), '--replace'], full);
  expect(restore).toEqual({ status: 1, output: `Nothing was restored: ${words('DATA_DIR or of the database')}\n` });
  await openDatabase(url);
  expect(await read().select({ id: user.id }).from(user)).toEqual([{ id: person.id }]);
  expect(describeUnfinishedRestore()).toBeNull();
});

test('without an installation, nothing is backed up or audited, and nothing is created', async () => {
  const elsewhere = join(env().DATA_DIR, 'wrong', 'place');
  const nowhere = { DATA_DIR: elsewhere, SESSION_SECRET: '', SEAL_SECRET: '' };
  for (const [script, status] of [
    ['backup', 1],
    ['audit', 2],
    ['clock', 1],
  ] as const) {
    const ran = command(script, script === 'clock' ? ['+1d'] : [], nowhere);
    expect(ran).toMatchObject({ status, output: expect.stringContaining(`There is no installation in ${elsewhere}`) });
  }
  expect(existsSync(join(env().DATA_DIR, 'wrong'))).toBe(false);
  // The secrets are in the environment here, so the database reports that there is no installation.
  const empty = { DATA_DIR: elsewhere, DATABASE_URL: await emptyDatabase() };
  expect(command('backup', [], empty)).toMatchObject({
    status: 1,
    output: expect.stringContaining('There is no installation'),
  });
  expect(existsSync(join(elsewhere, 'backups'))).toBe(false);
});
