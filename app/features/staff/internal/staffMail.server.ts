import { enqueueMail } from '~/mail/outbox.server';
import type { Handle } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { publicLink } from '~/platform/installation/site';
import type { Administrator } from '~/signIns/session.server';
import { staffWith } from '~/signIns/staff.server';

/** What is told of a change on the staff: to the administrator whom it is about, and to all who see the staff. */
export type StaffChange = { subject: string; toThem: string; toOthers: string; reason?: string };

/** Tells of a change, so that no one's rights grow or end unseen. */
export async function mailStaffChange(
  tx: Handle,
  about: Pick<Administrator, 'id' | 'email'>,
  { subject, toThem, toOthers, reason }: StaffChange,
): Promise<void> {
  const change = newId();
  const others = (await staffWith(tx, 'staff:read')).filter(({ id }) => id !== about.id);
  for (const { id, email } of [about, ...others]) {
    await enqueueMail(tx, {
      effectKey: `staff-changed:${change}:${id}`,
      kind: 'staff-changed',
      to: email,
      subject,
      paragraphs: [id === about.id ? toThem : toOthers, ...(reason ? [`Reason given: ${reason}`] : [])],
      action: id === about.id ? { label: 'Sign in', href: publicLink('/admin') } : staffLink(),
    });
  }
}

const staffLink = () => ({ label: 'See the staff', href: publicLink('/admin/staff') });
