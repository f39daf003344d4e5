import type { alert } from '#drizzle/schema';
import { enqueueMail } from '~/mail/outbox.server';
import type { Handle } from '~/platform/db/index.server';
import { publicLink } from '~/platform/installation/site';
import { utcText } from '~/platform/text/dayText';
import { staffWith } from '~/signIns/staff.server';
import { alertKind, alertTitle } from '../kinds';

export async function mailAlert(tx: Handle, row: typeof alert.$inferSelect): Promise<void> {
  const { id, kind, words, since, toldAt } = row;
  const { page, right } = alertKind(kind);
  for (const reader of await staffWith(tx, right)) {
    await enqueueMail(tx, {
      effectKey: `alert:${id}:${toldAt?.getTime()}:${reader.id}`,
      kind: 'alert',
      to: reader.email,
      subject: alertTitle(row),
      paragraphs: [
        words,
        `It was first seen on ${utcText(since)}. All alerts stand at ${publicLink('/admin/alerts')}, and the manual says what to do about each, in “Alerts and figures”.`,
      ],
      action: { label: 'Look into it', href: publicLink(page) },
    });
  }
}
