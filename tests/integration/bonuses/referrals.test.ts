import { asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  event,
  mail,
  notification,
  REFERRAL_BONUS_STATES,
  referralBonus,
  setting,
  user as userTable,
} from '#drizzle/schema';
import { decideReferralBonus } from '~/features/money/referrals/internal/decideReferralBonus.server';
import { payWaitingReferralBonuses } from '~/features/money/referrals/jobs.server';
import { loadReferrals } from '~/features/money/referrals/queries.server';
import { referralBonusMachine } from '~/features/money/referrals/states';
import { creditReceivedDeposit } from '~/features/money/wallet/deposits/creditReceivedDeposit.server';
import { approveDeposit, reverseDeposit } from '~/features/money/wallet/deposits/decideDeposit.server';
import { submitDeposit } from '~/features/money/wallet/deposits/submitDeposit.server';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { availableAccount, reserve } from '~/ledger/chartOfAccounts';
import { audit } from '~/ledger/proof/audit.server';
import { balance, readBalances } from '~/ledger/reading/statement.server';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { DAY } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { type ActorKind, createAdminActor, getNextState } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { clock, useDatabase } from '../../support/database';
import { must } from '../../support/must';
import { onBothEngines } from '../../support/onBothEngines';
import { makeAdmin, makeUser } from '../../support/people/people';
import { leaveInReserve } from '../../support/people/reserve';
import { setSetting } from '../../support/settings';

useDatabase();

const availableOf = async ({ id }: User) => (await readBalances(read(), id)).available;
const bonuses = () => read().select().from(referralBonus).orderBy(asc(referralBonus.createdAt), asc(referralBonus.id));
const statesNow = async () => (await bonuses()).map(({ status }) => status);
/** Owners of the bonus's events, in order. */
const storyOf = async () => {
  const found = await read().select().from(event).where(eq(event.thing, 'referral bonus')).orderBy(asc(event.id));
  return found.map(({ event, userId }) => [event, userId]);
};
const clean = async () => expect((await audit()).findings).toEqual([]);

async function approved(owner: User, amount = 1_000_00n) {
  const admin = createAdminActor((await makeAdmin()).id);
  const id = await write(async (tx) => {
    const submitted = must(await submitDeposit(tx, owner, { method: 'ETH', amount, proof: null }));
    must(await approveDeposit(tx, admin, submitted.id, amount));
    return submitted.id;
  });
  return { id, admin };
}

async function pair() {
  const referrer = await makeUser();
  return { referrer, referred: await makeUser({ referrerId: referrer.id }) };
}

