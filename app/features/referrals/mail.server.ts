import { formatUsd } from '~/ledger/money';
import type { Handle } from '~/platform/db/index.server';
import { notify } from '~/platform/events.server';
import { enqueueMail } from '~/platform/mail/outbox.server';
import { publicLink } from '~/platform/site';

type Referrer = { id: string; email: string; firstName: string };
type Bonus = { id: string; amount: bigint };

/** The spec's referrer notification: by mail, and on their pages. */
export async function tellBonusPaid(tx: Handle, referrer: Referrer, { id, amount }: Bonus): Promise<void> {
  const paid = `Referral bonus: ${formatUsd(amount)}`;
  await notify(tx, { userId: referrer.id, text: paid, href: HREF });
  await mail(tx, referrer, `referral-bonus-paid:${id}`, paid, [
    'somebody you referred made a deposit.',
    `Your bonus of ${formatUsd(amount)} is in your available balance.`,
  ]);
}

/** It waits where it can be seen. The mail comes when it is paid. */
export async function tellBonusWaits(tx: Handle, referrer: Referrer, { amount }: Bonus): Promise<void> {
  const text = `Referral bonus of ${formatUsd(amount)}: it waits until the operator's reserve can carry it`;
  await notify(tx, { userId: referrer.id, text, href: HREF });
}

/** The deposit behind a bonus was taken back, and with it the bonus. */
export async function tellBonusTakenBack(
  tx: Handle,
  referrer: Referrer,
  { id, amount, reason }: Bonus & { reason: string },
): Promise<void> {
  const taken = `Referral bonus taken back: ${formatUsd(amount)}`;
  await notify(tx, { userId: referrer.id, text: `${taken}. ${reason}`, href: HREF });
  await mail(tx, referrer, `referral-bonus-taken-back:${id}`, taken, [
    `the deposit behind a referral bonus of ${formatUsd(amount)} was reversed: ${reason}`,
    'The bonus was taken out of your available balance.',
  ]);
}

const HREF = '/referrals';

async function mail(
  tx: Handle,
  referrer: Referrer,
  effectKey: string,
  subject: string,
  [first, ...rest]: [string, ...string[]],
): Promise<void> {
  await enqueueMail(tx, {
    effectKey,
    kind: effectKey.slice(0, effectKey.indexOf(':')),
    to: referrer.email,
    subject,
    paragraphs: [`Hi ${referrer.firstName}, ${first}`, ...rest],
    action: { label: 'Dashboard', href: publicLink(HREF) },
  });
}
