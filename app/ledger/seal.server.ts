import { createHmac } from 'node:crypto';
import { and, asc, type Column, desc, eq, gt, gte, inArray, isNull, sql } from 'drizzle-orm';
import { account, journal, seal, transfer } from '#drizzle/schema';
import { after, DAY, HOUR, systemNow } from '~/platform/clock';
import { type Handle, insertAll, read, write } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { once } from '~/platform/once';

/** Journals sealed, or looked at, at a time: a few milliseconds. */
const BATCH = 100;
const FIRST_HASH = '0'.repeat(64);

/** As the database holds it, and not as the code would read it: what was altered may make no sense any more. */
const asText = (column: Column) => sql<string | null>`cast(${column} as text)`;

/** What is sealed of a journal, in this order. */
const sealedJournal = {
  id: asText(journal.id),
  kind: asText(journal.kind),
  businessRef: asText(journal.businessRef),
  actor: asText(journal.actor),
  approver: asText(journal.approver),
  reason: asText(journal.reason),
  reverses: asText(journal.reverses),
  effectiveAt: asText(journal.effectiveAt),
  recordedAt: asText(journal.recordedAt),
};

/** And of each of its transfers; the accounts by their codes. */
const sealedTransfer = {
  id: asText(transfer.id),
  leg: asText(transfer.leg),
  debitAccountId: asText(transfer.debitAccountId),
  creditAccountId: asText(transfer.creditAccountId),
  amount: asText(transfer.amount),
  debitBalance: asText(transfer.debitBalance),
  creditBalance: asText(transfer.creditBalance),
  debitVersion: asText(transfer.debitVersion),
  creditVersion: asText(transfer.creditVersion),
};

type Texts<T> = { [key in keyof T]: string | null };
type SealedJournal = Texts<typeof sealedJournal>;
type SealedTransfer = Texts<typeof sealedTransfer>;

/**
 * The keyed hash of a journal with all its transfers, chained to the one before it, hexadecimal HMAC-SHA-256. Every part
 * is length-prefixed, and an absent one differs from an empty one, so no two journals read alike.
 */
function hashOf(previousHash: string, head: SealedJournal, transfers: SealedTransfer[]): string {
  const hmac = createHmac('sha256', env().SEAL_SECRET);
  const part = (value: string | null) => {
    hmac.update(value === null ? '-:' : `${Buffer.byteLength(value)}:${value}`);
  };
  part(previousHash);
  for (const value of Object.values(head)) part(value);
  part(String(transfers.length));
  for (const line of transfers) for (const value of Object.values(line)) part(value);
  return hmac.digest('hex');
}

/** The transfers of some journals in the order of their legs, the accounts by code, by journal id. */
async function transfersOf(handle: Handle, journals: string[]): Promise<Map<string, SealedTransfer[]>> {
  const lines = await handle
    .select({ journalId: transfer.journalId, sealed: sealedTransfer })
    .from(transfer)
    .where(inArray(transfer.journalId, journals))
    .orderBy(asc(transfer.leg), asc(transfer.id));
  const codes = await codesOf(
    handle,
    lines.flatMap(({ sealed }) => [sealed.debitAccountId, sealed.creditAccountId]),
  );
  const byJournal = new Map<string, SealedTransfer[]>();
  for (const { journalId, sealed } of lines) {
    const ofJournal = byJournal.get(journalId) ?? [];
    byJournal.set(journalId, ofJournal);
    ofJournal.push({
      ...sealed,
      debitAccountId: codes.get(sealed.debitAccountId) ?? null,
      creditAccountId: codes.get(sealed.creditAccountId) ?? null,
    });
  }
  return byJournal;
}

