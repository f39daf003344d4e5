import { asc, eq, or } from 'drizzle-orm';
import { account, copiedOrder, copy, journal, leaderShare, mirror, tradingOrder, transfer } from '#drizzle/schema';
import { read } from '~/platform/db/index.server';
import { requireContract } from '~/trading/contracts';
import { naiveMid, naiveOpen } from './naiveAccount';

/* Result of a copy and its parts from raw rows, sharing only contracts and quotes. Cents, milliseconds. */

/** Size and price as plain numbers: units, and the quote currency. */
type Fill = { size: number; price: number };

/** Event in a trade. `alone` is true if only the copy did it, not its leader. */
type Step = { leader: Fill; copy: Fill; alone: boolean };

type Trade = {
  id: string;
  steps: Step[];
  /** Leader's size as a part of all its positions, and what each holds of it. */
  leaderHeld: number;
  copyHeld: number;
  /** Ratio of the copy's equity to its leader's when the trade started. */
  ratio: number;
  leaderHolding: number;
  copyHolding: number;
  over: boolean;
};

export type NaiveParts = Record<'scaled' | 'followed' | 'size' | 'own' | 'price' | 'cost' | 'result', number>;

const units = (size: bigint) => Number(size) / 1e8;
const quote = (price: bigint, id: string) => Number(price) / Number(requireContract(id).scale);
const close = (a: number, b: number) => Math.abs(a - b) < 1e-7;

/** Returns the last second in which a market was open. */
function lastOpenSecond(id: string, at: number): number {
  for (let second = Math.floor(at / 1_000) * 1_000; ; second -= 60_000) {
    if (naiveOpen(requireContract(id), second)) return second;
  }
}

/** Returns the feed's price at an instant; of a closed market the last one. */
function midAt(id: string, at: number): number {
  const contract = requireContract(id);
  let second = Math.floor(at / 1_000) * 1_000;
  if (!naiveOpen(contract, second)) {
    second = lastOpenSecond(id, at);
    while (naiveOpen(contract, second + 1_000)) second += 1_000;
  }
  return quote(naiveMid(id, second), id);
}

/** Returns the price of closing: half the spread, rounded up to the last decimal, against whoever closes. */
function closingPrice(id: string, mid: number, held: number): number {
  const { spreadBps, scale } = requireContract(id);
  const half = Math.ceil((mid * Number(scale) * Number(spreadBps)) / 20_000 - 1e-6) / Number(scale);
  return held > 0 ? mid - half : mid + half;
}

/** Returns the holding cost of a night: 0.01% of the borrowed amount, cents with fractions. */
function nightCost(row: Pick<typeof tradingOrder.$inferSelect, 'instrument' | 'price' | 'leverage'>, held: number) {
  const id = row.instrument ?? '';
  const worth = Math.abs(held) * (requireContract(id).dollarBase ? 1 : quote(row.price, id));
  return (worth * 100 * (row.leverage - 1)) / (row.leverage * 10_000);
}

/** Returns the result of fills by average cost, cents; the rest is closed at the last price. */
function profit(id: string, fills: Fill[]): number {
  const { dollarBase } = requireContract(id);
  let held = 0;
  let entry = 0;
  let sum = 0;
  const closes = (size: number, price: number) => {
    sum += (size * (price - entry)) / (dollarBase ? price : 1);
    held -= size;
  };
  for (const { size, price } of fills) {
    if (size === 0) continue;
    if (held === 0 || held > 0 === size > 0) {
      entry = (entry * held + price * size) / (held + size);
      held += size;
    } else closes(-size, price);
    if (close(held, 0)) held = 0;
  }
  if (held !== 0) closes(held, fills.at(-1)?.price ?? 0);
  return sum * 100;
}