describe('the referral bonus', () => {
  test('is 10% of what arrived with every approved deposit, from the reserve, notified by mail', async () => {
    const { referrer, referred } = await pair();
    const before = await balance(read(), reserve.free.code);
    await approved(referred, 1_000_00n);
    await approved(referred, 55n * 100n + 55n);
    expect(await availableOf(referrer)).toBe(105_55n);
    expect((await readBalancesAndTotals(referrer.id)).totals.referralBonus).toBe(105_55n);
    expect(await balance(read(), reserve.free.code)).toBe(before - 105_55n);
    expect(await availableOf(referred)).toBe(1_055_55n);
    expect(await bonuses()).toMatchObject([{ status: 'paid', paidAt: clock.at, amount: 100_00n }, { amount: 5_55n }]);
    const sent = await read().select().from(mail).where(eq(mail.kind, 'referral-bonus-paid'));
    expect(sent.map(({ recipient }) => recipient)).toEqual([referrer.email, referrer.email]);
    const once = ['grant', 'decide', 'pay'].map((step) => [step, referrer.id]);
    expect(await storyOf()).toEqual([...once, ...once]);
    await clean();
  });

  test('is paid for a credited deposit too', async () => {
    const { referrer, referred } = await pair();
    const admin = createAdminActor((await makeAdmin()).id);
    await write((tx) => creditReceivedDeposit(tx, admin, { userId: referred.id, amount: 10_00n, reason: 'seen' }));
    expect(await availableOf(referrer)).toBe(1_00n);
    await clean();
  });

  test('waits for the reserve, the deposit does not; then the oldest are paid first, each once', async () => {
    const { referrer, referred } = await pair();
    await leaveInReserve(99_99n);
    await approved(referred, 1_000_00n);
    clock.advance(1_000);
    await approved(referred, 2_000_00n);
    clock.advance(1_000);
    // The bonus is small enough to be paid immediately, although larger ones still wait for the reserve.
    await approved(referred, 10_00n);
    expect(await statesNow()).toEqual(['waiting', 'waiting', 'paid']);
    expect(await availableOf(referred)).toBe(3_010_00n);
    expect(await availableOf(referrer)).toBe(1_00n);
    const notifications = await read().select().from(notification).where(eq(notification.userId, referrer.id));
    expect(notifications.map(({ text }) => text).join()).toContain('$100.00: it waits until');

    expect(await payWaitingReferralBonuses()).toBe(false);
    expect(await statesNow()).toEqual(['waiting', 'waiting', 'paid']);
    await leaveInReserve(250_00n);
    await payWaitingReferralBonuses();
    expect(await statesNow()).toEqual(['paid', 'waiting', 'paid']);
    await leaveInReserve(1_000_00n);
    await Promise.all([payWaitingReferralBonuses(), payWaitingReferralBonuses(), payWaitingReferralBonuses()]);
    expect(await statesNow()).toEqual(['paid', 'paid', 'paid']);
    expect(await availableOf(referrer)).toBe(301_00n);
    await clean();
  });

  test('of several hundred waiting ones is paid batch by batch', async () => {
    const { referrer, referred } = await pair();
    await leaveInReserve(0n);
    for (let each = 0; each < 60; each++) await approved(referred, 10_00n);
    await leaveInReserve(1_000_00n);
    expect(await payWaitingReferralBonuses()).toBe(true);
    expect(await payWaitingReferralBonuses()).toBe(false);
    expect(await availableOf(referrer)).toBe(60_00n);
    await clean();
  });

  onBothEngines('raw SQL of who referred whom', () => {
    test('is not created without a referrer, for a closed one, the same person or a loop, or when turned off', async () => {
      await approved(await makeUser());
      const closed = await makeUser({ status: 'closed' });
      await approved(await makeUser({ referrerId: closed.id }));
      const self = newId();
      await approved(await makeUser({ id: self, referrerId: self }));
      await approved(await makeUser({ referrerId: newId() }));
      const ann = await makeUser({ email: 'ann@example.com' });
      await approved(await makeUser({ email: 'Ann+again@example.com', referrerId: ann.id }));

      const [a, b, c] = [await makeUser(), await makeUser(), await makeUser()];
      await write(async (tx) => {
        for (const [who, by] of [
          [a, b],
          [b, c],
          [c, a],
        ] as const) {
          await tx.update(userTable).set({ referrerId: by.id }).where(eq(userTable.id, who.id));
        }
      });
      for (const { id } of [a, b, c]) {
        const [fresh] = await read().select().from(userTable).where(eq(userTable.id, id));
        await approved(fresh as User);
      }
      // The user was referred by a member of a circle, but is no member.
      const outside = await makeUser({ referrerId: a.id });
      await approved(outside);
      expect(await bonuses()).toMatchObject([{ referrerId: a.id, referredId: outside.id }]);

      await write(async (tx) => {
        await tx.update(setting).set({ value: 0 }).where(eq(setting.key, 'referral-bonus-bps'));
      });
      await approved(outside);
      expect(await bonuses()).toHaveLength(1);
      await clean();
    });
  });

  test('that waits is not paid to an account that was closed meanwhile, and holds up no other', async () => {
    const first = await pair();
    const second = await pair();
    await leaveInReserve(0n);
    await approved(first.referred);
    clock.advance(1_000);
    await approved(second.referred);
    await write(async (tx) => {
      await tx.update(userTable).set({ status: 'closed' }).where(eq(userTable.id, first.referrer.id));
    });
    await leaveInReserve(1_000_00n);
    await payWaitingReferralBonuses();
    expect(await statesNow()).toEqual(['waiting', 'paid']);
    expect(await availableOf(first.referrer)).toBe(0n);
    await clean();
  });

  test('is not decided for an account that is closed between the job’s read and its decision', async () => {
    await setSetting('holding-days', 1);
    const { referrer, referred } = await pair();
    await approved(referred);
    clock.advance(2 * DAY);
    const close = { status: 'closed' } as const;
    await write((tx) => tx.update(userTable).set(close).where(eq(userTable.id, referrer.id)));
    const [bonus] = await bonuses();
    expect(await write((tx) => decideReferralBonus(tx, bonus?.id ?? ''))).toBe(true);
    expect([await statesNow(), await availableOf(referrer)]).toEqual([['waiting'], 0n]);
    await clean();
  });

  test('changes only as its state table allows', () => {
    const rules = Object.entries(referralBonusMachine.events);
    for (const state of REFERRAL_BONUS_STATES) {
      for (const [name, { from, to, by }] of rules) {
        for (const kind of ['system', 'admin', 'investor'] as ActorKind[]) {
          const next = getNextState(
            referralBonusMachine,
            state,
            name as keyof typeof referralBonusMachine.events,
            kind,
          );
          const allowed = (by as readonly ActorKind[]).includes(kind) && (from as readonly string[]).includes(state);
          expect([state, name, kind, next.ok && next.value]).toEqual([state, name, kind, allowed && to]);
        }
      }
    }
  });
});

