import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { max } from 'drizzle-orm';
import { job } from '#drizzle/schema';
import { messageIdOf } from '~/mail/deliver.server';
import { getMailSender } from '~/mail/outbox.server';
import { renderMail } from '~/mail/template';
import { mailTransport } from '~/mail/transport.server';
import { MINUTE, SECOND, systemNow } from '~/platform/clock';
import { ping, read } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { newId } from '~/platform/ids';
import { describeFreeSpace } from '~/platform/installation/disk.server';
import { getIsolationTime } from '~/platform/installation/isolation.server';
import { createPublicLink } from '~/platform/installation/site';
import { log } from '~/platform/log/index.server';
import { postOutward } from '~/platform/outward/outwardPost.server';
import { createSignedHeaders, RECEIVER_TIMEOUT_MS, RETRY_DELAYS_MS } from '~/platform/outward/webhookPost';
import { withTimeLimit } from '~/platform/process/timeLimit';
import { singleton } from '~/platform/singleton';
import { getStorage } from '~/platform/storage/index.server';
import { utcText } from '~/platform/text/dayText';
import { findStaffWith } from '~/signIns/staff.server';
import { serializeAlert } from './internal/calls';

/*
 * Faults that each process detects and reports without the database, because the job `alerts` can't write while the database is
 * unavailable or the disk is full.
 */

export const PROCESS_PARTS = {
  database: 'The database does not answer',
  disk: 'A disk is nearly full',
  storage: 'Uploads can’t be stored',
  mail: 'The mail server can’t be used',
  clock: 'The clock is wrong',
} as const;

export type PartName = keyof typeof PROCESS_PARTS;
export type PartFault = { id: string; part: PartName; message: string; since: Date };

type Check = {
  everyMs: number;
  /** Returns a description of the problem; null without one. */
  check: () => Promise<unknown>;
  /**
   * Description of the problem if the check fails or times out. Without a description, such a failure is not
   * reported.
   */
  failed?: string;
};
type Report = (type: 'alert.begun' | 'alert.ended', fault: PartFault, at: Date) => void;

const CHECK_INTERVAL_MS = 5 * SECOND;
const CHECK_TIMEOUT_MS = 4 * SECOND;
/**
 * Time in milliseconds for which a fault must last before it is reported, and for which the part must work before the
 * end is reported.
 */
const MIN_DURATION_MS = 10 * SECOND;
const RECIPIENTS_INTERVAL_MS = 5 * MINUTE;

/** Describes this machine's clock error, measured against the newest start of a job; null without an error. */
export async function describeClockFault(): Promise<string | null> {
  const [last] = await read()
    .select({ at: max(job.lastStartedAt) })
    .from(job);
  const [time, began] = [systemNow(), last?.at ?? new Date(0)];
  return began.getTime() - time.getTime() > MINUTE
    ? `The clock of this machine shows ${utcText(time)}, but a job began at ${utcText(began)}. Correct it with NTP: sign-ins, plans and jobs depend on it.`
    : null;
}

const PART_CHECKS: Record<PartName, Check> = {
  database: {
    everyMs: 0,
    check: ping,
    failed: 'The database does not answer. Check that its server runs and can be reached.',
  },
  disk: { everyMs: 0, check: async () => (await describeFreeSpace()).full.join(' ') },
  storage: {
    everyMs: 0,
    check: () => getStorage().ready(),
    failed: 'The storage of uploads can’t be written to. Check that it exists and accepts our credentials.',
  },
  mail: {
    everyMs: MINUTE,
    check: async () => env().SMTP_URL && (await mailTransport().check?.()),
    failed: 'The server of SMTP_URL does not accept mail. Check its address, user and password. Mails wait until then.',
  },
  clock: { everyMs: MINUTE, check: describeClockFault },
};

