import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import { job, journal, rowVersion } from '#drizzle/schema';
import { MINUTE, systemNow } from '~/platform/clock';
import { hasValidMac, read, rowsInBackground } from '~/platform/db/index.server';
import { findTransfers, isJournalMacValid, journalMacColumns } from '../posting/journalMac.server';
import { getLastSealScan, SEAL_JOB } from './seal.server';

type RowFinding = { row: string; detail: string };

/** Age at which a missing seal becomes a finding, milliseconds. */
const SEAL_MAX_DELAY_MS = 10 * MINUTE;
/** Largest number of unsealed rows that are listed. */
const MAX_FINDINGS = 2_000;
/** Number of rows per read. One read takes a few milliseconds. */
const BATCH_SIZE = 100;

/**
 * Returns the time before which all rows should be sealed, in milliseconds: ten minutes before the last completed scan.
 */
async function sealedUntil(): Promise<number> {
  const [run] = await read().select().from(job).where(eq(job.name, SEAL_JOB));
  const began = run?.lastStartedAt?.getTime() ?? 0;
  const ended = run?.lastFinishedAt?.getTime() ?? 0;
  // A running scan does not count, nor one whose start is in the future because the clock was set back.
  const byJob = began <= ended && began <= systemNow().getTime() ? began : 0;
  return Math.max(byJob, getLastSealScan()?.getTime() ?? 0) - SEAL_MAX_DELAY_MS;
}

async function idsOf(statement: SQL): Promise<string[]> {
  return (await rowsInBackground<{ id: string }>(statement)).map(({ id }) => id);
}

/** Yields a list in batches, with a pause after each in which requests are served. */
async function* batchesOf(ids: string[]): AsyncGenerator<string[]> {
  for (let from = 0; from < ids.length; from += BATCH_SIZE) {
    yield ids.slice(from, from + BATCH_SIZE);
    await new Promise((resume) => setImmediate(resume));
  }
}

/** Finds journals without a seal that are inauthentic, or were older than ten minutes at the last completed scan. */
export async function findUnsealedJournals(): Promise<RowFinding[]> {
  const found: RowFinding[] = [];
  const since = await sealedUntil();
  const ids = await idsOf(sql`
    select j.id from journal j left join seal s on s.journal_id = j.id
    where s.position is null order by j.recorded_at, j.id limit ${sql.raw(String(MAX_FINDINGS))}`);
  for await (const page of batchesOf(ids)) {
    const transfers = await findTransfers(read(), page);
    const heads = await read()
      .select({ mac: journal.mac, head: journalMacColumns })
      .from(journal)
      .where(inArray(journal.id, page));
    for (const { mac, head } of heads) {
      const { id, kind, businessRef, recordedAt } = head;
      const own = isJournalMacValid(mac, head, transfers.get(id ?? '') ?? []);
      const what = own ? 'has no seal' : 'was not posted by the product';
      if (!own || Number(recordedAt) < since)
        found.push({ row: `journal ${id}`, detail: `${kind} ${businessRef} ${what}` });
    }
  }
  return found;
}

/**
 * Finds versions of rows without a seal that are inauthentic, or were older than ten minutes at the last completed
 * scan.
 */
export async function findUnsealedVersions(): Promise<RowFinding[]> {
  const found: RowFinding[] = [];
  const since = await sealedUntil();
  const ids = await idsOf(sql`
    select v.id from row_version v left join seal s on s.row_version_id = v.id
    where s.position is null order by v.id limit ${sql.raw(String(MAX_FINDINGS))}`);
  for await (const page of batchesOf(ids)) {
    for (const version of await read().select().from(rowVersion).where(inArray(rowVersion.id, page))) {
      const { id, thing, rowKey, version: number, at } = version;
      const own = hasValidMac(version);
      const what = own ? 'has no seal' : 'was not written by the product';
      if (!own || at.getTime() < since)
        found.push({ row: `row version ${id}`, detail: `version ${number} of ${thing} ${rowKey} ${what}` });
    }
  }
  return found;
}
