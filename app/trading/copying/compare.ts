import type { Order } from '../accounts/account';
import { applyFill, chargeHolding, type Position } from '../accounts/position';
import { type Contract, requireContract } from '../contracts';
import { abs, max } from '../numbers';
import { getSide, takerPrice } from '../orders/fills';
import type { CopiedOutcome } from './copied';
import { type Difference, scaledBy, splitDifference, type TradeStep } from './difference';
import { sizeReducing, splitOrder } from './sizing';

export type CopiedRow = Omit<CopiedOutcome, 'orders' | 'skipped' | 'cut'> & {
  skipped: string | null;
  cut: string | null;
  firstOrder: number | null;
  lastOrder: number | null;
};

export type CopyRecord = {
  copied: readonly CopiedRow[];
  leaderRows: readonly Order[];
  copyRows: readonly Order[];
  /** Time to which the copy is advanced. Later holding costs of its leader are not compared yet. */
  until: number;
  at: number;
  /** End of the copy, after which the leader's orders do not affect it; null while it runs. */
  endedAt: number | null;
  priceAt: (id: string, at: number) => bigint;
  /**
   * Instants, in order and not after the end, at which the leader's side of each open trade is also valued
   * (`scaledAt`).
   */
  moments?: readonly number[];
};

/**
 * One side of a trade (leader or copy): largest size, average entry, average exit (null before any closing), and
 * result. An open position is valued at the current price.
 */
export type TradeSide = { size: bigint; entry: bigint | null; exit: bigint | null; result: bigint };

/**
 * Trade of a leader, from opening a position until none is left, with the copy's part. Times in milliseconds, money in
 * cents.
 */
export type ComparedTrade = {
  id: string;
  opening: number;
  side: 'long' | 'short';
  openedAt: number;
  /** Time when the leader closed the position; null if it is open, or was when the copy ended. */
  closedAt: number | null;
  /** Time when the copy ended while its leader still held the position. The leader's side is valued at that time. */
  endedAt: number | null;
  takenOver: boolean;
  leader: TradeSide;
  copy: TradeSide;
  reasons: string[];
  difference: Difference;
  /** `difference.scaled` at each of the requested moments at which the leader held the position. */
  scaledThen: ReadonlyMap<number, bigint>;
};

/** Returns whether a trade is still open. The results of an open trade are those of closing it now. */
export const isOpenTrade = ({ closedAt, endedAt }: Pick<ComparedTrade, 'closedAt' | 'endedAt'>): boolean =>
  closedAt === null && endedAt === null;

export const scaledAt = (trades: readonly ComparedTrade[], moment: number): bigint =>
  trades.reduce((sum, { closedAt, endedAt, difference, scaledThen }) => {
    const over = closedAt ?? endedAt;
    return sum + (over !== null && over <= moment ? difference.scaled : (scaledThen.get(moment) ?? 0n));
  }, 0n);

type Filled = { size: bigint; price: bigint; charge?: { leverage: bigint; booked?: bigint } };

type OpenTrade = Pick<
  ComparedTrade,
  'id' | 'opening' | 'side' | 'openedAt' | 'closedAt' | 'endedAt' | 'takenOver' | 'reasons'
> & {
  steps: TradeStep[];
  leaderFills: Filled[];
  copyFills: Filled[];
  /** Fills and holding charges of leader and copy, from which their results are computed. */
  leaderLog: Filled[];
  copyLog: Filled[];
  equities: { leaderEquity: bigint; copyEquity: bigint };
  held: bigint;
  copyHeld: bigint;
  scaledThen: Map<number, bigint>;
};

type ComparisonState = {
  contract: Contract;
  all: OpenTrade[];
  /** Leader's open trade, as far as it is compared; null without one. */
  open: OpenTrade | null;
  holder: OpenTrade | null;
  /**
   * Leader's whole position. It is larger than the compared trade if the copy did not take over the part from before
   * its start.
   */
  leaderHeld: bigint;
  charges: Order[];
  own: Order[];
  moments: number[];
};

