// On both engines: raw SQL of the books.
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { depositMethod, mail, promise } from '#drizzle/schema';
import { readBookDays, saveBookDays } from '~/features/money/books/bookDays.server';
import { readBooks } from '~/features/money/books/books.server';
import {
  AUDIT_FIGURES,
  checkBooks,
  checkBooksDaily,
  findBooksAlarm,
  findLastCheck,
} from '~/features/money/books/checkBooks.server';
import {
  CHANGES_FIGURES,
  checkChanges,
  findLastChangesCheck,
  loadFindingsOfJobs,
} from '~/features/money/books/checkChanges.server';
import { creditGoodwill } from '~/features/people/users/moveBalance.server';
import * as ledgerAudit from '~/ledger/proof/audit.server';
import { audit } from '~/ledger/proof/audit.server';
import { readChainEnd, sealNextBatch } from '~/ledger/proof/seal.server';
import { DAY, HOUR, MINUTE, systemNow } from '~/platform/clock';
import { read, rowsInBackground, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { prepareInstallation } from '~/platform/installation/index.server';
import { findLatestSnapshot, saveSnapshot } from '~/platform/snapshots.server';
import { createAdminActor } from '~/platform/states';
import { findVerifiedUser } from '~/signIns/userById.server';
import { clock, useDatabase } from '../../support/database';
import { makeAdmin, makeUser } from '../../support/people/people';
import { behindTheBack } from '../ledger/ledger.fixtures';

useDatabase();

test('the days of the books add up to the books', async () => {
  const by = createAdminActor((await makeAdmin()).id);
  const ann = await makeUser({}, { dollars: 100 });
  clock.advance(2 * DAY);
  const act = { userId: ann.id, amount: 50_00n, reason: 'Welcome' };
  expect((await write((tx) => creditGoodwill(tx, by, act))).ok).toBe(true);
  clock.advance(DAY);
  await makeUser({}, { dollars: 7 });
  expect((await readBookDays(30)).days).toEqual([]);
  await saveBookDays();
  const { days, at } = await readBookDays(30);
  expect(at).toEqual(systemNow());
  expect(days).toHaveLength(30);
  expect(days.slice(-4).map(({ day, liabilities, deposits }) => [day, liabilities, deposits])).toEqual([
    ['2026-03-02', 100_00, 100_00],
    ['2026-03-03', 100_00, 0],
    ['2026-03-04', 150_00, 0],
    ['2026-03-05', 157_00, 7_00],
  ]);
  const { totals, equity } = await readBooks();
  const free = equity.find(({ name }) => name === 'reserve:free')?.cents;
  expect(days.at(-1)).toMatchObject({ liabilities: Number(totals.liabilities), free: Number(free) });
  expect((await readBookDays(2)).days).toEqual(days.slice(-2));
  await sealNextBatch();
  expect((await audit()).findings).toEqual([]);
});

test('the books are checked once a day, and the findings are stored', async () => {
  await makeUser({}, { dollars: 100 });
  while (await sealNextBatch());
  expect(await findLastCheck()).toBeNull();
  await checkBooksDaily();
  const first = await findLastCheck();
  expect(first).toMatchObject({ checkedAt: systemNow(), found: 0, findings: [] });
  clock.advance(HOUR);
  await checkBooksDaily();
  expect((await findLastCheck())?.checkedAt).toEqual(first?.checkedAt);
  // A promise without a reserve.
  const id = newId();
  await write(async (tx) => {
    await tx.insert(promise).values({ id, purpose: 'test', total: 1n, paid: 0n, remaining: 1n });
  });
  while (await sealNextBatch());
  clock.advance(DAY);
  await checkBooksDaily();
  const findings = [{ row: 'reserve:committed' }, { row: id }];
  expect(await findLastCheck()).toMatchObject({ checkedAt: systemNow(), found: 2, findings });
  await write(async (tx) => {
    await tx.delete(promise).where(eq(promise.id, id));
  });
  await sealNextBatch();
  const [one, other] = await Promise.all([checkBooks(), checkBooks()]);
  expect(one).toBe(other);
  expect((await findLastCheck())?.found).toBe(0);
});

test('the background reader reports a wrong statement, and continues', async () => {
  await expect(rowsInBackground(sql`select nothing from nowhere`)).rejects.toThrow();
  expect(await rowsInBackground(sql`select ${'seven'} as name`)).toEqual([{ name: 'seven' }]);
});

describe('books with errors', () => {
  /** A promise without a reserve; the books differ by its amount. */
  async function forgePromise(cents: bigint): Promise<string> {
    const id = newId();
    const row = { id, purpose: 'test', total: cents, paid: 0n, remaining: cents };
    await write(async (tx) => void (await tx.insert(promise).values(row)));
    while (await sealNextBatch());
    return id;
  }
  async function remove(id: string): Promise<void> {
    await write(async (tx) => void (await tx.delete(promise).where(eq(promise.id, id))));
    while (await sealNextBatch());
  }
  const mails = async () => (await read().select().from(mail)).filter(({ kind }) => kind === 'books-off');
  const figures = async () => await Promise.all(AUDIT_FIGURES.map((figure) => figure.read()));

  test('are reported on every page, as metrics and by mail, until a check finds nothing', async () => {
    const admins = [await makeAdmin(), await makeAdmin()];
    await makeUser({}, { dollars: 100 });
    while (await sealNextBatch());
    expect([await findBooksAlarm(), await figures()]).toEqual([null, [null, null]]);
    await checkBooks();
    expect([await findBooksAlarm(), await figures()]).toEqual([null, [0, systemNow().getTime() / 1_000]]);
    expect(await mails()).toEqual([]);

    const id = await forgePromise(1_234_56n);
    clock.advance(DAY);
    await checkBooksDaily();
    expect(await findBooksAlarm()).toEqual({ kind: 'off', found: 2, since: systemNow() });
    expect(await figures()).toEqual([2, systemNow().getTime() / 1_000]);
    expect((await mails()).map(({ recipient }) => recipient).toSorted()).toEqual(
      admins.map(({ email }) => email).toSorted(),
    );
    for (const { text } of await mails()) expect(text).toContain('balance $0.00, promised $1,234.56');

    await remove(id);
    clock.advance(HOUR);
    await checkBooks();
    expect([await findBooksAlarm(), (await figures())[0]]).toEqual([null, 0]);
  });

  test('are mailed once for the same rows, and again for others or when they return', async () => {
    await makeAdmin();
    await makeUser({}, { dollars: 100 });
    while (await sealNextBatch());
    const counts: number[] = [];
    const check = async () => {
      clock.advance(DAY);
      await checkBooksDaily();
      counts.push((await mails()).length);
    };
    const first = await forgePromise(1n);
    await check();
    await check();
    // Changes the amount of the same row again.
    const more = { total: 5n, remaining: 5n };
    await write(async (tx) => void (await tx.update(promise).set(more).where(eq(promise.id, first))));
    while (await sealNextBatch());
    await check();
    const second = await forgePromise(1n);
    await check();
    await remove(first);
    await remove(second);
    await check();
    await forgePromise(1n);
    await check();
    expect(counts).toEqual([1, 1, 1, 2, 2, 3]);
  });

  test('that were not checked, or can not be, are reported too', async () => {
    await prepareInstallation();
    await makeUser({}, { dollars: 100 });
    // The first sealing records its start, which the next one seals.
    for (let turn = 0; turn < 2; turn++) await sealNextBatch();
    expect(await findBooksAlarm()).toBeNull();
    clock.advance(2 * DAY + 1);
    expect(await findBooksAlarm()).toEqual({ kind: 'unchecked', since: null });
    await checkBooks();
    const checked = systemNow();
    expect(await findBooksAlarm()).toBeNull();
    clock.advance(2 * DAY);
    expect(await findBooksAlarm()).toBeNull();
    clock.advance(1);
    expect(await findBooksAlarm()).toEqual({ kind: 'unchecked', since: checked });

    const failing = vi.spyOn(ledgerAudit, 'audit').mockRejectedValueOnce(new Error('the disk is gone'));
    await expect(checkBooks()).rejects.toThrow('the disk is gone');
    expect(await findBooksAlarm()).toEqual({ kind: 'failed', since: systemNow() });
    failing.mockRestore();
    clock.advance(HOUR);
    await checkBooks();
    expect(await findBooksAlarm()).toBeNull();
  });
});

describe('the audit of changes', () => {
  const sealed = async () => {
    while (await sealNextBatch());
  };
  const mails = async () => (await read().select().from(mail)).filter(({ kind }) => kind === 'books-off').length;
  const figures = async () => await Promise.all(CHANGES_FIGURES.map((figure) => figure.read()));
  const toEnd = async () => {
    while (await checkChanges());
  };
  const address = (to: string) => behindTheBack(`update deposit_method set address = '${to}' where code = 'BTC'`);

  test('runs every few minutes; a finding starts one check of all books and one report', async () => {
    await makeAdmin();
    await makeUser({}, { dollars: 100 });
    await sealed();
    expect([await findLastChangesCheck(), await figures(), await loadFindingsOfJobs()]).toEqual([
      null,
      [null, null],
      {},
    ]);
    await toEnd();
    expect(await findLastChangesCheck()).toEqual({ checkedAt: systemNow(), found: 0 });
    expect([await findLastCheck(), await findBooksAlarm()]).toEqual([null, null]);

    const [method] = await read().select().from(depositMethod).where(eq(depositMethod.code, 'BTC'));
    await address('thief');
    clock.advance(5 * MINUTE);
    const whole = vi.spyOn(ledgerAudit, 'audit');
    await toEnd();
    expect(await findBooksAlarm()).toEqual({ kind: 'off', found: 1, since: systemNow() });
    expect((await findLastCheck())?.findings).toMatchObject([{ row: 'deposit_method BTC' }]);
    expect([await mails(), await figures(), await loadFindingsOfJobs()]).toEqual([
      1,
      [1, systemNow().getTime() / 1_000],
      { books: 1, 'books-changed': 1 },
    ]);
    clock.advance(5 * MINUTE);
    await toEnd();
    expect([whole.mock.calls.length, await mails(), (await figures())[0]]).toEqual([1, 1, 1]);

    await address(method?.address ?? '');
    clock.advance(5 * MINUTE);
    await toEnd();
    expect([await findLastChangesCheck(), whole.mock.calls.length]).toEqual([{ checkedAt: systemNow(), found: 0 }, 1]);
    // The alarm remains until a check of all books has no findings.
    expect(await findBooksAlarm()).toMatchObject({ kind: 'off' });
    whole.mockRestore();
  });

  test('resumes where it ended, unless someone else wrote that position', async () => {
    await makeAdmin();
    await sealed();
    await toEnd();
    const user = await makeUser({}, { dollars: 100 });
    await sealed();
    await behindTheBack(`update "user" set email = 'thief@example.com' where id = '${user.id}'`);
    const stored = await findLatestSnapshot<object>('audit-changes');
    const moved = { ...stored?.value, link: await readChainEnd() };
    await write((tx) => saveSnapshot(tx, 'audit-changes', moved));
    await toEnd();
    expect((await findLastCheck())?.findings).toMatchObject([{ row: `user ${user.id}` }]);
  });

  test('reports an altered row as soon as it was refused, however long ago it was written', async () => {
    await makeAdmin();
    const user = await makeUser();
    await sealed();
    await toEnd();
    await behindTheBack(`update "user" set email = 'thief@example.com' where id = '${user.id}'`);
    clock.advance(5 * MINUTE);
    await toEnd();
    expect(await findBooksAlarm()).toBeNull();
    await expect(write((tx) => findVerifiedUser(tx, user.id))).rejects.toThrow('does not match its seal');
    clock.advance(5 * MINUTE);
    await toEnd();
    expect(await findBooksAlarm()).toMatchObject({ kind: 'off', found: 1 });
    expect((await findLastCheck())?.findings).toMatchObject([{ row: `user ${user.id}` }]);
  });

  test('raises no alarm that a check of all books does not confirm', async () => {
    await makeAdmin();
    await makeUser({}, { dollars: 100 });
    await sealed();
    await toEnd();
    const nothing = { ...(await ledgerAudit.audit()), findings: [] };
    await forgeBalance();
    const whole = vi.spyOn(ledgerAudit, 'audit').mockResolvedValue(nothing);
    clock.advance(5 * MINUTE);
    await toEnd();
    expect([await findBooksAlarm(), (await figures())[0], await mails(), whole.mock.calls.length]).toEqual([
      null,
      0,
      0,
      2,
    ]);
    whole.mockRestore();
  });

  const forgeBalance = () => behindTheBack(`update account set credits = credits + 1 where code like 'available:%'`);
});