describe('when its deposit is reversed', () => {
  test('a paid bonus returns to the reserve', async () => {
    const { referrer, referred } = await pair();
    const before = await balance(read(), reserve.free.code);
    const { id, admin } = await approved(referred);
    expect((await write((tx) => reverseDeposit(tx, admin, id, 'It bounced'))).ok).toBe(true);
    expect(await availableOf(referrer)).toBe(0n);
    expect(await balance(read(), reserve.free.code)).toBe(before);
    const sentMails = await read().select().from(mail).where(eq(mail.kind, 'referral-bonus-taken-back'));
    expect(sentMails).toMatchObject([{ recipient: referrer.email }]);
    const shown = await loadReferrals(referrer);
    expect(shown).toMatchObject({ earned: 0n, waiting: 0n, referred: [{ refBonus: 0n }] });
    // The friend gave the address to the operator, so the referrer must not see it.
    const masked = `${referred.email.slice(0, 1)}•••${referred.email.slice(referred.email.indexOf('@'))}`;
    expect(shown.referred.map(({ email }) => email)).toEqual([masked]);
    await clean();
  });

  test('a bonus that was spent stays, and the deposit is reversed all the same', async () => {
    const { referrer, referred } = await pair();
    const { id, admin } = await approved(referred);
    const wallet = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
    await write((tx) => requestWithdrawal(tx, referrer, { method: 'BTC', amount: 1_00n, wallet }));
    expect((await write((tx) => reverseDeposit(tx, admin, id, 'It bounced'))).ok).toBe(true);
    expect(await availableOf(referrer)).toBe(99_00n);
    expect(await loadReferrals(referrer)).toMatchObject({ earned: 100_00n, referred: [{ refBonus: 100_00n }] });
    expect(await availableOf(referred)).toBe(0n);
    expect(await balance(read(), availableAccount(referred.id).code)).toBe(0n);
    await clean();
  });

  test('a waiting bonus is reversed, shown as such and never paid', async () => {
    const { referrer, referred } = await pair();
    await leaveInReserve(0n);
    const { id, admin } = await approved(referred);
    expect(await loadReferrals(referrer)).toMatchObject({
      earned: 0n,
      waiting: 100_00n,
      referred: [{ refBonus: 0n, waiting: 100_00n }],
    });
    await write((tx) => reverseDeposit(tx, admin, id, 'It bounced'));
    expect(await statesNow()).toEqual(['taken-back']);
    expect(await storyOf()).toEqual(['grant', 'decide', 'wait', 'take-back'].map((step) => [step, referrer.id]));
    expect(await loadReferrals(referrer)).toMatchObject({
      waiting: 0n,
      bonuses: [{ status: 'taken-back', amount: 100_00n, note: 'The deposit for it was reversed' }],
      referred: [{ refBonus: 0n, waiting: 0n }],
    });
    const notifications = await read().select().from(notification).where(eq(notification.userId, referrer.id));
    expect(notifications.map(({ text }) => text).join()).toContain('$100.00 cancelled before payment');
    await leaveInReserve(1_000_00n);
    await payWaitingReferralBonuses();
    expect(await statesNow()).toEqual(['taken-back']);
    expect(await availableOf(referrer)).toBe(0n);
    await clean();
  });
});

onBothEngines('raw SQL of who referred whom', () => {
  test('the list of friends has pages, while more arrive, and counts them all', async () => {
    const referrer = await makeUser();
    for (let number = 1; number <= 30; number += 1) await makeUser({ lastName: `${number}`, referrerId: referrer.id });
    const first = await loadReferrals(referrer);
    await makeUser({ lastName: 'new', referrerId: referrer.id });
    const second = await loadReferrals(referrer, first.next);
    expect([...first.referred, ...second.referred].map(({ lastName }) => lastName)).toEqual(
      Array.from({ length: 30 }, (_, at) => `${30 - at}`),
    );
    expect([first.friends, second.friends, second.next]).toEqual([30, 31, null]);
  });
});
