import { and, desc, eq, inArray, isNotNull, isNull, lt, lte, or, type SQL } from 'drizzle-orm';
import { administrator, alert, alertCall, event } from '#drizzle/schema';
import { withMarks } from '~/features/backoffice/reviewQueue/marked.server';
import { enqueueMail } from '~/mail/outbox.server';
import { after, DAY, HOUR, MINUTE, SECOND, systemNow } from '~/platform/clock';
import { countRows } from '~/platform/db/countRows.server';
import { afterCommit, type Handle, read, write } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { newId } from '~/platform/ids';
import { describeIsolation, getIsolationTime } from '~/platform/installation/isolation.server';
import { createPublicLink } from '~/platform/installation/site';
import { type Job, requestJobRun } from '~/platform/jobs/index.server';
import { log } from '~/platform/log/index.server';
import { postOutward } from '~/platform/outward/outwardPost.server';
import { createSignedHeaders, getStateAfterAttempt, RECEIVER_TIMEOUT_MS } from '~/platform/outward/webhookPost';
import { ROWS_ON_A_PAGE } from '~/platform/pageSizes';
import { utcText } from '~/platform/text/dayText';
import { hasRight, type RoleHolder } from '~/signIns/rights';
import { findStaffWith } from '~/signIns/staff.server';
import { ALERT_ENTITY } from './alertQueue.server';
import { type AlertEvent, serializeAlert } from './internal/calls';
import {
  ALERT_NAMES,
  ALERTS,
  type AlertChecks,
  type AlertFinding,
  type AlertName,
  describeAlert,
  selectAlertsFor,
} from './kinds';
import { getPartFaults, PROCESS_PARTS } from './processHealth.server';

async function mailAlert(tx: Handle, row: typeof alert.$inferSelect): Promise<void> {
  const { id, words, since, toldAt } = row;
  const { title, page, right } = describeAlert(row);
  for (const reader of await findStaffWith(tx, right)) {
    await enqueueMail(tx, {
      effectKey: `alert:${id}:${toldAt?.getTime()}:${reader.id}`,
      kind: 'alert',
      to: reader.email,
      subject: title,
      paragraphs: [
        words,
        `It was first seen on ${utcText(since)}. All alerts are listed at ${createPublicLink('/admin/alerts')}; see “Alerts and figures” in the manual for what to do.`,
      ],
      action: { label: 'Look into it', href: createPublicLink(page) },
    });
  }
}

/** Time after an alert's end within which it reopens as the same alert, milliseconds. */
const REOPEN_WINDOW_MS = HOUR;
/** Time after a mail during which a returning alert is posted but not mailed, since no mail reported its end. */
const MAIL_INTERVAL_MS = 10 * MINUTE;
const ALERT_RETENTION_MS = 90 * DAY;
const CALLS_PER_BATCH = 20;

const CALLS_JOB = 'alert-calls';

type Alert = typeof alert.$inferSelect;
type FoundAlert = AlertFinding & { kind: AlertName };

/** Runs the checks of all alerts. An alert starts once two consecutive runs found it. Its start and end are mailed and posted. */
export async function checkForAlerts(checks: AlertChecks): Promise<boolean> {
  const failed = new Set<string>();
  const found: FoundAlert[] = [];
  for (const kind of ALERT_NAMES) {
    try {
      for (const off of await checks[kind]()) found.push({ ...off, kind });
    } catch (error) {
      // A failed check neither starts nor ends alerts.
      failed.add(kind);
      log().warn({ err: error, alert: kind }, 'an alert could not be checked');
    }
  }
  await write(async (tx) => {
    const known = await tx.select().from(alert).where(isNull(alert.endedAt));
    for (const each of found) await recordFinding(tx, each, known.find(isAlertOf(each)));
    for (const open of known) {
      if (!failed.has(open.kind) && !found.some((each) => isAlertOf(each)(open))) await endAlert(tx, open);
    }
    const old = after(systemNow(), -ALERT_RETENTION_MS);
    await tx.delete(alert).where(lt(alert.endedAt, old));
    await tx.delete(alertCall).where(and(lt(alertCall.createdAt, old), isNotNull(alertCall.deliveredAt)));
  });
  return false;
}

const isAlertOf =
  ({ kind, about }: Pick<FoundAlert, 'kind' | 'about'>) =>
  (row: Alert): boolean =>
    row.kind === kind && row.about === about;

