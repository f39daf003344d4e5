import type { investment } from '#drizzle/schema';
import { formatUsd } from '~/ledger/money';
import { type News, type Recipient, tellNews } from '~/mail/tellUser.server';
import type { Handle } from '~/platform/db/index.server';
import { utcText } from '~/platform/text/dayText';
import { userById } from '~/signIns/userById.server';

type Opened = { id: string; name: string; amount: bigint; total: bigint; maturesAt: Date };

const PAGE = { label: 'Your investments', href: '/investments' };

/** That money went into a plan, and what it will earn, cents: by mail and on the user's pages. */
export async function tellPlanOpened(tx: Handle, user: Recipient, opened: Opened): Promise<void> {
  const { id, name, amount, total, maturesAt } = opened;
  const news = {
    effectKey: `plan-opened:${id}`,
    subject: 'Investment successful',
    paragraphs: [
      `you put ${formatUsd(amount)} into the ${name} plan.`,
      `It earns ${formatUsd(total)} in all, which is set aside in the operator's reserve, and matures on ${utcText(maturesAt)}.`,
    ],
    page: PAGE,
  } as const;
  await tellNews(tx, user, news, `${formatUsd(amount)} invested in the ${name} plan`);
}

/** How an investment ended, to its owner, by mail and on their pages. */
export async function tellPlanEnded(
  tx: Handle,
  row: typeof investment.$inferSelect,
  { event, subject, paragraphs }: { event: 'matured' | 'ended' } & Pick<News, 'subject' | 'paragraphs'>,
): Promise<void> {
  const owner = await userById(tx, row.userId);
  if (!owner) throw new Error(`Investment ${row.id} has no owner`);
  const news: News = {
    effectKey: `plan-${event}:${row.id}`,
    subject,
    paragraphs,
    page: PAGE,
    at: row.endedAt ?? undefined,
  };
  await tellNews(tx, owner, news, `${subject}: ${row.planName}`);
}