/** Pairs the trades of a copy with the leader's, from both logs and the outcomes of orders. */
async function tradesOf(id: string, now: number): Promise<Trade[]> {
  const [of] = await read().select().from(copy).where(eq(copy.id, id));
  if (!of) throw new Error(`There is no copy ${id}`);
  const logOf = (accountId: string) =>
    read().select().from(tradingOrder).where(eq(tradingOrder.accountId, accountId)).orderBy(asc(tradingOrder.number));
  const leaderLog = await logOf(of.traderId);
  const copyLog = await logOf(id);
  const copied = await read().select().from(copiedOrder).where(eq(copiedOrder.copyId, id)).orderBy(asc(copiedOrder.id));
  copied.sort((a, b) => a.leaderOrder - b.leaderOrder);
  const ended = of.stoppedAt?.getTime() ?? null;
  const reached = copyLog.length > 0 ? Math.max(...copyLog.map(({ at }) => at.getTime())) : 0;
  const trades: Trade[] = [];
  for (const instrument of new Set(copied.map((row) => row.instrument))) {
    let open: Trade | null = null;
    let holder: Trade | null = null;
    const found = copied.filter((row) => row.instrument === instrument);
    const followedRows = new Set(
      found.flatMap(({ firstOrder, lastOrder }) =>
        firstOrder === null || lastOrder === null
          ? []
          : copyLog.filter(({ number }) => number >= firstOrder && number <= lastOrder).map(({ number }) => number),
      ),
    );
    const own = copyLog.filter((row) => row.instrument === instrument && !followedRows.has(row.number));
    const charges = leaderLog.filter((row) => row.instrument === instrument && row.kind === 'holding');
    const alone = (before: (row: (typeof own)[number]) => boolean) => {
      while (own[0] && before(own[0])) {
        const row = own.shift() as (typeof own)[number];
        if (!holder) continue;
        if (row.kind === 'holding') {
          holder.copyHolding += nightCost(row, holder.copyHeld);
          continue;
        }
        const fill = { size: units(row.size), price: quote(row.price, instrument) };
        const both = row.kind === 'market' && holder === open;
        if (both) charged(({ at }) => at <= row.at);
        holder.steps.push({
          leader: { size: both ? -holder.leaderHeld : 0, price: fill.price },
          copy: fill,
          alone: !both,
        });
        holder.copyHeld += fill.size;
        if (both) {
          holder.leaderHeld = 0;
          holder.over = true;
          open = null;
        }
      }
    };
    const charged = (before: (row: (typeof charges)[number]) => boolean) => {
      while (charges[0] && before(charges[0])) {
        const row = charges.shift() as (typeof charges)[number];
        if (open) open.leaderHolding += nightCost(row, open.leaderHeld);
      }
    };
    for (const row of found) {
      const leaderRow = leaderLog.find(({ number }) => number === row.leaderOrder);
      charged(({ at, number }) => (row.takenOver ? at <= row.at : number < row.leaderOrder));
      alone(({ number, at }) =>
        row.firstOrder !== null ? number < row.firstOrder : row.skipped === 'ended' ? at < row.at : at <= row.at,
      );
      const rows = copyLog.filter(
        ({ number }) => row.firstOrder !== null && number >= row.firstOrder && number <= (row.lastOrder ?? 0),
      );
      // The leader's earlier positions, from the leader's own log; zero where positions were copied.
      const before = row.takenOver
        ? 0
        : leaderLog
            .filter((each) => each.instrument === instrument && each.number < row.leaderOrder)
            .reduce((sum, { size }) => sum + units(size), 0);
      const size = row.takenOver
        ? leaderLog
            .filter((each) => each.instrument === instrument && each.number <= row.leaderOrder)
            .reduce((sum, each) => sum + units(each.size), 0)
        : units(leaderRow?.size ?? 0n);
      const price = row.takenOver
        ? closingPrice(instrument, midAt(instrument, row.at.getTime()), size)
        : quote(leaderRow?.price ?? 0n, instrument);
      const fills = rows.map((each) => ({ size: units(each.size), price: quote(each.price, instrument) }));
      const after = before + size;
      const through = !close(before, 0) && before > 0 !== after > 0 && !close(after, 0);
      const adds = close(before, 0) || before > 0 === size > 0;
      const closing: number = adds ? 0 : through ? -before : size;
      const opening = size - closing;
      const copyHolds: boolean = holder !== null && !close((holder as Trade).copyHeld, 0);
      const closingFills = closing === 0 || !copyHolds ? [] : through ? fills.slice(0, 1) : fills;
      if (open && closing !== 0) {
        const trade: Trade = open;
        const part: number = (trade.leaderHeld * closing) / before;
        const done = closingFills.reduce((sum, fill) => sum + fill.size, 0);
        trade.steps.push({
          leader: { size: part, price },
          copy: { size: done, price: closingFills[0]?.price ?? price },
          alone: false,
        });
        trade.leaderHeld += part;
        trade.copyHeld += done;
        if (close(before + closing, 0)) {
          trade.leaderHeld = 0;
          trade.over = true;
          open = null;
        }
      }
      if (close(opening, 0)) continue;
      const openingFills = fills.slice(closingFills.length);
      if (!open) {
        const equity = row.takenOver ? Number(row.leaderEquity) : Number(leaderRow?.equityBefore ?? 0n);
        const ratio = equity > 0 ? Number(row.copyEquity) / equity : 0;
        open = {
          id: instrument,
          steps: [],
          leaderHeld: 0,
          copyHeld: 0,
          ratio,
          leaderHolding: 0,
          copyHolding: 0,
          over: false,
        };
        trades.push(open);
      }
      const trade: Trade = open;
      const done = openingFills.reduce((sum, fill) => sum + fill.size, 0);
      trade.steps.push({
        leader: { size: opening, price },
        copy: { size: done, price: openingFills[0]?.price ?? price },
        alone: false,
      });
      trade.leaderHeld += opening;
      trade.copyHeld += done;
      if (openingFills.length > 0) holder = trade;
    }
    alone(() => true);
    // The leader's holding cost for the copied part.
    const upTo = ended ?? Math.max(reached, now);
    charged(({ at }) => at.getTime() <= upTo);
    for (const trade of new Set([open, holder] as (Trade | null)[])) {
      if (!trade || (close(trade.leaderHeld, 0) && close(trade.copyHeld, 0))) continue;
      const isOver = ended !== null && close(trade.copyHeld, 0);
      const held = close(trade.leaderHeld, 0) ? trade.copyHeld : trade.leaderHeld;
      const price = closingPrice(instrument, midAt(instrument, isOver ? ended : now), held);
      const sizes = { leader: { size: -trade.leaderHeld, price }, copy: { size: -trade.copyHeld, price } };
      trade.steps.push({ ...sizes, alone: close(trade.leaderHeld, 0) });
      trade.over = isOver;
    }
  }
  return trades;
}