async function recordFinding(tx: Handle, { kind, about, message }: FoundAlert, open: Alert | undefined): Promise<void> {
  const at = systemNow();
  if (open) {
    const toldAt = open.toldAt ?? at;
    await tx.update(alert).set({ words: message, toldAt }).where(eq(alert.id, open.id));
    if (!open.toldAt) await notifyStaff(tx, { ...open, words: message, toldAt });
    return;
  }
  const same = and(eq(alert.kind, kind), eq(alert.about, about), isNotNull(alert.endedAt));
  const [last] = await tx.select().from(alert).where(same).orderBy(desc(alert.endedAt)).limit(1);
  if (last?.endedAt && after(last.endedAt, REOPEN_WINDOW_MS) > at) {
    const isMailed = after(last.toldAt ?? last.since, MAIL_INTERVAL_MS) <= at;
    const again = { words: message, endedAt: null, ...(isMailed ? { toldAt: at } : {}) };
    await tx.update(alert).set(again).where(eq(alert.id, last.id));
    await notifyStaff(tx, { ...last, ...again }, isMailed);
    return;
  }
  await tx.insert(alert).values({ id: newId(), kind, about, words: message, since: at });
}

async function endAlert(tx: Handle, open: Alert): Promise<void> {
  if (!open.toldAt) {
    await tx.delete(alert).where(eq(alert.id, open.id));
    return;
  }
  const endedAt = systemNow();
  await tx.update(alert).set({ endedAt }).where(eq(alert.id, open.id));
  await queueCall(tx, 'alert.ended', { ...open, endedAt });
}

/** Mails an alert if a mail server is set. Printed mails would bury the output of a demonstration. */
async function notifyStaff(tx: Handle, row: Alert, isMailed = true): Promise<void> {
  await queueCall(tx, 'alert.begun', row);
  if (isMailed && env().SMTP_URL) await mailAlert(tx, row);
}

/** Queues a post to the receiver; it is sent after the commit. */
async function queueCall(tx: Handle, type: AlertEvent, row: Alert): Promise<void> {
  if (!env().ALERTS_URL) return;
  const at = systemNow();
  const body = serializeAlert(type, { ...row, ...describeAlert(row) }, at);
  await tx.insert(alertCall).values({ id: newId(), body, nextAt: at, createdAt: at });
  afterCommit(tx, () => requestJobRun(CALLS_JOB));
}

export const queueTestCall = (tx: Handle): Promise<void> =>
  queueCall(tx, 'alert.test', {
    id: newId(),
    kind: 'test',
    about: '',
    words: 'This is a test alert. No action is needed.',
    since: systemNow(),
    toldAt: null,
    endedAt: null,
  });

/** Posts the queued alerts. If the process crashes before it stores the answer, the post is repeated with its `webhook-id`. */
export async function postAlerts(): Promise<boolean> {
  const { ALERTS_URL, ALERTS_SECRET } = env();
  if (!ALERTS_URL || !ALERTS_SECRET || getIsolationTime()) return false;
  const due = await read()
    .select()
    .from(alertCall)
    .where(and(eq(alertCall.status, 'waiting'), lte(alertCall.nextAt, systemNow())))
    .orderBy(alertCall.nextAt)
    .limit(CALLS_PER_BATCH);
  for (const { id, body, attempts } of due) {
    const problem = await postOutward(ALERTS_URL, {
      headers: createSignedHeaders(ALERTS_SECRET, { id, at: systemNow(), body }),
      body,
      limit: RECEIVER_TIMEOUT_MS,
    });
    if (problem) log().warn({ call: id, attempts, problem }, 'an alert could not be posted');
    // Skipped if an administrator has resent it meanwhile, which reset its attempts.
    const isAsRead = and(eq(alertCall.id, id), eq(alertCall.status, 'waiting'), eq(alertCall.attempts, attempts));
    await write((tx) =>
      tx
        .update(alertCall)
        .set(getStateAfterAttempt(attempts, problem, systemNow()))
        .where(isAsRead),
    );
  }
  return due.length === CALLS_PER_BATCH;
}

const describeIdleCalls = () =>
  env().ALERTS_URL
    ? describeIsolation()
    : 'Alerts are shown and mailed only. To post them to your own server, set ALERTS_URL and ALERTS_SECRET.';

export const alertJobs = (checks: AlertChecks): Job[] => [
  { name: 'alerts', everyMs: 60 * SECOND, inMaintenance: true, run: () => checkForAlerts(checks) },
  { name: CALLS_JOB, everyMs: 10 * SECOND, inMaintenance: true, long: true, run: postAlerts, idle: describeIdleCalls },
];

