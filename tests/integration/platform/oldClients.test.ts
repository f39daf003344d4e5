// On both engines: data cached between commits.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { onPostgres } from '#drizzle/columns';
import { user as userTable } from '#drizzle/schema';
import { loadUserData } from '~/api/answers/userData.server';
import { loadUsersAnswer } from '~/api/answers/users.server';
import { CALLS } from '~/api/calls';
import { sendproof } from '~/api/handlers/money.server';
import { availableAccount, reserve } from '~/ledger/chartOfAccounts';
import { now } from '~/platform/clock';
import { countCommits, type Handle, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { type Result, refuse } from '~/platform/result';
import { refusalStatusOf } from '~/web/guard/call';
import { useDatabase } from '../../support/database';
import { postAct } from '../../support/people/announcedEntries';
import { makeUser } from '../../support/people/people';
import { leaveInReserve } from '../../support/people/reserve';

useDatabase();

const close = (id: string) =>
  write((tx) =>
    tx
      .update(userTable)
      .set({ status: 'closed', closedAt: new Date(1) })
      .where(eq(userTable.id, id)),
  );

test('a deposit of an account that was closed meanwhile is refused with a message, under HTTP 200', async () => {
  const user = await makeUser();
  await close(user.id);
  // The account was open at sign-in, and the call continues with that state.
  const once = (work: (tx: Handle) => Promise<Result<unknown>>) => write(work);
  const input = { amount: 100_00n, method: 'BTC', proof: null };
  const answer = await sendproof({ user, input, once } as never);
  expect(answer).toMatchObject({ ok: false, error: { code: 'account-gone', message: 'user does not exist' } });
  expect(refusalStatusOf(CALLS.sendproof, 'account-gone')).toEqual({ http: 200, status: 500 });
});

test('pages of users exclude closed accounts unless requested, and link to the next page past them', async () => {
  const made = [await makeUser(), await makeUser(), await makeUser()];
  await close(made[1]?.id ?? '');
  const first = await loadUsersAnswer({ limit: 1, closed: false, full: false });
  const second = await loadUsersAnswer({ limit: 1, before: first.next, closed: false, full: true });
  expect([first.users[0]?._id, second.users[0]?._id, second.next]).toEqual([made[2]?.id, made[0]?.id, undefined]);
  expect(second.users[0]).toMatchObject({
    deposit: [],
    withdrawals: [],
    trader: '',
    profilepicture: '',
    status: 'open',
  });
  expect((await loadUsersAnswer({ limit: 9, closed: true, full: false })).users).toHaveLength(3);
});

test('a deposit has the balance of its row among transactions, however long ago it was', async () => {
  const user = await makeUser({}, { dollars: 100 });
  await leaveInReserve(1_000_00n);
  const gift = { debit: reserve.free, credit: availableAccount(user.id), amount: 5_00n };
  const give = () =>
    write((tx) =>
      postAct(tx, { kind: 'operator-credit', ref: newId(), actor: 'system', effectiveAt: now(), legs: [gift] }),
    );
  for (let n = 0; n < 3; n++) await give();
  // Read for the first time when its row is no longer among the newest, and read again.
  for (const balance of [115, 115, 120]) {
    if (balance > 115) await give();
    const { transaction, deposit } = (await loadUserData(user, 1)).data;
    expect([transaction.length, transaction[0]?.balance, deposit]).toEqual([
      1,
      balance,
      [expect.objectContaining({ amount: 100, balance: 100 })],
    ]);
  }
  const { transaction, deposit } = (await loadUserData(user, 9)).data;
  expect(deposit[0]?.balance).toBe(transaction.find(({ type }) => type === 'Deposit')?.balance);
});

test('commits are counted, refusals are not; where others write too, nothing is', async () => {
  const before = countCommits();
  await write(async () => refuse('no', 'No'));
  expect(countCommits()).toBe(before);
  await makeUser();
  if (onPostgres) expect([before, countCommits()]).toEqual([null, null]);
  else expect(countCommits()).toBe((before ?? 0) + 1);
});
