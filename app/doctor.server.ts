import { max } from 'drizzle-orm';
import { administrator, event, job } from '#drizzle/schema';
import { describeUnfinishedRestore, findNewestBackupTime } from '~/backups/index.server';
import { newestCopyAt } from '~/backups/scheduledBackup.server';
import { describeClockFault } from '~/features/backoffice/alerts/processHealth.server';
import { findPlannedMaintenance } from '~/features/backoffice/announcements/announcements.server';
import { describeOtherFeedHoldings } from '~/features/copying/quotes/otherFeed.server';
import { findLastCheck } from '~/features/money/books/checkBooks.server';
import { testServers } from '~/features/money/reconciliation/chains/readNetworks.server';
import { describePaymentBlock, getPaymentBlock } from '~/ledger/proof/paymentsWait.server';
import { checkSealKeys } from '~/ledger/proof/sealKeys.server';
import { mailTransport } from '~/mail/transport.server';
import { DAY, followClockFile, HOUR, MINUTE, now, SECOND, systemNow } from '~/platform/clock';
import { countRows } from '~/platform/db/countRows.server';
import { closeDatabase, countPendingMigrations, findDamage, read } from '~/platform/db/index.server';
import { env, existingEnv, isPaper } from '~/platform/env';
import { describeFreeSpace } from '~/platform/installation/disk.server';
import { findInstallationFault, openInstallation } from '~/platform/installation/index.server';
import { describeIsolation } from '~/platform/installation/isolation.server';
import { findPortFault } from '~/platform/installation/port.server';
import { findOtherProcesses } from '~/platform/installation/processes.server';
import { withTimeLimit } from '~/platform/process/timeLimit';
import { getStorage } from '~/platform/storage/index.server';
import { utcText } from '~/platform/text/dayText';
import { withRight } from '~/signIns/staff.server';

export type Finding = { what: string; state: 'ok' | 'fault' | 'note'; message: string };

/**
 * Time limit of one check, in milliseconds. Checks of the database have their own, since they may read the whole file.
 */
const CHECK_TIMEOUT_MS = 20 * SECOND;
const DATABASE_CHECK_TIMEOUT_MS = 10 * MINUTE;
/** Age from which the newest backup is reported, in milliseconds; in live mode as a fault. */
const BACKUP_MAX_AGE_MS = 2 * DAY;
/** Age from which the last check of the books is reported, in milliseconds. They are checked once a day. */
const BOOKS_CHECK_MAX_AGE_MS = 2 * DAY;

const ok = (message: string) => ({ state: 'ok', message }) as const;
const fault = (message: string) => ({ state: 'fault', message }) as const;
const note = (message: string) => ({ state: 'note', message }) as const;
const liveFault = (message: string) => (isPaper() ? note(message) : fault(message));

type ReadinessAnswer = { status?: string; causes?: string[]; degraded?: { words: string }[] };

type Check = () => Promise<Omit<Finding, 'what'>>;

