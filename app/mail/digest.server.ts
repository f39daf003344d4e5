import { and, asc, eq, inArray, lte } from 'drizzle-orm';
import { mail as mailTable } from '#drizzle/schema';
import { systemNow } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { newId } from '~/platform/ids';
import { utcText } from '~/platform/text/dayText';
import { openMail, sealMail, type VerifiedMail } from './mailBody.server';
import { refuseMail, sender } from './outbox.server';
import { readText, renderMail } from './template';

const MAX_MAILS_PER_DIGEST = 100;
/** Pattern of the salutation by `greeting`, which a digest omits. */
const GREETING = /^(Hi [^,]*|Hello), /;
const RECIPIENTS = 20;

const dueFor = (time: Date) =>
  and(eq(mailTable.status, 'waiting'), eq(mailTable.lane, 'digest'), lte(mailTable.nextAt, time));

/** Joins the mails over a recipient's budget into one mail, in one transaction. A single mail is sent unchanged. */
export async function gatherDigests(): Promise<void> {
  const time = systemNow();
  const recipients = await read()
    .selectDistinct({ recipient: mailTable.recipient })
    .from(mailTable)
    .where(dueFor(time))
    .limit(RECIPIENTS);
  for (const { recipient } of recipients) await gather(recipient, time);
}

async function gather(recipient: string, time: Date): Promise<void> {
  await write(async (tx) => {
    const rows = await tx
      .select()
      .from(mailTable)
      .where(and(dueFor(time), eq(mailTable.recipient, recipient)))
      .orderBy(asc(mailTable.createdAt), asc(mailTable.id))
      .limit(MAX_MAILS_PER_DIGEST);
    const mails: VerifiedMail[] = [];
    for (const row of rows) {
      const mail = await openMail(row, tx);
      if (mail === 'altered') await refuseMail(tx, row);
      else if (mail !== 'unknown-secret') mails.push(mail);
    }
    const [first, second] = mails;
    // Unreadable mails are left to the delivery, which retries.
    const alone = second ? rows.filter(({ id }) => mails.every((mail) => mail.id !== id)) : rows;
    await tx.update(mailTable).set({ lane: 'ordinary' }).where(withIds(alone));
    if (!first || !second) return;
    const content = {
      subject: `${mails.length} messages`,
      paragraphs: ['You had many messages at once. Here they are together, each with its page:'],
      items: mails.map(lineOf),
    };
    const { subject, ...body } = renderMail(content, sender());
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

function lineOf({ subject, createdAt, text }: VerifiedMail): { text: string; href?: string } {
  const { paragraphs, action } = readText(text);
  const body = paragraphs.join(' ').replace(GREETING, '');
  return { text: `${utcText(createdAt)}: ${subject.replace(/^\[paper\] /, '')}. ${body}`, href: action?.href };
}
