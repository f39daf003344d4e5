import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MINUTE, SECOND } from '~/platform/clock';
import { type Account, EMPTY_ACCOUNT, type Order } from '~/trading/accounts/account';
import { advanceAccount } from '~/trading/accounts/advance';
import { bookedCash, withMoneyAt } from '~/trading/accounts/later';
import { withLeverage } from '~/trading/accounts/margin';
import { closeAll } from '~/trading/copying/closeAll';
import type { CopiedOutcome } from '~/trading/copying/copied';
import { NO_SPREAD } from '~/trading/copying/daySpread';
import {
  type FollowedCopy,
  type Follower,
  type FollowTerms,
  follow,
  leaderOrders,
  secondOf,
} from '~/trading/copying/follow';
import { UNITS_PER_WHOLE } from '~/trading/numbers';
import { openingOrders, place, placeTransfer, recordFlow } from '~/trading/orders/place';
import type { QuotedPrices, ValidQuote } from '~/trading/prices/prices';
import { createPricesFromQuotes } from '~/trading/prices/storedPrices';
import { cases } from '../../../../../../tests/support/depth';
import { goodQuotes } from '../../../../../../tests/support/trading/goodQuotes';
import { readSettingsFrom } from './asOf.server';

/* Acts of a copy's owner on a live source: the copy trades as if every price were known at once and every job ran on time. */

const COINS = ['BTCUSD', 'ETHUSD'] as const;
const COVERED = new Set<string>(COINS);
const START = Date.UTC(2026, 2, 4, 21, 50);
const PUT_IN = 10_000_00n;

type Coin = (typeof COINS)[number];
/** Answer of the source: time of the request, and its price. */
type Answer = { asked: number; quotes: { id: Coin; price: bigint; age: number }[] };
type Given = { at: number; id: Coin; size: bigint };
type Act = { at: number } & (
  | { does: 'money'; cents: bigint }
  | { does: 'pause' | 'resume' | 'stop' }
  | { does: 'bound'; bps: number }
);

/** Answers of the source with the time when each was stored. */
class Source {
  readonly book: ReadonlyMap<string, readonly ValidQuote[]>;

  constructor(
    readonly answers: readonly Answer[],
    readonly delay: number,
  ) {
    this.book = new Map(
      COINS.map((coin) => {
        const quotes: ValidQuote[] = [];
        for (const { asked: requested, quotes: input } of answers) {
          const found = input.find(({ id }) => id === coin);
          const observedAt = secondOf(requested);
          const at = Math.min(requested - (found?.age ?? 0), observedAt);
          if (found && at > (quotes.at(-1)?.at ?? 0)) quotes.push({ price: found.price, at, observedAt });
        }
        return [coin, goodQuotes(quotes)];
      }),
    );
  }

  at(time: number): QuotedPrices {
    const known = this.answers.findLast(({ asked: requested }) => requested + this.delay <= time);
    return createPricesFromQuotes(this.book, COVERED, known ? secondOf(known.asked) : START);
  }
}

function begun(cents: bigint, leverage?: bigint): { account: Account; order: Order } {
  const { account, order } = recordFlow(EMPTY_ACCOUNT, cents, 'investor', START, 0n);
  const levered = COINS.reduce(
    (now, id) => (leverage ? (withLeverage(now, id, leverage, 2n) as Account) : now),
    account,
  );
  return { account: levered, order };
}

/** Returns the leader's account and log as they are known at an instant, with the orders given until then. */
function leaderAt(source: Source, input: readonly Given[], time: number) {
  const prices = source.at(time);
  const end = prices.until(time);
  let { account } = begun(100_000_00n, 2n);
  const orders: Order[] = [];
  let until = START;
  const go = (to: number) => {
    const advanced = advanceAccount(account, prices, until, Math.max(until, to));
    account = advanced.account;
    orders.push(...advanced.orders);
    until = Math.max(until, to);
  };
  for (const { at, id, size } of input) {
    if (at > time) break;
    go(Math.min(at, end));
    const placed = place(account, prices, { id, size, by: 'investor' }, at);
    if (placed.ok) account = placed.value.account;
  }
  go(end);
  return { account, log: leaderOrders(account, orders) };
}

