/** Ranks by everything owed to a user, as spec sections 4 and 9 give them: one definition, used everywhere. */
export type Rank = {
  id: 'silver' | 'gold' | 'diamond';
  name: string;
  above: bigint;
  upTo: bigint | null;
  bonus: bigint;
};

export const RANKS: readonly [Rank, Rank, Rank] = [
  { id: 'silver', name: 'Silver', above: 0n, upTo: 5_000_00n, bonus: 50_00n },
  { id: 'gold', name: 'Gold', above: 5_000_00n, upTo: 20_000_00n, bonus: 100_00n },
  { id: 'diamond', name: 'Diamond', above: 20_000_00n, upTo: null, bonus: 500_00n },
];

/** Up to and including $5,000 silver, up to and including $20,000 gold, above that diamond. */
export function rankOf(funded: bigint): Rank {
  const [silver, gold, diamond] = RANKS;
  if (funded > diamond.above) return diamond;
  return funded > gold.above ? gold : silver;
}
