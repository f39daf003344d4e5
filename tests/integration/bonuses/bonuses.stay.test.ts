import { asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { notification, rankBonus, referralBonus, user as userTable } from '#drizzle/schema';
import { claimRankBonus } from '~/features/money/ranking/claimRankBonus.server';
import { decideDueRankBonuses } from '~/features/money/ranking/jobs.server';
import { loadRanking } from '~/features/money/ranking/queries.server';
import type { Rank } from '~/features/money/ranking/rules';
import { decideDueReferralBonuses } from '~/features/money/referrals/jobs.server';
import { loadReferrals } from '~/features/money/referrals/queries.server';
import { reverseDeposit } from '~/features/money/wallet/deposits/decideDeposit.server';
import { cancelWithdrawal, rejectWithdrawal } from '~/features/money/wallet/withdrawals/decideWithdrawal.server';
import { readBalances } from '~/ledger/reading/statement.server';
import { after, DAY } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { createInvestorActor } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { clock, START, useDatabase } from '../../support/database';
import {
  anAdmin,
  approvedDocuments,
  bonusJobs,
  depositOf,
  liveTerms,
  requested,
  withdrawn,
} from '../../support/people/bonuses';
import { makeUser } from '../../support/people/people';
import { leaveInReserve } from '../../support/people/reserve';
import { setSetting } from '../../support/settings';
import { findings } from '../plans/plans.fixtures';

useDatabase();

const availableOf = async ({ id }: User) => (await readBalances(read(), id)).available;
const bonuses = () => read().select().from(referralBonus).orderBy(asc(referralBonus.createdAt), asc(referralBonus.id));
const noticesOf = async ({ id }: User) =>
  (await read().select().from(notification).where(eq(notification.userId, id))).map(({ text }) => text);
const clean = async () => expect(await findings()).toEqual([]);

async function world(terms: Record<string, number> = {}) {
  await liveTerms(terms);
  const referrer = await makeUser();
  return { admin: await anAdmin(), referrer, friend: await makeUser({ referrerId: referrer.id }) };
}

/** Advances the clock by days, and runs the jobs at the end of each. */
async function days(number: number): Promise<void> {
  clock.advance(number * DAY);
  await bonusJobs();
}

describe('a referral bonus with a holding period', () => {
  test('waits, visibly, until the instant when the period is over, and is paid then, once', async () => {
    const { admin, referrer, friend } = await world();
    await depositOf(admin, friend, 1_000_00n);
    expect(await bonuses()).toMatchObject([{ status: 'waiting', amount: 100_00n, decidedAt: null, paidAt: null }]);
    expect(await loadReferrals(referrer)).toMatchObject({
      waiting: 100_00n,
      bonuses: [{ status: 'waiting', note: expect.stringContaining('decided after 1 April 2026') }],
    });
    expect((await noticesOf(referrer)).join()).toContain('up to $100.00: paid after 1 April 2026');
    clock.advance(30 * DAY - 1);
    await bonusJobs();
    expect(await availableOf(referrer)).toBe(0n);
    clock.advance(1);
    await Promise.all([bonusJobs(), bonusJobs(), bonusJobs()]);
    expect(await bonuses()).toMatchObject([{ status: 'paid', basis: 1_000_00n, paidAt: clock.at, reduction: null }]);
    expect(await availableOf(referrer)).toBe(100_00n);
    await clean();
  });

  test('depends on the money that stayed to its end, however late the job runs', async () => {
    const { admin, referrer, friend } = await world();
    await depositOf(admin, friend, 1_000_00n);
    clock.advance(20 * DAY);
    await withdrawn(admin, friend, 300_00n);
    clock.advance(11 * DAY);
    await withdrawn(admin, friend, 600_00n);
    await days(100);
    expect(await availableOf(referrer)).toBe(70_00n);
    expect(await bonuses()).toMatchObject([{ status: 'reduced', amount: 70_00n, basis: 700_00n, reduction: 'left' }]);
    const [view] = (await loadReferrals(referrer)).bonuses;
    expect(view?.note).toBe('Less than the full bonus: part of the money was withdrawn before the time was over');
    await clean();
  });

  test('counts a withdrawal from its request, also one that is refused or cancelled in the end', async () => {
    for (const refuse of ['reject', 'cancel'] as const) {
      const { admin, referrer, friend } = await world();
      await depositOf(admin, friend, 1_000_00n);
      const id = await requested(friend, 400_00n);
      clock.advance(DAY);
      await write((tx) =>
        refuse === 'reject'
          ? rejectWithdrawal(tx, admin, id, 'no')
          : cancelWithdrawal(tx, createInvestorActor(friend.id), id),
      );
      await days(30);
      expect(await availableOf(referrer)).toBe(60_00n);
    }
    await clean();
  });

  test('of zero says so, and why', async () => {
    const { admin, referrer, friend } = await world();
    await depositOf(admin, friend, 1_000_00n);
    clock.advance(1);
    await requested(friend, 1_000_00n);
    await days(30);
    expect(await bonuses()).toMatchObject([{ status: 'reduced', amount: 0n, reduction: 'left', paidAt: null }]);
    expect((await noticesOf(referrer)).at(-1)).toContain('$100.00 is not paid: part of the money was withdrawn');
    await clean();
  });

  test('has the rate of the day when its deposit was approved', async () => {
    const { admin, referrer, friend } = await world();
    await depositOf(admin, friend, 1_000_00n);
    await setSetting('referral-bonus-bps', 5_000);
    await days(30);
    expect(await availableOf(referrer)).toBe(100_00n);
  });

  test('waits for the reserve when its period is over, with the decided amount', async () => {
    const { admin, referrer, friend } = await world();
    await depositOf(admin, friend, 1_000_00n);
    await leaveInReserve(99_99n);
    await days(30);
    expect(await bonuses()).toMatchObject([{ status: 'waiting', amount: 100_00n, decidedAt: clock.at }]);
    expect((await loadReferrals(referrer)).bonuses[0]?.note).toBe('Waits until the operator’s reserve can carry it');
    await withdrawn(admin, friend, 1_000_00n);
    await leaveInReserve(100_00n);
    await days(1);
    expect(await availableOf(referrer)).toBe(100_00n);
    await clean();
  });

  test('that can not be decided holds up no other', async () => {
    const { admin, referrer, friend } = await world();
    const other = await makeUser({ referrerId: referrer.id });
    await depositOf(admin, friend, 1_000_00n);
    clock.advance(1);
    await depositOf(admin, other, 2_000_00n);
    const [first] = await bonuses();
    // A payment under the first one's name is an error in the books that only the first one should encounter.
    const { post } = await import('~/ledger/posting/post.server');
    const { custody, reserve } = await import('~/ledger/chartOfAccounts');
    const legs = [{ debit: custody('manual'), credit: reserve.free, amount: 1n }];
    const wrong = {
      kind: 'referral-bonus',
      ref: first?.depositId ?? '',
      actor: 'system',
      effectiveAt: START,
      legs,
    } as const;
    await write((tx) => post(tx, wrong));
    clock.advance(30 * DAY);
    await expect(decideDueReferralBonuses()).rejects.toThrow(/was paid before/);
    expect(await availableOf(referrer)).toBe(200_00n);
    expect((await bonuses()).map(({ status }) => status)).toEqual(['waiting', 'paid']);
  });

  test('whose deposit is reversed meanwhile is reversed, and the same money can earn one later', async () => {
    const { admin, referrer, friend } = await world();
    const wrong = await depositOf(admin, friend, 9_000_00n);
    clock.advance(DAY);
    await depositOf(admin, friend, 1_000_00n);
    clock.advance(DAY);
    expect((await write((tx) => reverseDeposit(tx, admin, wrong, 'It bounced'))).ok).toBe(true);
    await days(40);
    expect((await bonuses()).map(({ status, amount }) => [status, amount])).toEqual([
      ['taken-back', 900_00n],
      ['paid', 100_00n],
    ]);
    await depositOf(admin, friend, 9_000_00n);
    await days(30);
    expect(await availableOf(referrer)).toBe(1_000_00n);
    await clean();
  });

  test('of a closed referrer waits until the account is reopened', async () => {
    const { admin, referrer, friend } = await world();
    await depositOf(admin, friend, 1_000_00n);
    const set = (status: 'open' | 'closed') =>
      write(async (tx) => {
        await tx.update(userTable).set({ status }).where(eq(userTable.id, referrer.id));
      });
    await set('closed');
    await days(30);
    expect(await availableOf(referrer)).toBe(0n);
    await set('open');
    await days(1);
    expect(await availableOf(referrer)).toBe(100_00n);
  });
});

describe("a month's cap", () => {
  test('is reached to the cent, over all friends, and a new month starts in UTC', async () => {
    const { admin, referrer, friend } = await world({ 'holding-days': 0, 'referral-month-cap': 150_00 });
    const other = await makeUser({ referrerId: referrer.id });
    clock.set(new Date('2026-03-31T23:59:59.999Z'));
    await depositOf(admin, friend, 1_000_00n);
    await depositOf(admin, other, 1_000_00n);
    await depositOf(admin, other, 1_000_00n);
    expect((await bonuses()).map(({ amount, reduction }) => [amount, reduction]).sort()).toEqual([
      [0n, 'cap'],
      [100_00n, null],
      [50_00n, 'cap'],
    ]);
    clock.advance(1);
    await depositOf(admin, other, 1_000_00n);
    expect(await availableOf(referrer)).toBe(250_00n);
    await clean();
  });
});

describe('identity checks', () => {
  test('of both people are required, and one that waits forever holds up no other', async () => {
    const { admin, referrer, friend } = await world({ 'papers-first': 1 });
    await approvedDocuments(referrer);
    for (let each = 0; each < 51; each += 1) {
      const unknown = await makeUser({ referrerId: referrer.id });
      await depositOf(admin, unknown, 10_00n);
    }
    await depositOf(admin, friend, 1_000_00n);
    await days(30);
    expect(await availableOf(referrer)).toBe(0n);
    expect((await loadReferrals(referrer)).bonuses[0]?.note).toContain('your identity check and that of your friend');
    await approvedDocuments(friend);
    await days(1);
    expect(await availableOf(referrer)).toBe(100_00n);
    await clean();
  });

  test('are required without a holding period too, and for the bonus of a rank', async () => {
    const { admin, referrer, friend } = await world({ 'papers-first': 1, 'holding-days': 0 });
    await depositOf(admin, friend, 1_000_00n);
    expect(await bonuses()).toMatchObject([{ status: 'waiting', decidedAt: null }]);
    expect(await claim(friend, 'silver')).toMatchObject({ ok: false, error: { code: 'no-papers' } });
    await approvedDocuments(referrer);
    await approvedDocuments(friend);
    await days(1);
    expect(await availableOf(referrer)).toBe(100_00n);
    expect((await claim(friend, 'silver')).ok).toBe(true);
  });
});

const claim = (user: User, rank: Rank['id']) => write((tx) => claimRankBonus(tx, user, { rank }));
const ranksOf = async ({ id }: User) => (await loadRanking(id)).ranks.map(({ state }) => state);

describe('the bonus of a rank with a holding period', () => {
  test('is claimable when the rank was held to its end; a jump does so for each passed rank', async () => {
    const { admin, friend } = await world();
    await depositOf(admin, friend, 25_000_00n);
    expect(await ranksOf(friend)).toEqual(['waiting', 'waiting', 'waiting']);
    expect((await loadRanking(friend.id)).ranks[0]).toMatchObject({ holdUntil: after(START, 30 * DAY) });
    expect(await claim(friend, 'gold')).toMatchObject({ ok: false, error: { code: 'not-yet' } });
    clock.advance(30 * DAY - 1);
    await bonusJobs();
    expect(await ranksOf(friend)).toEqual(['waiting', 'waiting', 'waiting']);
    clock.advance(1);
    await Promise.all([decideDueRankBonuses(), decideDueRankBonuses()]);
    expect(await ranksOf(friend)).toEqual(['claimable', 'claimable', 'claimable']);
    for (const rank of ['silver', 'gold', 'diamond'] as const) expect((await claim(friend, rank)).ok).toBe(true);
    expect(await availableOf(friend)).toBe(25_650_00n);
    expect((await claim(friend, 'gold')).ok).toBe(false);
    await clean();
  });

  test('counts the lowest balance of the period, less requested withdrawals', async () => {
    const { admin, friend } = await world();
    await depositOf(admin, friend, 25_000_00n);
    clock.advance(DAY);
    const id = await requested(friend, 20_000_00n);
    clock.advance(DAY);
    await write((tx) => cancelWithdrawal(tx, createInvestorActor(friend.id), id));
    await days(30);
    // $5,000 reaches silver, but not gold.
    expect(await ranksOf(friend)).toEqual(['claimable', 'locked', 'locked']);
    expect((await noticesOf(friend)).filter((text) => text.includes('was not held'))).toHaveLength(2);
    await clean();
  });

  test('starts again with the deposit that reaches the rank again', async () => {
    const { admin, friend } = await world();
    await depositOf(admin, friend, 6_000_00n);
    clock.advance(10 * DAY);
    await withdrawn(admin, friend, 2_000_00n);
    clock.advance(DAY);
    await depositOf(admin, friend, 2_000_00n);
    await days(19);
    expect(await ranksOf(friend)).toEqual(['claimable', 'waiting', 'locked']);
    await days(11);
    expect(await ranksOf(friend)).toEqual(['claimable', 'claimable', 'locked']);
    await clean();
  });

  test('remains if another deposit had earned it, and is locked if only a reversed one had', async () => {
    const { admin, friend } = await world();
    await depositOf(admin, friend, 6_000_00n);
    await days(30);
    const wrong = await depositOf(admin, friend, 20_000_00n);
    await days(30);
    expect(await ranksOf(friend)).toEqual(['claimable', 'claimable', 'claimable']);
    expect((await write((tx) => reverseDeposit(tx, admin, wrong, 'It bounced'))).ok).toBe(true);
    expect(await ranksOf(friend)).toEqual(['claimable', 'claimable', 'locked']);
    await clean();
  });

  test('is given once to a person, whichever of their accounts reaches the rank', async () => {
    const { admin, friend } = await world({ 'holding-days': 0 });
    const second = await makeUser();
    await depositOf(admin, friend, 1_000_00n);
    await depositOf(admin, second, 1_000_00n);
    expect((await claim(friend, 'silver')).ok).toBe(true);
    await approvedDocuments(friend, { lastName: 'Lee', email: 'x@example.com' });
    await approvedDocuments(second, { lastName: 'Lee', email: 'x@example.com' });
    expect(await claim(second, 'silver')).toMatchObject({ ok: false, error: { code: 'claimed-before' } });
    await depositOf(admin, second, 9_000_00n);
    expect(await ranksOf(second)).toEqual(['claimable', 'claimable', 'locked']);
    expect(await read().select().from(rankBonus).where(eq(rankBonus.rank, 'gold'))).toHaveLength(1);
    await clean();
  });
});
