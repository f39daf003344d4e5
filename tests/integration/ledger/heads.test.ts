// On both engines: seals.
/** Heads of the chain of seals stored outside the database: in a file, in the storage, and in a daily mail. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { desc } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { seal } from '#drizzle/schema';
import { checkBooksDaily } from '~/features/money/books/checkBooks.server';
import { audit } from '~/ledger/proof/audit.server';
import { getNewestHead, isInChain, loadStoredHead, recordRestoredHead, storeHead } from '~/ledger/proof/heads.server';
import { sealNextBatch } from '~/ledger/proof/seal.server';
import { DAY, HOUR, MINUTE } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { prepareInstallation } from '~/platform/installation/index.server';
import { clock, useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { mailsPut } from '../../support/people/outbox';
import { makeAdmin, makeUser } from '../../support/people/people';
import { behindTheBack } from './ledger.fixtures';

const bucket = mkdtempSync(join(tmpdir(), 'mirrorbook-heads-'));
afterAll(() => rmSync(bucket, { recursive: true, force: true }));
/** File of the head, whose name starts with that of the installation. */
let stored = '';
const STORED = { STORAGE_URL: `file:${bucket}` };

useDatabase(STORED);

const sealAll = async () => {
  while (await sealNextBatch());
};
const found = async () => (await audit()).findings.map(({ row, detail }) => `${row} ${detail}`);

beforeEach(async () => {
  for (const name of readdirSync(bucket)) rmSync(join(bucket, name));
  await prepareInstallation();
  await makeUser({}, { dollars: 100 });
  await sealAll();
  await storeHead();
  const [name = ''] = readdirSync(bucket);
  expect(name).toMatch(/^[0-9a-f]{8}-newest-head$/);
  stored = join(bucket, name);
});

/** Truncates the chain, with all rows of the removed seals. */
const cut = () =>
  behindTheBack(
    'delete from seal where position > 20',
    'delete from row_version where id not in (select row_version_id from seal where row_version_id is not null)',
  );

test('a chain that was cut on a machine whose folder is lost is named by the head in the storage, and not continued', async () => {
  const head = getNewestHead();
  expect(head?.position).toBeGreaterThan(20);
  await cut();
  // Simulates another machine, or this one after the loss of its folder.
  testEnv(STORED);
  expect(getNewestHead()).toBeNull();
  expect(await found()).toContainEqual(expect.stringMatching(`seal ${head?.position} is gone: .* from the storage`));
  await loadStoredHead();
  expect(getNewestHead()).toEqual(head);
  await makeUser();
  await expect(sealNextBatch()).rejects.toThrow('ends before its head');
  // The stored head does not change.
  clock.advance(HOUR);
  await storeHead();
  expect(JSON.parse(readFileSync(stored, 'utf8'))).toMatchObject({ position: head?.position });
});

test('the audit says which head it compared with, and its source', async () => {
  const at = getNewestHead()?.position;
  expect((await audit()).head).toMatch(new RegExp(`^head ${at}, noted at .* from heads.log of DATA_DIR$`));
  testEnv(STORED);
  expect((await audit()).head).toMatch(new RegExp(`^head ${at}, noted at .* from the storage$`));
  testEnv({ STORAGE_URL: 's3://heads?endpoint=http://127.0.0.1:1' });
  expect((await audit()).head).toBe('no head was kept yet; the storage could not be reached');
});

test('the newer one counts: a later head of this machine, and the end that a restore went back to', async () => {
  const first = readFileSync(stored, 'utf8');
  clock.advance(2 * MINUTE);
  await makeUser();
  await sealAll();
  await storeHead();
  expect(JSON.parse(readFileSync(stored, 'utf8')).position).toBe(getNewestHead()?.position);
  expect((await audit()).findings).toEqual([]);
  // An older head in the storage does not replace a newer one.
  writeFileSync(stored, first);
  expect((await audit()).head).toContain(`head ${getNewestHead()?.position},`);
  await loadStoredHead();
  expect((await audit()).findings).toEqual([]);
  clock.advance(MINUTE);
  await cut();
  await recordRestoredHead();
  expect(getNewestHead()?.position).toBe(20);
  expect((await found()).filter((line) => line.startsWith('seal '))).toEqual([]);
});

test('a head in the storage that the product did not write is ignored', async () => {
  const forged = { ...JSON.parse(readFileSync(stored, 'utf8')), position: 1, at: clock.machine.getTime() + DAY };
  for (const text of [JSON.stringify(forged), 'no head', '']) {
    writeFileSync(stored, text);
    testEnv(STORED);
    await loadStoredHead();
    expect(getNewestHead()).toBeNull();
    expect((await audit()).head).toBe('no head was kept yet');
  }
});

test('administrators get one mail a day with the head and the last result, where mails leave the machine', async () => {
  const [ada, bea] = [await makeAdmin(), await makeAdmin()];
  const mails = () => mailsPut('books-daily');
  await sealAll();
  await checkBooksDaily();
  expect(await mails()).toEqual([]);

  clock.advance(DAY);
  testEnv({ ...STORED, SMTP_URL: 'smtp://127.0.0.1:1', DATA_DIR: env().DATA_DIR });
  await checkBooksDaily();
  await checkBooksDaily();
  const sent = await mails();
  expect(sent.map(({ recipient }) => recipient).sort()).toEqual([ada.email, bea.email].sort());
  const [, position = '', hash = ''] = /--head (\d+):(\S+) compares/.exec(sent[0]?.text ?? '') ?? [];
  const [last] = await read().select().from(seal).orderBy(desc(seal.position)).limit(1);
  expect(Number(position)).toBeLessThanOrEqual(last?.position ?? 0);
  expect(await isInChain(read(), { position: Number(position), hash })).toBe(true);
  expect(await isInChain(read(), { position: Number(position), hash: `${hash}x` })).toBe(false);
  expect(sent[0]?.text).toMatch(/of \d+ journal entries found no problems/);

  await behindTheBack(`update "user" set phone = '2'`);
  clock.advance(DAY);
  await checkBooksDaily();
  expect(await mails()).toHaveLength(4);
  expect((await mails()).at(-1)?.text).toMatch(/found 1 problem/);
});
