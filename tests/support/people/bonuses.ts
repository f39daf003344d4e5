/** Helpers that earn and pay bonuses through the product's use cases, and the settings of live mode. */
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { kyc, user as userTable } from '#drizzle/schema';
import { decideDueRankBonuses } from '~/features/money/ranking/jobs.server';
import { decideDueReferralBonuses, payWaitingReferralBonuses } from '~/features/money/referrals/jobs.server';
import { approveDeposit } from '~/features/money/wallet/deposits/decideDeposit.server';
import { submitDeposit } from '~/features/money/wallet/deposits/submitDeposit.server';
import { approveAndPayWithdrawal } from '~/features/money/wallet/withdrawals/decideWithdrawal.server';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { now } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { type Actor, createAdminActor } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { must } from '../must';
import { setSetting } from '../settings';
import { transactionOf } from '../transactionIds';
import { makeAdmin } from './people';

/** Sets the holding period, monthly cap and identity check of live mode; `given` overrides them. */
export async function liveTerms(input: Record<string, number> = {}): Promise<void> {
  const terms = { 'holding-days': 30, 'referral-month-cap': 10_000_00, 'papers-first': 0, ...input };
  for (const [key, value] of Object.entries(terms)) await setSetting(key, value);
}

/** Creates an administrator, as the actor of decisions. */
export const anAdmin = async (): Promise<Actor> => createAdminActor((await makeAdmin()).id);

/** Submits a deposit and approves it with the stated amount. @returns the deposit's ID */
export async function depositOf(admin: Actor, owner: User, cents: bigint): Promise<string> {
  return await write(async (tx) => {
    const { id } = must(await submitDeposit(tx, owner, { method: 'ETH', amount: cents, proof: null }));
    must(await approveDeposit(tx, admin, id, cents));
    return id;
  });
}

/** Returns a made-up wallet address, the same for the same name. */
export const walletOf = (name: string): string => `0x${createHash('sha1').update(name).digest('hex')}`;

/** Requests a withdrawal. @returns its ID */
export const requested = async (owner: User, cents: bigint, wallet = walletOf(owner.id)): Promise<string> =>
  must(await write((tx) => requestWithdrawal(tx, owner, { method: 'ETH', amount: cents, wallet }))).id;

/** Requests, approves and pays a withdrawal. */
export async function withdrawn(admin: Actor, owner: User, cents: bigint, wallet?: string): Promise<void> {
  const id = await requested(owner, cents, wallet);
  must(await write((tx) => approveAndPayWithdrawal(tx, admin, id, transactionOf(id))));
}

/** Approves an identity check of a user. */
export async function approvedDocuments(owner: User, input: Partial<typeof kyc.$inferInsert> = {}): Promise<void> {
  const id = newId();
  await write(async (tx) => {
    await tx.insert(kyc).values({
      id,
      userId: owner.id,
      firstName: 'Ann',
      lastName: `Lee${id}`,
      email: owner.email,
      country: 'GB',
      state: 'London',
      postalCode: 'N1',
      address: '1 High Street',
      documentFileId: null,
      status: 'approved',
      submittedAt: now(),
      decidedAt: now(),
      ...input,
    });
  });
}

/** Runs the bonus jobs until no bonus is due. */
export async function bonusJobs(): Promise<void> {
  for (const run of [decideDueReferralBonuses, payWaitingReferralBonuses, decideDueRankBonuses]) while (await run());
}

/** Sets the referrer of a user. */
export async function refer(user: User, referrerId: string): Promise<void> {
  await write(async (tx) => {
    await tx.update(userTable).set({ referrerId }).where(eq(userTable.id, user.id));
  });
}

/** Returns the current row of a user. */
export async function again({ id }: User): Promise<User> {
  const [found] = await read().select().from(userTable).where(eq(userTable.id, id));
  return found as User;
}
