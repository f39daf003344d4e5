import { read } from '~/platform/db/index.server';
import type { JournalKind } from '../chartOfAccounts';
import { type Balances, fundedBy, ownAccounts, type Totals } from './statement.server';
import { newestTransfers, type UserTransfer } from './transfers.server';
import { lifetimeTotalsOf } from './userTotals.server';

/** One journal as the newest of a statement show it; amounts in cents. */
export type RecentLine = {
  journalId: string;
  kind: JournalKind;
  at: Date;
  /** How much it moved, whatever the direction. */
  amount: bigint;
  /** Change of everything owed to the user. */
  change: bigint;
  /** Everything owed after it. */
  fundedAfter: bigint;
};

export type RecentJournals = { balances: Balances; totals: Totals; lines: RecentLine[]; journals: number };

/** A journal has at most this many transfers at one account. */
const MOST_LEGS = 2;

/**
 * What a user has and what moved last, newest first, at a cost that does not grow with their history.
 * @param limit how many journals
 */
export async function recentJournalsOf(user: string, limit: number): Promise<RecentJournals> {
  const handle = read();
  const own = await ownAccounts(handle, { user });
  const balances = fundedBy(own);
  const [moved, { totals, journals }] = await Promise.all([
    newestTransfers(handle, user, limit * MOST_LEGS),
    lifetimeTotalsOf(handle, user, own),
  ]);
  const lines = linesOf(moved, new Set(own.map(({ id }) => id)), balances.funded);
  return { balances, totals, journals, lines: lines.slice(0, limit) };
}

/** Journals from transfers, newest first, each with what was owed after it, reckoned back from now. */
function linesOf(transfers: UserTransfer[], mine: Set<string>, funded: bigint): RecentLine[] {
  const lines = new Map<string, RecentLine>();
  const seen = new Set<string>();
  for (const { id, journalId, kind, at, debit, credit, amount } of transfers) {
    if (seen.has(id)) continue;
    seen.add(id);
    const line = lines.get(journalId) ?? {
      journalId,
      kind: kind as JournalKind,
      at,
      amount: 0n,
      change: 0n,
      fundedAfter: 0n,
    };
    line.amount += amount;
    line.change += (mine.has(credit) ? amount : 0n) - (mine.has(debit) ? amount : 0n);
    lines.set(journalId, line);
  }
  const sorted = [...lines.values()].sort((a, b) => (a.journalId < b.journalId ? 1 : -1));
  let owed = funded;
  for (const line of sorted) {
    line.fundedAfter = owed;
    owed -= line.change;
  }
  return sorted;
}