export function compareTrades(record: CopyRecord): ComparedTrade[] {
  const leaderTimes = new Map(record.leaderRows.map(({ number, at }) => [number, at]));
  const byInstrument = new Map<string, CopiedRow[]>();
  for (const row of record.copied) {
    const own = byInstrument.get(row.instrument);
    if (own) own.push(row);
    else byInstrument.set(row.instrument, [row]);
  }
  return Array.from(byInstrument, ([id, rows]) => tradesOf(id, rows, record, leaderTimes))
    .flat()
    .sort((a, b) => a.openedAt - b.openedAt || a.opening - b.opening);
}

function tradesOf(
  id: string,
  copied: readonly CopiedRow[],
  record: CopyRecord,
  leaderTimes: ReadonlyMap<number, number>,
): ComparedTrade[] {
  const { leaderRows, copyRows, until, at: now, endedAt, priceAt, moments = [] } = record;
  const ofCopy = copyRows.filter((row) => row.id === id);
  const numbered = new Map(ofCopy.map((row) => [row.number, row]));
  const following = new Map(copied.map((row) => [row, fillsOf(row, numbered)]));
  const followed = new Set([...following.values()].flat());
  const walk: ComparisonState = {
    contract: requireContract(id),
    all: [],
    open: null,
    holder: null,
    leaderHeld: 0n,
    charges: leaderRows.filter((row) => row.id === id && row.kind === 'holding').reverse(),
    own: ofCopy.filter((row) => !followed.has(row)).reverse(),
    moments: moments.toReversed(),
  };
  for (const row of copied) {
    const { leaderOrder, firstOrder, at, takenOver, skipped } = row;
    const orderedAt = takenOver ? at : (leaderTimes.get(leaderOrder) ?? at);
    recordMoments(walk, orderedAt, leaderOrder, priceAt);
    applyLeaderCharges(walk, (charged) => (takenOver ? charged.at <= at : charged.number < leaderOrder));
    // An order that was skipped because the copy had ended comes before the copy's closing trades.
    const isBefore = (own: Order) =>
      firstOrder !== null ? own.number < firstOrder : skipped === 'ended' ? own.at < at : own.at <= at;
    applyOwnRows(walk, isBefore);
    applyCopiedOrder(walk, row, following.get(row) ?? [], {
      at: orderedAt,
      price: takenOver ? valueAt(walk.contract, row, following.get(row)?.[0], priceAt) : row.leaderPrice,
    });
  }
  recordMoments(walk, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, priceAt);
  applyOwnRows(walk, () => true);
  applyLeaderCharges(walk, (charged) => charged.at <= (endedAt ?? until));
  valueOpenTrades(walk, { now, endedAt, priceAt });
  return walk.all.map((trade) => toComparedTrade(trade, walk.contract));
}

function fillsOf({ firstOrder, lastOrder }: CopiedRow, rows: ReadonlyMap<number, Order>): Order[] {
  if (firstOrder === null || lastOrder === null) return [];
  const fills: Order[] = [];
  for (let number = firstOrder; number <= lastOrder; number++) {
    const row = rows.get(number);
    if (row) fills.push(row);
  }
  return fills;
}

/** Returns the leader's entry price of a position that was taken over: the price of closing it at that time. */
function valueAt(
  contract: Contract,
  { instrument, at, leaderSize, leaderPrice }: CopiedRow,
  fill: Order | undefined,
  priceAt: CopyRecord['priceAt'],
): bigint {
  const mid = fill ? fill.price - getSide(fill.size) * fill.spread : priceAt(instrument, at);
  return mid > 0n ? takerPrice(contract, mid, getSide(-leaderSize)) : leaderPrice;
}

/** Adds the leader's next holding charges to the open trade. A trade smaller than the position gets only its share. */
function applyLeaderCharges(walk: ComparisonState, isBefore: (row: Order) => boolean): void {
  for (let next = walk.charges.at(-1); next && isBefore(next); next = walk.charges.at(-1)) {
    walk.charges.pop();
    const { open, leaderHeld } = walk;
    if (open) open.leaderLog.push(chargeOf(next, open.held === leaderHeld));
  }
}

