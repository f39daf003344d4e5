import { type Contract, requireContract } from '~/trading/contracts';
import { simulatedFeed } from '~/trading/market';

/* Trading account that processes every second, sharing contracts and quotes with the product, and no rule. Milliseconds. */

type Kind = 'market' | 'limit' | 'stop' | 'take-profit' | 'close-out' | 'holding';

export type NaiveRow = { at: number; kind: Kind; id: string; size: bigint; price: bigint; result: bigint };

type Held = {
  size: bigint;
  cost: bigint;
  sum: bigint;
  posted: bigint;
  leverage: bigint;
  stop: bigint | null;
  profit: bigint | null;
  since: number;
};

type Waiting = {
  id: string;
  size: bigint;
  kind: 'market' | 'limit' | 'stop';
  level: bigint | null;
  since: number;
  stop: bigint | null;
  profit: bigint | null;
};

const feed = simulatedFeed();
const known = new Map<string, bigint>();

/** Returns the feed's price at a second. */
export function naiveMid(id: string, at: number): bigint {
  const key = `${id}${at}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const { instrument } = requireContract(id);
  const price = feed.quote(instrument, new Date(at))?.price as number;
  const mid = BigInt(price.toFixed(instrument.digits).replace('.', ''));
  if (known.size > 300_000) known.clear();
  known.set(key, mid);
  return mid;
}

const down = (over: bigint, under: bigint) => {
  let whole = over / under;
  while (whole * under > over) whole -= 1n;
  return whole;
};
const up = (over: bigint, under: bigint) => -down(-over, under);

/** Returns whether a market is open, by the day of the week and the time of the day. */
export function naiveOpen({ instrument: { kind } }: Contract, at: number): boolean {
  const date = new Date(at);
  const day = date.getUTCDay();
  const minutes = date.getUTCHours() * 60 + date.getUTCMinutes();
  if (kind === 'crypto') return true;
  if (day === 6) return false;
  if (kind === 'stock') return day !== 0 && minutes >= 14 * 60 + 30 && minutes < 21 * 60;
  const evening = kind === 'forex' ? 22 * 60 : 23 * 60;
  if (day === 0) return minutes >= evening;
  if (minutes < 22 * 60) return true;
  return day !== 5 && (kind === 'forex' || minutes >= evening);
}

export class NaiveAccount {
  cash: bigint;
  deficit = 0n;
  held = new Map<string, Held>();
  waiting: Waiting[] = [];
  leverage = new Map<string, bigint>();
  rows: NaiveRow[] = [];

  constructor(cash: bigint) {
    this.cash = cash;
  }

  mark(id: string, at: number): bigint {
    let second = at;
    const contract = requireContract(id);
    if (!naiveOpen(contract, second)) {
      // Markets close at full or half hours.
      second = Math.floor(second / 1_800_000) * 1_800_000 - 1_000;
      while (!naiveOpen(contract, second)) second -= 1_800_000;
    }
    return naiveMid(id, second);
  }

  half(id: string, mid: bigint): bigint {
    return up(mid * requireContract(id).spreadBps, 20_000n);
  }

  private closed(id: string, held: Held, size: bigint, price: bigint) {
    const { dollarBase, scale } = requireContract(id);
    const long = held.size > 0n;
    const whole = long ? held.size : -held.size;
    const cost = long ? up(held.cost * size, whole) : down(held.cost * size, whole);
    const gain = long ? size * price - cost : cost - size * price;
    const sum = held.sum + down(gain, dollarBase ? price : scale);
    const posted = down(sum, 1_000_000n);
    return { cost, sum, posted, cents: posted - held.posted };
  }

  worth(id: string, size: bigint, price: bigint): bigint {
    const { dollarBase, scale } = requireContract(id);
    const whole = size > 0n ? size : -size;
    return dollarBase ? whole : up(whole * price, scale);
  }

  equity(at: number): bigint {
    let total = this.cash - this.deficit;
    for (const [id, held] of this.held) {
      const mid = this.mark(id, at);
      const price = held.size > 0n ? mid - this.half(id, mid) : mid + this.half(id, mid);
      total += this.closed(id, held, held.size > 0n ? held.size : -held.size, price).cents;
    }
    return total;
  }

  margin(at: number): bigint {
    let total = 0n;
    for (const [id, held] of this.held) {
      total += up(up(this.worth(id, held.size, this.mark(id, at)), held.leverage), 1_000_000n);
    }
    return total;
  }

  private settle(result: bigint) {
    if (result > 0n) {
      const owed = result < this.deficit ? result : this.deficit;
      this.deficit -= owed;
      this.cash += result - owed;
    } else {
      this.cash += result;
      if (this.cash < 0n) {
        this.deficit -= this.cash;
        this.cash = 0n;
      }
    }
  }

  /** Trades at a price; false when the margin forbids it. */
  trade(kind: Kind, id: string, size: bigint, at: number, stop: bigint | null = null, profit: bigint | null = null) {
    const before = this.held.get(id);
    const [cash, deficit] = [this.cash, this.deficit];
    const mid = this.mark(id, at);
    const price = size > 0n ? mid + this.half(id, mid) : mid - this.half(id, mid);
    let result = 0n;
    let left = size;
    let now = before && { ...before };
    if (now && now.size > 0n !== size > 0n) {
      const [have, want] = [now.size > 0n ? now.size : -now.size, size > 0n ? size : -size];
      const part = have < want ? have : want;
      const { cost, sum, posted, cents } = this.closed(id, now, part, price);
      result = cents;
      now = { ...now, size: now.size + (size > 0n ? part : -part), cost: now.cost - cost, sum, posted, since: at };
      left = size > 0n ? size - part : size + part;
      if (now.size === 0n) now = undefined;
    }
    const lever = before?.leverage ?? this.leverage.get(id) ?? 1n;
    if (left !== 0n) {
      const cost = (left > 0n ? left : -left) * price;
      now = now
        ? { ...now, size: now.size + left, cost: now.cost + cost, stop: stop ?? now.stop, profit: profit ?? now.profit }
        : { size: left, cost, sum: 0n, posted: 0n, leverage: lever, stop, profit, since: at };
      now.since = at;
    }
    if (now) this.held.set(id, now);
    else this.held.delete(id);
    this.settle(result);
    if (left !== 0n && this.equity(at) < this.margin(at)) {
      if (before) this.held.set(id, before);
      else this.held.delete(id);
      [this.cash, this.deficit] = [cash, deficit];
      return false;
    }
    this.rows.push({ at, kind, id, size, price, result });
    this.forgive();
    return true;
  }

  private forgive() {
    if (this.held.size === 0) this.deficit = 0n;
  }

  /** Gives an order, at an instant that has been reached. */
  give(order: Omit<Waiting, 'kind' | 'since'> & { kind: Waiting['kind'] }, at: number) {
    if (order.kind === 'market' && naiveOpen(requireContract(order.id), at)) {
      return this.trade('market', order.id, order.size, at, order.stop, order.profit);
    }
    this.waiting.push({ ...order, since: at });
    return true;
  }

  /** Returns whether a waiting order's price is reached. */
  private reached(id: string, kind: Kind, size: bigint, level: bigint, at: number): boolean {
    const mid = naiveMid(id, at);
    if (kind === 'stop') return size > 0n ? mid >= level : mid <= level;
    return size > 0n ? mid + this.half(id, mid) <= level : mid - this.half(id, mid) >= level;
  }

  /** Processes one second after all before it. */
  second(at: number) {
    for (let again = true; again; ) {
      again = false;
      const due: { rank: number; act: () => void }[] = [];
      for (const [id, { size, stop, profit, since }] of [...this.held].sort()) {
        if (since >= at || !naiveOpen(requireContract(id), at)) continue;
        if (stop !== null && this.reached(id, 'stop', -size, stop, at)) {
          due.push({ rank: 0, act: () => this.trade('stop', id, -size, at) });
        }
        if (profit !== null && this.reached(id, 'take-profit', -size, profit, at)) {
          due.push({ rank: 1, act: () => this.trade('take-profit', id, -size, at) });
        }
      }
      for (const order of this.waiting) {
        const { id, kind, size, level, since, stop, profit } = order;
        if (since >= at || !naiveOpen(requireContract(id), at)) continue;
        if (level !== null && !this.reached(id, kind, size, level, at)) continue;
        const rank = kind === 'stop' ? 0 : kind === 'limit' ? 2 : 3;
        due.push({
          rank,
          act: () => {
            this.waiting = this.waiting.filter((other) => other !== order);
            this.trade(kind, id, size, at, stop, profit);
          },
        });
      }
      const first = due.reduce<(typeof due)[0] | null>(
        (best, one) => (best && best.rank <= one.rank ? best : one),
        null,
      );
      if (first) {
        first.act();
        again = true;
      }
    }
    if (at % 86_400_000 === 22 * 3_600_000) this.holding(at);
    if (at % 60_000 === 0) this.closeOut(at);
  }

  /** Charges every position for being held over 22:00 UTC. */
  holding(at: number) {
    for (const id of [...this.held.keys()].sort()) {
      const held = this.held.get(id) as Held;
      const price = this.mark(id, at);
      const cost = up(this.worth(id, held.size, price) * (held.leverage - 1n), held.leverage * 10_000n);
      if (cost === 0n) continue;
      held.sum -= cost;
      // Whole cents once the costs have added up to them.
      let cents = 0n;
      while (held.sum <= (held.posted - cents - 1n) * 1_000_000n) cents += 1n;
      held.posted -= cents;
      if (cents > 0n) this.settle(-cents);
      this.rows.push({ at, kind: 'holding', id, size: 0n, price, result: -cents });
    }
    this.forgive();
  }

  private closeOut(at: number) {
    for (;;) {
      if (this.equity(at) * 2n >= this.margin(at)) return;
      let worst: { id: string; size: bigint; result: bigint } | null = null;
      for (const id of [...this.held.keys()].sort()) {
        if (!naiveOpen(requireContract(id), at)) continue;
        const held = this.held.get(id) as Held;
        const mid = naiveMid(id, at);
        const price = held.size > 0n ? mid - this.half(id, mid) : mid + this.half(id, mid);
        const { cents } = this.closed(id, held, held.size > 0n ? held.size : -held.size, price);
        if (!worst || cents < worst.result) worst = { id, size: held.size, result: cents };
      }
      if (!worst) return;
      this.trade('close-out', worst.id, -worst.size, at);
    }
  }

  /** Returns whether one second could change anything. */
  get idle(): boolean {
    return this.held.size === 0 && this.waiting.length === 0;
  }

  /** Returns whether only a full minute matters. */
  get sleepy(): boolean {
    return (
      this.waiting.length === 0 && [...this.held.values()].every(({ stop, profit }) => stop === null && profit === null)
    );
  }

  /** Processes every second after `from`, to `to` included. */
  live(from: number, to: number) {
    for (let at = from + 1_000; at <= to; at += 1_000) {
      if (this.idle || (this.sleepy && at % 60_000 !== 0)) continue;
      this.second(at);
    }
  }
}
