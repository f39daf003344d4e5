import { formatUsd } from '~/ledger/money';
import {
  mailAndNotify,
  mailNotification,
  mailSupport,
  type Notification,
  type Recipient,
} from '~/mail/notifyUser.server';
import type { Handle } from '~/platform/db/index.server';
import { getLastUsualWait } from '../../usualWaits.server';

type Announced = { id: string; amount: bigint; method: string; hasProof: boolean };

const receiptOf = (id: string) => ({ label: 'See this deposit', href: `/deposit/${id}` });

export async function mailDepositSubmitted(tx: Handle, user: Recipient, announced: Announced): Promise<void> {
  const { id, amount, method, hasProof } = announced;
  const wait = getLastUsualWait('deposits');
  await mailNotification(tx, user, {
    effectKey: `deposit-submitted:${id}`,
    subject: 'Deposit submitted',
    paragraphs: [
      `you reported a deposit of ${formatUsd(amount)} by ${method}.`,
      `Management reviews it${wait ? `, which usually takes ${wait}` : ''}. We email you once it is decided; until then you can cancel it.`,
      ...(hasProof
        ? []
        : [
            'Add a picture of the payment or its transaction ID on the deposit’s page, so that management can find it.',
          ]),
    ],
    page: receiptOf(id),
  });
  await mailSupport(tx, {
    effectKey: `deposit-submitted:${id}`,
    subject: 'A deposit waits for a decision',
    paragraphs: [
      `${user.email} says that ${formatUsd(amount)} was sent by ${method}.`,
      hasProof ? 'The proof is attached to it.' : 'It came without a proof.',
    ],
    page: { label: 'Decide', href: `/admin/deposits?user=${user.id}` },
  });
}

export async function mailDepositProved(
  tx: Handle,
  user: Recipient,
  { id, amount, kinds }: Pick<Announced, 'id' | 'amount'> & { kinds: string[] },
): Promise<void> {
  await mailSupport(tx, {
    effectKey: `deposit-proved:${id}:${kinds.join(' and ')}`,
    subject: 'A deposit now has its proof',
    paragraphs: [`${user.email} has added ${kinds.join(' and ')} to the deposit of ${formatUsd(amount)}.`],
    page: { label: 'Decide', href: `/admin/deposits?user=${user.id}` },
  });
}

export async function notifyDepositApproved(
  tx: Handle,
  user: Recipient,
  { id, amount, received }: { id: string; amount: bigint; received: bigint },
): Promise<void> {
  const reported = received === amount ? '' : ` You reported ${formatUsd(amount)}; this is what arrived.`;
  const news = {
    effectKey: `deposit-approved:${id}`,
    subject: 'Deposit approved',
    paragraphs: [`your deposit of ${formatUsd(received)} was approved and is in your available balance.${reported}`],
    page: receiptOf(id),
  } as const;
  const toSupport = {
    ...news,
    paragraphs: [`${formatUsd(received)} was credited to ${user.email} for a deposit.`],
    page: { label: 'The user', href: `/admin/users/${user.id}` },
  };
  await Promise.all([notifyDepositor(tx, user, news, received), mailSupport(tx, toSupport)]);
}

type Refused = { id: string; amount: bigint; reason: string };

export const notifyDepositRejected = (tx: Handle, user: Recipient, { id, amount, reason }: Refused): Promise<void> => {
  const paragraphs = [
    `your deposit of ${formatUsd(amount)} was rejected: ${reason}`,
    'Your balance did not change.',
  ] as const;
  const news = { effectKey: `deposit-rejected:${id}`, subject: 'Deposit rejected', paragraphs } as const;
  return notifyDepositor(tx, user, { ...news, page: receiptOf(id) }, amount);
};

export const notifyDepositExpired = (
  tx: Handle,
  user: Recipient,
  { id, amount }: Omit<Refused, 'reason'>,
): Promise<void> => {
  const paragraphs = [
    `your deposit of ${formatUsd(amount)} has expired, because no payment was found for it.`,
    'If you paid it, write to support with its transaction ID: the money is not lost. Otherwise make a new deposit, as the amount in coin has changed.',
  ] as const;
  const news = { effectKey: `deposit-expired:${id}`, subject: 'Deposit expired', paragraphs } as const;
  return notifyDepositor(tx, user, { ...news, page: receiptOf(id) }, amount);
};

/** Notifies a user that a deposit was reversed. `owed` is the spent part of a charged-back deposit, cents; null for others. */
export const notifyDepositReversed = (
  tx: Handle,
  user: Recipient,
  { id, amount, reason, owed }: Refused & { owed: bigint | null },
): Promise<void> => {
  const [subject, done] = owed === null ? ['Deposit reversed', 'reversed'] : ['Deposit charged back', 'charged back'];
  const paragraphs = [
    `your deposit of ${formatUsd(amount)}, approved before, was ${done}: ${reason}`,
    owed
      ? `You had spent ${formatUsd(owed)} of it, which you now owe. New money in your balance pays it first, and you can’t withdraw until it is paid. You can pay it by a deposit.`
      : 'The amount was taken out of your available balance.',
  ] as const;
  const news = { effectKey: `deposit-reversed:${id}`, subject, paragraphs } as const;
  return notifyDepositor(tx, user, { ...news, page: receiptOf(id) }, amount);
};

const notifyDepositor = (tx: Handle, user: Recipient, news: Notification, amount: bigint) =>
  mailAndNotify(tx, user, news, `${news.subject}: ${formatUsd(amount)}`);

/** Notifies a user that a known address no longer accepts deposits. `end` has the last characters of the old address. */
export async function notifyAddressChanged(
  tx: Handle,
  user: Recipient,
  { effectKey, name, end }: Pick<Notification, 'effectKey'> & { name: string; end: string },
): Promise<void> {
  const news: Notification = {
    effectKey,
    subject: `The ${name} address for deposits has changed`,
    paragraphs: [
      `the ${name} address that ends in ${end} is no longer ours. Do not send anything to it.`,
      'Sign in and start a deposit to see the new one; we never email addresses. Deposits that you have already sent to the old one are reviewed as usual.',
    ],
    page: { label: 'Make a deposit', href: '/fundwallet' },
  };
  await mailAndNotify(
    tx,
    user,
    news,
    `The ${name} address that ends in ${end} has changed: do not send anything to it.`,
  );
}