/** A copy and the acts on it: the use cases without the database. */
class Life {
  follower: Follower = { account: begun(PUT_IN).account, until: START, leaderOrder: 1, spread: NO_SPREAD };
  contributed = PUT_IN;
  acts: Parameters<typeof readSettingsFrom>[0][number][] = [];
  bps = 200;
  status: 'running' | 'stopping' | 'stopped' = 'running';
  endsAt = 0;
  orders: Order[] = [];
  copied: CopiedOutcome[] = [];

  constructor(
    readonly source: Source,
    readonly input: readonly Given[],
    readonly floorPercent: bigint,
  ) {}

  #known = new Map<string, ReturnType<typeof leaderAt>>();

  #leaderAt(time: number): ReturnType<typeof leaderAt> {
    const key = `${this.source.at(time).until(time)} ${this.input.filter(({ at }) => at <= time).length}`;
    const known = this.#known.get(key) ?? leaderAt(this.source, this.input, time);
    this.#known.set(key, known);
    return known;
  }

  #terms(): FollowTerms {
    const { paused, daySpreadBps } = readSettingsFrom(this.acts, this.bps);
    return {
      cap: [1n, 1n],
      floor: (notYet) => ((this.contributed - notYet) * this.floorPercent) / 100n,
      paused,
      daySpread: (at) => [BigInt(daySpreadBps(at)), 10_000n],
      lacksStake: () => false,
      begun: START,
    };
  }

  #take({ orders, copied, atFloor: _, ...follower }: FollowedCopy): void {
    this.follower = follower;
    this.orders.push(...orders);
    this.copied.push(...copied);
  }

  /** Advances the copy to an instant, or as far as prices are known. @returns whether it reached its floor */
  #carry(time: number, mayHoldBack: boolean, most = Number.POSITIVE_INFINITY): boolean {
    const prices = this.source.at(time);
    const { log } = this.#leaderAt(time);
    const last = Math.max(log.at(-1)?.number ?? 0, this.follower.leaderOrder);
    const to = Math.max(Math.min(prices.until(secondOf(time)), most), this.follower.until);
    const followed = follow(this.follower, { orders: log, last }, this.#terms(), prices, to, mayHoldBack);
    this.#take(followed);
    return followed.atFloor;
  }

  #end(time: number, from: number): void {
    this.status = 'stopping';
    this.endsAt = from;
    this.#goOnEnding(time);
  }

  #goOnEnding(time: number): void {
    const mayGet = openingOrders(this.#leaderAt(time).account).length > 0;
    const end = secondOf(this.endsAt);
    if (this.follower.until < end && this.#carry(time, false, end)) this.endsAt = this.follower.until;
    const prices = this.source.at(time);
    const to = Math.max(prices.until(secondOf(time)), this.follower.until);
    const { dueAt, ...closed } = closeAll(this.follower, this.#terms(), prices, {
      from: this.endsAt,
      to,
      now: time,
      mayGet,
    });
    this.#take(closed);
    if (dueAt === null) this.status = 'stopped';
  }

  job(time: number, mayHoldBack: boolean): void {
    if (this.status === 'stopping') this.#goOnEnding(time);
    if (this.status === 'running' && this.#carry(time, mayHoldBack)) this.#end(time, this.follower.until);
  }

  act(act: Act): void {
    this.job(act.at, false);
    if (this.status !== 'running') return;
    const since = secondOf(act.at);
    if (act.does === 'stop') this.#end(act.at, act.at);
    else if (act.does === 'bound') {
      this.acts.push({ act: 'limit-day-spread', since, daySpreadBefore: this.bps });
      this.bps = act.bps;
    } else if (act.does === 'money') {
      const { account, until } = this.follower;
      const transfer = { cents: act.cents, by: 'investor', at: act.at, until } as const;
      this.follower = { ...this.follower, account: placeTransfer(account, this.source.at(act.at), transfer).account };
      this.contributed += act.cents;
    } else this.acts.push({ act: act.does, since, daySpreadBefore: null });
  }
}

