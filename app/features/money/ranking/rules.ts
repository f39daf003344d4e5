import type { RANK_IDS } from '#drizzle/schema';
import { larger, smaller } from '~/ledger/money';
import type { SumChange } from '~/ledger/reading/lowest';
import type { StatementLine, Totals } from '~/ledger/reading/statement.server';

/** Ranks by a user's whole balance, `funded` in docs/product.md. */
export type Rank = {
  id: (typeof RANK_IDS)[number];
  name: string;
  above: bigint;
  upTo: bigint | null;
};

export const RANKS: readonly [Rank, Rank, Rank] = [
  { id: 'silver', name: 'Silver', above: 0n, upTo: 5_000_00n },
  { id: 'gold', name: 'Gold', above: 5_000_00n, upTo: 20_000_00n },
  { id: 'diamond', name: 'Diamond', above: 20_000_00n, upTo: null },
];

export const rankOf = (funded: bigint): Rank => RANKS.findLast(({ above }) => funded > above) ?? RANKS[0];

export function rankAndNext(funded: bigint): { rank: Rank; next: Rank | null } {
  const rank = rankOf(funded);
  return { rank, next: RANKS[RANKS.indexOf(rank) + 1] ?? null };
}

export const listRanksReached = (funded: bigint): Rank[] => RANKS.filter(({ above }) => funded > above);

/** Returns the part of a balance that counts for ranks, cents: without practice money and administrators' credits. */
export const calculateRankedBalance = (
  { funded }: { funded: bigint },
  { practiceMoney, operatorNet }: Pick<Totals, 'practiceMoney' | 'operatorNet'>,
): bigint => larger(0n, funded - practiceMoney - larger(0n, operatorNet));

type Line = Pick<StatementLine, 'kind' | 'ref' | 'at' | 'change' | 'amount'>;

/** Returns the change of a balance by a journal. Practice money does not count; requested withdrawals count as gone. */
function getStayingChange({ kind, change, amount }: Pick<Line, 'kind' | 'change' | 'amount'>): bigint {
  if (kind === 'practice-money') return 0n;
  if (kind === 'withdrawal-requested') return -amount;
  if (kind === 'withdrawal-cancelled' || kind === 'withdrawal-rejected') return amount;
  return kind === 'withdrawal-approved' ? 0n : change;
}

const OPERATOR_KINDS: ReadonlySet<string> = new Set<Line['kind']>([
  'operator-credit',
  'operator-profit',
  'operator-debit',
]);

/** Returns the change of the ranked balance by each journal, oldest first. A debit reduces administrators' credits first. */
export function listRankedChanges(lines: readonly Line[]): SumChange[] {
  let operatorNet = 0n;
  return lines.map((line) => {
    const before = larger(0n, operatorNet);
    if (OPERATOR_KINDS.has(line.kind)) operatorNet += line.change;
    return { at: line.at, change: getStayingChange(line) - (larger(0n, operatorNet) - before) };
  });
}

/** Returns the highest balance held for a whole `period` (milliseconds) after a deposit, cents. Reversed deposits don't count. */
export function computeHighestHeld(lines: readonly Line[], { period, now }: { period: number; now: Date }): bigint {
  const reversed = new Set(lines.flatMap(({ kind, ref }) => (kind === 'deposit-reversed' ? ref : [])));
  const isReversed = ({ kind, ref }: Line) => (kind === 'deposit' || kind === 'deposit-reversed') && reversed.has(ref);
  const counted = lines.filter((line) => !isReversed(line));
  const changes = listRankedChanges(counted);
  let balance = 0n;
  let highest = 0n;
  for (const [index, line] of counted.entries()) {
    balance += changes[index]?.change ?? 0n;
    const end = line.at.getTime() + period;
    if (line.kind !== 'deposit' || end > now.getTime()) continue;
    let running = balance;
    let lowest = balance;
    for (const later of period > 0 ? changes.slice(index + 1) : []) {
      if (later.at.getTime() > end) break;
      running += later.change;
      lowest = smaller(lowest, running);
    }
    highest = larger(highest, lowest);
  }
  return highest;
}
