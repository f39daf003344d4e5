import type { Order } from '../accounts/account';
import { mustContract } from '../contracts';
import { abs, most } from '../numbers';
import { type Difference, differenceOf, type TradeStep } from './difference';
import type { Copied } from './follow';
import { splitOrder } from './sizing';

/** What came of one order of a leader for a copy, as it is kept. */
export type CopiedRow = Omit<Copied, 'orders' | 'skipped' | 'cut'> & {
  skipped: string | null;
  cut: string | null;
  /** The copy's own rows, the first and the last; null when there are none. */
  firstOrder: number | null;
  lastOrder: number | null;
};

/** One side of a trade: its largest size, without a sign, average entry and exit (null while nothing was closed), and result. */
export type TradeSide = { size: bigint; entry: bigint | null; exit: bigint | null; result: bigint };

/**
 * A trade of a leader beside the copy's version of it. A trade lasts from opening a position until nothing of it is held, or is still open.
 * Instants in milliseconds, money in cents.
 */
export type ComparedTrade = {
  id: string;
  side: 'long' | 'short';
  openedAt: number;
  /** When the leader was flat again; null while the trade is open. */
  closedAt: number | null;
  /** It was open when the copy began, and taken over. */
  takenOver: boolean;
  leader: TradeSide;
  copy: TradeSide;
  /** Why the copy left orders out or made them smaller, each reason once. */
  reasons: string[];
  /** Null while the trade is open, and where the copy ended before its leader closed it. */
  difference: Difference | null;
};

type Filled = { size: bigint; price: bigint };

/** Rows of a log by number, both included. */
type Span = { first: number; last: number };

type Running = Omit<ComparedTrade, 'leader' | 'copy' | 'difference'> & {
  steps: TradeStep[];
  leaderFills: Filled[];
  copyFills: Filled[];
  equities: { leaderEquity: bigint; copyEquity: bigint };
  /** Their rows whose results are of this trade, by number: from the one after its opening to its closing. */
  leaderRows: Span;
  copyRows: Span;
  /** What the leader holds of it. */
  held: bigint;
};

/**
 * Sets each trade of a leader since a copy began beside the copy's, in the order they were opened.
 * @param copied what came of each of the leader's orders, in order
 * @param leaderRows the leader's log from the first of them on, with what holding cost
 * @param copyRows the copy's log
 */
export function compareTrades(
  copied: readonly CopiedRow[],
  leaderRows: readonly Order[],
  copyRows: readonly Order[],
): ComparedTrade[] {
  const leaderAt = new Map(leaderRows.map((row) => [row.number, row]));
  const copyAt = new Map(copyRows.map((row) => [row.number, row]));
  const all: Running[] = [];
  const open = new Map<string, Running>();
  for (const row of copied) {
    const { instrument: id, leaderOrder, leaderSize, leaderHeld, leaderPrice, firstOrder, lastOrder } = row;
    const leader = leaderAt.get(leaderOrder);
    const fills = fillsOf(row, copyAt);
    // The number of the copy's last row before this trade. Other rows, such as a close-out, may lie between the leader's orders.
    const soFar = firstOrder === null ? lastUntil(copyRows, row.at) : firstOrder - 1;
    const { reduces, opens } = splitOrder(leaderHeld, leaderSize);
    const before = open.get(id);
    const copyHeld = before?.copyFills.reduce((sum, { size }) => sum + size, 0n) ?? 0n;
    // Of an order through zero the copy's first row closes what it held, if anything, and its next one opens.
    const closes = reduces === 0n || copyHeld === 0n ? 0 : opens === 0n ? fills.length : 1;
    if (before && reduces !== 0n) {
      // Of an order that was closed with, the reasons are those of what it did not open.
      const reasons = opens !== 0n && closes > 0 ? [] : reasonsOf(row);
      take(before, reasons, { size: reduces, price: leaderPrice }, fills.slice(0, closes));
      if (before.held === 0n) {
        before.closedAt = leader?.at ?? row.at;
        before.leaderRows.last = leaderOrder;
        const lastRow = firstOrder === null || closes === 0 ? soFar : firstOrder + closes - 1;
        // A copy that ended before this reached it closed what it held itself, after its leader.
        before.copyRows.last = row.skipped === 'ended' ? Number.POSITIVE_INFINITY : lastRow;
        open.delete(id);
      }
    }
    if (opens === 0n) continue;
    const known = open.get(id);
    // What a position cost its leader before it was taken over is none of the copy's.
    const after = row.takenOver ? leaderRows.findLast(({ at }) => at <= row.at)?.number : undefined;
    const spans = { leader: (after ?? leaderOrder) + 1, copy: (lastOrder ?? soFar) + 1 };
    const trade = known ?? begin(row, opens, leader?.at ?? row.at, spans);
    if (!known) {
      open.set(id, trade);
      all.push(trade);
    }
    take(trade, reasonsOf(row), { size: opens, price: leaderPrice }, fills.slice(closes));
  }
  return all.map((trade) => finish(trade, leaderRows, copyRows));
}