export const isOpenAlert = and(isNull(alert.endedAt), isNotNull(alert.toldAt));

/** Returns the condition for alerts that concern this role. */
const concernsRole = (holder: RoleHolder): SQL | undefined => {
  const { kinds, queues } = selectAlertsFor(holder);
  return or(inArray(alert.kind, kinds), and(eq(alert.kind, 'decision-late'), inArray(alert.about, queues)));
};

export const isOpenFor = (holder: RoleHolder): SQL | undefined => and(isOpenAlert, concernsRole(holder));

/**
 * Returns the open alerts of a role by kind, except late decisions, which the overview marks in its worklist; `about`
 * is '' for a kind with a single alert.
 */
export async function findAlertsForOverview(
  holder: RoleHolder,
): Promise<{ title: string; alerts: { about: string; page: string }[] }[]> {
  const { kind, about } = alert;
  const open = await read()
    .select({ kind, about })
    .from(alert)
    .where(isOpenFor(holder))
    .orderBy(alert.id)
    .limit(ROWS_ON_A_PAGE);
  return ALERT_NAMES.filter((name) => name !== 'decision-late')
    .map((name) => ({
      title: ALERTS[name].title,
      alerts: open
        .filter((row) => row.kind === name)
        .map((row) => ({ about: row.about, page: describeAlert(row).page })),
    }))
    .filter(({ alerts }) => alerts.length > 0);
}

export const ALERT_FIGURES = ALERT_NAMES.map((kind) => ({
  name: alertMetricName(kind),
  help: `Number of open alerts: ${ALERTS[kind].title}`,
  read: () => countRows(read(), alert, and(isOpenAlert, eq(alert.kind, kind))),
}));

export function alertMetricName(kind: AlertName): string {
  return `mirrorbook_alert_${kind.replaceAll('-', '_')}`;
}

export async function loadAlertsPage(holder: RoleHolder) {
  const newest = (which: SQL | undefined) =>
    read().select().from(alert).where(which).orderBy(desc(alert.id)).limit(ROWS_ON_A_PAGE);
  const found = [
    ...(await newest(isOpenFor(holder))),
    ...(await newest(and(isNotNull(alert.endedAt), concernsRole(holder)))),
  ];
  const notes = await findNotesOn(found.map(({ id }) => id));
  const alerts = (await withMarks(found)).map((row) => ({
    ...row,
    ...describeAlert(row),
    owner: row.mark?.takenBy ?? null,
    notes: notes.filter(({ alertId }) => alertId === row.id),
  }));
  const { ALERTS_URL, SMTP_URL } = env();
  const operates = hasRight(holder, 'operation:read');
  const calls = operates ? await read().select().from(alertCall).orderBy(desc(alertCall.id)).limit(ROWS_ON_A_PAGE) : [];
  return {
    open: alerts.filter(({ endedAt }) => !endedAt),
    faults: operates
      ? getPartFaults().map(({ part, message, since }) => ({
          id: part,
          title: PROCESS_PARTS[part],
          words: message,
          since,
        }))
      : [],
    ended: alerts.filter(({ endedAt }) => endedAt),
    calls: calls.map(({ body, ...row }) => ({ ...row, what: describeCall(body) })),
    /** Address of the receiver without its parts that may be secret. */
    receiver: operates && ALERTS_URL ? new URL(ALERTS_URL).host : null,
    areMailed: SMTP_URL !== undefined,
  };
}

/** Returns the notes on alerts, the newest first. */
async function findNotesOn(ids: string[]) {
  if (ids.length === 0) return [];
  return await read()
    .select({ id: event.id, alertId: event.thingId, text: event.reason, at: event.at, by: administrator.name })
    .from(event)
    .innerJoin(administrator, eq(administrator.id, event.actorId))
    .where(and(eq(event.thing, ALERT_ENTITY), inArray(event.thingId, ids), eq(event.event, 'note')))
    .orderBy(desc(event.at));
}

const CALL_TYPE_TITLES: Record<string, string> = {
  'alert.begun': 'began',
  'alert.ended': 'ended',
  'alert.test': 'test',
};

function describeCall(body: string): string {
  const { type, data } = JSON.parse(body) as { type: string; data: { title: string } };
  return type === 'alert.test' ? 'A test' : `${data.title}: ${CALL_TYPE_TITLES[type] ?? type}`;
}
