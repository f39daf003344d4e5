import { formatSignedUsd, formatUsd } from '~/ledger/money';
import type { Handle } from '~/platform/db/index.server';
import { enqueueMail } from '~/platform/mail/outbox.server';
import { publicLink } from '~/platform/site';

type Recipient = { email: string; firstName: string };
type Stopped = { id: string; trader: string; reason: string; returned: bigint; result: bigint };

export async function mailCopyStopped(
  tx: Handle,
  { email, firstName }: Recipient,
  { id, trader, reason, returned, result }: Stopped,
): Promise<void> {
  await enqueueMail(tx, {
    effectKey: `copy-stopped:${id}`,
    kind: 'copy-stopped',
    to: email,
    subject: 'Copy stopped',
    paragraphs: [
      `Hi ${firstName}, your copy of ${trader} has stopped: ${reason}.`,
      `${formatUsd(returned)} is back in your available balance. The result of the copy was ${formatSignedUsd(result)}.`,
    ],
    action: { label: 'Your copies', href: publicLink('/usercopytrade') },
  });
}
