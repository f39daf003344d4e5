import { LRUCache } from 'lru-cache';
import type { Reader } from '~/platform/db/index.server';
import { singleton } from '~/platform/singleton';
import { yieldLinesNewestFirst } from './statementPages.server';

/** Cached balances after journals, by user and journal, in cents. A journal's balance never changes. */
const cachedBalances = singleton('funded-after', () => new LRUCache<string, bigint>({ max: 20_000 }));

/**
 * Returns a user's total balance after each of these journals, in cents by journal ID. Balances that are not cached are
 * searched newest first.
 */
export async function fundedAfter(
  handle: Reader,
  user: string,
  journals: readonly string[],
  known: readonly { journalId: string; fundedAfter: bigint }[],
): Promise<Map<string, bigint>> {
  const keyOf = (journalId: string) => `${user} ${journalId}`;
  for (const line of known) {
    if (journals.includes(line.journalId)) cachedBalances.set(keyOf(line.journalId), line.fundedAfter);
  }
  const after = new Map<string, bigint>();
  const missing = new Set<string>();
  for (const journalId of journals) {
    const cents = cachedBalances.get(keyOf(journalId));
    if (cents === undefined) missing.add(journalId);
    else after.set(journalId, cents);
  }
  if (missing.size === 0) return after;
  for await (const line of yieldLinesNewestFirst(handle, user)) {
    if (!missing.delete(line.journalId)) continue;
    after.set(line.journalId, line.fundedAfter);
    cachedBalances.set(keyOf(line.journalId), line.fundedAfter);
    if (missing.size === 0) break;
  }
  return after;
}
