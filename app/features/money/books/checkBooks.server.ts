import { createHash } from 'node:crypto';
import { type AuditFinding, type AuditReport, audit } from '~/ledger/proof/audit.server';
import { findNewestReachableHead, type Head } from '~/ledger/proof/heads.server';
import { sealAll } from '~/ledger/proof/seal.server';
import { enqueueMail } from '~/mail/outbox.server';
import { after, DAY, SECOND, systemNow } from '~/platform/clock';
import { type Handle, readShared, write } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { readInstallationTime } from '~/platform/installation/index.server';
import { createPublicLink } from '~/platform/installation/site';
import { log } from '~/platform/log/index.server';
import { singleton } from '~/platform/singleton';
import { findLatestSnapshot, saveSnapshot } from '~/platform/snapshots.server';
import { dayText, utcText } from '~/platform/text/dayText';
import { findStaffWith } from '~/signIns/staff.server';
import { saveBookDays } from './bookDays.server';

/** Number of findings in the mail; the page and `npm run audit` list the others. */
const MAX_MAILED_FINDINGS = 5;

async function mailBooksOff(tx: Handle, { at, findings }: { at: Date; findings: AuditFinding[] }): Promise<void> {
  const more = findings.length - MAX_MAILED_FINDINGS;
  const found = findings.length === 1 ? 'one thing that is off' : `${findings.length} problems`;
  await mailStaff(tx, 'books-off', at.toISOString(), 'Problems in the books', [
    `The check of the books on ${utcText(at)} found ${found}:`,
    ...findings.slice(0, MAX_MAILED_FINDINGS).map(({ invariant, row, detail }) => `${invariant}: ${row}, ${detail}`),
    ...(more > 0 ? [`And ${more} more.`] : []),
    'Approve and pay nothing until the cause is known. The warning stays on administrators’ pages until a check finds no problems.',
  ]);
}

async function mailStaff(
  tx: Handle,
  kind: 'books-off' | 'books-daily',
  key: string,
  subject: string,
  paragraphs: string[],
): Promise<void> {
  const action = { label: 'See the books', href: createPublicLink('/admin/books') };
  for (const { id, email } of await findStaffWith(tx, 'books:read'))
    await enqueueMail(tx, { effectKey: `${kind}:${key}:${id}`, kind, to: email, subject, paragraphs, action });
}

/** Outcome of the daily check of the books. `found` is null if they could not be checked. */
type DailyReport = { at: Date; found: number | null; journals: number; head: Head | null };

async function mailBooksDaily(tx: Handle, { at, found, journals, head }: DailyReport): Promise<void> {
  const result =
    found === null
      ? 'The books could not be checked. See the page Books for the reason.'
      : found === 0
        ? `The check of ${journals} journal entries found no problems.`
        : `The check of ${journals} journal entries found ${found} ${found === 1 ? 'problem' : 'problems'}.`;
  const paragraphs = [result];
  if (head) {
    paragraphs.push(
      `The chain of seals reached position ${head.position} on ${utcText(new Date(head.at))}, with the hash ${head.hash}`,
      `Keep this mail. If the books are ever in doubt, npm run audit -- --head ${head.position}:${head.hash} compares them with it.`,
    );
  }
  await mailStaff(tx, 'books-daily', at.toISOString().slice(0, 10), `The books on ${dayText(at)}`, paragraphs);
}

const BOOKS_CHECK_KEY = 'audit';
/** Largest number of stored findings; `npm run audit` lists all. */
const MAX_STORED_FINDINGS = 100;

/** `fingerprint` identifies the altered rows and their broken invariants, without the amounts. */
type StoredCheck = Omit<AuditReport, 'checkedAt'> & { found: number; fingerprint: string };

const FAILURE_KEY = 'audit-failure';

/** Age from which a check of the books is overdue, milliseconds; the job checks once a day. */
const CHECK_MAX_AGE_MS = 2 * DAY;

const underway = singleton('books-check', () => ({ check: null as Promise<AuditReport> | null }));

export function checkBooks(): Promise<AuditReport> {
  underway.check ??= checkAndStore().finally(() => {
    underway.check = null;
  });
  return underway.check;
}

