import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { mail as mailTable } from '#drizzle/schema';
import { after, MINUTE, SECOND, systemNow } from '~/platform/clock';
import { NO_LOCKS, read, write } from '~/platform/db/index.server';
import { env, isPaper } from '~/platform/env';
import { getIsolationTime } from '~/platform/installation/isolation.server';
import { hasEnded } from '~/platform/installation/processes.server';
import { log } from '~/platform/log/index.server';
import { thisProcess } from '~/platform/process/thisProcess';
import { singleton } from '~/platform/singleton';
import { gatherDigests } from './digest.server';
import { openMail, type VerifiedMail } from './mailBody.server';
import { markMailRefused } from './outbox.server';
import { MailError, type MailTransport, mailTransport } from './transport.server';

const BATCH_SIZE = 10;
/** Duration of a mail's lease, milliseconds: well above a transport's timeouts, so that no other process sends the mail meanwhile. */
const LEASE_MS = 2 * MINUTE;
/** Shortest remaining lease at which sending may start, milliseconds; above a transport's timeouts. */
const MIN_LEASE_LEFT_MS = MINUTE;
/** Retries of a mail: the pause grows from 5 s to a quarter of an hour, so 200 attempts last about two days. */
const FIRST_RETRY_DELAY_MS = 5 * SECOND;
const MAX_RETRY_DELAY_MS = 15 * MINUTE;
const MAX_ATTEMPTS = 200;
/** Largest number of attempts after a permanent error, such as an unknown mailbox, in case the server was briefly misconfigured. */
const MAX_REFUSED_ATTEMPTS = 3;

type MailRow = typeof mailTable.$inferSelect;

/**
 * Delivers a small batch of due mails, by the machine's clock. Each mail is leased by a conditional update, sent outside of a
 * transaction, and marked. Delivery is at least once: a process that dies between the server's acceptance and the mark causes a second
 * delivery with the same Message-ID.
 * @param options.stop called before each mail; true ends the batch early
 * @returns whether to continue immediately: mails were sent and the server is available
 */
export async function deliverMail(options: { stop?: () => boolean; transport?: MailTransport } = {}): Promise<boolean> {
  if (env().SMTP_URL && getIsolationTime()) return false;
  const { stop = () => false, transport = mailTransport() } = options;
  let delivered = false;
  await markSentLate();
  await releaseDeadLeases();
  await gatherDigests();
  for (let sent = 0; sent < BATCH_SIZE && !stop(); sent++) {
    // The next mail is queried each time, so that a new urgent mail comes first.
    const [next] = await nextMail();
    if (!next) break;
    const row = await leaseMail(next.id);
    if (!row) continue;
    // This process was suspended, and another one may claim the mail before it is sent.
    if (after(systemNow(), MIN_LEASE_LEFT_MS) > (row.leasedUntil ?? systemNow())) continue;
    const mail = await openMail(row);
    if (mail === 'altered') {
      await write((tx) => markMailRefused(tx, row), NO_LOCKS);
      continue;
    }
    const error = mail === 'unknown-secret' ? UNKNOWN_SECRET : await send(transport, mail);
    if (error) {
      await markFailure(row, error);
      // The server failed, so the other mails would fail too, each after its own timeouts.
      if (!error.refused) return false;
      continue;
    }
    await markSent(row);
    delivered = true;
  }
  if (!delivered) await transport.close?.();
  return delivered;
}

const dueCondition = (time: Date) => {
  const { attempts, createdAt, leasedUntil, nextAt } = mailTable;
  // A time that is later than any pause or lease means that the machine's clock was set back. Mails scheduled for later
  // are exempt.
  const pauseFromBefore = and(gt(nextAt, after(time, MAX_RETRY_DELAY_MS)), or(gt(attempts, 0), eq(nextAt, createdAt)));
  const leaseFromBefore = gt(leasedUntil, after(time, 2 * LEASE_MS));
  return and(
    eq(mailTable.status, 'waiting'),
    // Mails in the lane `digest` are sent by the job of digests, or moved by it to the lane `ordinary`.
    inArray(mailTable.lane, ['security', 'ordinary']),
    or(lte(nextAt, time), pauseFromBefore),
    or(isNull(leasedUntil), lte(leasedUntil, time), leaseFromBefore),
  );
};

const nextMail = async () =>
  await read()
    .select({ id: mailTable.id })
    .from(mailTable)
    .where(dueCondition(systemNow()))
    .orderBy(sql`case when ${mailTable.lane} = 'security' then 0 else 1 end`, asc(mailTable.nextAt), asc(mailTable.id))
    .limit(1);

