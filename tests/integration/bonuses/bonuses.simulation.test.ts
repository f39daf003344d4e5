/** Rings of accounts that try to profit from bonuses on live terms: random moves, known strategies, and a search. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeBonus, getMonthRange } from '~/features/money/referrals/rules';
import { larger, smaller } from '~/ledger/money';
import { DAY, HOUR } from '~/platform/clock';
import { cases } from '../../support/depth';
import { type Account, LIVE_TERMS, leave, type Move, play, type Terms, World } from '../../support/people/rings';

const ACCOUNTS = 4;
const ALL_RANKS = Object.values(LIVE_TERMS.ranks).reduce((a, b) => a + b);
const DIAMOND = 20_001_00n;

type Shape = {
  persons: 'known' | 'unknown';
  person: (account: number) => number;
  chain: boolean;
  terms?: Partial<Terms>;
};

function ring({ persons, person, chain, terms }: Shape): World {
  const world = new World({ ...LIVE_TERMS, ...terms }, persons);
  for (let who = 0; who < ACCOUNTS; who += 1) world.signUp(person(who), who === 0 ? null : chain ? who - 1 : 0);
  return world;
}

/** Performs moves and withdraws everything at the end. */
function profitOf(world: World, moves: readonly Move[]): bigint {
  let profit = 0n;
  for (const move of moves) profit += play(world, move);
  return profit + leave(world);
}

/** Maximum of deposits less withdrawals of an account that stayed a whole period, computed over every start. */
function maxRetained({ lines }: Account, { at: now, terms }: World): bigint {
  const period = terms.holdingDays * DAY;
  const moves = lines.flatMap(({ kind, at, amount }) => {
    if (kind === 'deposit' || kind === 'withdrawal-cancelled') return [{ at: at.getTime(), change: amount }];
    return kind === 'withdrawal-requested' ? [{ at: at.getTime(), change: -amount }] : [];
  });
  const times = [...new Set(moves.map(({ at }) => at))];
  const netAt = (time: number) => moves.reduce((sum, { at, change }) => (at <= time ? sum + change : sum), 0n);
  return times
    .filter((from) => from + period <= now.getTime())
    .map((from) =>
      times
        .filter((at) => at >= from && at <= from + period)
        .map(netAt)
        .reduce(smaller),
    )
    .reduce(larger, 0n);
}

/** Invariants of every ring. */
function expectFair(world: World, profit: bigint): void {
  const all = [...world.accounts.keys()];
  const { rateBps, cap, fee } = world.terms;
  const referral = world.earned('referral-bonus', all);
  const rank = world.earned('rank-bonus', all);
  const requests = world.accounts.flatMap(({ lines }) => lines.filter(({ kind }) => kind === 'withdrawal-approved'));
  // An amount below the fee remains.
  const left = world.accounts.reduce((sum, { available }) => sum + available, 0n);
  expect(profit + left).toBe(referral + rank - fee * BigInt(requests.length));
  for (const who of all) {
    const brought = world.referrals.reduce((sum, { of, amount }) => (of === who ? sum + amount : sum), 0n);
    expect(brought).toBeLessThanOrEqual(computeBonus(maxRetained(world.accounts[who] as Account, world), rateBps));
    const months = new Map<number, bigint>();
    for (const { to, on, amount } of world.referrals) {
      if (to !== who || !on) continue;
      const month = getMonthRange(on).from.getTime();
      months.set(month, (months.get(month) ?? 0n) + amount);
    }
    for (const input of months.values()) expect(input).toBeLessThanOrEqual(cap);
  }
}

const cents = fc.constantFrom(1_00n, 5_000_00n, 5_001_00n, 19_999_00n, DIAMOND, 150_000_00n);
const who = fc.nat({ max: ACCOUNTS - 1 });
const milliseconds = fc.constantFrom(0, HOUR, DAY, 15 * DAY, 30 * DAY - 1, 30 * DAY, 31 * DAY);
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('deposit' as const), who, cents }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('request' as const), who, cents }) },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constantFrom('take' as const, 'cancel' as const, 'claim' as const), who }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('wait' as const), milliseconds }) },
);
const moves = fc.array(move, { minLength: 5, maxLength: 60 });

describe('random rings', () => {
  test('of unlinked people get at most the rate on money that stayed, each month within the cap', () => {
    fc.assert(
      fc.property(
        moves,
        fc.boolean(),
        fc.constantFrom(0n, 5_00n),
        fc.constantFrom(0, 30),
        (played, chain, fee, holdingDays) => {
          const world = ring({ persons: 'unknown', person: (at) => at, chain, terms: { fee, holdingDays } });
          expectFair(world, profitOf(world, played));
        },
      ),
      { numRuns: cases(400) },
    );
  });

  test('of one person get nothing beyond what one account would: each rank once, and no referral bonus', () => {
    fc.assert(
      fc.property(moves, fc.boolean(), fc.constantFrom(0n, 5_00n), (played, chain, fee) => {
        const world = ring({ persons: 'known', person: () => 0, chain, terms: { fee } });
        const profit = profitOf(world, played);
        expectFair(world, profit);
        const all = [...world.accounts.keys()];
        expect(world.earned('referral-bonus', all)).toBe(0n);
        expect(profit - smaller(world.earned('rank-bonus', all), ALL_RANKS)).toBeLessThanOrEqual(0n);
      }),
      { numRuns: cases(400) },
    );
  });
});

