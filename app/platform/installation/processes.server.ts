import { hostname } from 'node:os';
import { text as textOf } from 'node:stream/consumers';
import { and, eq, exists, gte, lt, ne, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { runningProcess } from '#drizzle/schema';
import { after, HOUR, MAX_CLOCK_SKEW_MS, now, pause, SECOND, systemNow } from '../clock';
import { isConnected, type Reader, read, readDatabaseTime, write, writeWithoutLocks } from '../db/index.server';
import { ConfigurationError, env } from '../env';
import { newSecret } from '../ids';
import { thisProcess } from '../process/thisProcess';
import { withTimeLimit } from '../process/timeLimit';
import { singleton } from '../singleton';
import { getSharedStorage } from '../storage/index.server';
import { formatNumber } from '../text/figure';

type RunningProcess = typeof runningProcess.$inferSelect;

const HEARTBEAT_INTERVAL_MS = 2 * SECOND;
export const PROCESS_TIMEOUT_MS = 5 * SECOND;
/** Tolerated difference between the product clocks of two processes, seconds. */
const MAX_CLOCK_DIFFERENCE_SECONDS = 1;
/** Largest value of the column, seconds (63 years). */
const MAX_CLOCK_OFFSET_SECONDS = 2_000_000_000;
/**
 * Time in milliseconds after which a killed process is ignored, and every process has noticed a change of product time.
 */
const SETTLE_DELAY_MS = PROCESS_TIMEOUT_MS + HEARTBEAT_INTERVAL_MS;

const STORAGE_MARK_KEY = 'storage-mark';
const MARK_TIMEOUT_MS = 5 * SECOND;

const storageMarkCache = () => singleton(`storage-mark ${env().STORAGE_URL}`, () => ({ mark: null as string | null }));

/** Returns the mark of this storage; null if it has none or is unreachable. `make` creates it. */
async function storageMark(make: boolean): Promise<string | null> {
  const poll = async () => {
    const stored = await getSharedStorage().get(STORAGE_MARK_KEY);
    if (stored) return await textOf(stored);
    if (!make) return null;
    const made = newSecret();
    await getSharedStorage().put(STORAGE_MARK_KEY, Buffer.from(made), 'text/plain');
    return made;
  };
  storageMarkCache().mark ??= await withTimeLimit(MARK_TIMEOUT_MS, poll()).catch(() => null);
  return storageMarkCache().mark;
}

async function lacksStorageMark(): Promise<boolean> {
  const stored = await withTimeLimit(MARK_TIMEOUT_MS, getSharedStorage().get(STORAGE_MARK_KEY)).catch(() => undefined);
  stored?.destroy();
  return stored === null;
}

/** Returns this process's row; null on an engine with a single process. */
async function describeOwnProcess(make: boolean): Promise<RunningProcess | null> {
  if (!(await readDatabaseTime())) return null;
  // Read before the time, because an unresponsive storage must not make this process look dead.
  const mark = await storageMark(make);
  const startedAt = performance.now();
  const seenAt = await readDatabaseTime();
  if (!seenAt) return null;
  const [time, answered] = [systemNow(), performance.now()];
  return {
    id: thisProcess,
    place: `${hostname()}, process ${process.pid}`,
    storageMark: mark,
    // Half of the round trip is subtracted, since the database's time is from its middle.
    clockAhead: Math.round((time.getTime() - (answered - startedAt) / 2 - seenAt.getTime()) / SECOND),
    clockMoved: Math.max(
      -MAX_CLOCK_OFFSET_SECONDS,
      Math.min(MAX_CLOCK_OFFSET_SECONDS, Math.round((now().getTime() - systemNow().getTime()) / SECOND)),
    ),
    seenAt,
  };
}

async function findDifferenceFromOthers(own: RunningProcess): Promise<string | null> {
  const others = await read()
    .select()
    .from(runningProcess)
    .where(and(ne(runningProcess.id, own.id), gte(runningProcess.seenAt, after(own.seenAt, -PROCESS_TIMEOUT_MS))));
  for (const other of others) {
    const why = findDifference(own, other);
    if (why) return formatDifference(other, why);
  }
  return null;
}

const formatDifference = ({ place }: RunningProcess, why: string): string =>
  `Another process works with this database (${place}), and ${why}`;

const OTHER_PROCESS_ADVICE =
  "keeps uploads in another place, so neither would find the other's files. Give both one STORAGE_URL: a bucket, or a folder that both machines see.";

export function findDifference(
  own: Pick<RunningProcess, 'storageMark' | 'clockAhead' | 'clockMoved'>,
  other: Pick<RunningProcess, 'storageMark' | 'clockAhead' | 'clockMoved'>,
): string | null {
  if (own.storageMark !== null && other.storageMark !== null && own.storageMark !== other.storageMark) {
    return OTHER_PROCESS_ADVICE;
  }
  const apart = own.clockAhead - other.clockAhead;
  if (Math.abs(apart) * SECOND > MAX_CLOCK_SKEW_MS) {
    return `the clock of this machine is ${Math.abs(apart)} seconds ${apart > 0 ? 'ahead of' : 'behind'} its own. Set both right, with NTP: sign-ins, plans and jobs go by it.`;
  }
  if (Math.abs(own.clockMoved - other.clockMoved) > MAX_CLOCK_DIFFERENCE_SECONDS) {
    const [here, there] = [own, other].map(
      ({ clockMoved }) => `${formatNumber((clockMoved * SECOND) / HOUR, 1)} hours`,
    );
    return `moves the product's clock by ${there}, and this one by ${here}. Give both one DATA_DIR, or the same file \`clock\` in each.`;
  }
  return null;
}

/** Reports this process to the others until the returned function is called. Throws if uploads or clocks differ. */
export async function joinProcesses(): Promise<() => Promise<void>> {
  let own = await describeOwnProcess(true);
  if (!own) return async () => {};
  for (let waited = 0; ; waited += SECOND) {
    const message = await findDifferenceFromOthers(own);
    if (!message) break;
    if (waited >= SETTLE_DELAY_MS) throw new ConfigurationError(message);
    await pause(SECOND);
    own = (await describeOwnProcess(true)) ?? own;
  }
  await announceProcess(own);
  let announcing: Promise<unknown> | null = null;
  const beating = setInterval(() => {
    announcing ??= describeOwnProcess(false)
      .then((row) => row && announceProcess(row))
      // A failed report is ignored, since the next one may succeed. Until then the other processes treat this one as
      // dead and do its work.
      .catch(() => {})
      .finally(() => {
        announcing = null;
      });
  }, HEARTBEAT_INTERVAL_MS);
  beating.unref();
  return async () => {
    clearInterval(beating);
    await announcing;
    await write((tx) => tx.delete(runningProcess).where(eq(runningProcess.id, thisProcess))).catch(() => {});
  };
}

/** Returns the condition that the process with this ID is dead: it used the database and has stopped reporting. */
export const hasDied = (handle: Reader, id: SQLiteColumn): SQL =>
  exists(
    handle
      .select({ id: runningProcess.id })
      .from(runningProcess)
      .where(
        and(
          eq(runningProcess.id, id),
          lt(runningProcess.seenAt, after(systemNow(), -ownClockLead.seconds * SECOND - PROCESS_TIMEOUT_MS)),
        ),
      ),
  );

const ownClockLead = singleton('clock-ahead', () => ({ seconds: 0 }));

/**
 * Returns whether a process has certainly ended, since it neither reports nor has a connection. After an outage it gets time to report.
 */
export async function hasEnded(handle: Reader, id: string): Promise<boolean> {
  const time = performance.now();
  if (time - heartbeatTimes.last > PROCESS_TIMEOUT_MS || time - heartbeatTimes.since < 2 * PROCESS_TIMEOUT_MS)
    return false;
  const [row] = await handle
    .select({ id: runningProcess.id })
    .from(runningProcess)
    .where(and(eq(runningProcess.id, id), hasDied(handle, runningProcess.id)));
  return row !== undefined && !(await isConnected(id));
}

const heartbeatTimes = singleton('told-alive', () => ({
  since: Number.NEGATIVE_INFINITY,
  last: Number.POSITIVE_INFINITY,
}));

async function announceProcess(row: RunningProcess): Promise<void> {
  ownClockLead.seconds = row.clockAhead;
  await writeWithoutLocks(async (handle) => {
    await handle.insert(runningProcess).values(row).onConflictDoUpdate({ target: runningProcess.id, set: row });
    await handle.delete(runningProcess).where(lt(runningProcess.seenAt, after(row.seenAt, -HOUR)));
  });
  const time = performance.now();
  if (time - heartbeatTimes.last > PROCESS_TIMEOUT_MS) heartbeatTimes.since = time;
  heartbeatTimes.last = time;
}

export async function findOtherProcesses(): Promise<{ count: number; fault: string | null }> {
  const own = await describeOwnProcess(false);
  if (!own) return { count: 0, fault: null };
  const since = after(own.seenAt, -PROCESS_TIMEOUT_MS);
  const others = await read().select().from(runningProcess).where(gte(runningProcess.seenAt, since));
  const marked = others.find(({ storageMark }) => storageMark !== null);
  // A running process marks its storage, so a readable storage without a mark is a different one.
  if (marked && own.storageMark === null && (await lacksStorageMark())) {
    return { count: others.length, fault: formatDifference(marked, OTHER_PROCESS_ADVICE) };
  }
  return { count: others.length, fault: await findDifferenceFromOthers(own) };
}