async function leaseMail(id: string): Promise<MailRow | undefined> {
  const time = systemNow();
  const [row] = await write(
    async (tx) =>
      await tx
        .update(mailTable)
        .set({ leasedUntil: after(time, LEASE_MS), leasedBy: thisProcess })
        .where(and(eq(mailTable.id, id), dueCondition(time)))
        .returning(),
    NO_LOCKS,
  );
  return row;
}

const UNKNOWN_SECRET = new MailError('Encrypted with a SESSION_SECRET that is not in SESSION_SECRETS_OLD', 'for-now');

async function send(transport: MailTransport, mail: VerifiedMail): Promise<MailError | null> {
  const { id, recipient, subject, text, html, createdAt } = mail;
  try {
    await transport.send({ messageId: messageIdOf(id), to: recipient, subject, text, html, date: createdAt });
    return null;
  } catch (error) {
    // Other errors may contain personal data, so only their occurrence is stored.
    return error instanceof MailError ? error : new MailError('EUNKNOWN', null);
  }
}

/** Returns a Message-ID `<row id@the sender's domain>`. */
export function messageIdOf(id: string): string {
  const domain = /@([a-z0-9.-]+)/i.exec(env().MAIL_FROM)?.[1] ?? 'mirrorbook.example';
  return `<${id}@${domain}>`;
}

/**
 * IDs of sent mails that could not be marked as sent, so that this process does not send them again when their leases
 * end.
 */
const sentButUnmarked = singleton('mails-sent-unmarked', () => new Map<string, MailRow>());

async function markSentLate(): Promise<void> {
  for (const row of [...sentButUnmarked.values()]) await markSent(row);
}

/** Releases the leases of mails held by dead processes. A slow process keeps its leases. */
async function releaseDeadLeases(): Promise<void> {
  const { lane, leasedBy, leasedUntil, status } = mailTable;
  // The condition is the same as in `due`.
  const leased = and(eq(status, 'waiting'), inArray(lane, ['security', 'ordinary']), gt(leasedUntil, systemNow()));
  for (const { holder } of await read().selectDistinct({ holder: leasedBy }).from(mailTable).where(leased)) {
    // A lease of an older version does not name its process, so it ends only by time.
    if (holder === null || !(await hasEnded(read(), holder))) continue;
    await write(
      (tx) =>
        tx
          .update(mailTable)
          .set({ leasedUntil: null })
          .where(and(leased, eq(leasedBy, holder))),
      NO_LOCKS,
    );
  }
}

async function markSent(row: MailRow): Promise<void> {
  sentButUnmarked.set(row.id, row);
  // Delivered mails are emptied, because links contain tokens of which only hashes may be stored. Paper mode keeps them
  // readable for the demonstration.
  const body = isPaper() ? {} : { text: '', html: '' };
  await write(async (tx) => {
    await tx
      .update(mailTable)
      .set({
        ...body,
        status: 'sent',
        sentAt: systemNow(),
        attempts: sql`${mailTable.attempts} + 1`,
        leasedUntil: null,
        error: null,
      })
      .where(eq(mailTable.id, row.id));
  }, NO_LOCKS);
  sentButUnmarked.delete(row.id);
}

async function markFailure(row: MailRow, error: MailError): Promise<void> {
  const attempts = row.attempts + 1;
  const maxAttempts = error.refused === 'for-good' ? MAX_REFUSED_ATTEMPTS : MAX_ATTEMPTS;
  const failed = attempts >= maxAttempts;
  log().warn({ mail: row.id, kind: row.kind, attempts, error: error.message, failed }, 'mail not delivered');
  await write(async (tx) => {
    await tx
      .update(mailTable)
      .set({
        status: failed ? 'failed' : 'waiting',
        attempts,
        nextAt: after(systemNow(), mailRetryWait(attempts)),
        leasedUntil: null,
        error: error.message,
      })
      // The row is updated only while this process holds the lease. Otherwise another process may have claimed and even
      // sent the mail.
      .where(and(eq(mailTable.id, row.id), eq(mailTable.leasedUntil, row.leasedUntil ?? new Date(0))));
  }, NO_LOCKS);
}

export const mailRetryWait = (attempts: number): number =>
  Math.min(FIRST_RETRY_DELAY_MS * 2 ** (attempts - 1), MAX_RETRY_DELAY_MS);