const CHECKS_WITHOUT_DATABASE: Record<string, Check> = {
  'the disk': async () => {
    const { freeText, full } = await describeFreeSpace();
    return full.length > 0 ? fault(full.join(' ')) : ok(`free: ${freeText}`);
  },
  'the port': async () => {
    const { HOST, PORT } = env();
    const text = await findPortFault({ HOST, PORT });
    if (text === null) return ok(`${HOST}:${PORT} is free: no server runs there`);
    const host = HOST === '0.0.0.0' ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST;
    const answer = await fetch(`http://${host}:${PORT}/readyz`, { signal: AbortSignal.timeout(10 * SECOND) })
      .then(async (found) => (await found.json()) as ReadinessAnswer)
      .catch(() => null);
    if (answer?.status === 'ready') {
      const faults = answer.degraded?.map(({ words: sentence }) => sentence) ?? [];
      if (faults.length > 0) return fault(`The server at ${HOST}:${PORT} serves. ${faults.join(' ')}`);
      return ok(`The server at ${HOST}:${PORT} runs and is ready`);
    }
    if (answer?.status === 'not ready')
      return fault(`The server at ${HOST}:${PORT} is not ready. ${answer.causes?.join(' ') ?? ''}`);
    return fault(text);
  },
  'the storage of uploads': async () => {
    await getStorage().ready();
    return ok('can be written to');
  },
  mail: async () => {
    if (!env().SMTP_URL) return note('No SMTP_URL is set, so mails are printed by the server (paper mode).');
    const transport = mailTransport();
    try {
      await transport.check?.();
      return ok('the server of SMTP_URL lets us in');
    } catch (error) {
      return fault(
        `SMTP_URL: the mail server can't be used (${(error as Error).message}). Check its address, user and password. Mails wait until then.`,
      );
    } finally {
      await transport.close?.();
    }
  },
  'the servers of chains': async () => {
    const found = await testServers();
    const faults = found.filter(({ isFault }) => isFault);
    if (faults.length > 0) return fault(faults.map(({ message }) => message).join(' '));
    return ok(found.map(({ message }) => message).join('; ') || 'none is named');
  },
  'the last restore': async () => {
    const text = describeUnfinishedRestore();
    return text ? fault(text) : ok('none was interrupted');
  },
  'the newest backup': async () => {
    const here = await findNewestBackupTime();
    // With several machines, one of them makes backups in its own folder and copies them to the shared bucket.
    const copied = await newestCopyAt();
    const isHere = here !== null && (copied === null || here >= copied);
    const at = isHere ? here : copied;
    if (!at) return liveFault('There is no backup in DATA_DIR/backups. Make one: npm run backup.');
    const text = `${isHere ? 'in DATA_DIR/backups' : 'in the bucket'}, made ${utcText(at)}`;
    return systemNow().getTime() - at.getTime() > BACKUP_MAX_AGE_MS
      ? liveFault(`The newest backup is ${text}. Make one: npm run backup, or set BACKUPS.`)
      : ok(text);
  },
};

