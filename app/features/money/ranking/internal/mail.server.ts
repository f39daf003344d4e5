import { formatUsd } from '~/ledger/money';
import { mailAndNotify, type Notification, type Recipient } from '~/mail/notifyUser.server';
import type { Handle } from '~/platform/db/index.server';
import { notify } from '~/platform/events/index.server';
import { dayText } from '~/platform/text/dayText';
import { RANKS, type Rank } from '../rules';

type Bonus = { id: string; rank: Rank['id']; amount: bigint };

const PAGE_LINK = { label: 'Ranking', href: '/ranking' };

const nameOf = (id: Rank['id']) => RANKS.find((rank) => rank.id === id)?.name ?? id;

export async function notifyRankBonusPending(
  tx: Handle,
  user: Recipient,
  { id, rank, amount, dueAt }: Bonus & { dueAt: Date },
): Promise<void> {
  const until = dayText(dueAt);
  const subject = `${nameOf(rank)} rank reached: hold it until ${until} to claim a bonus of ${formatUsd(amount)}`;
  const paragraphs = [
    `your deposit took you to the rank ${nameOf(rank)}.`,
    `Hold it until ${until}, and you can claim a bonus of ${formatUsd(amount)} on the ranking page.`,
  ] as const;
  const effectKey = `rank-bonus-waits:${id}` as const;
  await mailAndNotify(
    tx,
    user,
    { effectKey, subject, paragraphs, page: PAGE_LINK, moment: getRankMoment(rank) },
    subject,
  );
}

const getRankMoment = (rank: Rank['id']) => ({ name: 'rank', line: `${nameOf(rank)} rank` }) as const;

export async function notifyBonusLapsed(
  tx: Handle,
  userId: string,
  { rank, amount }: Omit<Bonus, 'id'>,
): Promise<void> {
  const text = `${nameOf(rank)} rank was not held: its bonus of ${formatUsd(amount)} can be earned again`;
  await notify(tx, { userId, text, href: PAGE_LINK.href });
}

/**
 * Notifies a user of a bonus that can be claimed.
 * @param isReached true if the rank has just been reached; false if it was held for its period
 */
export async function notifyBonusClaimable(
  tx: Handle,
  user: Recipient,
  { id, rank, amount }: Bonus,
  isReached: boolean,
): Promise<void> {
  const subject = `${nameOf(rank)} rank ${isReached ? 'reached' : 'held'}: ${formatUsd(amount)} to claim`;
  const paragraphs = [
    isReached ? `your deposit took you to the rank ${nameOf(rank)}.` : `you have held the rank ${nameOf(rank)}.`,
    `You can claim a bonus of ${formatUsd(amount)} on the ranking page.`,
  ] as const;
  const moment = isReached ? getRankMoment(rank) : undefined;
  const effectKey = `rank-bonus-claimable:${id}` as const;
  await mailAndNotify(tx, user, { effectKey, subject, paragraphs, page: PAGE_LINK, moment }, subject);
}

export async function notifyBonusClaimed(tx: Handle, user: Recipient, { id, rank, amount }: Bonus): Promise<void> {
  const subject = `${nameOf(rank)} rank bonus: ${formatUsd(amount)}`;
  const paragraphs = [`your ${nameOf(rank)} bonus of ${formatUsd(amount)} is in your available balance.`] as const;
  await mailAndNotify(
    tx,
    user,
    { effectKey: `rank-bonus-claimed:${id}`, subject, paragraphs, page: PAGE_LINK },
    subject,
  );
}

export async function notifyRankBonusReversed(
  tx: Handle,
  user: Recipient,
  { id, rank, amount, reason, wasPaid }: Bonus & { reason: string; wasPaid: boolean },
): Promise<void> {
  const subject = `${nameOf(rank)} rank bonus taken back: ${formatUsd(amount)}`;
  const paragraphs = [
    `the deposit that took you to the rank ${nameOf(rank)} was reversed: ${reason}`,
    wasPaid ? 'The bonus was taken out of your available balance.' : 'Its bonus can no longer be claimed.',
  ] as const;
  const news: Notification = { effectKey: `rank-bonus-taken-back:${id}`, subject, paragraphs, page: PAGE_LINK };
  await mailAndNotify(tx, user, news, `${subject}. ${reason}`);
}
