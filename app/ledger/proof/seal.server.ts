import { and, asc, desc, eq, gt, gte, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { installation, journal, rowVersion, seal } from '#drizzle/schema';
import { after, DAY, HOUR, MINUTE, systemNow } from '~/platform/clock';
import {
  type Handle,
  hasValidMac,
  insertAll,
  type Reader,
  type RowVersion,
  read,
  rowsInBackground,
  write,
} from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { log } from '~/platform/log/index.server';
import { calculateMac, isMacValid, type MacInput } from '~/platform/mac';
import { singleton } from '~/platform/singleton';
import { findTransfers, isJournalMacValid, journalMacColumns } from '../posting/journalMac.server';
import { getNewestHead, recordHead } from './heads.server';

/** Number of journals or versions that are sealed or checked at a time. One batch takes a few milliseconds. */
const BATCH_SIZE = 100;
/**
 * Time before the newest sealed row at which every scan starts, milliseconds, since transactions do not commit in the
 * order of their rows.
 */
const OVERLAP_MS = MINUTE;
/**
 * Interval of the scans that start an hour back, milliseconds. It is well below the age at which the audit reports a
 * missing seal.
 */
const WIDE_SCAN_INTERVAL_MS = 2 * MINUTE;
const FIRST_HASH = '0'.repeat(64);

export type ChainLink = { position: number; hash: string };

/** Predecessor of the first seal. */
export const CHAIN_START: ChainLink = { position: 0, hash: FIRST_HASH };

type SealedKind = 'journal' | 'row version';

/**
 * Returns the parts that a seal covers: its position, the hash of the previous seal, and the kind, ID and MAC of the
 * sealed row.
 */
const sealParts = (position: number, previousHash: string, thing: SealedKind, id: string, mac: string): MacInput[] => [
  String(position),
  previousHash,
  thing,
  id,
  mac,
];

export type SealedBatch = { journals: string[]; rows: Pick<RowVersion, 'thing' | 'rowKey'>[] };

/** Verifies about `limit` seals after the link `from`. Returns the faults, and the last link that was read. */
export async function verifySeals(
  from: ChainLink = CHAIN_START,
  { limit = Number.POSITIVE_INFINITY, onSealed }: { limit?: number; onSealed?: (sealings: SealedBatch) => void } = {},
): Promise<{ broken: { row: string; detail: string }[]; last: ChainLink }> {
  const broken: { row: string; detail: string }[] = [];
  let last = from;
  for (let checked = 0; ; ) {
    const batch = await read()
      .select({ mark: seal, mac: journal.mac, head: journalMacColumns, version: rowVersion })
      .from(seal)
      .leftJoin(journal, eq(journal.id, seal.journalId))
      .leftJoin(rowVersion, eq(rowVersion.id, seal.rowVersionId))
      .where(gt(seal.position, last.position))
      .orderBy(asc(seal.position))
      .limit(BATCH_SIZE);
    if (batch.length === 0) return { broken, last };
    const journals = batch.flatMap(({ mark }) => mark.journalId ?? []);
    const transfers = await findTransfers(read(), journals);
    onSealed?.({ journals, rows: batch.flatMap(({ version }) => version ?? []) });
    for (const { mark, mac, head, version } of batch) {
      const { position, journalId, rowVersionId, previousHash, hash } = mark;
      const row = journalId ? `journal ${journalId}` : `row version ${rowVersionId}`;
      const report = (detail: string) => broken.push({ row, detail: `seal ${position} ${detail}` });
      if (position !== last.position + 1) report(`follows seal ${last.position}`);
      if (previousHash !== last.hash) report('does not chain');
      if (journalId && rowVersionId) report('is for two things');
      last = { position, hash };
      const sealedAs = (thing: SealedKind, id: string, code: string) =>
        isMacValid(hash, 'seal', sealParts(position, previousHash, thing, id, code));
      if (journalId) {
        const lines = transfers.get(journalId) ?? [];
        if (mac === null || head?.id == null) report('is for a journal that is gone');
        else if (!isJournalMacValid(mac, head, lines) || !sealedAs('journal', journalId, mac)) {
          report(`does not verify: ${head.kind} ${head.businessRef} was altered`);
        }
      } else if (!version) report('is for a version of a row that is gone');
      else if (!hasValidMac(version) || !sealedAs('row version', version.id, version.mac)) {
        report(`does not verify: version ${version.version} of ${version.thing} ${version.rowKey} was altered`);
      }
    }
    checked += batch.length;
    if (checked >= limit) return { broken, last };
    // Serves requests between batches.
    await new Promise((resume) => setImmediate(resume));
  }
}

/** Returns the last link of the chain, or its start if there is none. */
export const readChainEnd = async (): Promise<ChainLink> => (await lastLink(read())) ?? CHAIN_START;

/** Name of the job that creates seals. */
export const SEAL_JOB = 'seals';

/**
 * Positions from which unsealed journals and versions are read. Null is the position just before the newest sealed
 * ones.
 */
type ScanStart = { journals: Date | null; versions: string | null };

const BEFORE_NEWEST_SEALS: ScanStart = { journals: null, versions: null };

/** State of this process's scans for unsealed rows: their times, and the start of the next. */
const scanState = () =>
  singleton(`seal-looked ${env().DATA_DIR}`, () => ({
    lastFullScanAt: new Date(0),
    lastWideScanAt: new Date(0),
    lastFinishedScanAt: null as Date | null,
    next: BEFORE_NEWEST_SEALS,
  }));

/** Returns the start time of this process's last finished scan for unsealed rows; null before the first. */
export const getLastSealScan = (): Date | null => scanState().lastFinishedScanAt;

/**
 * Returns the positions where the next scan starts: usually just before the newest seals. Every few minutes it is the
 * oldest unsealed row of the last hour, which a slow transaction or another machine's clock may leave; once a day the
 * oldest of all.
 */
async function nextScanStart(): Promise<ScanStart> {
  const [last, time] = [scanState(), systemNow()];
  // After a change of the clock some rows are outside every scan's range, so an interval in either direction makes a
  // scan due.
  const isDue = (at: Date, every: number) => Math.abs(time.getTime() - at.getTime()) >= every;
  const all = isDue(last.lastFullScanAt, DAY);
  if (!all && !isDue(last.lastWideScanAt, WIDE_SCAN_INTERVAL_MS)) return last.next;
  last.lastWideScanAt = time;
  if (all) last.lastFullScanAt = time;
  const since = all ? { journals: new Date(0), versions: '' } : await beforeNewest(read(), HOUR);
  const [ofJournals] = await rowsInBackground<{ at: number }>(sql`
    select j.recorded_at as at from journal j left join seal s on s.journal_id = j.id
    where s.position is null and j.recorded_at >= ${since.journals.getTime()} order by j.recorded_at limit 1`);
  const [ofVersions] = await rowsInBackground<{ id: string }>(sql`
    select v.id from row_version v left join seal s on s.row_version_id = v.id
    where s.position is null and v.id > ${since.versions} order by v.id limit 1`);
  last.next = {
    journals: ofJournals ? new Date(Number(ofJournals.at)) : null,
    versions: ofVersions ? getIdBefore(ofVersions.id, 1) : null,
  };
  return last.next;
}

/** Journal or version of a row without a seal, with its MAC. */
type Unsealed = { thing: SealedKind; id: string; mac: string };
/** Page of rows that can be sealed. `more` is the position of the next page; null at the end. */
type UnsealedPage<Place> = { sealable: Unsealed[]; more: Place | null };

/** Returns the smallest UUIDv7 created some milliseconds before another one. */
function getIdBefore(id: string, milliseconds: number): string {
  const at = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  const hex = (at - milliseconds).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

/** Returns the positions that are some milliseconds before the newest sealed journal and version. */
async function beforeNewest(handle: Reader, milliseconds: number): Promise<{ journals: Date; versions: string }> {
  const [ofJournals] = await handle
    .select({ recordedAt: journal.recordedAt })
    .from(seal)
    .innerJoin(journal, eq(journal.id, seal.journalId))
    .where(isNotNull(seal.journalId))
    .orderBy(desc(seal.journalId))
    .limit(1);
  const [ofVersions] = await handle
    .select({ id: seal.rowVersionId })
    .from(seal)
    .where(isNotNull(seal.rowVersionId))
    .orderBy(desc(seal.rowVersionId))
    .limit(1);
  const latest = Math.min(systemNow().getTime(), ofJournals?.recordedAt.getTime() ?? 0);
  return {
    journals: after(new Date(latest), -milliseconds),
    versions: ofVersions?.id ? getIdBefore(ofVersions.id, milliseconds) : '',
  };
}

/**
 * Returns the oldest unsealed journals since a time whose MACs verify. Journals with an invalid MAC are never sealed.
 */
async function unsealedJournals(tx: Handle, since: Date): Promise<UnsealedPage<Date>> {
  let beyond: { at: Date; id: string } | null = null;
  for (;;) {
    const next: SQL | undefined = beyond
      ? or(gt(journal.recordedAt, beyond.at), and(eq(journal.recordedAt, beyond.at), gt(journal.id, beyond.id)))
      : gte(journal.recordedAt, since);
    const batch = await tx
      .select({ id: journal.id, at: journal.recordedAt, mac: journal.mac, head: journalMacColumns })
      .from(journal)
      .leftJoin(seal, eq(seal.journalId, journal.id))
      .where(and(isNull(seal.position), next))
      .orderBy(asc(journal.recordedAt), asc(journal.id))
      .limit(BATCH_SIZE);
    const transfers = await findTransfers(
      tx,
      batch.map(({ id }) => id),
    );
    const sealable = batch.flatMap(({ id, mac, head }) =>
      isJournalMacValid(mac, head, transfers.get(id) ?? []) ? { thing: 'journal' as const, id, mac } : [],
    );
    beyond = batch.length === BATCH_SIZE ? (batch[BATCH_SIZE - 1] ?? null) : null;
    if (sealable.length > 0 || !beyond) return { sealable, more: beyond?.at ?? null };
  }
}

/**
 * Returns unsealed versions of rows, like `unsealedJournals`. The IDs of versions are in the order of their creation.
 */
async function unsealedVersions(tx: Handle, since: string): Promise<UnsealedPage<string>> {
  let from = since;
  for (;;) {
    const batch = await tx
      .select({ version: rowVersion })
      .from(rowVersion)
      .leftJoin(seal, eq(seal.rowVersionId, rowVersion.id))
      .where(and(isNull(seal.position), gt(rowVersion.id, from)))
      .orderBy(asc(rowVersion.id))
      .limit(BATCH_SIZE);
    const sealable = batch.flatMap(({ version }) =>
      hasValidMac(version) ? { thing: 'row version' as const, id: version.id, mac: version.mac } : [],
    );
    const end = batch[BATCH_SIZE - 1]?.version.id ?? null;
    if (sealable.length > 0 || end === null) return { sealable, more: end };
    from = end;
  }
}

async function lastLink(handle: Reader): Promise<ChainLink | null> {
  const [last] = await handle
    .select({ position: seal.position, hash: seal.hash })
    .from(seal)
    .orderBy(desc(seal.position))
    .limit(1);
  return last ?? null;
}

/** Starts the chain of seals. Throws if it was started before, since a second start would hide removed seals. */
async function startChain(tx: Handle): Promise<ChainLink> {
  const [made] = await tx.select({ begunAt: installation.chainBegunAt }).from(installation);
  if (made?.begunAt) {
    log().error({ begunAt: made.begunAt.toISOString() }, 'the seals are missing');
    throw new Error('The chain of seals is missing, so nothing is sealed. Run npm run audit');
  }
  await tx.update(installation).set({ chainBegunAt: systemNow() });
  return CHAIN_START;
}

/**
 * Seals a batch of the oldest unsealed journals and versions that verify.
 * @returns whether there may be more
 */
export async function sealNextBatch(always = false): Promise<boolean> {
  const began = systemNow();
  let more = false;
  try {
    more = await sealBatch(always);
    return more;
  } finally {
    // A failed scan counts as finished, because the audit reports unsealed rows.
    if (!more) scanState().lastFinishedScanAt = began;
  }
}

async function sealBatch(always: boolean): Promise<boolean> {
  const starts = await nextScanStart();
  const sealed = await write(async (tx) => {
    const before = await beforeNewest(tx, OVERLAP_MS);
    const journals = await unsealedJournals(tx, starts.journals ?? before.journals);
    const versions = await unsealedVersions(tx, starts.versions ?? before.versions);
    const things = [...journals.sealable, ...versions.sealable];
    if (things.length === 0) return null;
    const last = await lastLink(tx);
    // A chain whose end is missing is not continued, since that would hide the removal.
    const head = getNewestHead();
    if (head && (last?.position ?? 0) < head.position) {
      throw new Error(
        `The chain of seals ends before its head at ${head.position}, so nothing is sealed. Run npm run audit`,
      );
    }
    let link = last ?? (await startChain(tx));
    const seals = things.map(({ thing, id, mac }) => {
      const position = link.position + 1;
      const hash = calculateMac('seal', sealParts(position, link.hash, thing, id, mac));
      const made = {
        position,
        journalId: thing === 'journal' ? id : null,
        rowVersionId: thing === 'journal' ? null : id,
        previousHash: link.hash,
        hash,
      };
      link = made;
      return made;
    });
    await insertAll(tx, seal, seals);
    // Starting the chain created a version of the installation's row, which the next batch seals.
    return { link, next: { journals: journals.more, versions: versions.more }, isFirst: !last };
  });
  scanState().next = sealed?.next ?? BEFORE_NEWEST_SEALS;
  if (!sealed) return false;
  recordHead(sealed.link, always);
  return sealed.isFirst || sealed.next.journals !== null || sealed.next.versions !== null;
}

/**
 * Seals all unsealed rows, for at most `maxMs` milliseconds. Failures are only logged, since the audit reports missing
 * seals.
 */
export async function sealAll({ maxMs = HOUR, always = false } = {}): Promise<void> {
  const last = after(systemNow(), maxMs);
  try {
    while ((await sealNextBatch(always)) && systemNow() < last) await new Promise((resume) => setImmediate(resume));
  } catch (error) {
    log().error({ err: error }, 'the newest rows have no seal yet');
  }
}