/** The number of the last row of a log up to an instant; 0 when there is none. */
function lastUntil(rows: readonly Order[], instant: number): number {
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((rows[middle] as Order).at > instant) to = middle;
    else from = middle + 1;
  }
  return rows[from - 1]?.number ?? 0;
}

function fillsOf({ firstOrder, lastOrder }: CopiedRow, rows: ReadonlyMap<number, Order>): Filled[] {
  if (firstOrder === null || lastOrder === null) return [];
  const fills: Filled[] = [];
  for (let number = firstOrder; number <= lastOrder; number++) {
    const row = rows.get(number);
    if (row && row.size !== 0n) fills.push({ size: row.size, price: row.price });
  }
  return fills;
}

const begin = (row: CopiedRow, opens: bigint, at: number, first: { leader: number; copy: number }): Running => ({
  id: row.instrument,
  side: opens > 0n ? 'long' : 'short',
  openedAt: at,
  closedAt: null,
  takenOver: row.takenOver,
  reasons: [],
  steps: [],
  leaderFills: [],
  copyFills: [],
  equities: { leaderEquity: row.leaderEquity, copyEquity: row.copyEquity },
  leaderRows: { first: first.leader, last: Number.POSITIVE_INFINITY },
  copyRows: { first: first.copy, last: Number.POSITIVE_INFINITY },
  held: 0n,
});

/** Adds one order, as far as it belongs to the trade. */
function take(trade: Running, reasons: readonly string[], leader: Filled, copy: readonly Filled[]): void {
  const size = copy.reduce((sum, fill) => sum + fill.size, 0n);
  const price = copy[0]?.price ?? leader.price;
  trade.steps.push({ leaderSize: leader.size, leaderPrice: leader.price, copySize: size, copyPrice: price });
  trade.leaderFills.push(leader);
  trade.copyFills.push(...copy);
  trade.held += leader.size;
  for (const reason of reasons) if (!trade.reasons.includes(reason)) trade.reasons.push(reason);
}

const reasonsOf = ({ skipped, cut }: CopiedRow): string[] => [skipped, cut].filter((reason) => reason !== null);

function finish(trade: Running, leaderRows: readonly Order[], copyRows: readonly Order[]): ComparedTrade {
  const { steps, leaderFills, copyFills, equities, held: _, leaderRows: ofLeader, copyRows: ofCopy, ...told } = trade;
  const leader = resultOf(leaderRows, told.id, ofLeader);
  // A copy without fills in this trade has no result from it: its rows of that instrument belong to the trade before.
  const copy = copyFills.length > 0 ? resultOf(copyRows, told.id, ofCopy) : { result: 0n, holding: 0n };
  const left = copyFills.reduce((sum, { size }) => sum + size, 0n);
  const difference =
    told.closedAt === null || left !== 0n
      ? null
      : differenceOf(
          {
            ...equities,
            steps,
            leaderResult: leader.result,
            leaderHolding: leader.holding,
            copyResult: copy.result,
            copyHolding: copy.holding,
          },
          mustContract(told.id),
        );
  return {
    ...told,
    leader: { ...sideOf(leaderFills, told.side), result: leader.result },
    copy: { ...sideOf(copyFills, told.side), result: copy.result },
    difference,
  };
}

/** What an instrument realised in a span of a log, and what holding cost of it, never negative. */
function resultOf(rows: readonly Order[], id: string, { first, last }: Span) {
  let result = 0n;
  let holding = 0n;
  for (const row of rows) {
    if (row.id !== id || row.number < first || row.number > last) continue;
    result += row.result;
    if (row.kind === 'holding') holding -= row.result;
  }
  return { result, holding };
}

/** The largest size and the average prices of some fills. */
function sideOf(fills: readonly Filled[], side: 'long' | 'short'): Omit<TradeSide, 'result'> {
  let held = 0n;
  let size = 0n;
  for (const fill of fills) {
    held += fill.size;
    size = most(size, abs(held));
  }
  const isEntry = (fill: Filled) => fill.size > 0n === (side === 'long');
  return {
    size,
    entry: averageOf(fills.filter(isEntry)),
    exit: averageOf(fills.filter((fill) => !isEntry(fill))),
  };
}

function averageOf(fills: readonly Filled[]): bigint | null {
  const size = fills.reduce((sum, fill) => sum + abs(fill.size), 0n);
  if (size === 0n) return null;
  return fills.reduce((sum, fill) => sum + abs(fill.size) * fill.price, 0n) / size;
}
