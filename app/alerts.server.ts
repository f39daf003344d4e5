import { and, asc, eq, gt, isNotNull, lt, not, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import {
  deposit,
  job,
  journal,
  kyc,
  leaderRequest,
  mail,
  mirror,
  referralBonus,
  seal,
  withdrawal,
} from '#drizzle/schema';
import { findNewestBackupTime } from '~/backups/index.server';
import { newestCopyAt } from '~/backups/scheduledBackup.server';
import { isOverdue } from '~/features/backoffice/admin/jobRuns.server';
import { getJobTitle } from '~/features/backoffice/admin/jobTitles';
import type { AlertChecks, AlertFinding } from '~/features/backoffice/alerts/kinds';
import { getMaintenancePause } from '~/features/backoffice/announcements/announcements.server';
import { isHeld } from '~/features/backoffice/reviewQueue/held.server';
import { findSourceSilenceStart } from '~/features/copying/quotes/silentSource.server';
import { loadReserves } from '~/features/money/books/books.server';
import { findBooksAlarm } from '~/features/money/books/checkBooks.server';
import { formatUsd } from '~/ledger/money';
import { ALTERED_MAIL_TEXT } from '~/mail/outbox.server';
import { after, DAY, HOUR, MINUTE, now, systemNow } from '~/platform/clock';
import { countRows } from '~/platform/db/countRows.server';
import { read } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { readInstallationTime } from '~/platform/installation/index.server';
import type { Job } from '~/platform/jobs/index.server';
import { utcText } from '~/platform/text/dayText';
import { durationText } from '~/platform/text/durationText';
import { formatCount } from '~/platform/text/figure';
import { countTriedAccounts } from '~/signIns/throttle.server';
import { quotesAlteredAt } from '~/trading/prices/quotes.server';

const SEAL_MAX_DELAY_MS = 10 * MINUTE;
/**
 * Number of accounts with recent wrong passwords from which an alert is raised. Owners who forget their passwords
 * rarely reach it.
 */
const MIN_ACCOUNTS_TRIED = 5;
/** Age at which an unsent mail counts as late, in milliseconds. By then, sending was tried several times. */
const LATE_MAIL_MS = 30 * MINUTE;
const createFinding = (message: string): AlertFinding[] => [{ about: '', message }];

/** Returns the checks of alerts, one for each kind (`features/backoffice/alerts/kinds.ts`). */
export const alertChecks = (jobs: () => readonly Job[]): AlertChecks => ({
  'books-off': async () => {
    const alarm = await findBooksAlarm();
    if (!alarm) return [];
    if (alarm.kind === 'off')
      return createFinding(
        `The check of ${utcText(alarm.since)} found ${formatCount(alarm.found, 'problem')}. Approve and pay nothing until the cause is known.`,
      );
    const since = alarm.since ? `since ${utcText(alarm.since)}` : 'ever';
    return createFinding(
      alarm.kind === 'failed'
        ? `The check of the books has failed since ${since}.`
        : `The books were not checked ${since}.`,
    );
  },
  'checkpoint-late': async () => {
    const before = after(systemNow(), -SEAL_MAX_DELAY_MS);
    const [newest] = await read()
      .select({ id: journal.id, at: journal.recordedAt })
      .from(journal)
      .where(lt(journal.recordedAt, before))
      .orderBy(sql`${journal.recordedAt} desc`)
      .limit(1);
    if (!newest) return [];
    const sealed = await countRows(read(), seal, eq(seal.journalId, newest.id));
    return sealed > 0 ? [] : createFinding(`The journal entry of ${utcText(newest.at)} is not sealed yet.`);
  },
  'reserve-low': async () => {
    const min = BigInt(env().TARGETS.reserveDollars) * 100n;
    const low = (await loadReserves()).filter(({ cents }) => cents < min);
    const waiting =
      (await countRows(read(), mirror, eq(mirror.status, 'waiting'))) +
      (await countRows(
        read(),
        referralBonus,
        and(eq(referralBonus.status, 'waiting'), isNotNull(referralBonus.decidedAt)),
      ));
    return [
      ...low.map(({ name, title, cents }) => ({
        about: name,
        message: `${title} holds ${formatUsd(cents)}, less than ${formatUsd(min)}.`,
      })),
      ...(waiting > 0
        ? [
            {
              about: 'waiting',
              message: `${formatCount(waiting, 'payment')} to investors ${waiting === 1 ? 'waits' : 'wait'} because the reserve can’t cover ${waiting === 1 ? 'it' : 'them'}.`,
            },
          ]
        : []),
    ];
  },
  'decision-late': async () => [
    ...(await findOldest(deposit, deposit.createdAt, 'pending', 'deposit')),
    ...(await findOldest(withdrawal, withdrawal.requestedAt, 'requested', 'withdrawal')),
    ...(await findOldest(kyc, kyc.submittedAt, 'submitted', 'identity check')),
    ...(await findOldest(leaderRequest, leaderRequest.askedAt, 'waiting', 'trader application')),
  ],
  'payment-late': () => findOldest(withdrawal, withdrawal.approvedAt, 'approved', 'approved withdrawal'),
  'prices-silent': async () => {
    const altered = await quotesAlteredAt();
    if (altered)
      return createFinding(
        `Stored prices were altered or deleted in the database, as found at ${utcText(altered)}. No orders are filled at them. Stop payments, and find out who did it.`,
      );
    const since = await findSourceSilenceStart();
    return since && after(since, 15 * MINUTE) < now()
      ? createFinding(`The price source has sent no prices since ${utcText(since)}: orders wait.`)
      : [];
  },
  'sign-ins-attacked': async () => {
    const n = await countTriedAccounts();
    return n < MIN_ACCOUNTS_TRIED
      ? []
      : createFinding(`Many wrong passwords were entered for ${formatCount(n, 'account')} within an hour.`);
  },
  'mail-failing': async () => {
    const time = systemNow();
    const failed = await countRows(
      read(),
      mail,
      and(eq(mail.status, 'failed'), gt(mail.createdAt, after(time, -HOUR))),
    );
    const late = await countRows(
      read(),
      mail,
      and(eq(mail.status, 'waiting'), gt(mail.attempts, 0), lt(mail.createdAt, after(time, -LATE_MAIL_MS))),
    );
    const refused = and(eq(mail.error, ALTERED_MAIL_TEXT), gt(mail.nextAt, after(time, -DAY)));
    const altered = await countRows(read(), mail, and(eq(mail.status, 'failed'), refused));
    const messages = [
      ...(altered > 0
        ? [
            `${formatCount(altered, 'mail')} of the last day ${altered === 1 ? 'was' : 'were'} altered in the database and not sent.`,
          ]
        : []),
      ...(failed > 0 ? [`${formatCount(failed, 'mail')} of the last hour could not be sent.`] : []),
      ...(late > 0 ? [`${formatCount(late, 'mail')} ${late === 1 ? 'waits' : 'wait'} to be tried again.`] : []),
    ];
    return messages.length > 0 ? createFinding(messages.join(' ')) : [];
  },
  'job-late': async () => {
    const ran = new Map((await read().select().from(job)).map((row) => [row.name, row]));
    const isPaused = getMaintenancePause() !== null;
    return jobs().flatMap((each) => {
      const { name, inMaintenance } = each;
      const row = ran.get(name);
      if (!row?.lastFinishedAt || (isPaused && !inMaintenance)) return [];
      if (row.lastError) return [{ about: name, message: `“${getJobTitle(name)}” failed: ${row.lastError}` }];
      return isOverdue(each, row.lastFinishedAt)
        ? [
            {
              about: name,
              message: `“${getJobTitle(name)}” has not finished since ${utcText(row.lastFinishedAt)}.`,
            },
          ]
        : [];
    });
  },
  'backup-old': async () => {
    const { everyHours } = env().BACKUPS;
    if (everyHours === 0) return [];
    const [here, copied] = await Promise.all([findNewestBackupTime(), newestCopyAt()]);
    const newest = Math.max(here?.getTime() ?? 0, copied?.getTime() ?? 0);
    const from = newest || ((await readInstallationTime())?.getTime() ?? systemNow().getTime());
    if (systemNow().getTime() - from < 2 * everyHours * HOUR) return [];
    return createFinding(newest ? `The newest backup is of ${utcText(new Date(newest))}.` : 'There is no backup.');
  },
});

type Stateful = SQLiteTable & { id: SQLiteColumn; status: SQLiteColumn };

async function findOldest(of: Stateful, since: SQLiteColumn, state: string, what: string): Promise<AlertFinding[]> {
  const waiting = and(eq(of.status, state as never), not(isHeld(of.id)));
  const [first] = await read().select({ at: since }).from(of).where(waiting).orderBy(asc(since)).limit(1);
  const at = first?.at as Date | undefined;
  const limit = env().TARGETS.decisionHours * HOUR;
  if (!at || after(at, limit) > now()) return [];
  return [
    { about: what, message: `The oldest ${what} has waited since ${utcText(at)}, longer than ${durationText(limit)}.` },
  ];
}
