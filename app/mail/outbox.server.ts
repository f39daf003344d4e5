import { and, count, eq, gt, gte, inArray, lte } from 'drizzle-orm';
import { mail as mailTable } from '#drizzle/schema';
import { after, MINUTE, systemNow } from '~/platform/clock';
import { afterCommit, type Handle } from '~/platform/db/index.server';
import { env, isPaper } from '~/platform/env';
import { mailAddress } from '~/platform/fields/mailAddress';
import { newId } from '~/platform/ids';
import { runSoon } from '~/platform/jobs/index.server';
import { openText, sealText } from '~/platform/sealedText';
import { PRODUCT_NAME } from '~/platform/text/productName';
import { isFoldable, isForStrangers, keptBackBy, type MailKind } from './lanes';
import { type MailContent, type MailSender, renderMail } from './template';

/** The job that delivers mails. */
export const MAIL_JOB = 'mail';

/** For how long the ordinary mails to one recipient are counted together, milliseconds. */
export const MAIL_WINDOW = 10 * MINUTE;

export type OutgoingMail = MailContent & {
  /** The same effect asked for twice is one mail: name what happened and to whom, as in `withdrawal-paid:<id>`. */
  effectKey: string;
  kind: MailKind;
  to: string;
  /** Not before this, by the machine's clock; at once when left out. */
  at?: Date;
  /** Sent though one of its kind was sent lately: it was looked at who asks, or the link of that one works no more. */
  again?: boolean;
};

/**
 * Puts a mail in the outbox, in the transaction that decides it, so it goes out exactly if that is committed. An address that can't take
 * mail does not fail the transaction: the row is kept as `failed`, for an operator to see. Mails over the recipient's budget
 * (`MAILS_IN_10_MINUTES`) wait until the window ends and are sent as one digest. A mail that strangers can cause is dropped within
 * `MINUTES_BETWEEN_MAILS` of the last one.
 */
export async function enqueueMail(
  tx: Handle,
  { effectKey, kind, to, at, again = false, ...content }: OutgoingMail,
): Promise<void> {
  if (isForStrangers(kind) && !again && (await wasMailedLately(tx, kind, to))) return;
  const recipient = mailAddress(to);
  const time = systemNow();
  const lane = await laneOf(tx, kind, recipient ?? '', time);
  const id = newId();
  const { subject, ...body } = renderMail(content, sender());
  await tx
    .insert(mailTable)
    .values({
      id,
      effectKey,
      kind,
      recipient: recipient ?? '',
      subject,
      ...keptBody(id, body),
      status: recipient ? 'waiting' : 'failed',
      error: recipient ? null : 'The address is not one that mail can be sent to',
      lane,
      nextAt: at ?? (lane === 'digest' ? after(time, MAIL_WINDOW) : time),
      createdAt: time,
    })
    .onConflictDoNothing({ target: mailTable.effectKey });
  afterCommit(tx, () => runSoon(MAIL_JOB));
}

/** Was a mail put out for this address within `MINUTES_BETWEEN_MAILS`, of a kind that keeps one of this kind back? */
export async function wasMailedLately(tx: Handle, kind: MailKind, to: string): Promise<boolean> {
  const time = systemNow();
  const [found] = await tx
    .select({ id: mailTable.id })
    .from(mailTable)
    .where(
      and(
        eq(mailTable.recipient, mailAddress(to) ?? ''),
        eq(mailTable.lane, 'security'),
        gt(mailTable.createdAt, after(time, -env().MINUTES_BETWEEN_MAILS * MINUTE)),
        // Later than now: the machine's clock was set back since.
        lte(mailTable.createdAt, after(time, MINUTE)),
        inArray(mailTable.kind, keptBackBy(kind)),
      ),
    )
    .limit(1);
  return found !== undefined;
}

async function laneOf(
  tx: Handle,
  kind: MailKind,
  recipient: string,
  time: Date,
): Promise<'security' | 'ordinary' | 'digest'> {
  if (!isFoldable(kind)) return 'security';
  const [recent] = await tx
    .select({ n: count() })
    .from(mailTable)
    .where(
      and(
        eq(mailTable.recipient, recipient),
        eq(mailTable.lane, 'ordinary'),
        gte(mailTable.createdAt, after(time, -MAIL_WINDOW)),
      ),
    );
  return (recent?.n ?? 0) >= env().MAILS_IN_10_MINUTES ? 'digest' : 'ordinary';
}

export function sender(): MailSender {
  const { OPERATOR_NAME, OPERATOR_LICENCE, OPERATOR_REGULATOR, OPERATOR_JURISDICTION, SUPPORT_EMAIL } = env();
  return {
    paper: isPaper(),
    operator: OPERATOR_NAME ?? PRODUCT_NAME,
    identity: [
      OPERATOR_LICENCE && `licence ${OPERATOR_LICENCE}`,
      OPERATOR_REGULATOR && `regulated by ${OPERATOR_REGULATOR}`,
      OPERATOR_JURISDICTION,
    ].filter((part) => typeof part === 'string'),
    support: SUPPORT_EMAIL,
  };
}

/** The two parts of a mail that say the same. */
type Body = { text: string; html: string };

const sealing = (id: string) => ({ purpose: 'mails', holder: id }) as const;

/**
 * A mail's body as its row keeps it. Where mails are really sent it is encrypted: mails hold links that sign people in, and a copy of the
 * database must hold none that works. In paper mode without a mail server the product shows the mails itself.
 * @param id of the row, for which alone the body can be opened
 */
export const keptBody = (id: string, { text, html }: Body): Body =>
  env().SMTP_URL ? { text: sealText(JSON.stringify([text, html]), sealing(id)), html: '' } : { text, html };

/** The body of a mail from its row; null when it was encrypted under a SESSION_SECRET that is not listed any more. */
export function bodyOf({ id, text, html }: { id: string } & Body): Body | null {
  // Only an encrypted one has a text and no HTML; a delivered one that was emptied has neither.
  if (html !== '' || text === '') return { text, html };
  const opened = openText(text, sealing(id));
  if (opened === null) return null;
  const [openedText, openedHtml] = JSON.parse(opened) as [string, string];
  return { text: openedText, html: openedHtml };
}
