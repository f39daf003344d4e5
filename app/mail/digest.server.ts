import { and, asc, eq, inArray, lte } from 'drizzle-orm';
import { mail as mailTable } from '#drizzle/schema';
import { systemNow } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { newId } from '~/platform/ids';
import { utcText } from '~/platform/text/dayText';
import { openMail, sealMail, type VerifiedMail } from './mailBody.server';
import { getMailSender, markMailRefused } from './outbox.server';
import { readText, renderMail } from './template';

const MAX_MAILS_PER_DIGEST = 100;
/** Pattern of the salutation by `formatGreeting`, which a digest omits. */
const GREETING_PATTERN = /^(Hi [^,]*|Hello), /;
const RECIPIENTS_PER_RUN = 20;

const dueDigestCondition = (time: Date) =>
  and(eq(mailTable.status, 'waiting'), eq(mailTable.lane, 'digest'), lte(mailTable.nextAt, time));

/** Joins the mails over a recipient's budget into one mail, in one transaction. A single mail is sent unchanged. */
export async function gatherDigests(): Promise<void> {
  const time = systemNow();
  const recipients = await read()
    .selectDistinct({ recipient: mailTable.recipient })
    .from(mailTable)
    .where(dueDigestCondition(time))
    .limit(RECIPIENTS_PER_RUN);
  for (const { recipient } of recipients) await gatherForRecipient(recipient, time);
}

async function gatherForRecipient(recipient: string, time: Date): Promise<void> {
  await write(async (tx) => {
    const rows = await tx
      .select()
      .from(mailTable)
      .where(and(dueDigestCondition(time), eq(mailTable.recipient, recipient)))
      .orderBy(asc(mailTable.createdAt), asc(mailTable.id))
      .limit(MAX_MAILS_PER_DIGEST);
    const mails: VerifiedMail[] = [];
    for (const row of rows) {
      const mail = await openMail(row, tx);
      if (mail === 'altered') await markMailRefused(tx, row);
      else if (mail !== 'unknown-secret') mails.push(mail);
    }
    const [first, second] = mails;
    // Unreadable mails are left to the delivery, which retries.
    const alone = second ? rows.filter(({ id }) => mails.every((mail) => mail.id !== id)) : rows;
    await tx.update(mailTable).set({ lane: 'ordinary' }).where(withIds(alone));
    if (!first || !second) return;
    const content = {
      subject: `${mails.length} messages`,
      paragraphs: ['Several messages arrived at once. Here they are together:'],
      items: mails.map(digestItem),
    };
    const { subject, ...body } = renderMail(content, getMailSender());
    const head = { id: newId(), effectKey: `digest:${first.id}`, kind: 'digest', recipient, subject, createdAt: time };
    await tx.insert(mailTable).values({ ...head, ...sealMail(head, body), nextAt: time });
    const emptied = isPaper() ? {} : { text: '', html: '' };
    await tx
      .update(mailTable)
      .set({ ...emptied, status: 'sent', sentAt: time })
      .where(withIds(mails));
  });
}

const withIds = (rows: { id: string }[]) =>
  inArray(
    mailTable.id,
    rows.map(({ id }) => id),
  );

function digestItem({ subject, createdAt, text }: VerifiedMail): { text: string; href?: string } {
  const { paragraphs, action } = readText(text);
  const body = paragraphs.join(' ').replace(GREETING_PATTERN, '');
  return { text: `${utcText(createdAt)}: ${subject.replace(/^\[paper\] /, '')}. ${body}`, href: action?.href };
}