async function checkAndStore(): Promise<AuditReport> {
  // Creates the missing seals first, because rows that were unsealed for ten minutes would be a finding.
  await sealAll();
  const report = await audit().catch(async (error) => {
    log().error({ err: error }, 'the books could not be checked');
    await write((tx) => saveSnapshot(tx, FAILURE_KEY, {}));
    throw error;
  });
  const { checkedAt: at, journals, invariants, findings, head } = report;
  for (const { invariant, row } of findings.slice(0, MAX_STORED_FINDINGS))
    log().error({ invariant, row }, 'the audit found a problem in the books');
  const fingerprint = computeFindingsFingerprint(findings);
  const named = findings.slice(0, MAX_STORED_FINDINGS);
  const stored = { journals, invariants, findings: named, found: findings.length, fingerprint, head };
  await write(async (tx) => {
    const before = await findLatestSnapshot<StoredCheck>(BOOKS_CHECK_KEY, tx);
    await saveSnapshot(tx, BOOKS_CHECK_KEY, stored satisfies StoredCheck, at);
    // The same findings are mailed only once, even if their amounts change before the next check.
    if (findings.length > 0 && before?.value.fingerprint !== fingerprint) await mailBooksOff(tx, { at, findings });
  });
  return report;
}

export function computeFindingsFingerprint(findings: AuditFinding[]): string {
  const rows = [...new Set(findings.map(({ invariant, row }) => JSON.stringify([invariant, row])))].toSorted();
  return createHash('sha256').update(rows.join('\n')).digest('hex');
}

/** Alarm about the books. `since` is the time of the last check or of its failure; null if there was none. */
export type BooksAlarm =
  | { kind: 'off'; found: number; since: Date }
  | { kind: 'unchecked' | 'failed'; since: Date | null };

export async function findBooksAlarm(): Promise<BooksAlarm | null> {
  const { last, failure, madeAt } = await readShared('checks of the books', async () => ({
    last: await findLastCheck(),
    failure: await findLatestSnapshot<object>(FAILURE_KEY),
    madeAt: await readInstallationTime(),
  }));
  if (last && last.found > 0) return { kind: 'off', found: last.found, since: last.checkedAt };
  if (failure && (!last || failure.at > last.checkedAt)) return { kind: 'failed', since: failure.at };
  const since = last?.checkedAt ?? null;
  const from = since ?? madeAt;
  return from && systemNow() > after(from, CHECK_MAX_AGE_MS) ? { kind: 'unchecked', since } : null;
}

/** Metrics of the last check of the books: the number of findings, and the Unix time in seconds. Absent before the first check. */
export const AUDIT_FIGURES = [
  {
    name: 'mirrorbook_audit_findings',
    help: 'Problems found by the last check of the books',
    read: async () => (await findLastCheck())?.found ?? null,
  },
  {
    name: 'mirrorbook_audit_checked_timestamp_seconds',
    help: 'Time of the last check of the books',
    read: async () => {
      const last = await findLastCheck();
      return last && last.checkedAt.getTime() / SECOND;
    },
  },
];

export async function findLastCheck(): Promise<(AuditReport & { found: number }) | null> {
  const last = await findLatestSnapshot<StoredCheck>(BOOKS_CHECK_KEY);
  return last && { ...last.value, checkedAt: last.at };
}

/** Sends the daily mail if a mail server is set. Otherwise mails are only printed. */
async function notifyDaily(report: AuditReport | null): Promise<void> {
  if (!env().SMTP_URL) return;
  const { head } = await findNewestReachableHead();
  const found = report ? report.findings.length : null;
  await write((tx) => mailBooksDaily(tx, { at: systemNow(), found, journals: report?.journals ?? 0, head }));
}

export async function checkBooksDaily(): Promise<boolean> {
  await saveBookDays();
  const last = await findLastCheck();
  if (last && systemNow() < after(last.checkedAt, DAY)) return false;
  const report = await checkBooks().catch((error: unknown) => ({ error }));
  await notifyDaily('error' in report ? null : report);
  if ('error' in report) throw report.error;
  return false;
}
