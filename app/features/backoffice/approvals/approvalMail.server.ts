import { eq } from 'drizzle-orm';
import { administrator, type approval } from '#drizzle/schema';
import { enqueueMail } from '~/mail/outbox.server';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { createPublicLink } from '~/platform/installation/site';
import type { Right } from '~/signIns/rights';
import { findStaffWith } from '~/signIns/staff.server';
import { describeEffect, type Effect, readEffect } from './effect';

const approvalsLink = () => ({ label: 'Approvals', href: createPublicLink('/admin/approvals') });

export async function mailApprovalRequested(
  tx: Handle,
  input: { id: string; effect: Effect; why: string[]; reason: string | null; requestedBy: string; right: Right },
): Promise<void> {
  const { id, effect, why, reason, requestedBy, right } = input;
  const [requester] = await verified(tx, administrator, eq(administrator.id, requestedBy));
  const others = (await findStaffWith(tx, right)).filter((each) => each.id !== requestedBy);
  for (const other of others) {
    await enqueueMail(tx, {
      effectKey: `approval-asked:${id}:${other.id}`,
      kind: 'approval-asked',
      to: other.email,
      subject: 'A second administrator is needed',
      paragraphs: [
        `${requester?.name ?? 'An administrator'} asks for this: ${effect.title}.`,
        `It needs two administrators, because ${why.join('; ')}.`,
        ...Object.entries(describeEffect(effect)).map(([name, message]) => `${name}: ${message}`),
        ...(reason ? [`Reason given: ${reason}`] : []),
        'It is carried out only if another administrator approves it.',
      ],
      action: approvalsLink(),
    });
  }
}

export async function mailApprovalDecided(
  tx: Handle,
  { id, requestedBy, decidedBy, effect, status, reason }: typeof approval.$inferSelect,
): Promise<void> {
  if (status === 'waiting') throw new Error(`Request ${id} was not decided`);
  const [requester] = await verified(tx, administrator, eq(administrator.id, requestedBy));
  const [decider] = await verified(tx, administrator, eq(administrator.id, decidedBy ?? ''));
  if (!requester) throw new Error(`Request ${id} has no administrator who asked`);
  await enqueueMail(tx, {
    effectKey: `approval-${status}:${id}`,
    kind: `approval-${status}`,
    to: requester.email,
    subject: `Your request was ${status}`,
    paragraphs: [
      `${decider?.name ?? 'Another administrator'} ${status} this: ${readEffect(effect).title}.`,
      ...(reason ? [`Reason given: ${reason}`] : []),
    ],
    action: approvalsLink(),
  });
}
