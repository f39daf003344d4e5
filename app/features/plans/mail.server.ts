import { eq } from 'drizzle-orm';
import { type investment, user as userTable } from '#drizzle/schema';
import { formatUsd } from '~/ledger/money';
import type { Handle } from '~/platform/db/index.server';
import { notify } from '~/platform/events.server';
import { enqueueMail } from '~/platform/mail/outbox.server';
import { publicLink } from '~/platform/site';

type Recipient = { email: string; firstName: string };
type Opened = { id: string; name: string; amount: bigint; total: bigint; maturesAt: Date };

const history = () => ({ label: 'Your investments', href: publicLink('/investments') });

export async function mailPlanOpened(tx: Handle, user: Recipient, opened: Opened): Promise<void> {
  const { id, name, amount, total, maturesAt } = opened;
  await enqueueMail(tx, {
    effectKey: `plan-opened:${id}`,
    kind: 'plan-opened',
    to: user.email,
    subject: 'Investment successful',
    paragraphs: [
      `Hi ${user.firstName}, you put ${formatUsd(amount)} into the ${name} plan.`,
      `It earns ${formatUsd(total)} in all, which is set aside in the operator's reserve, and matures on ${maturesAt.toUTCString()}.`,
    ],
    action: history(),
  });
}

/** How an investment ended, to its owner: a mail, and a word on their pages. */
export async function tellOwner(
  tx: Handle,
  row: typeof investment.$inferSelect,
  event: string,
  subject: string,
  paragraphs: string[],
): Promise<void> {
  const [owner] = await tx.select().from(userTable).where(eq(userTable.id, row.userId));
  if (!owner) throw new Error(`Investment ${row.id} has no owner`);
  const kind = `plan-${event}`;
  await enqueueMail(tx, {
    effectKey: `${kind}:${row.id}`,
    kind,
    to: owner.email,
    subject,
    paragraphs: [`Hi ${owner.firstName}, ${paragraphs[0]}`, ...paragraphs.slice(1)],
    action: history(),
  });
  const at = row.endedAt ?? undefined;
  await notify(tx, { userId: owner.id, text: `${subject}: ${row.planName}`, href: '/investments', at });
}
