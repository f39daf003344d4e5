import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { event, mail, notification, rankBonus, setting } from '#drizzle/schema';
import { claimRankBonus } from '~/features/money/ranking/claimRankBonus.server';
import { loadRanking } from '~/features/money/ranking/queries.server';
import type { Rank } from '~/features/money/ranking/rules';
import { type RankBonusState, rankBonusMachine } from '~/features/money/ranking/states';
import { creditReceivedDeposit } from '~/features/money/wallet/deposits/creditReceivedDeposit.server';
import { reverseDeposit } from '~/features/money/wallet/deposits/decideDeposit.server';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { addProfit, creditGoodwill, debitUser } from '~/features/people/users/moveBalance.server';
import { reserve } from '~/ledger/chartOfAccounts';
import { audit } from '~/ledger/proof/audit.server';
import { balance, readBalances } from '~/ledger/reading/statement.server';
import { read, write } from '~/platform/db/index.server';
import { type Actor, type ActorKind, createAdminActor, getNextState } from '~/platform/states';
import { ensureCatalogue } from '~/seed/catalogue.server';
import type { User } from '~/signIns/session.server';
import { issueKey, runExactlyOnce } from '~/web/idempotency.server';
import { clock, useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { LIVE } from '../../support/liveEnvironment';
import { must } from '../../support/must';
import { onBothEngines } from '../../support/onBothEngines';
import { makeAdmin, makeUser } from '../../support/people/people';
import { leaveInReserve } from '../../support/people/reserve';

useDatabase();

const WALLET = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const clean = async () => expect((await audit()).findings).toEqual([]);
const availableOf = async ({ id }: User) => (await readBalances(read(), id)).available;
const claim = (user: User, rank: Rank['id']) => write((tx) => claimRankBonus(tx, user, { rank }));

async function states(user: User): Promise<RankBonusState[]> {
  return (await loadRanking(user.id)).ranks.map(({ state }) => state);
}

async function people(): Promise<{ user: User; admin: Actor }> {
  return { user: await makeUser(), admin: createAdminActor((await makeAdmin()).id) };
}

async function credited(user: User, admin: Actor, dollars: number): Promise<string> {
  const amount = BigInt(dollars) * 100n;
  const done = must(await write((tx) => creditReceivedDeposit(tx, admin, { userId: user.id, amount, reason: 'seen' })));
  return done.depositId;
}

const reverse = (admin: Actor, id: string) => write((tx) => reverseDeposit(tx, admin, id, 'It bounced'));

describe('the bonus of a rank', () => {
  test('is locked until an approved deposit reaches the rank, which is notified by mail and on the pages', async () => {
    const { user, admin } = await people();
    expect(await states(user)).toEqual(['locked', 'locked', 'locked']);
    expect(await claim(user, 'silver')).toMatchObject({ ok: false, error: { code: 'locked' } });
    await credited(user, admin, 5_000);
    expect(await states(user)).toEqual(['claimable', 'locked', 'locked']);
    const sent = await read().select().from(mail).where(eq(mail.kind, 'rank-bonus-claimable'));
    expect(sent).toMatchObject([{ recipient: user.email, subject: '[paper] Silver rank reached: $50.00 to claim' }]);
    expect(sent[0]?.html).toContain('>Silver rank<');
    const notifications = await read().select().from(notification).where(eq(notification.userId, user.id));
    expect(notifications.map(({ text }) => text)).toContain('Silver rank reached: $50.00 to claim');
    await clean();
  });

  test('of each rank that a jump passes is claimable, each is paid once, out of the free reserve', async () => {
    const { user, admin } = await people();
    await credited(user, admin, 30_000);
    expect(await states(user)).toEqual(['claimable', 'claimable', 'claimable']);
    const before = await balance(read(), reserve.free.code);
    for (const rank of ['silver', 'gold', 'diamond'] as const) expect((await claim(user, rank)).ok).toBe(true);
    expect(await availableOf(user)).toBe(30_650_00n);
    expect(await balance(read(), reserve.free.code)).toBe(before - 650_00n);
    expect(await claim(user, 'gold')).toMatchObject({ ok: false, error: { code: 'wrong-state' } });
    await credited(user, admin, 10);
    expect(await states(user)).toEqual(['claimed', 'claimed', 'claimed']);
    expect(await read().select().from(mail).where(eq(mail.kind, 'rank-bonus-claimed'))).toHaveLength(3);
    await clean();
  });

  onBothEngines('idempotency of claims', () => {
    test('claimed fifty times at once is paid once, with one key and with fifty', async () => {
      const { user, admin } = await people();
      await credited(user, admin, 6_000);
      const ended = await Promise.all(Array.from({ length: 50 }, () => claim(user, 'silver')));
      expect(ended.filter(({ ok }) => ok)).toHaveLength(1);
      const key = issueKey(user.id, 'claim');
      const request = { scope: user.id, operation: 'claim', key, fields: { rank: 'gold' } };
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => runExactlyOnce(request, (tx) => claimRankBonus(tx, user, { rank: 'gold' }))),
      );
      expect(new Set(answers.map(({ kind }) => kind))).toEqual(new Set(['done']));
      expect(await availableOf(user)).toBe(6_150_00n);
      await clean();
    });
  });

  test('is refused with a message while the reserve is short, and stays claimable, visibly', async () => {
    const { user, admin } = await people();
    await credited(user, admin, 100);
    await leaveInReserve(49_99n);
    expect(await claim(user, 'silver')).toMatchObject({ ok: false, error: { code: 'short-reserve' } });
    expect((await loadRanking(user.id)).ranks[0]).toMatchObject({ state: 'claimable', waits: true, claimedAt: null });
    expect(await availableOf(user)).toBe(100_00n);
    await leaveInReserve(50_00n);
    expect((await loadRanking(user.id)).ranks[0]).toMatchObject({ waits: false });
    expect((await claim(user, 'silver')).ok).toBe(true);
    expect((await loadRanking(user.id)).ranks[0]).toMatchObject({ state: 'claimed', claimedAt: clock.at });
    await clean();
  });

  test('has the amount of the time when the rank was reached, and none while the operator gives none', async () => {
    const { user, admin } = await people();
    const set = (key: string, value: number) =>
      write(async (tx) => {
        await tx.update(setting).set({ value }).where(eq(setting.key, key));
      });
    await set('rank-bonus-gold', 0);
    await credited(user, admin, 6_000);
    await set('rank-bonus-silver', 1);
    expect(await states(user)).toEqual(['claimable', 'locked', 'locked']);
    expect((await claim(user, 'silver')).ok).toBe(true);
    expect(await availableOf(user)).toBe(6_050_00n);
    // After ranks are enabled again, the next deposit grants the reached rank.
    await set('rank-bonus-gold', 7_00);
    await credited(user, admin, 1);
    expect((await loadRanking(user.id)).ranks[1]).toMatchObject({ state: 'claimable', bonus: 7_00n });
    await clean();
  });

  test('of another user is unchanged', async () => {
    const { user, admin } = await people();
    const other = await makeUser();
    await credited(user, admin, 100);
    expect(await claim(other, 'silver')).toMatchObject({ ok: false, error: { code: 'locked' } });
    expect(await states(user)).toEqual(['claimable', 'locked', 'locked']);
  });
});

