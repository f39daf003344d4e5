import { administrator } from '#drizzle/schema';
import type { Finding } from '~/ledger/audit.server';
import type { Handle } from '~/platform/db/index.server';
import { enqueueMail } from '~/platform/mail/outbox.server';
import { publicLink } from '~/platform/site';

/** How many findings the mail names; the page and `npm run audit` name the others. */
const NAMED = 5;

/** Tells every administrator that a check found the books to be off. */
export async function mailBooksOff(tx: Handle, { at, findings }: { at: Date; findings: Finding[] }): Promise<void> {
  const more = findings.length - NAMED;
  const found = findings.length === 1 ? 'one thing that is off' : `${findings.length} things that are off`;
  for (const { id, email } of await tx.select().from(administrator)) {
    await enqueueMail(tx, {
      effectKey: `books-off:${at.toISOString()}:${id}`,
      kind: 'books-off',
      to: email,
      subject: 'The books are off',
      paragraphs: [
        `The check of the books on ${at.toISOString().slice(0, 16).replace('T', ' at ')} UTC found ${found}:`,
        ...findings.slice(0, NAMED).map(({ invariant, row, detail }) => `${invariant}: ${row}, ${detail}`),
        ...(more > 0 ? [`And ${more} more.`] : []),
        'Approve and pay nothing before this is understood. It stays on every page for administrators until a check finds nothing.',
      ],
      action: { label: 'See the books', href: publicLink('/admin/books') },
    });
  }
}
