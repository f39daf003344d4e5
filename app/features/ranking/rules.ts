import type { StatementLine } from '~/ledger/statement.server';

/** Ranks by everything owed to a user, as spec sections 4 and 9 give them: one definition, used everywhere. */
export type Rank = {
  id: 'silver' | 'gold' | 'diamond';
  name: string;
  above: bigint;
  upTo: bigint | null;
};

export const RANKS: readonly [Rank, Rank, Rank] = [
  { id: 'silver', name: 'Silver', above: 0n, upTo: 5_000_00n },
  { id: 'gold', name: 'Gold', above: 5_000_00n, upTo: 20_000_00n },
  { id: 'diamond', name: 'Diamond', above: 20_000_00n, upTo: null },
];

/** Up to and including $5,000 silver, up to and including $20,000 gold, above that diamond. */
export function rankOf(funded: bigint): Rank {
  const [silver, gold, diamond] = RANKS;
  if (funded > diamond.above) return diamond;
  return funded > gold.above ? gold : silver;
}

/** The rank that a balance gives, and the one after it, if there is one. */
export function rankAndNext(funded: bigint): { rank: Rank; next: Rank | null } {
  const rank = rankOf(funded);
  return { rank, next: RANKS[RANKS.indexOf(rank) + 1] ?? null };
}

/** Every rank that a deposit which brings the balance to so many cents has reached: a jump passes those between. */
export const ranksReached = (funded: bigint): Rank[] => RANKS.filter(({ above }) => funded > above);

/**
 * The most a user's balance ever was right after a deposit, cents, had the deposits that were reversed never been
 * approved. What ranks they have reached follows from it, whatever was withdrawn since.
 * @param lines a whole statement, oldest first
 */
export function highestByDeposit(lines: readonly Pick<StatementLine, 'kind' | 'ref' | 'change'>[]): bigint {
  const reversed = new Set(lines.flatMap(({ kind, ref }) => (kind === 'deposit-reversed' ? ref : [])));
  let balance = 0n;
  let highest = 0n;
  for (const { kind, ref, change } of lines) {
    const isDeposit = kind === 'deposit' || kind === 'deposit-reversed';
    if (isDeposit && reversed.has(ref)) continue;
    balance += change;
    if (kind === 'deposit' && balance > highest) highest = balance;
  }
  return highest;
}
