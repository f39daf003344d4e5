import { createHmac } from 'node:crypto';
import { asc, desc, eq, gte, inArray, isNull, sql } from 'drizzle-orm';
import { account, journal, seal, transfer } from '#drizzle/schema';
import { after, HOUR } from '~/platform/clock';
import { type Handle, write } from '~/platform/db/index.server';
import { env } from '~/platform/env';

const BATCH = 200;
export const FIRST_HASH = '0'.repeat(64);

type Journal = typeof journal.$inferSelect;
type SealedTransfer = Omit<typeof transfer.$inferSelect, 'debitAccountId' | 'creditAccountId'> & {
  debitCode: string;
  creditCode: string;
};

/**
 * The keyed hash of a journal with all its transfers, chained to the one before it, hexadecimal HMAC-SHA-256. Every part
 * is length-prefixed, and an absent one differs from an empty one, so no two journals read alike.
 */
export function hashOf(previousHash: string, head: Journal, transfers: SealedTransfer[]): string {
  const hmac = createHmac('sha256', env().SEAL_SECRET);
  const part = (value: string | number | bigint | Date | null) => {
    const bytes = value === null ? null : Buffer.from(value instanceof Date ? value.toISOString() : String(value));
    hmac.update(bytes ? `${bytes.length}:` : '-:');
    if (bytes) hmac.update(bytes);
  };
  part(previousHash);
  for (const value of [head.id, head.kind, head.businessRef, head.actor, head.approver, head.reason, head.reverses]) {
    part(value);
  }
  part(head.effectiveAt);
  part(head.recordedAt);
  part(transfers.length);
  for (const line of [...transfers].sort((a, b) => a.leg - b.leg)) {
    for (const value of [line.id, line.leg, line.debitCode, line.creditCode, line.amount]) part(value);
    for (const value of [line.debitBalance, line.creditBalance, line.debitVersion, line.creditVersion]) part(value);
  }
  return hmac.digest('hex');
}

/** The transfers of some journals, with the codes of their accounts, by journal id. */
export async function transfersOf(handle: Handle, journals: string[]): Promise<Map<string, SealedTransfer[]>> {
  const lines = await handle.select().from(transfer).where(inArray(transfer.journalId, journals));
  const ids = [...new Set(lines.flatMap((line) => [line.debitAccountId, line.creditAccountId]))];
  const codes = new Map<string, string>();
  for (let from = 0; from < ids.length; from += 500) {
    const found = await handle
      .select({ id: account.id, code: account.code })
      .from(account)
      .where(inArray(account.id, ids.slice(from, from + 500)));
    for (const { id, code } of found) codes.set(id, code);
  }
  const byJournal = new Map<string, SealedTransfer[]>();
  for (const { debitAccountId, creditAccountId, ...line } of lines) {
    const all = byJournal.get(line.journalId) ?? [];
    all.push({ ...line, debitCode: codes.get(debitAccountId) ?? '', creditCode: codes.get(creditAccountId) ?? '' });
    byJournal.set(line.journalId, all);
  }
  return byJournal;
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
    // Transactions may commit out of the order of their times, by moments; an hour is a wide margin, and the audit looks at all.
    const since = after(last?.recordedAt ?? new Date(0), -HOUR);
    const unsealed = await tx
      .select({ journal })
      .from(journal)
      .leftJoin(seal, eq(seal.journalId, journal.id))
      .where(sql`${isNull(seal.position)} and ${gte(journal.recordedAt, since)}`)
      .orderBy(asc(journal.recordedAt), asc(journal.id))
      .limit(BATCH);
    if (unsealed.length === 0) return false;
    const transfers = await transfersOf(
      tx,
      unsealed.map((row) => row.journal.id),
    );
    let position = last?.position ?? 0;
    let previousHash = last?.hash ?? FIRST_HASH;
    const seals = unsealed.map(({ journal: head }) => {
      const hash = hashOf(previousHash, head, transfers.get(head.id) ?? []);
      position += 1;
      const made = { position, journalId: head.id, previousHash, hash };
      previousHash = hash;
      return made;
    });
    await tx.insert(seal).values(seals);
    return unsealed.length === BATCH;
  });
}