/** Returns the sizes of a copy that opens as given and closes what its leader closes. */
function sizesBy(steps: Step[], opens: (step: Step) => number): number[] {
  let leader = 0;
  let copy = 0;
  return steps.map((step) => {
    if (step.alone) return 0;
    const { size } = step.leader;
    const closes = leader !== 0 && leader > 0 !== size > 0;
    const done = closes ? (copy * size) / leader : opens(step);
    leader = close(leader + size, 0) ? 0 : leader + size;
    copy = leader === 0 ? 0 : copy + done;
    return done;
  });
}

/** Returns the results of the trades of a copy up to an instant, in the parts of the product, cents with fractions. */
export async function naiveParts(
  id: string,
  now: number,
): Promise<{ parts: NaiveParts; open: number; trades: number }> {
  const parts: NaiveParts = { scaled: 0, followed: 0, size: 0, own: 0, price: 0, cost: 0, result: 0 };
  const trades = await tradesOf(id, Math.floor(now / 1_000) * 1_000);
  for (const { id: instrument, steps, ratio, leaderHolding, copyHolding } of trades) {
    const at = (sizes: number[], price: (step: Step) => number) =>
      profit(
        instrument,
        steps.map((step, index) => ({ size: sizes[index] ?? 0, price: price(step) })),
      );
    const leaderPrice = ({ leader }: Step) => leader.price;
    const all = at(
      sizesBy(steps, ({ leader }) => leader.size * ratio),
      leaderPrice,
    );
    const followed = at(
      sizesBy(steps, ({ leader, copy }) => (copy.size === 0 ? 0 : leader.size * ratio)),
      leaderPrice,
    );
    const sized = at(
      sizesBy(steps, ({ copy }) => copy.size),
      leaderPrice,
    );
    const actual = steps.map(({ copy }) => copy.size);
    const closed = at(actual, leaderPrice);
    const priced = at(actual, ({ copy }) => copy.price);
    const leaderResult = at(
      steps.map(({ leader }) => leader.size),
      leaderPrice,
    );
    parts.scaled += (leaderResult - leaderHolding) * ratio;
    parts.followed += followed - all;
    parts.size += sized - followed;
    parts.own += closed - sized;
    parts.price += priced - closed;
    parts.cost += leaderHolding * ratio - copyHolding;
    parts.result += priced - copyHolding;
  }
  return { parts, open: trades.filter(({ over }) => !over).length, trades: trades.length };
}