/** @param whole true if the charge is for exactly the trade's size, so that the trade bears the whole result */
const chargeOf = ({ price, leverage, result }: Order, whole: boolean): Filled => ({
  size: 0n,
  price,
  charge: { leverage, ...(whole && { booked: result }) },
});

function addStep(trade: OpenTrade, step: TradeStep): void {
  trade.steps.push(step);
  trade.leaderLog.push({ size: step.leaderSize, price: step.leaderPrice });
  trade.copyLog.push({ size: step.copySize, price: step.copyPrice });
}

function recordMoments(walk: ComparisonState, before: number, number: number, priceAt: CopyRecord['priceAt']): void {
  const { contract, moments } = walk;
  for (let moment = moments.at(-1); moment !== undefined && moment < before; moment = moments.at(-1)) {
    const until = moment;
    moments.pop();
    applyLeaderCharges(walk, (charged) => charged.at <= until && charged.number < number);
    const { open } = walk;
    if (!open) continue;
    const price = closingPrice(open, contract, priceAt(open.id, until));
    open.scaledThen.set(until, scaledBy(open.equities, leaderResultOf(open, contract, { size: -open.held, price })));
  }
}

/**
 * Adds the copy's next rows that follow no order of the leader: charges, close-outs, and the closing trades at the
 * copy's end.
 */
function applyOwnRows(walk: ComparisonState, isBefore: (row: Order) => boolean): void {
  for (let next = walk.own.at(-1); next && isBefore(next); next = walk.own.at(-1)) {
    walk.own.pop();
    const { holder, open } = walk;
    if (!holder) continue;
    if (next.kind === 'holding') holder.copyLog.push(chargeOf(next, true));
    else {
      const { size, price, at } = next;
      // A copy that ends closes positions that its leader still holds, which also ends the compared trade.
      const ends = next.kind === 'market' && open === holder;
      if (ends) applyLeaderCharges(walk, (charged) => charged.at <= at);
      const leaderSize = ends ? -holder.held : 0n;
      addStep(holder, { leaderSize, leaderPrice: price, copySize: size, copyPrice: price, own: !ends });
      holder.copyFills.push({ size, price });
      holder.copyHeld += size;
      if (ends) {
        holder.held = 0n;
        holder.endedAt = at;
        walk.open = null;
      }
    }
  }
}

function applyCopiedOrder(
  walk: ComparisonState,
  row: CopiedRow,
  fills: readonly Order[],
  leader: { at: number; price: bigint },
): void {
  const { leaderSize, leaderHeld } = row;
  const { reduces, opens } = splitOrder(leaderHeld, leaderSize);
  // An order that reverses the position is split: the copy's first row closes, and the next one opens.
  const held = walk.holder?.copyHeld ?? 0n;
  const closes = reduces === 0n || held === 0n ? 0 : opens === 0n ? fills.length : 1;
  walk.leaderHeld = leaderHeld + leaderSize;
  if (walk.open && reduces !== 0n) {
    // If the order closed a position of the copy, its reasons concern the part that was not opened.
    const reasons = opens !== 0n && closes > 0 ? [] : reasonsOf(row);
    const { size } = sizeReducing(walk.open.held, reduces, leaderHeld);
    recordFill(walk.open, reasons, { size, price: leader.price }, fills.slice(0, closes));
    if (leaderHeld + reduces === 0n) {
      walk.open.closedAt = leader.at;
      walk.open = null;
    }
  }
  if (opens === 0n) return;
  const trade = walk.open ?? startTrade(row, opens, leader.at);
  if (trade !== walk.open) walk.all.push(trade);
  walk.open = trade;
  recordFill(trade, reasonsOf(row), { size: opens, price: leader.price }, fills.slice(closes));
  if (fills.length > closes) walk.holder = trade;
}

const startTrade = (row: CopiedRow, opens: bigint, openedAt: number): OpenTrade => ({
  id: row.instrument,
  opening: row.leaderOrder,
  side: opens > 0n ? 'long' : 'short',
  openedAt,
  closedAt: null,
  endedAt: null,
  takenOver: row.takenOver,
  reasons: [],
  steps: [],
  leaderFills: [],
  copyFills: [],
  leaderLog: [],
  copyLog: [],
  equities: { leaderEquity: row.leaderEquity, copyEquity: row.copyEquity },
  held: 0n,
  copyHeld: 0n,
  scaledThen: new Map(),
});