const instant = fc.integer({ min: 1, max: 8 * MINUTE }).map((after) => START + after);
const price = fc.integer({ min: 700, max: 1_300 });
const quote = fc.option(fc.record({ price, age: fc.integer({ min: 0, max: 40_000 }) }), { freq: 4 });
const polls = fc.array(fc.record({ after: fc.integer({ min: 1, max: 25_000 }), btc: quote, eth: quote }), {
  minLength: 8,
  maxLength: 40,
});
const orders = fc.array(
  fc.record({
    at: instant,
    id: fc.constantFrom(...COINS),
    size: fc.integer({ min: -80, max: 80 }).filter((coins) => coins !== 0),
  }),
  { minLength: 1, maxLength: 8 },
);
const acts = fc.array(
  fc.oneof(
    fc.record({ at: instant, does: fc.constant('money' as const), cents: fc.bigInt({ min: 1n, max: 40_000_00n }) }),
    fc.record({ at: instant, does: fc.constant('money' as const), cents: fc.bigInt({ min: -60_00n, max: -1n }) }),
    fc.record({ at: instant, does: fc.constantFrom('pause' as const, 'resume' as const) }),
    fc.record({ at: instant, does: fc.constant('bound' as const), bps: fc.constantFrom(1, 20, 200, 10_000) }),
    { weight: 1, arbitrary: fc.record({ at: instant, does: fc.constant('stop' as const) }) },
  ),
  { maxLength: 8 },
);
const looks = fc.array(fc.record({ at: instant, holds: fc.boolean(), twice: fc.boolean() }), { maxLength: 10 });

/** Result of a run: trades, orders and end. Excludes money added after the floor was reached but before that was known. */
function cameOf({ orders, copied, follower, status, contributed }: Life) {
  const { balance, positions, waiting } = withMoneyAt(follower.account);
  return {
    status,
    trades: orders.map(({ number: _, equityBefore: __, ...row }) => row),
    copied: copied
      .map(({ orders: own, ...fields }) => ({ ...fields, orders: own.map(({ at, size }) => ({ at, size })) }))
      .sort((a, b) => a.leaderOrder - b.leaderOrder),
    balance: { ...balance, cash: balance.cash - contributed },
    positions,
    waiting: waiting.map(({ id, size }) => ({ id, size })),
  };
}

test('a copy trades the same whatever its owner does before prices are known, and however late its jobs run', () => {
  fc.assert(
    fc.property(
      polls,
      orders,
      acts,
      looks,
      fc.integer({ min: 0, max: 20_000 }),
      fc.constantFrom(0n, 60n, 95n),
      (quotes, unordered, unsorted, jobs, delay, floor) => {
        const answers: Answer[] = [];
        let requested = START;
        for (const { after, btc, eth } of quotes) {
          // The source is requested again only after its answer is stored.
          requested += Math.max(after + delay, SECOND);
          const quotes = [
            ...(btc ? [{ id: 'BTCUSD' as const, ...btc }] : []),
            ...(eth ? [{ id: 'ETHUSD' as const, ...eth }] : []),
          ].map((each) => ({ ...each, price: BigInt(each.price) * 100n }));
          answers.push({ asked: requested, quotes });
        }
        const provided = unordered
          .map(({ size, ...each }) => ({ ...each, size: BigInt(size) * UNITS_PER_WHOLE }))
          .sort((a, b) => a.at - b.at);
        const done = unsorted.toSorted((a, b) => a.at - b.at);
        const end = requested + 10 * MINUTE;
        const live = (delayed: number, looked: { at: number; holds: boolean; twice: boolean }[]) => {
          const life = new Life(new Source(answers, delayed), provided, floor);
          const steps = [
            ...looked.map((poll) => ({ at: poll.at, run: () => life.job(poll.at, poll.holds) })),
            ...looked.filter(({ twice }) => twice).map(({ at }) => ({ at, run: () => life.job(at, false) })),
            ...done.map((act) => ({ at: act.at, run: () => life.act(act) })),
          ];
          for (const { run } of steps.sort((a, b) => a.at - b.at)) run();
          for (const at of [end, end + MINUTE]) life.job(at, false);
          return life;
        };
        const timely = live(
          0,
          answers.map((answer) => ({ at: answer.asked, holds: false, twice: false })),
        );
        const late = live(delay, jobs);
        expect(cameOf(late)).toEqual(cameOf(timely));
        const times = late.orders.map(({ at }) => at);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        expect(bookedCash(late.follower.account)).toBe(withMoneyAt(late.follower.account).balance.cash);
      },
    ),
    { numRuns: cases(1_200) },
  );
});
