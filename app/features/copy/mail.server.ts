import { formatSignedUsd, formatUsd } from '~/ledger/money';
import type { Handle } from '~/platform/db/index.server';
import { type Recipient, tellNews } from '~/platform/mail/news.server';

type Stopped = { id: string; trader: string; reason: string; returned: bigint; result: bigint };

/** That a copy has stopped, why, and what came of it, cents: by mail and on its owner's pages. */
export async function tellCopyStopped(
  tx: Handle,
  owner: Recipient,
  { id, trader, reason, returned, result }: Stopped,
): Promise<void> {
  const cash = formatUsd(returned);
  const gained = formatSignedUsd(result);
  const news = {
    effectKey: `copy-stopped:${id}`,
    subject: 'Copy stopped',
    paragraphs: [
      `your copy of ${trader} has stopped: ${reason}.`,
      `${cash} is back in your available balance. The result of the copy was ${gained}.`,
    ],
    page: { label: 'Your copies', href: '/usercopytrade' },
  } as const;
  await tellNews(
    tx,
    owner,
    news,
    `Your copy of ${trader} stopped: ${reason}. ${cash} is available again, result ${gained}.`,
  );
}