async function codesOf(handle: Handle, accounts: (string | null)[]): Promise<Map<string | null, string>> {
  const ids = [...new Set(accounts)].filter((id) => id !== null);
  const codes = new Map<string | null, string>();
  // A journal may have any number of legs; a statement takes only so many values.
  for (let from = 0; from < ids.length; from += 500) {
    const found = await handle
      .select({ id: account.id, code: account.code })
      .from(account)
      .where(inArray(account.id, ids.slice(from, from + 500)));
    for (const { id, code } of found) codes.set(id, code);
  }
  return codes;
}

/** Where a chain of seals has come to. */
export type Link = { position: number; hash: string };

const START: Link = { position: 0, hash: FIRST_HASH };

/** Checks the seals that follow a link: each journal it can't vouch for, and the link the chain ends with. */
export async function verifySeals(
  from: Link = START,
): Promise<{ broken: { row: string; detail: string }[]; last: Link }> {
  const broken: { row: string; detail: string }[] = [];
  let last = from;
  for (;;) {
    const batch = await read()
      .select({ mark: seal, head: sealedJournal })
      .from(seal)
      .leftJoin(journal, eq(journal.id, seal.journalId))
      .where(gt(seal.position, last.position))
      .orderBy(asc(seal.position))
      .limit(BATCH);
    if (batch.length === 0) return { broken, last };
    const transfers = await transfersOf(
      read(),
      batch.map(({ mark }) => mark.journalId),
    );
    for (const { mark, head } of batch) {
      const { position, journalId, previousHash, hash } = mark;
      const say = (detail: string) =>
        broken.push({ row: `journal ${journalId}`, detail: `seal ${position} ${detail}` });
      if (position !== last.position + 1) say(`follows seal ${last.position}`);
      if (previousHash !== last.hash) say('does not chain');
      if (head?.id == null) say('is for a journal that is gone');
      else if (hashOf(previousHash, head, transfers.get(journalId) ?? []) !== hash) {
        say(`does not verify: ${head.kind} ${head.businessRef} was altered`);
      }
      last = { position, hash };
    }
    // Let requests in between batches.
    await new Promise((resume) => setImmediate(resume));
  }
}

/** When this process last looked at every journal for one without a seal. */
const looked = once('seal-looked', () => ({ atAll: new Date(0) }));

/** From when on journals are looked at: seals are made in seconds, so nearly always only the last hour's. */
function since(lastRecorded: Date): Date {
  const time = systemNow();
  // A clock that was set back, or forward and back, leaves some outside any window.
  if (Math.abs(time.getTime() - looked.atAll.getTime()) >= DAY) {
    looked.atAll = time;
    return new Date(0);
  }
  return after(time < lastRecorded ? time : lastRecorded, -HOUR);
}

/**
 * Seals the oldest journals that have none, a batch at a time.
 * @returns whether there may be more
 */
export async function sealSome(): Promise<boolean> {
  return await write(async (tx) => {
    const [last] = await tx
      .select({ position: seal.position, hash: seal.hash, recordedAt: journal.recordedAt })
      .from(seal)
      .innerJoin(journal, eq(journal.id, seal.journalId))
      .orderBy(desc(seal.position))
      .limit(1);
    const unsealed = await tx
      .select(sealedJournal)
      .from(journal)
      .leftJoin(seal, eq(seal.journalId, journal.id))
      .where(and(isNull(seal.position), gte(journal.recordedAt, since(last?.recordedAt ?? new Date(0)))))
      .orderBy(asc(journal.recordedAt), asc(journal.id))
      .limit(BATCH);
    if (unsealed.length === 0) return false;
    const ids = unsealed.map((head) => head.id as string);
    const transfers = await transfersOf(tx, ids);
    let link: Link = last ?? START;
    const seals = unsealed.map((head, at) => {
      const journalId = ids[at] as string;
      const hash = hashOf(link.hash, head, transfers.get(journalId) ?? []);
      const made = { position: link.position + 1, journalId, previousHash: link.hash, hash };
      link = made;
      return made;
    });
    await insertAll(tx, seal, seals);
    return unsealed.length === BATCH;
  });
}