/** Returns worth, flows and result of a copy, cents, from its log or, without one, the ledger (`moved`). */
export async function naiveTotals(id: string, now: number) {
  const [of] = await read().select().from(copy).where(eq(copy.id, id));
  if (!of) throw new Error(`There is no copy ${id}`);
  const accounts = new Map((await read().select().from(account)).map((row) => [row.id, row.code]));
  const inCopy = [...accounts].find(([, code]) => code === `allocated:${id}`)?.[0] ?? '';
  const rows = await read()
    .select({ debit: transfer.debitAccountId, credit: transfer.creditAccountId, amount: transfer.amount })
    .from(transfer)
    .innerJoin(journal, eq(journal.id, transfer.journalId))
    .where(or(eq(transfer.debitAccountId, inCopy), eq(transfer.creditAccountId, inCopy)))
    .orderBy(asc(journal.recordedAt), asc(journal.id), asc(transfer.leg));
  const moved: bigint[] = [];
  let booked = 0n;
  for (const { debit, credit, amount } of rows) {
    const change = credit === inCopy ? amount : -amount;
    booked += change;
    const other = accounts.get(credit === inCopy ? debit : credit) ?? '';
    if (other === `available:${of.userId}`) moved.push(change);
  }
  const log = await read()
    .select()
    .from(tradingOrder)
    .where(eq(tradingOrder.accountId, id))
    .orderBy(asc(tradingOrder.number));
  let open = 0;
  for (const instrument of new Set(log.flatMap((row) => row.instrument ?? []))) {
    // Since the last flat state: an account posts the result of a position in whole cents, rounded down.
    let run: (typeof tradingOrder.$inferSelect)[] = [];
    let held = 0;
    let charged = 0;
    for (const row of log.filter((each) => each.instrument === instrument)) {
      run.push(row);
      held += units(row.size);
      if (row.kind === 'holding') charged += nightCost(row, held);
      if (!close(held, 0)) continue;
      held = 0;
      charged = 0;
      run = [];
    }
    if (held === 0) continue;
    const price = closingPrice(instrument, midAt(instrument, now), held);
    const fills = run.map((row) => ({ size: units(row.size), price: quote(row.price, instrument) }));
    const posted = run.reduce((sum, { result }) => sum + Number(result), 0);
    open += Math.floor(profit(instrument, [...fills, { size: -held, price }]) - charged + 1e-6) - posted;
  }
  const net = moved.reduce((sum, amount) => sum + amount, 0n);
  const [entered, shares] = [
    await read().select().from(mirror).where(eq(mirror.copyId, id)),
    await read().select().from(leaderShare).where(eq(leaderShare.copyId, id)),
  ];
  const counted = entered.filter(({ status }) => ['posted', 'voiding', 'kept'].includes(status));
  let max = 0n;
  moved.reduce((sum, amount) => {
    const next = sum + amount;
    if (next > max) max = next;
    return next;
  }, 0n);
  return {
    worth: Number(booked) + open,
    net,
    total: Number(booked - net) + open,
    capital: max,
    manualCents: counted.reduce((sum, { amount, type }) => (type === 'profit' ? sum + amount : sum - amount), 0n),
    share: shares.reduce((sum, { amount }) => sum + amount, 0n),
  };
}