const CHECKS_OF_DATABASE: Record<string, Check> = {
  'the version of the database': async () => {
    const pending = await countPendingMigrations();
    return pending > 0
      ? note(
          `${pending} migrations are pending. The next start applies them; then run this command again for the other checks. Make a backup first: npm run backup.`,
        )
      : ok('is the one of this version of Mirrorbook');
  },
  'the mode and the secrets': async () => {
    const text = await findInstallationFault();
    if (text) return fault(text);
    await checkSealKeys();
    return ok('are those of the database');
  },
  'how the database is kept': async () => {
    const text = await findDamage();
    return text
      ? fault(`The database is damaged (${text}). Stop the server, and restore the newest backup.`)
      : ok('is undamaged');
  },
  'the clock': async () => {
    const behind = await describeClockFault();
    if (behind) return fault(behind);
    const [newest] = await read()
      .select({ at: max(event.at) })
      .from(event);
    const shifted = Math.round((now().getTime() - systemNow().getTime()) / HOUR);
    if (newest?.at && newest.at.getTime() - now().getTime() > MINUTE) {
      return fault(
        `The newest event has the time ${utcText(newest.at)}, which is in the future. Correct the clock of this machine with NTP.`,
      );
    }
    return shifted === 0
      ? ok(`says ${utcText(systemNow())}`)
      : note(`The product's clock is shifted by ${shifted} hours.`);
  },
  'other processes': async () => {
    const { count, fault: message } = await findOtherProcesses();
    if (message) return fault(message);
    return ok(count === 0 ? 'none works with this database' : `${count} see the same uploads and the same time`);
  },
  administrators: async () => {
    const n = await countRows(read(), administrator, withRight('payments:decide'));
    const text = `There ${n === 1 ? 'is 1' : `are ${n}`}. Create another one: npm run admin:create -- EMAIL "NAME".`;
    if (n === 0) return liveFault(text);
    return !isPaper() && n < 2 ? fault(`Live mode needs two. ${text}`) : ok(`${n}`);
  },
  'the source of prices': async () => {
    const text = await describeOtherFeedHoldings();
    return text ? note(text) : ok(env().MARKET_FEED);
  },
  payments: async () => {
    const wait = await getPaymentBlock();
    if (!wait) return ok('don’t wait for a restore to be gone through');
    return wait.kind === 'restored'
      ? note(`${describePaymentBlock(wait)} See /admin/restores.`)
      : fault(describePaymentBlock(wait));
  },
  'the restored installation': async () => {
    const text = describeIsolation();
    return text ? note(text) : ok('none waits to be adopted');
  },
  maintenance: async () => {
    const found = await findPlannedMaintenance();
    if (!found) return ok('none is on or announced');
    const { startsAt, endsAt, stage } = found;
    if (stage === 'planned') return note(`is announced for ${utcText(startsAt)}, until about ${utcText(endsAt)}`);
    const late = stage === 'late' ? `, longer than planned (${utcText(endsAt)})` : '';
    return note(`is on since ${utcText(startsAt)}${late}: nothing can be changed. End it at /admin/announcements.`);
  },
  jobs: async () => {
    const failing = (await read().select().from(job)).filter(({ lastError }) => lastError !== null);
    return failing.length > 0
      ? fault(
          `The last run of these jobs failed: ${failing.map(({ name, lastError }) => `${name} (${lastError})`).join(', ')}. See the server's log for details.`,
        )
      : ok('the last run of each went well');
  },
  'the audit': async () => {
    const last = await findLastCheck();
    if (!last)
      return note(
        'The books were never checked. A running server checks them once a day; npm run audit checks them now.',
      );
    if (last.found > 0)
      return fault(`The check of ${utcText(last.checkedAt)} has ${last.found} findings. See them: npm run audit.`);
    return systemNow().getTime() - last.checkedAt.getTime() > BOOKS_CHECK_MAX_AGE_MS
      ? liveFault(
          `The books were last checked ${utcText(last.checkedAt)}. A running server checks them once a day; npm run audit checks them now.`,
        )
      : ok(`nothing was off ${utcText(last.checkedAt)}`);
  },
};

/** Checks that also work on a database of an older version, before the next start migrates it. */
const CHECKS_OF_ANY_VERSION = new Set([
  'the version of the database',
  'the mode and the secrets',
  'how the database is kept',
]);

async function runCheck([what, runOne]: [string, Check], limit = CHECK_TIMEOUT_MS): Promise<Finding> {
  try {
    return { what, ...(await withTimeLimit(limit, runOne())) };
  } catch (error) {
    return { what, ...fault((error as Error).message) };
  }
}

export async function* runChecks(): AsyncGenerator<Finding> {
  try {
    existingEnv();
  } catch (error) {
    yield { what: 'the configuration', ...fault((error as Error).message) };
    return;
  }
  if (isPaper()) followClockFile(env().DATA_DIR);
  yield { what: 'the configuration', ...ok(`${env().MODE} mode; DATA_DIR ${env().DATA_DIR} can be written to`) };
  for (const each of Object.entries(CHECKS_WITHOUT_DATABASE)) yield await runCheck(each);
  const opened = await runCheck([
    'the database',
    async () => {
      await openInstallation();
      return ok('answers');
    },
  ]);
  yield opened;
  if (opened.state === 'fault') return;
  // An older database may lack columns that this version reads.
  const older = (await countPendingMigrations().catch(() => 0)) > 0;
  for (const [what, runOne] of Object.entries(CHECKS_OF_DATABASE)) {
    if (!older || CHECKS_OF_ANY_VERSION.has(what)) yield await runCheck([what, runOne], DATABASE_CHECK_TIMEOUT_MS);
  }
  await closeDatabase();
}
