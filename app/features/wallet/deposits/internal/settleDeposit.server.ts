import type { deposit } from '#drizzle/schema';
import { available, custody } from '~/ledger/chartOfAccounts';
import { formatUsd } from '~/ledger/money';
import { mustPost, type PostedJournal } from '~/ledger/posting/post.server';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { type Actor, actorText } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { userById } from '~/signIns/userById.server';
import { reachRanks } from '../../../ranking';
import { grantReferralBonus } from '../../../referrals';
import { tellDepositNews } from './depositMail.server';

type Deposit = typeof deposit.$inferSelect;

/** Credits a deposit that was just approved with what arrived, says so, and gives the bonuses that come with it. */
export async function settleDeposit(tx: Handle, by: Actor, row: Deposit): Promise<PostedJournal> {
  const { id, userId, method, amount, received, reason } = row;
  if (received === null) throw new Error(`Deposit ${id} was approved without an amount`);
  const legs = [{ debit: custody(method), credit: available(userId), amount: received }];
  const at = now();
  const head = { kind: 'deposit', ref: id, actor: actorText(by), approver: by.approver, effectiveAt: at } as const;
  const posted = await mustPost(tx, { ...head, reason: reason ?? undefined, legs });
  const owner = await ownerOf(tx, row);
  const asked = received === amount ? '' : ` You reported ${formatUsd(amount)}; this is what arrived.`;
  await tellDepositNews(tx, owner, {
    id,
    event: 'approved',
    subject: 'Deposit approved',
    amount: received,
    paragraphs: [`your deposit of ${formatUsd(received)} was approved and is in your available balance.${asked}`],
  });
  await grantReferralBonus(tx, { depositId: id, referred: owner, received, at });
  await reachRanks(tx, owner, { depositId: id, at });
  return posted;
}

/** Whose deposit it is. */
export async function ownerOf(tx: Handle, { id, userId }: Pick<Deposit, 'id' | 'userId'>): Promise<User> {
  const owner = await userById(tx, userId);
  if (!owner) throw new Error(`Deposit ${id} has no owner`);
  return owner;
}
