import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { promise } from '#drizzle/schema';
import { bookDays, keepBookDays } from '~/features/admin/bookDays.server';
import { booksNow } from '~/features/admin/books.server';
import { checkBooks, checkBooksDaily, lastCheck } from '~/features/admin/checkBooks.server';
import { creditGoodwill } from '~/features/admin/moveBalance.server';
import { audit } from '~/ledger/audit.server';
import { sealSome } from '~/ledger/seal.server';
import { DAY, HOUR, systemNow } from '~/platform/clock';
import { rowsAside, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { byAdmin } from '~/platform/states';
import { clock, useDatabase } from '../support/database';
import { makeAdmin, makeUser } from '../support/people';

useDatabase();

test('the days of the books add up to the books', async () => {
  const by = byAdmin((await makeAdmin()).id);
  const ann = await makeUser({}, { dollars: 100 });
  clock.advance(2 * DAY);
  const act = { userId: ann.id, amount: 50_00n, reason: 'Welcome' };
  expect((await write((tx) => creditGoodwill(tx, by, act))).ok).toBe(true);
  clock.advance(DAY);
  await makeUser({}, { dollars: 7 });
  expect((await bookDays(30)).days).toEqual([]);
  await keepBookDays();
  const { days, at } = await bookDays(30);
  expect(at).toEqual(systemNow());
  expect(days).toHaveLength(30);
  expect(days.slice(-4).map(({ day, liabilities, deposits }) => [day, liabilities, deposits])).toEqual([
    ['2026-03-02', 100_00, 100_00],
    ['2026-03-03', 100_00, 0],
    ['2026-03-04', 150_00, 0],
    ['2026-03-05', 157_00, 7_00],
  ]);
  const { totals, equity } = await booksNow();
  const free = equity.find(({ name }) => name === 'reserve:free')?.cents;
  expect(days.at(-1)).toMatchObject({ liabilities: Number(totals.liabilities), free: Number(free) });
  expect((await bookDays(2)).days).toEqual(days.slice(-2));
  await sealSome();
  expect((await audit()).findings).toEqual([]);
});

test('the books are checked once a day, and what was found is kept', async () => {
  await makeUser({}, { dollars: 100 });
  await sealSome();
  expect(await lastCheck()).toBeNull();
  await checkBooksDaily();
  const first = await lastCheck();
  expect(first).toMatchObject({ checkedAt: systemNow(), found: 0, findings: [] });
  clock.advance(HOUR);
  await checkBooksDaily();
  expect((await lastCheck())?.checkedAt).toEqual(first?.checkedAt);
  // A promise that no reserve stands behind.
  const id = newId();
  await write(async (tx) => {
    await tx.insert(promise).values({ id, purpose: 'test', total: 1n, paid: 0n, remaining: 1n });
  });
  await sealSome();
  clock.advance(DAY);
  await checkBooksDaily();
  const found = [{ row: 'reserve:committed' }, { row: id }];
  expect(await lastCheck()).toMatchObject({ checkedAt: systemNow(), found: 2, findings: found });
  await write(async (tx) => {
    await tx.delete(promise).where(eq(promise.id, id));
  });
  await sealSome();
  const [one, other] = await Promise.all([checkBooks(), checkBooks()]);
  expect(one).toBe(other);
  expect((await lastCheck())?.found).toBe(0);
});

test('reading aside says what is wrong with a statement, and reads on', async () => {
  await expect(rowsAside(sql`select nothing from nowhere`)).rejects.toThrow();
  expect(await rowsAside(sql`select ${'seven'} as name`)).toEqual([{ name: 'seven' }]);
});
