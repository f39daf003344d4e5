import { formatUsd } from '~/ledger/money';
import { mailAndNotify, type Notification, type Recipient } from '~/mail/notifyUser.server';
import type { Handle } from '~/platform/db/index.server';
import { notify } from '~/platform/events/index.server';
import { BONUS_CONDITIONS, formatBonusDay, REDUCTION_TEXTS, type Reduction } from '../rules';

type Bonus = { id: string; amount: bigint };

const PAGE_LINK = { label: 'Referrals', href: '/referrals' };

export async function notifyBonusPaid(
  tx: Handle,
  referrer: Recipient,
  { id, amount, reduction }: Bonus & { reduction: Reduction | null },
): Promise<void> {
  const paid = `Referral bonus: ${formatUsd(amount)}`;
  const less = reduction ? ` It is less than the full bonus: ${REDUCTION_TEXTS[reduction]}.` : '';
  const paragraphs = [
    'a friend you referred made a deposit.',
    `Your bonus of ${formatUsd(amount)} is in your available balance.${less}`,
  ] as const;
  await mailAndNotify(
    tx,
    referrer,
    { effectKey: `referral-bonus-paid:${id}`, subject: paid, paragraphs, page: PAGE_LINK },
    paid,
  );
}

/** Notifies a user what a bonus waits for; its payment is announced by another mail. */
export async function notifyReferralBonusWaits(
  tx: Handle,
  referrer: Recipient,
  { amount, until }: { amount: bigint; until: Date | keyof typeof BONUS_CONDITIONS },
): Promise<void> {
  const text =
    typeof until === 'string'
      ? `Referral bonus of ${formatUsd(amount)}: it waits until ${BONUS_CONDITIONS[until]}`
      : `Referral bonus of up to ${formatUsd(amount)}: paid after ${formatBonusDay(until)} for the money that stays until then`;
  await notify(tx, { userId: referrer.id, text, href: PAGE_LINK.href });
}

export async function notifyBonusNothing(
  tx: Handle,
  referrer: Recipient,
  { expected, reduction }: { expected: bigint; reduction: Reduction | null },
): Promise<void> {
  const why = reduction ? `: ${REDUCTION_TEXTS[reduction]}` : '';
  const text = `Referral bonus of ${formatUsd(expected)} is not paid${why}`;
  await notify(tx, { userId: referrer.id, text, href: PAGE_LINK.href });
}

export async function notifyReferralBonusReversed(
  tx: Handle,
  referrer: Recipient,
  { id, amount, reason }: Bonus & { reason: string },
): Promise<void> {
  const taken = `Referral bonus taken back: ${formatUsd(amount)}`;
  const paragraphs = [
    `the deposit behind a referral bonus of ${formatUsd(amount)} was reversed: ${reason}`,
    'The bonus was taken out of your available balance.',
  ] as const;
  const news: Notification = {
    effectKey: `referral-bonus-taken-back:${id}`,
    subject: taken,
    paragraphs,
    page: PAGE_LINK,
  };
  await mailAndNotify(tx, referrer, news, `${taken}. ${reason}`);
}

export async function notifyBonusDropped(tx: Handle, referrer: Recipient, { amount }: Bonus): Promise<void> {
  const text = `Referral bonus of ${formatUsd(amount)} cancelled before payment: the deposit for it was reversed`;
  await notify(tx, { userId: referrer.id, text, href: PAGE_LINK.href });
}
