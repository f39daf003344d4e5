// On both engines: seals.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { asc, eq, isNull } from 'drizzle-orm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { installation, job, journal, rowVersion, seal, setting } from '#drizzle/schema';
import { availableAccount, custody } from '~/ledger/chartOfAccounts';
import { findTransfers, journalMacColumns, journalParts } from '~/ledger/posting/journalMac.server';
import {
  describeComparedHead,
  findNewestReachableHead,
  findUnreachedHead,
  getNewestHead,
  loadStoredHead,
  recordHead,
  recordRestoredHead,
  storeHead,
} from '~/ledger/proof/heads.server';
import { findAllAlteredRows, findAllMissingRows } from '~/ledger/proof/rowAudit.server';
import { SEAL_JOB, sealNextBatch, verifySeals } from '~/ledger/proof/seal.server';
import { findUnsealedJournals, findUnsealedVersions } from '~/ledger/proof/unsealed.server';
import { DAY, HOUR, MINUTE, SECOND } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { newId } from '~/platform/ids';
import { prepareInstallation } from '~/platform/installation/index.server';
import { log } from '~/platform/log/index.server';
import { isMacValid } from '~/platform/mac';
import { forgetSingleton } from '~/platform/singleton';
import { getStorage } from '~/platform/storage/index.server';
import { clock, onPostgres, useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { makeUser } from '../../support/people/people';
import { behindTheBack, move } from './ledger.fixtures';

/* Seals, heads and comparisons, tested one by one. `ledger.audit.test.ts` tests the whole audit. */
const sealAll = async () => {
  while (await sealNextBatch());
};

useDatabase({}, async () => {
  await prepareInstallation();
  await makeUser({ id: 'ann' }, { dollars: 100 });
  await sealAll();
});

const seals = () => read().select().from(seal).orderBy(asc(seal.position));
const details = async () => (await verifySeals()).broken.map(({ row, detail }) => `${row}: ${detail}`);
const credit = (ref: string) =>
  move('deposit', ref, { debit: custody('BTC'), credit: availableAccount('ann'), amount: 1_00n });
const journalIds = async () =>
  (await read().select({ id: journal.id }).from(journal).orderBy(asc(journal.id))).map(({ id }) => id);
/** Adds rows of settings, each with its version. */
const addSettings = (count: number, name = 'many') =>
  write((tx) =>
    tx.insert(setting).values(Array.from({ length: count }, (_, n) => ({ key: `${name}-${n}`, value: n }))),
  );
const no = onPostgres ? 'false' : '0';

describe('the seals', () => {
  test('cover the version of the installation’s row that starts their chain', async () => {
    const left = await read()
      .select({ thing: rowVersion.thing, row: rowVersion.rowKey })
      .from(rowVersion)
      .leftJoin(seal, eq(seal.rowVersionId, rowVersion.id))
      .where(isNull(seal.position));
    expect(left).toEqual([]);
  });

  test('verify from the start, and from any of them on', async () => {
    await addSettings(230);
    await sealAll();
    const all = await seals();
    const last = all.at(-1);
    expect(all.length).toBeGreaterThan(200);
    expect(all.map(({ position }) => position)).toEqual(all.map((_, n) => n + 1));
    expect(all[0]?.previousHash).toBe('0'.repeat(64));
    const end = { broken: [], last: { position: last?.position, hash: last?.hash } };
    expect(await verifySeals()).toEqual(end);
    const { position, hash } = all[99] as (typeof all)[number];
    expect(await verifySeals({ position, hash })).toEqual(end);
    const { broken } = await verifySeals({ position, hash: 'other' });
    expect(broken.map(({ detail }) => detail)).toEqual(['seal 101 does not chain']);
    const [made] = await read().select().from(installation);
    expect(made?.chainBegunAt).toEqual(clock.machine);
  });

  test('cover their position, the previous seal, and the entity with its own MAC', async () => {
    await credit('sealed here');
    await sealAll();
    const all = await seals();
    const codes = new Map(
      [
        ...(await read().select({ id: journal.id, mac: journal.mac }).from(journal)),
        ...(await read().select({ id: rowVersion.id, mac: rowVersion.mac }).from(rowVersion)),
      ].map(({ id, mac }) => [id, mac]),
    );
    for (const { position, previousHash, hash, journalId, rowVersionId } of all) {
      const [thing, id] = journalId ? ['journal', journalId] : ['row version', rowVersionId ?? ''];
      const parts = [String(position), previousHash, thing, id, codes.get(id) ?? ''];
      expect(isMacValid(hash, 'seal', parts)).toBe(true);
    }
  });

  test('report the fault of each', async () => {
    const all = await seals();
    const ofJournal = all.find(({ journalId }) => journalId !== null);
    const ofVersion = all.find(({ rowVersionId, position }) => rowVersionId !== null && position > 1);
    const [j, v] = [ofJournal?.position ?? 0, ofVersion?.position ?? 0];
    const [journalRow, versionRow] = [`journal ${ofJournal?.journalId}`, `row version ${ofVersion?.rowVersionId}`];
    const undone = async (statement: string, undo: string, expected: (string | RegExp)[]) => {
      await behindTheBack(statement);
      const found = await details();
      for (const each of expected) expect(found).toContainEqual(expect.stringMatching(each));
      const named = new Set(found.map((line) => line.split(':')[0]));
      await behindTheBack(undo);
      expect(await details()).toEqual([]);
      return named;
    };
    const set = (table: string, change: string, where: string) => `update "${table}" set ${change} where ${where}`;
    const only = (row: string) => new Set([row]);
    const ref = set('journal', `business_ref = business_ref || 'x'`, `id = '${ofJournal?.journalId}'`);
    const back = ref.replace(`business_ref || 'x'`, 'substr(business_ref, 1, length(business_ref) - 1)');
    const altered = `^${journalRow}: seal ${j} does not verify: deposit .*x was altered$`;
    expect(await undone(ref, back, [altered])).toEqual(only(journalRow));
    const leg = (by: string) => set('transfer', `amount = amount ${by} 1`, `journal_id = '${ofJournal?.journalId}'`);
    expect(await undone(leg('+'), leg('-'), [`seal ${j} does not verify`])).toEqual(only(journalRow));
    const version = (by: string) =>
      set('row_version', `version = version ${by} 50`, `id = '${ofVersion?.rowVersionId}'`);
    const message = `^${versionRow}: seal ${v} does not verify: version 5\\d of \\w+ .* was altered$`;
    expect(await undone(version('+'), version('-'), [message])).toEqual(only(versionRow));
    const hash = (position: number, value?: string) => set('seal', `hash = '${value}'`, `position = ${position}`);
    const [forged] = all.filter(({ position }) => position === j);
    await undone(hash(j, 'x'), hash(j, forged?.hash), [altered.replace('.*x', '.*'), `seal ${j + 1} does not chain`]);
    const two = (id: string | null) => set('seal', `row_version_id = ${id ? `'${id}'` : 'null'}`, `position = ${j}`);
    await undone(two(newId()), two(null), [`^${journalRow}: seal ${j} is for two things$`]);
    const other = (id?: string | null) => set('seal', `journal_id = '${id}'`, `position = ${j}`);
    await undone(other('gone'), other(ofJournal?.journalId), [
      `^journal gone: seal ${j} is for a journal that is gone$`,
    ]);
    const another = (id?: string | null) => set('seal', `row_version_id = '${id}'`, `position = ${v}`);
    const missing = `^row version gone: seal ${v} is for a version of a row that is gone$`;
    await undone(another('gone'), another(ofVersion?.rowVersionId), [missing]);
    const place = (from: number, to: number) => set('seal', `position = ${to}`, `position = ${from}`);
    const end = all.length;
    await undone(place(end, end + 5), place(end + 5, end), [`seal ${end + 5} follows seal ${end - 1}`]);
  });

  test('cover only what the product wrote, past any number of foreign rows', async () => {
    await credit('second');
    const [genuine] = await read().select().from(journal).where(eq(journal.businessRef, 'second'));
    const earlier = (genuine?.recordedAt.getTime() ?? 0) - SECOND;
    const at = clock.machine.getTime();
    const values = Array.from(
      { length: 150 },
      (_, n) => `('j${n}', 'deposit', 'forged-${n}', 'system', 1, ${earlier}, '${n % 2 ? 'x.y' : ''}')`,
    );
    const versions = Array.from(
      { length: 150 },
      () => `('${newId()}', 'setting', '${newId()}', 1, ${no}, 'd', 'x.y', ${at})`,
    );
    await behindTheBack(
      `insert into journal (id, kind, business_ref, actor, effective_at, recorded_at, mac) values ${values.join(', ')}`,
      `insert into row_version (id, thing, row_key, version, deleted, digest, mac, at) values ${versions.join(', ')}`,
    );
    await addSettings(1);
    const before = (await seals()).length;
    await sealAll();
    const made = (await seals()).slice(before);
    const genuineVersions = await read().select().from(rowVersion).where(eq(rowVersion.rowKey, 'many-0'));
    expect(made.map(({ journalId }) => journalId).filter(Boolean)).toEqual([genuine?.id]);
    expect(made.map(({ rowVersionId }) => rowVersionId)).toContain(genuineVersions[0]?.id);
    expect(await verifySeals()).toMatchObject({ broken: [] });
    expect(await findUnsealedJournals()).toHaveLength(150);
    expect(await findUnsealedVersions()).toHaveLength(150);
    expect((await findUnsealedJournals())[0]?.detail).toMatch(/^deposit forged-\d+ was not posted by the product$/);
    expect((await findUnsealedVersions())[0]?.detail).toMatch(
      /^version 1 of setting \S+ was not written by the product$/,
    );
  });

  test('are created a hundred of a kind at a time, the oldest first', async () => {
    expect(await sealNextBatch()).toBe(false);
    await addSettings(100);
    const before = (await seals()).length;
    expect(await sealNextBatch()).toBe(true);
    expect(await seals()).toHaveLength(before + 100);
    expect(await sealNextBatch()).toBe(false);
    await addSettings(99, 'fewer');
    expect(await sealNextBatch()).toBe(false);
    expect(await seals()).toHaveLength(before + 199);
    const made = (await seals()).map(({ rowVersionId }) => rowVersionId).filter((id) => id !== null);
    expect(made).toEqual([...made].sort());
    for (const ref of ['b', 'a']) {
      await credit(ref);
      clock.advance(SECOND);
    }
    await sealAll();
    const order = async () => (await seals()).map(({ journalId }) => journalId).filter((id) => id !== null);
    const [b, a] = (await journalIds()).slice(-2);
    expect((await order()).slice(-2)).toEqual([b, a]);
    for (let n = 0; n < 101; n++) await credit(`many-${n}`);
    const many = (await journalIds()).slice(-101);
    expect(await sealNextBatch()).toBe(true);
    expect((await order()).slice(-100)).toEqual(many.slice(0, 100));
    expect(await sealNextBatch()).toBe(false);
    expect((await order()).slice(-101)).toEqual(many);
  });

  test('cover rows posted after the clock was set back', async () => {
    clock.advance(3 * HOUR);
    await credit('ahead');
    await sealAll();
    clock.advance(-3 * HOUR);
    await credit('back');
    await sealAll();
    expect((await seals()).map(({ journalId }) => journalId)).toContain((await journalIds()).at(-1));
  });

  test('are not recorded again while there is nothing to seal', async () => {
    await sealAll();
    const before = getNewestHead();
    clock.advance(HOUR);
    expect(await sealNextBatch()).toBe(false);
    expect(getNewestHead()).toBe(before);
  });

  test('are searched for in the last hour every two minutes, and once a day in all', async () => {
    await credit('old');
    await sealAll();
    clock.advance(2 * HOUR);
    await credit('recent');
    clock.advance(5 * MINUTE);
    await credit('newest');
    await sealAll();
    const [old = '', recent = ''] = (await journalIds()).slice(-3);
    await behindTheBack(`delete from seal where journal_id in ('${old}', '${recent}')`);
    const made = async () => {
      await sealAll();
      const ids = (await seals()).map(({ journalId }) => journalId);
      return [ids.includes(old), ids.includes(recent)];
    };
    clock.advance(2 * MINUTE - 1);
    expect(await made()).toEqual([false, false]);
    clock.advance(1);
    expect(await made()).toEqual([false, true]);
    clock.advance(DAY - 2 * HOUR - 7 * MINUTE - 1);
    expect(await made()).toEqual([false, true]);
    clock.advance(1);
    expect(await made()).toEqual([true, true]);
  });

  test.each([
    ['just under a minute', MINUTE - SECOND, 0],
    ['over a minute', MINUTE + SECOND, 2 * MINUTE],
    ['just under an hour', HOUR - MINUTE, 2 * MINUTE],
    ['over an hour', HOUR + MINUTE, DAY],
  ])('of a version created %s before the newest one exist: %s, %s', async (_, ahead, within) => {
    await addSettings(1);
    await sealAll();
    const [version] = await read().select().from(rowVersion).where(eq(rowVersion.rowKey, 'many-0'));
    const id = version?.id ?? '';
    // IDs start with the time of their creation.
    const time = (Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) + ahead).toString(16).padStart(12, '0');
    const newest = `${time.slice(0, 8)}-${time.slice(8)}${id.slice(13)}`;
    await behindTheBack(
      `delete from seal where row_version_id = '${id}'`,
      `insert into seal (position, row_version_id, previous_hash, hash) values (900, '${newest}', 'x', 'x')`,
    );
    const isMade = async () => {
      await sealAll();
      return (await seals()).some(({ rowVersionId }) => rowVersionId === id);
    };
    if (within > 0) {
      clock.advance(within - 1);
      expect(await isMade()).toBe(false);
      clock.advance(1);
    }
    expect(await isMade()).toBe(true);
  });

  test('are not created over a chain that was cut, nor started twice', async () => {
    const logged = vi.spyOn(log(), 'error');
    await addSettings(1);
    await behindTheBack('delete from seal where position > 3');
    await expect(sealNextBatch()).rejects.toThrow('The chain of seals ends before its head');
    await behindTheBack('delete from seal');
    await expect(sealNextBatch()).rejects.toThrow('The chain of seals ends before its head');
    rmSync(join(env().DATA_DIR, 'heads.log'), { force: true });
    testEnv();
    await expect(sealNextBatch()).rejects.toThrow('The chain of seals is missing');
    expect(logged.mock.calls.map(([fields]) => fields)).toEqual([{ begunAt: expect.any(String) }]);
  });
});

