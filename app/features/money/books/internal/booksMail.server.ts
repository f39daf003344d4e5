import type { AuditFinding } from '~/ledger/proof/audit.server';
import type { Head } from '~/ledger/proof/heads.server';
import { enqueueMail } from '~/mail/outbox.server';
import type { Handle } from '~/platform/db/index.server';
import { publicLink } from '~/platform/installation/site';
import { dayText, utcText } from '~/platform/text/dayText';
import { staffWith } from '~/signIns/staff.server';

/** Number of findings the mail names; the page and `npm run audit` name the others. */
const NAMED = 5;

export async function mailBooksOff(
  tx: Handle,
  { at, findings }: { at: Date; findings: AuditFinding[] },
): Promise<void> {
  const more = findings.length - NAMED;
  const found = findings.length === 1 ? 'one thing that is off' : `${findings.length} things that are off`;
  await mailStaff(tx, 'books-off', at.toISOString(), 'The books are off', [
    `The check of the books on ${utcText(at)} found ${found}:`,
    ...findings.slice(0, NAMED).map(({ invariant, row, detail }) => `${invariant}: ${row}, ${detail}`),
    ...(more > 0 ? [`And ${more} more.`] : []),
    'Approve and pay nothing before this is understood. It stays on every page for administrators until a check finds nothing.',
  ]);
}

async function mailStaff(
  tx: Handle,
  kind: 'books-off' | 'books-daily',
  key: string,
  subject: string,
  paragraphs: string[],
): Promise<void> {
  const action = { label: 'See the books', href: publicLink('/admin/books') };
  for (const { id, email } of await staffWith(tx, 'books:read'))
    await enqueueMail(tx, { effectKey: `${kind}:${key}:${id}`, kind, to: email, subject, paragraphs, action });
}

/** Outcome of a check of the books; `found` is null when they could not be checked. */
type Daily = { at: Date; found: number | null; journals: number; head: Head | null };

export async function mailBooksDaily(tx: Handle, { at, found, journals, head }: Daily): Promise<void> {
  const result =
    found === null
      ? 'The books could not be checked. The page of the books says why.'
      : found === 0
        ? `The check found nothing off in ${journals} journal entries.`
        : `The check of ${journals} journal entries found ${found} ${found === 1 ? 'thing that is' : 'things that are'} off.`;
  const paragraphs = [result];
  if (head) {
    paragraphs.push(
      `The chain of seals had reached position ${head.position} on ${utcText(new Date(head.at))}, with the hash ${head.hash}`,
      `Keep this mail. If the books are ever in doubt, npm run audit -- --head ${head.position}:${head.hash} compares them with it.`,
    );
  }
  await mailStaff(tx, 'books-daily', at.toISOString().slice(0, 10), `The books on ${dayText(at)}`, paragraphs);
}