const deposit = (at: number, amount = DIAMOND): Move => ({ does: 'deposit', who: at, cents: amount });
const out = (at: number, amount = DIAMOND): Move[] => [
  { does: 'request', who: at, cents: amount },
  { does: 'take', who: at },
];
const wait = (milliseconds: number): Move => ({ does: 'wait', milliseconds });
const times = (number: number, of: (round: number) => Move[]): Move[] =>
  Array.from({ length: number }, (_, at) => of(at)).flat();

/** Obvious strategies, with the maximum that they earn if the accounts are not linked: a tenth of the money that stayed, once per account. */
const STRATEGIES: [string, Move[], bigint][] = [
  ['the same money in and out within the hour', times(9, () => [deposit(1), wait(HOUR), ...out(1)]), 0n],
  [
    'out an instant before the period is over',
    times(5, () => [deposit(1), wait(30 * DAY - 3), ...out(1), wait(DAY)]),
    0n,
  ],
  [
    'asking for it and cancelling after the period',
    [deposit(1), wait(1), { does: 'request', who: 1, cents: DIAMOND }, wait(31 * DAY), { does: 'cancel', who: 1 }],
    0n,
  ],
  [
    'in for the period, out and in again for the period',
    times(3, () => [deposit(1), wait(30 * DAY), ...out(1), wait(1)]),
    2_000_10n,
  ],
  [
    'in many small deposits, twice',
    times(2, () => [
      ...times(10, () => [deposit(1, 2_000_00n), wait(1)]),
      wait(30 * DAY),
      ...out(1, 20_000_00n),
      wait(1),
    ]),
    2_000_00n,
  ],
  [
    'the same money through the accounts of a chain, one period each',
    times(3, (at) => [deposit(at + 1), wait(30 * DAY), ...out(at + 1), wait(1)]),
    6_000_30n,
  ],
  [
    'a lent deposit on top for the last day',
    [deposit(1, 100_00n), wait(29 * DAY), deposit(1), wait(DAY), ...out(1), wait(60 * DAY)],
    10_00n,
  ],
  ['more than the cap in one month', [deposit(1, 900_000_00n), wait(30 * DAY)], 10_000_00n],
];

describe.each(STRATEGIES)('a ring that puts %s', (_, played, max) => {
  const claims: Move[] = times(ACCOUNTS, (at) => [{ does: 'claim', who: at }]);

  test.each([true, false])('earns unlinked people what stayed, and one person nothing (chain: %s)', (chain) => {
    const strangers = ring({ persons: 'unknown', person: (at) => at, chain });
    const gained = profitOf(strangers, [...played, ...claims]);
    expectFair(strangers, gained);
    const all = [...strangers.accounts.keys()];
    expect(strangers.earned('referral-bonus', all)).toBe(max);

    const one = ring({ persons: 'known', person: () => 0, chain });
    const profit = profitOf(one, [...played, ...claims]);
    expect(one.earned('referral-bonus', [...one.accounts.keys()])).toBe(0n);
    expect(profit).toBeLessThanOrEqual(ALL_RANKS);
    expect(profit - one.earned('rank-bonus', [...one.accounts.keys()])).toBeLessThanOrEqual(0n);
  });
});

test('a jump over the ranks and out again earns none; held it earns each once, by either account', () => {
  const claim = (at: number): Move => ({ does: 'claim', who: at });
  const jump = (at: number, held: number): Move[] => [
    deposit(at),
    wait(held),
    claim(at),
    ...out(at),
    wait(DAY),
    claim(at),
  ];
  const gain = (held: number) => {
    const world = ring({ persons: 'known', person: () => 0, chain: true });
    return profitOf(
      world,
      times(ACCOUNTS, (at) => jump(at, held)),
    );
  };
  expect([gain(29 * DAY), gain(30 * DAY)]).toEqual([0n, ALL_RANKS]);
});

test('a search that keeps every improvement finds one person no more than their ranks', () => {
  const best = (persons: 'known' | 'unknown', seed: number): bigint => {
    // Each round mutates the best list in one place, and keeps a mutation that earns at least as much.
    let list: Move[] = [];
    let max = 0n;
    const ideas = fc.sample(fc.record({ move, place: fc.nat({ max: 40 }), drop: fc.boolean() }), {
      numRuns: cases(300),
      seed,
    });
    for (const { move: idea, place, drop } of ideas) {
      const tried = [...list.slice(0, place), idea, ...list.slice(place + (drop ? 1 : 0))].slice(0, 40);
      const world = ring({ persons, person: persons === 'known' ? () => 0 : (at) => at, chain: true });
      const profit = profitOf(world, tried);
      expectFair(world, profit);
      if (profit >= max) [list, max] = [tried, profit];
    }
    return max;
  };
  for (const seed of [1, 2, 3]) expect(best('known', seed)).toBeLessThanOrEqual(ALL_RANKS);
  // Proves that the search works: unlinked people, who are entitled to bonuses, earn some.
  expect([1, 2, 3].map((seed) => best('unknown', seed)).reduce(larger)).toBeGreaterThan(ALL_RANKS);
});