describe('the head of the seals', () => {
  const file = () => join(env().DATA_DIR, 'heads.log');
  const lines = () => readFileSync(file(), 'utf8').trimEnd().split('\n');
  const noted = (position: number, always = false) => recordHead({ position, hash: `h${position}` }, always);

  test('is written at most once a minute, or always after a restore', () => {
    const before = lines().length;
    clock.advance(MINUTE);
    noted(50);
    expect(getNewestHead()).toEqual({ position: 50, hash: 'h50', at: clock.machine.getTime() });
    clock.advance(MINUTE - 1);
    noted(51);
    recordHead({ position: 51, hash: 'h51' });
    expect(getNewestHead()?.position).toBe(50);
    noted(52, true);
    expect(getNewestHead()?.position).toBe(52);
    clock.advance(MINUTE);
    noted(53);
    expect(getNewestHead()?.position).toBe(53);
    clock.advance(-MINUTE);
    noted(54);
    expect([getNewestHead()?.position, lines().length]).toEqual([54, before + 4]);
    if (process.platform !== 'win32') expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  test('is the last line that the product wrote', () => {
    noted(60, true);
    const good = readFileSync(file(), 'utf8');
    const forged = { ...JSON.parse(lines().at(-1) ?? ''), position: 99 };
    const readAnew = (text: string) => {
      writeFileSync(file(), text);
      forgetSingleton(`heads ${env().DATA_DIR}`);
      return getNewestHead()?.position ?? null;
    };
    expect(readAnew(`${good}${JSON.stringify(forged)}\nnothing\n`)).toBe(60);
    expect(readAnew('nothing\n')).toBeNull();
    expect(readAnew('')).toBeNull();
    rmSync(file());
    forgetSingleton(`heads ${env().DATA_DIR}`);
    expect(getNewestHead()).toBeNull();
    mkdirSync(file());
    forgetSingleton(`heads ${env().DATA_DIR}`);
    expect(() => getNewestHead()).toThrow('EISDIR');
  });

  test('has its newest thousand lines when the file grows long', () => {
    const line = lines()[0] ?? '';
    const many = Math.ceil((1024 * 1024) / (line.length + 1));
    writeFileSync(file(), `${line}\n`.repeat(many));
    noted(70, true);
    expect(lines()).toHaveLength(1_000);
    expect(JSON.parse(lines().at(-1) ?? '')).toMatchObject({ position: 70 });
    noted(71, true);
    expect(lines()).toHaveLength(1_001);
    if (process.platform !== 'win32') expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  test('is stored once, and the newer of two counts', async () => {
    await storeHead();
    const stored = async () => (await findNewestReachableHead()).head?.position;
    const first = getNewestHead();
    clock.advance(MINUTE);
    noted(80);
    expect(await findNewestReachableHead()).toEqual({ head: getNewestHead(), place: 'heads.log', unreached: false });
    await storeHead();
    rmSync(file());
    forgetSingleton(`heads ${env().DATA_DIR}`);
    expect(await findNewestReachableHead()).toMatchObject({ head: { position: 80 }, place: 'storage' });
    expect(await describeComparedHead()).toMatch(/^head 80, noted at .* from the storage$/);
    expect(getNewestHead()).toBeNull();
    await loadStoredHead();
    expect(getNewestHead()).toMatchObject({ position: 80 });
    expect(JSON.parse(lines().at(-1) ?? '')).toMatchObject({ position: 80 });
    const { length } = lines();
    await loadStoredHead();
    expect(lines()).toHaveLength(length);
    recordHead(first ?? { position: 1, hash: '' }, true);
    expect(await stored()).toBe(first?.position);
    expect(await storeHead()).toBe(false);
  });

  test('is stored once, and not over a newer one of another machine', async () => {
    const stored = async () => JSON.parse(await text((await getStorage().get('newest-head')) as Readable)).position;
    clock.advance(MINUTE);
    noted(90);
    await storeHead();
    const reading = vi.spyOn(getStorage(), 'get');
    await storeHead();
    expect(reading).not.toHaveBeenCalled();
    // Simulates another machine with a slow clock.
    clock.advance(-HOUR);
    noted(40, true);
    await storeHead();
    expect(await stored()).toBe(90);
    clock.advance(2 * HOUR);
    noted(91, true);
    await storeHead();
    expect(await stored()).toBe(91);
  });

  test('of this machine is compared while the storage cannot be reached, and the comparison says so', async () => {
    const unreachable = vi.spyOn(getStorage(), 'get').mockRejectedValue(new Error('no storage'));
    const warned = vi.spyOn(log(), 'warn');
    onTestFinished(() => unreachable.mockRestore());
    expect(await findNewestReachableHead()).toEqual({ head: getNewestHead(), place: 'heads.log', unreached: true });
    expect(await describeComparedHead()).toMatch(/ from heads.log of DATA_DIR; the storage could not be reached$/);
    const before = getNewestHead();
    await loadStoredHead();
    expect(getNewestHead()).toBe(before);
    expect(warned).toHaveBeenCalledWith(
      { err: expect.objectContaining({ message: 'no storage' }) },
      'the stored head of the seals could not be read',
    );
    await expect(storeHead()).rejects.toThrow('no storage');
    rmSync(file());
    forgetSingleton(`heads ${env().DATA_DIR}`);
    expect(await describeComparedHead()).toBe('no head was kept yet; the storage could not be reached');
    // The seal is not requested, because nothing has to be stored.
    expect(await storeHead()).toBe(false);
  });

  test('is compared with the chain: one that it does not reach, and one that differs there', async () => {
    expect(await findUnreachedHead()).toEqual([]);
    const end = (await seals()).length;
    noted(end + 9, true);
    const gone = (await findUnreachedHead())[0];
    expect(gone?.row).toBe(`seal ${end + 9}`);
    expect(gone?.detail).toMatch(/^is gone: the chain ends before the head noted at .* from heads.log of DATA_DIR$/);
    noted(end, true);
    expect((await findUnreachedHead())[0]?.detail).toMatch(/^is not the one of the head noted at/);
    noted(2, true);
    expect((await findUnreachedHead())[0]?.detail).toMatch(/^is not the one of the head noted at/);
    await recordRestoredHead();
    expect([getNewestHead()?.position, await findUnreachedHead()]).toEqual([end, []]);
    await behindTheBack('delete from seal');
    await recordRestoredHead();
    expect(getNewestHead()?.position).toBe(end);
    expect((await findUnreachedHead())[0]?.detail).toContain('is gone');
  });
});

describe('a row without a seal', () => {
  const found = async () => [...(await findUnsealedJournals()), ...(await findUnsealedVersions())];
  /** Breaks the chain, so that no seal can be added. */
  const cut = () => behindTheBack('delete from seal where position > 3');

  test('is no finding until a search for it, however long a stopped process had left it', async () => {
    await credit('late');
    await addSettings(1);
    clock.advance(30 * DAY);
    expect(await found()).toEqual([]);
    await sealAll();
    expect(await details()).toEqual([]);
    expect(await found()).toEqual([]);
  });

  test('is a finding if a search left it when it was ten minutes old', async () => {
    await credit('late');
    await addSettings(1);
    await cut();
    clock.advance(10 * MINUTE);
    await expect(sealNextBatch()).rejects.toThrow('ends before its head');
    const isLate = ({ row, detail }: { row: string; detail: string }) => `${row} ${detail}`.includes('late');
    expect((await found()).filter(isLate)).toEqual([]);
    clock.advance(1);
    await expect(sealNextBatch()).rejects.toThrow('ends before its head');
    const [id = ''] = (await journalIds()).slice(-1);
    expect((await findUnsealedJournals()).filter(isLate)).toEqual([
      { row: `journal ${id}`, detail: 'deposit late has no seal' },
    ]);
    const [version] = await read().select().from(rowVersion).where(eq(rowVersion.rowKey, 'many-0'));
    expect(await findUnsealedVersions()).toContainEqual({
      row: `row version ${version?.id}`,
      detail: 'version 1 of setting many-0 has no seal',
    });
  });

  test("is a finding by another process's search, once that has ended", async () => {
    await credit('late');
    await cut();
    clock.advance(HOUR);
    const time = clock.machine.getTime();
    const byLook = async (began: number, ended: number | null) => {
      const at = { lastStartedAt: new Date(began), lastFinishedAt: ended === null ? null : new Date(ended) };
      await write(async (tx) => {
        await tx
          .insert(job)
          .values({ name: SEAL_JOB, ...at })
          .onConflictDoUpdate({ target: job.name, set: at });
      });
      return (await findUnsealedJournals()).some(({ detail }) => detail === 'deposit late has no seal');
    };
    expect(await byLook(time - 1, null)).toBe(false);
    expect(await byLook(time - 1, time - 2)).toBe(false);
    expect(await byLook(time - HOUR, time)).toBe(false);
    // The clock was set back since.
    expect(await byLook(time + HOUR, time + HOUR)).toBe(false);
    expect(await byLook(time - 1, time)).toBe(true);
    expect(await byLook(time, time)).toBe(true);
  });

  test('is a finding at once if it has no MAC', async () => {
    await credit('late');
    await behindTheBack(`update journal set mac = '' where business_ref = 'late'`);
    expect((await findUnsealedJournals()).map(({ detail }) => detail)).toEqual([
      'deposit late was not posted by the product',
    ]);
  });
});

describe('a row', () => {
  const off = async () => (await findAllAlteredRows()).map(({ row, detail }) => `${row} ${detail}`);

  test('equals its newest version, on any page of its table', async () => {
    await addSettings(850);
    expect(await off()).toEqual([]);
    await behindTheBack(`update setting set value = 7000 where key in ('many-0', 'many-9', 'many-849')`);
    expect(await off()).toEqual(
      ['many-0', 'many-849', 'many-9'].map((key) => `setting ${key} is not what its version 1 says`),
    );
  });

  test('has a version, which the product wrote and which says that the row exists', async () => {
    await addSettings(4);
    await write((tx) => tx.update(setting).set({ value: 9 }).where(eq(setting.key, 'many-0')));
    await write((tx) => tx.delete(setting).where(eq(setting.key, 'many-1')));
    expect([await off(), await findAllMissingRows()]).toEqual([[], []]);
    await behindTheBack(
      `insert into setting (key, value) values ('many-1', 1), ('never', 1)`,
      `update row_version set mac = 'x.y' where row_key = 'many-2'`,
      `update setting set value = 8 where key = 'many-0'`,
      `delete from setting where key = 'many-3'`,
    );
    expect(await off()).toEqual([
      'setting many-0 is not what its version 2 says',
      'setting many-1 was deleted, and is there again',
      'setting many-2 has a version 1 that the product did not write',
      'setting never has no version: the product did not write it',
    ]);
    expect(await findAllMissingRows()).toEqual([
      { row: 'setting many-3', detail: 'is gone; its version 1 says it is there' },
    ]);
  });
});

test('a journal without a reason is no journal whose reason is "null"', async () => {
  const [head] = await read().select(journalMacColumns).from(journal);
  const partsWith = (reason: string | null) => journalParts({ ...head, reason } as never, []);
  expect(partsWith(null)).not.toEqual(partsWith('null'));
  expect(partsWith(null)).toContain(null);
});

test('a journal of many legs is sealed as a whole', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => makeUser()));
  const legs = people.map(({ id }) => ({ debit: custody('BTC'), credit: availableAccount(id), amount: 5n }));
  await move('operator-credit', 'many', ...legs);
  await sealAll();
  expect(await details()).toEqual([]);
  const ids = await journalIds();
  const lines = (await findTransfers(read(), ids)).get(ids.at(-1) ?? '') ?? [];
  expect(lines.map(({ creditAccountId }) => creditAccountId)).toEqual(people.map(({ id }) => `available:${id}`));
  expect(lines.map(({ leg }) => leg)).toEqual(lines.map((_, n) => String(n)));
});
