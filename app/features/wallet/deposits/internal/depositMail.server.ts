import { formatUsd } from '~/ledger/money';
import { mailNews, mailSupport, type Recipient, tellNews } from '~/mail/tellUser.server';
import type { Handle } from '~/platform/db/index.server';

type Announced = { id: string; amount: bigint; method: string; hasProof: boolean };

const receiptOf = (id: string) => ({ label: 'See this deposit', href: `/deposit/${id}` });

/** Mails the user and support that a deposit was reported. */
export async function mailDepositSubmitted(tx: Handle, user: Recipient, announced: Announced): Promise<void> {
  const { id, amount, method, hasProof } = announced;
  await mailNews(tx, user, {
    effectKey: `deposit-submitted:${id}`,
    subject: 'Deposit submitted',
    paragraphs: [
      `you reported a deposit of ${formatUsd(amount)} by ${method}.`,
      'Management reviews it. You get a mail once it is decided; until then you can cancel it.',
      ...(hasProof ? [] : ['Add a picture of the payment or its transaction id there, so that it can be found.']),
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

/** Mails support that a deposit that came without a proof has one now, of each kind once. */
export async function mailDepositProved(
  tx: Handle,
  user: Recipient,
  { id, amount, kinds }: Pick<Announced, 'id' | 'amount'> & { kinds: string[] },
): Promise<void> {
  await mailSupport(tx, {
    effectKey: `deposit-proved:${id}:${kinds.join(' and ')}`,
    subject: 'A deposit has its proof now',
    paragraphs: [`${user.email} has added ${kinds.join(' and ')} to the deposit of ${formatUsd(amount)}.`],
    page: { label: 'Decide', href: `/admin/deposits?user=${user.id}` },
  });
}

/** What happened to a deposit since, by mail and on the user's pages; what was credited, by mail to support too. */
export async function tellDepositNews(
  tx: Handle,
  user: Recipient,
  { id, event, subject, amount, paragraphs }: News,
): Promise<void> {
  const news = { effectKey: `deposit-${event}:${id}` as const, subject, paragraphs, page: receiptOf(id) };
  await tellNews(tx, user, news, `${subject}: ${formatUsd(amount)}`);
  if (event !== 'approved') return;
  await mailSupport(tx, {
    ...news,
    paragraphs: [`${formatUsd(amount)} was credited to ${user.email} for a deposit.`],
    page: { label: 'The user', href: `/admin/users/${user.id}` },
  });
}

type News = {
  id: string;
  event: 'approved' | 'rejected' | 'reversed';
  subject: string;
  amount: bigint;
  paragraphs: [string, ...string[]];
};