/** Creates a monitor of some components. @param report called once for each lasting fault, and once when the fault ends */
export function createHealthWatch(checks: Partial<Record<PartName, Check>>, report: Report) {
  const faults = new Map<PartName, PartFault & { seenAt: number; isReported: boolean }>();
  const checkedAt = new Map<PartName, number>();

  function note(part: PartName, message: string | null, at: Date): void {
    const open = faults.get(part);
    if (message === null) {
      if (!open || (open.isReported && at.getTime() - open.seenAt < MIN_DURATION_MS)) return;
      faults.delete(part);
      if (open.isReported) report('alert.ended', open, at);
      return;
    }
    const fault = open ?? { id: newId(), part, message, since: at, seenAt: 0, isReported: false };
    Object.assign(fault, { message, seenAt: at.getTime() });
    faults.set(part, fault);
    if (fault.isReported || at.getTime() - fault.since.getTime() < MIN_DURATION_MS) return;
    fault.isReported = true;
    report('alert.begun', fault, at);
  }

  async function checkPart(part: PartName, { check, failed }: Check, at: Date): Promise<void> {
    checkedAt.set(part, at.getTime());
    const text = await withTimeLimit(CHECK_TIMEOUT_MS, check()).then(
      (found) => (typeof found === 'string' && found !== '' ? found : null),
      () => failed,
    );
    if (text !== undefined) note(part, text, at);
  }

  return {
    faults: (): PartFault[] => [...faults.values()],
    /** Checks the parts that are due. */
    check: async (): Promise<void> => {
      const at = systemNow();
      const parts = Object.entries(checks) as [PartName, Check][];
      const due = parts.filter(([part, { everyMs }]) => at.getTime() - (checkedAt.get(part) ?? 0) >= everyMs);
      await Promise.all(due.map(([part, check]) => checkPart(part, check, at)));
    },
  };
}

/** Email addresses of administrators as of the last successful read from the database. */
const recipients = singleton('health-recipients', () => ({ emails: [] as string[], readAt: 0 }));
let reports: Promise<void> = Promise.resolve();

const watch = singleton('process-health', () =>
  createHealthWatch(PART_CHECKS, (type, fault, at) => {
    const { part, message } = fault;
    if (type === 'alert.begun') log().error({ part, words: message }, 'a component failed');
    else log().info({ part }, 'a component recovered');
    // Sends reports one after another, so that the end of a fault never arrives before its start.
    reports = reports.then(() => sendReport(type, { ...fault }, at));
  }),
);

/** Returns the current faults, as last seen by this process. */
export const getPartFaults = (): PartFault[] => watch.faults();

async function sendReport(type: 'alert.begun' | 'alert.ended', fault: PartFault, at: Date): Promise<void> {
  if (getIsolationTime()) return;
  const { ALERTS_URL, ALERTS_SECRET, SMTP_URL } = env();
  const title = PROCESS_PARTS[fault.part];
  const about = hostname();
  const id = newId();
  if (ALERTS_URL && ALERTS_SECRET) {
    const row = {
      ...fault,
      words: fault.message,
      kind: fault.part,
      about,
      endedAt: type === 'alert.ended' ? at : null,
    };
    const body = serializeAlert(type, { ...row, title, page: '/admin/alerts' }, at);
    await retryUntilSent(() =>
      postOutward(ALERTS_URL, {
        headers: createSignedHeaders(ALERTS_SECRET, { id, at: systemNow(), body }),
        body,
        limit: RECEIVER_TIMEOUT_MS,
      }),
    );
  }
  if (!SMTP_URL) return;
  const isOver = type === 'alert.ended';
  const mail = renderMail(
    {
      subject: `${isOver ? 'Over: ' : ''}${title}`,
      paragraphs: [
        isOver ? `It works again since ${utcText(at)}.` : fault.message,
        `First seen on ${utcText(fault.since)} by a process on ${about}, which sent this mail directly.`,
      ],
      action: { label: 'See all alerts', href: createPublicLink('/admin/alerts') },
    },
    getMailSender(),
  );
  await Promise.all(
    recipients.emails.map((to, n) =>
      retryUntilSent(() =>
        mailTransport()
          .send({ ...mail, to, date: at, messageId: messageIdOf(`${id}.${n}`) })
          .then(
            () => null,
            (error: Error) => error.message,
          ),
      ),
    ),
  );
}

/** Retries with growing pauses for about half an hour; afterwards only the log has the report. */
async function retryUntilSent(attempt: () => Promise<string | null>): Promise<void> {
  for (const pauseMs of [0, ...RETRY_DELAYS_MS.slice(0, 4)]) {
    await sleep(pauseMs, undefined, { ref: false });
    const problem = await attempt();
    if (problem === null) return;
    log().warn({ problem }, 'an alert could not be sent');
  }
}

async function refreshRecipients(): Promise<void> {
  const time = systemNow().getTime();
  if (time - recipients.readAt < RECIPIENTS_INTERVAL_MS) return;
  recipients.emails = (await findStaffWith(read(), 'operation:read')).map(({ email }) => email);
  recipients.readAt = time;
}

/** Watches the parts until the returned function is called. */
export function watchParts(): () => void {
  const check = () =>
    watch
      .check()
      .then(refreshRecipients)
      .catch(() => {});
  void check();
  const timer = setInterval(check, CHECK_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}
