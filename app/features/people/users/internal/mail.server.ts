import { JOURNAL_KINDS } from '~/ledger/chartOfAccounts';
import { formatUsd } from '~/ledger/money';
import { mailSupport, notifyNews, type Recipient } from '~/mail/notifyUser.server';
import type { Handle } from '~/platform/db/index.server';

const CHANGE = {
  'operator-credit': 'the operator credited your available balance with',
  'operator-profit': 'the operator added profit to your available balance:',
  'operator-debit': 'the operator debited your available balance by',
};

export async function notifyOperatorAct(
  tx: Handle,
  user: Recipient,
  { id, kind, amount: cents, reason }: { id: string; kind: keyof typeof CHANGE; amount: bigint; reason?: string },
): Promise<void> {
  const title = JOURNAL_KINDS[kind];
  const amount = formatUsd(cents);
  const why = reason ? [`Reason given: ${reason}`] : [];
  const news = {
    effectKey: `${kind}:${id}`,
    subject: title,
    paragraphs: [
      `${CHANGE[kind]} ${amount}.`,
      ...why,
      'Your statement shows it under the same name. If you do not recognise it, write to support.',
    ],
    page: { label: 'Your transactions', href: '/transactions' },
  } as const;
  await notifyNews(tx, user, news, `${title}: ${amount}.${reason ? ` Reason: ${reason}` : ''}`);
  await mailSupport(tx, {
    ...news,
    paragraphs: [`${title}, ${user.email}: ${amount}.`, ...why],
    page: { label: 'The user', href: `/admin/users/${user.id}` },
  });
}