function recordFill(trade: OpenTrade, reasons: readonly string[], leader: Filled, copy: readonly Filled[]): void {
  const size = copy.reduce((sum, fill) => sum + fill.size, 0n);
  const price = copy[0]?.price ?? leader.price;
  addStep(trade, { leaderSize: leader.size, leaderPrice: leader.price, copySize: size, copyPrice: price });
  trade.leaderFills.push(leader);
  trade.copyFills.push(...copy);
  trade.held += leader.size;
  trade.copyHeld += size;
  for (const reason of reasons) if (!trade.reasons.includes(reason)) trade.reasons.push(reason);
}

const reasonsOf = ({ skipped, cut }: CopiedRow): string[] => [skipped, cut].filter((reason) => reason !== null);

/**
 * Values open positions at the current price or, if the copy holds none of a position, at the price when the copy
 * ended.
 */
function valueOpenTrades(
  { open, holder, contract }: ComparisonState,
  { now, endedAt, priceAt }: { now: number } & Pick<CopyRecord, 'endedAt' | 'priceAt'>,
): void {
  for (const trade of new Set([open, holder])) {
    if (!trade || (trade.held === 0n && trade.copyHeld === 0n)) continue;
    const ended = trade.copyHeld === 0n ? endedAt : null;
    const price = closingPrice(trade, contract, priceAt(trade.id, ended ?? now));
    const [leaderSize, copySize] = [-trade.held, -trade.copyHeld];
    addStep(trade, { leaderSize, leaderPrice: price, copySize, copyPrice: price, own: leaderSize === 0n });
    if (trade.held !== 0n) trade.endedAt = ended;
  }
}

const closingPrice = ({ side }: OpenTrade, contract: Contract, mid: bigint): bigint =>
  takerPrice(contract, mid, side === 'long' ? -1n : 1n);

const leaderResultOf = ({ leaderLog }: OpenTrade, contract: Contract, closing?: Filled): bigint =>
  resultOf(contract, closing ? [...leaderLog, closing] : leaderLog);

function toComparedTrade(trade: OpenTrade, contract: Contract): ComparedTrade {
  const { steps, leaderFills, copyFills, leaderLog, copyLog, equities, held: _, copyHeld: __, ...fields } = trade;
  const [leaderResult, copyResult] = [resultOf(contract, leaderLog), resultOf(contract, copyLog)];
  const leaderHolding = withoutHolding(contract, leaderLog) - leaderResult;
  const copyHolding = withoutHolding(contract, copyLog) - copyResult;
  return {
    ...fields,
    leader: { ...sizeAndPrices(leaderFills, fields.side), result: leaderResult },
    copy: { ...sizeAndPrices(copyFills, fields.side), result: copyResult },
    difference: splitDifference({ ...equities, steps, leaderResult, leaderHolding, copyResult, copyHolding }, contract),
  };
}

/** Returns the result of fills and charges that leave no position, in cents, computed as an account posts it. */
function resultOf({ id }: Contract, fills: readonly Filled[]): bigint {
  let position: Position | null = null;
  let sum = 0n;
  for (const { size, price, charge } of fills) {
    if (charge && position) {
      const charged = chargeHolding({ ...position, leverage: charge.leverage }, price, charge.booked);
      position = charged.position;
      sum += charged.result;
    }
    if (size === 0n) continue;
    const traded = applyFill(position, { id, size, price, at: 0, leverage: 1n, stop: null, takeProfit: null });
    position = traded.position;
    sum += traded.result;
  }
  return sum;
}

const withoutHolding = (contract: Contract, log: readonly Filled[]): bigint =>
  resultOf(
    contract,
    log.filter(({ charge }) => !charge),
  );

function sizeAndPrices(fills: readonly Filled[], side: 'long' | 'short'): Omit<TradeSide, 'result'> {
  let held = 0n;
  let size = 0n;
  for (const fill of fills) {
    held += fill.size;
    size = max(size, abs(held));
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