onBothEngines('money by administrators', () => {
  test('that is no deposit raises no rank and reaches no bonus; a debit reduces it before deposits', async () => {
    const { user, admin } = await people();
    const acts = { credit: creditGoodwill, profit: addProfit, debit: debitUser };
    const table: [act: keyof typeof acts | 'deposit', dollars: number, ranked: bigint, rank: string][] = [
      ['credit', 30_000, 0n, 'silver'],
      ['profit', 30_000, 0n, 'silver'],
      ['deposit', 4_000, 4_000_00n, 'silver'],
      ['deposit', 2_000, 6_000_00n, 'gold'],
      ['debit', 60_000, 6_000_00n, 'gold'],
      ['debit', 5_000, 1_000_00n, 'silver'],
      ['credit', 5_500, 6_000_00n, 'gold'],
    ];
    for (const [act, dollars, ranked, rank] of table) {
      const request = { userId: user.id, amount: BigInt(dollars) * 100n, reason: 'For the wait' };
      if (act === 'deposit') await credited(user, admin, dollars);
      else expect(await write((tx) => acts[act](tx, admin, request))).toMatchObject({ ok: true });
      expect(await loadRanking(user.id)).toMatchObject({ ranked, rank: { id: rank } });
      if (act === 'profit') expect(await states(user)).toEqual(['locked', 'locked', 'locked']);
    }
    expect(await states(user)).toEqual(['claimable', 'claimable', 'locked']);
    await clean();
  });
});

