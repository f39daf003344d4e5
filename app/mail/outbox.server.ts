import { and, eq, gt, gte, inArray, lte, sql } from 'drizzle-orm';
import { mail as mailTable } from '#drizzle/schema';
import { after, MINUTE, systemNow } from '~/platform/clock';
import { afterCommit, type Handle } from '~/platform/db/index.server';
import { env, isPaper } from '~/platform/env';
import { parseEmailAddress } from '~/platform/fields/mailAddress';
import { newId } from '~/platform/ids';
import { requestJobRun } from '~/platform/jobs/index.server';
import { log } from '~/platform/log/index.server';
import { PRODUCT_NAME } from '~/platform/text/productName';
import { isFoldable, isForStrangers, listDelayingKinds, type MailKind } from './lanes';
import { sealMail } from './mailBody.server';
import { type MailContent, type MailSender, renderMail } from './template';

export const MAIL_JOB = 'mail';

export const MAIL_WINDOW_MS = 10 * MINUTE;

export type OutgoingMail = MailContent & {
  /** Key of the effect, for deduplication: an event and its recipient, as in `withdrawal-paid:<id>`. */
  effectKey: string;
  kind: MailKind;
  to: string;
  /** Earliest time by the machine's clock; immediately if absent. */
  at?: Date;
  atMostEvery?: number;
  /**
   * True to send the mail although one of its kind was sent recently, because the requester is known or the earlier
   * link was used.
   */
  again?: boolean;
};

/**
 * Writes a mail in the transaction that decides it. A mail to an impossible address is stored as `failed`, mails over
 * the recipient's budget become one digest, and a second mail that strangers can cause is dropped within
 * `minutesBetweenMails`.
 */
export async function enqueueMail(
  tx: Handle,
  { effectKey, kind, to, at, again = false, atMostEvery, ...content }: OutgoingMail,
): Promise<void> {
  const interval = isForStrangers(kind) && !again ? env().LIMITS.minutesBetweenMails * MINUTE : atMostEvery;
  if (interval && (await wasMailedWithin(tx, kind, to, interval))) return;
  const recipient = parseEmailAddress(to);
  const time = systemNow();
  const { subject, ...body } = renderMail(content, getMailSender());
  const head = { id: newId(), effectKey, kind, recipient: recipient ?? '', subject, createdAt: time };
  await tx
    .insert(mailTable)
    .values({
      ...head,
      ...sealMail(head, body),
      status: recipient ? 'waiting' : 'failed',
      error: recipient ? null : 'The address can’t receive mail',
      ...chooseLane(kind, recipient ?? '', time, at),
    })
    .onConflictDoNothing({ target: mailTable.effectKey });
  afterCommit(tx, () => requestJobRun(MAIL_JOB));
}

export async function wasMailedWithin(tx: Handle, kind: MailKind, to: string, milliseconds: number): Promise<boolean> {
  const time = systemNow();
  const [found] = await tx
    .select({ id: mailTable.id })
    .from(mailTable)
    .where(
      and(
        eq(mailTable.recipient, parseEmailAddress(to) ?? ''),
        // Names all lanes, since the index has the lane before the time.
        inArray(mailTable.lane, ['security', 'ordinary', 'digest']),
        gt(mailTable.createdAt, after(time, -milliseconds)),
        // A time in the future means that the machine's clock was set back.
        lte(mailTable.createdAt, after(time, MINUTE)),
        inArray(mailTable.kind, listDelayingKinds(kind)),
      ),
    )
    .limit(1);
  return found !== undefined;
}

/** Returns the lane of a new mail and the time to send it. A recipient with many recent mails gets a digest. */
function chooseLane(kind: MailKind, recipient: string, time: Date, at: Date | undefined) {
  if (!isFoldable(kind)) return { lane: 'security' as const, nextAt: at ?? time };
  const { lane, recipient: to, createdAt } = mailTable;
  const recent = and(eq(to, recipient), eq(lane, 'ordinary'), gte(createdAt, after(time, -MAIL_WINDOW_MS)));
  // The mails are counted by the insert statement itself, whose answer is not awaited.
  const isMany = sql`(select count(*) from ${mailTable} where ${recent}) >= ${sql.raw(String(env().LIMITS.mailsIn10Minutes))}`;
  const instant = (date: Date) => sql.raw(String(date.getTime()));
  return {
    lane: sql`case when ${isMany} then 'digest' else 'ordinary' end`,
    nextAt: at ?? sql`case when ${isMany} then ${instant(after(time, MAIL_WINDOW_MS))} else ${instant(time)} end`,
  };
}

export function getMailSender(): MailSender {
  const { OPERATOR_NAME, OPERATOR_LICENCE, OPERATOR_REGULATOR, OPERATOR_JURISDICTION, SUPPORT_EMAIL } = env();
  return {
    isPaperMode: isPaper(),
    operator: OPERATOR_NAME ?? PRODUCT_NAME,
    identity: [
      OPERATOR_LICENCE && `licence ${OPERATOR_LICENCE}`,
      OPERATOR_REGULATOR && `regulated by ${OPERATOR_REGULATOR}`,
      OPERATOR_JURISDICTION,
    ].filter((part) => typeof part === 'string'),
    support: SUPPORT_EMAIL,
  };
}

export const ALTERED_MAIL_TEXT = 'Altered in the database, so it was not sent';

export async function markMailRefused(tx: Handle, { id, kind }: { id: string; kind: string }): Promise<void> {
  log().error({ mail: id, kind }, 'an altered mail was not sent');
  await tx
    .update(mailTable)
    .set({ status: 'failed', error: ALTERED_MAIL_TEXT, nextAt: systemNow(), leasedUntil: null })
    .where(eq(mailTable.id, id));
}
