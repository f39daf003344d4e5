import { expect, test } from 'vitest';
import {
  allocatedAccount,
  availableAccount,
  custody,
  heldAccount,
  type JournalKind,
  payoutsAccount,
  reserve,
} from '~/ledger/chartOfAccounts';
import { type JournalEntry, mustPost } from '~/ledger/posting/post.server';
import { PRACTICE_MONEY_CENTS, postPracticeMoney, readPracticeMoney } from '~/ledger/posting/practiceMoney.server';
import { readNetDepositChanges } from '~/ledger/reading/netIn.server';
import { sumChangesSince } from '~/ledger/reading/since.server';
import { balance } from '~/ledger/reading/statement.server';
import { sumMovements } from '~/ledger/reading/sums.server';
import { after, DAY } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { clock, useDatabase } from '../../support/database';

/* Queries that read only the journals. */
useDatabase();

let refs = 0;
const book = (kind: JournalKind, [debit, credit, amount]: [Debit, Debit, bigint], more: Partial<JournalEntry> = {}) =>
  write(async (tx) => {
    const legs = [{ debit, credit, amount }];
    const entry = { kind, ref: `r${refs++}`, actor: 'system', effectiveAt: clock.at, legs };
    return await mustPost(tx, { ...entry, ...more });
  });
type Debit = ReturnType<typeof availableAccount>;
const [btc, ann, bea] = [custody('BTC'), availableAccount('ann'), availableAccount('bea')];

test('moved money since an instant is summed by kind, by single actor, and by user', async () => {
  const ada = { actor: 'admin:ada' };
  await book('deposit', [btc, ann, 100_00n], ada);
  clock.advance(1);
  const since = clock.machine;
  await book('deposit', [btc, ann, 1_00n], ada);
  await book('deposit', [btc, ann, 2_00n], { ...ada, approver: 'admin:cid' });
  await book('deposit', [btc, bea, 4_00n], ada);
  await book('deposit', [btc, bea, 8_00n], { actor: 'admin:cid' });
  await book('deposit-reversed', [ann, btc, 16_00n], ada);
  const sum = (more: Partial<Parameters<typeof sumMovements>[1]> = {}) =>
    sumMovements(read(), { kinds: ['deposit'], since, ...more });
  expect(await sum()).toBe(15_00n);
  expect(await sum({ aloneBy: 'admin:ada' })).toBe(5_00n);
  expect(await sum({ userId: 'ann' })).toBe(3_00n);
  expect(await sum({ userId: 'bea', aloneBy: 'admin:cid' })).toBe(8_00n);
  expect(await sum({ kinds: ['deposit-reversed'], userId: 'ann' })).toBe(16_00n);
  expect(await sum({ kinds: ['deposit', 'deposit-reversed'] })).toBe(31_00n);
  expect(await sum({ kinds: ['withdrawal-paid'] })).toBe(0n);
  // The time of recording counts, not the effective time of a booking.
  expect(await sum({ since: after(since, 1) })).toBe(0n);
  expect(await sum({ since: after(since, -1) })).toBe(115_00n);
});

test('changes since a mark are listed by account, on the side where each grows', async () => {
  await book('deposit', [btc, ann, 9_00n]);
  const mark = newId();
  await book('deposit', [btc, bea, 100_00n]);
  await book('deposit-reversed', [bea, btc, 30_00n]);
  await book('withdrawal-requested', [bea, heldAccount('bea'), 20_00n]);
  expect(await sumChangesSince(read(), mark)).toEqual([
    { code: 'available:bea', ownerId: 'bea', change: 50_00n },
    { code: 'custody:BTC', ownerId: null, change: 70_00n },
    { code: 'held:bea', ownerId: 'bea', change: 20_00n },
  ]);
  expect(await sumChangesSince(read(), newId())).toEqual([]);
});

test('net deposits are deposits less withdrawals, each from its effective time, in that order, without results and fees', async () => {
  const at = (days: number) => ({ effectiveAt: after(clock.at, days * DAY) });
  expect(await readNetDepositChanges(read(), 'ann')).toEqual([]);
  const copy = allocatedAccount('c', 'ann');
  await book('deposit', [btc, ann, 100_00n], at(1));
  await book('deposit', [btc, bea, 7_00n], at(1));
  await book('reserve-funded', [btc, reserve.market, 50_00n], at(1));
  await book('withdrawal-requested', [ann, heldAccount('ann'), 40_00n], at(3));
  await book('withdrawal-approved', [heldAccount('ann'), payoutsAccount, 10_00n], at(4));
  await book('withdrawal-bounced', [payoutsAccount, ann, 10_00n], at(6));
  await book('withdrawal-cancelled', [heldAccount('ann'), ann, 5_00n], at(7));
  await book('withdrawal-rejected', [heldAccount('ann'), ann, 6_00n], at(8));
  await book('copy-started', [ann, copy, 20_00n], at(2));
  await book('copy-profit', [reserve.market, copy, 3_00n], at(2));
  await book('copy-stopped', [copy, ann, 23_00n], at(2));
  await book('deposit-reversed', [ann, btc, 1_00n], at(9));
  // Entered last, and counted first.
  await book('deposit', [btc, ann, 2_00n], at(0));
  const changes = await readNetDepositChanges(read(), 'ann');
  const expected: [number, bigint][] = [
    [0, 2_00n],
    [1, 100_00n],
    [3, -40_00n],
    [6, 10_00n],
    [7, 5_00n],
    [8, 6_00n],
    [9, -1_00n],
  ];
  expect(changes).toEqual(expected.map(([days, change]) => ({ at: at(days).effectiveAt, change })));
});

test('practice money is given once to a user, and is listed for each user only', async () => {
  const give = (user: string) =>
    write((tx) => postPracticeMoney(tx, user, { actor: `investor:${user}`, effectiveAt: clock.at }));
  expect(await readPracticeMoney(read(), 'ann')).toBe(0n);
  expect((await give('ann')).ok).toBe(true);
  expect(await give('ann')).toEqual({ ok: false, error: { code: 'already-posted' } });
  await book('deposit', [btc, ann, 1_00n], { ref: 'ann' });
  expect(await readPracticeMoney(read(), 'ann')).toBe(PRACTICE_MONEY_CENTS);
  expect(await readPracticeMoney(read(), 'bea')).toBe(0n);
  expect(await balance(read(), 'available:ann')).toBe(PRACTICE_MONEY_CENTS + 1_00n);
  expect(await balance(read(), 'custody:practice')).toBe(PRACTICE_MONEY_CENTS);
});