describe('when a deposit is reversed', () => {
  test('that only it had reached is locked again, and can be reached again', async () => {
    const { user, admin } = await people();
    await credited(user, admin, 1_000);
    const big = await credited(user, admin, 25_000);
    expect((await claim(user, 'gold')).ok).toBe(true);
    const before = await balance(read(), reserve.free.code);
    expect((await reverse(admin, big)).ok).toBe(true);
    expect(await states(user)).toEqual(['claimable', 'locked', 'locked']);
    expect(await availableOf(user)).toBe(1_000_00n);
    expect(await balance(read(), reserve.free.code)).toBe(before + 100_00n);
    expect(await read().select().from(mail).where(eq(mail.kind, 'rank-bonus-taken-back'))).toHaveLength(2);
    await credited(user, admin, 6_000);
    expect(await states(user)).toEqual(['claimable', 'claimable', 'locked']);
    expect((await claim(user, 'gold')).ok).toBe(true);
    await clean();
  });

  test('that other deposits had reached stays, though the money was withdrawn since', async () => {
    const { user, admin } = await people();
    await credited(user, admin, 6_000);
    const request = { method: 'BTC', amount: 5_500_00n, wallet: WALLET };
    await write((tx) => requestWithdrawal(tx, user, request));
    const small = await credited(user, admin, 10);
    await reverse(admin, small);
    expect(await states(user)).toEqual(['claimable', 'claimable', 'locked']);
    await clean();
  });

  test('that was claimed and spent stays, and that is recorded', async () => {
    const { user, admin } = await people();
    const id = await credited(user, admin, 100);
    await claim(user, 'silver');
    const request = { method: 'BTC', amount: 40_00n, wallet: WALLET };
    await write((tx) => requestWithdrawal(tx, user, request));
    expect((await reverse(admin, id)).ok).toBe(true);
    expect(await states(user)).toEqual(['claimed', 'locked', 'locked']);
    expect(await availableOf(user)).toBe(10_00n);
    const noted = await read().select().from(event).where(eq(event.event, 'leave'));
    expect(noted).toMatchObject([{ thing: 'rank bonus', userId: user.id }]);
    await clean();
  });
});

test('a rank bonus changes only as its state table allows', async () => {
  for (const state of ['claimable', 'claimed', 'locked'] as const) {
    for (const name of ['claim', 'take-back'] as const) {
      const { from, to } = rankBonusMachine.events[name];
      const { user, admin } = await people();
      const id = await credited(user, admin, 100);
      if (state === 'claimed') await claim(user, 'silver');
      if (state === 'locked') await reverse(admin, id);
      expect((await states(user))[0]).toBe(state);
      const allowed = (from as readonly string[]).includes(state);
      if (name === 'claim') expect((await claim(user, 'silver')).ok).toBe(allowed);
      else expect((await reverse(admin, id)).ok).toBe(allowed);
      expect([state, name, (await states(user))[0]]).toEqual([state, name, allowed ? to : state]);
    }
  }
  await clean();
});

test('a rank bonus is changed only by those whom its state table names', () => {
  for (const [name, { from, to, by }] of Object.entries(rankBonusMachine.events)) {
    for (const state of ['waiting', 'claimable', 'claimed', 'locked'] as const) {
      for (const kind of ['system', 'admin', 'investor'] as ActorKind[]) {
        const next = getNextState(rankBonusMachine, state, name as keyof typeof rankBonusMachine.events, kind);
        const allowed = (by as readonly ActorKind[]).includes(kind) && (from as readonly string[]).includes(state);
        expect([state, name, kind, next.ok && next.value]).toEqual([state, name, kind, allowed && to]);
      }
    }
  }
});

test('in live mode every bonus is off until the operator turns it on, and then requires 30 days', async () => {
  const settings = async () =>
    Object.fromEntries((await read().select().from(setting)).map(({ key, value }) => [key, value]));
  expect(await settings()).toMatchObject({
    'holding-days': 0,
    'papers-first': 0,
    'plan-share-bps': 1_000,
    'rank-bonus-diamond': 500_00,
    'rank-bonus-gold': 100_00,
    'rank-bonus-silver': 50_00,
    'referral-bonus-bps': 1_000,
    'referral-month-cap': 1_000_000_00,
  });
  await write(async (tx) => {
    await tx.delete(rankBonus);
    await tx.delete(setting);
  });
  testEnv(LIVE);
  await ensureCatalogue();
  expect(await settings()).toMatchObject({
    'holding-days': 30,
    'papers-first': 1,
    'plan-share-bps': 1_000,
    'rank-bonus-diamond': 0,
    'rank-bonus-gold': 0,
    'rank-bonus-silver': 0,
    'referral-bonus-bps': 0,
    'referral-month-cap': 10_000_00,
  });
});
