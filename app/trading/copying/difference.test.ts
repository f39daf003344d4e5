import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Account, apply, calculateEntryPrice, EMPTY_ACCOUNT } from '../accounts/account';
import { calculateEquity } from '../accounts/margin';
import { requireContract } from '../contracts';
import { abs } from '../numbers';
import { takerPrice } from '../orders/fills';
import { recordFlow } from '../orders/place';
import { type CopiedTrade, splitDifference, sumOfDifferences, type TradeStep } from './difference';
import { scaleSize, sizeReducing, splitOrder } from './sizing';

const put = (cents: bigint): Account => recordFlow(EMPTY_ACCOUNT, cents, 'engine', 0, 0n).account;

/** Moves of a leader: orders as parts of its equity, then a closing order. The copy skips some, and trades at other prices. */
const moves = fc.array(
  fc.record({
    side: fc.constantFrom(1n, -1n),
    part: fc.bigInt({ min: 50n, max: 2_000n }),
    mid: fc.bigInt({ min: 100_000n, max: 120_000n }),
    later: fc.bigInt({ min: -200n, max: 200n }),
    follows: fc.boolean(),
    holding: fc.bigInt({ min: 0n, max: 40n }),
  }),
  { minLength: 1, maxLength: 8 },
);

type Move = typeof moves extends fc.Arbitrary<(infer T)[]> ? T : never;

/** Applies the moves to the leader and the copy, and returns the copied trade. */
function live(id: string, input: Move[], leaderCents: bigint, copyCents: bigint): CopiedTrade {
  const contract = requireContract(id);
  let leader = put(leaderCents);
  let copy = put(copyCents);
  const steps: TradeStep[] = [];
  const holding = { leader: 0n, copy: 0n };
  const order = (account: Account, size: bigint, price: bigint) =>
    size === 0n
      ? account
      : apply(account, calculateEntryPrice({ at: 0, kind: 'market', by: 'engine', equityBefore: 0n, id, size, price }))
          .account;
  const last = input.at(-1) as Move;
  for (const move of [...input, { ...last, part: 0n, follows: true }]) {
    const { side, part, mid, later, follows } = move;
    const mids = () => mid;
    const before = leader.positions[id]?.size ?? 0n;
    const [leaderEquity, copyEquity] = [calculateEquity(leader, mids), calculateEquity(copy, mids)];
    const unit = contract.dollarBase ? 10n ** 8n : (10n ** 8n * contract.scale) / mid;
    // The last order closes the position. No order passes through zero, because that would start another trade.
    const requested = part === 0n ? -before : side * part * unit;
    const size = splitOrder(before, requested).reduces || requested;
    if (size === 0n) continue;
    const { reduces, opens } = splitOrder(before, size);
    const held = copy.positions[id]?.size ?? 0n;
    const reducing = reduces === 0n ? 0n : sizeReducing(held, reduces, before).size;
    const opening = opens === 0n || !follows ? 0n : scaleSize(opens, copyEquity, leaderEquity);
    const copySize = reducing + opening;
    const leaderPrice = takerPrice(contract, mid, size > 0n ? 1n : -1n);
    const copyPrice = takerPrice(contract, mid + later, size > 0n ? 1n : -1n);
    leader = order(leader, size, leaderPrice);
    copy = order(copy, copySize, copyPrice);
    steps.push({ leaderSize: size, leaderPrice, copySize, copyPrice });
    holding.leader += move.holding;
    holding.copy += move.holding / 10n;
  }
  const { cash: leaderCash } = leader.balance;
  const { cash: copyCash } = copy.balance;
  return {
    steps,
    leaderResult: leaderCash - leaderCents - holding.leader,
    copyResult: copyCash - copyCents - holding.copy,
    leaderHolding: holding.leader,
    copyHolding: holding.copy,
    leaderEquity: leaderCents,
    copyEquity: copyCents,
  };
}

const ids = fc.constantFrom('EURUSD', 'USDJPY', 'XAUUSD');

describe('the difference between a copy and its leader', () => {
  test('equals the sum of its parts to the cent, for a trade and for a whole copy, with a small rest from rounding', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(ids, moves), { minLength: 1, maxLength: 4 }), (trades) => {
        const all = trades.map(([id, input]) => {
          const trade = live(id, input, 50_000_000n, 5_000_000n);
          const difference = splitDifference(trade, requireContract(id));
          // Each side is rounded to the cent when posted, and scaling and pricing round a few more times.
          expect(abs(difference.rest)).toBeLessThanOrEqual(6n);
          return difference;
        });
        for (const { scaled: of, followed, size, own, price, cost, rest, result } of [...all, sumOfDifferences(all)]) {
          expect(of + followed + size + own + price + cost + rest).toBe(result);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('has the right parts in a trade worked by hand', () => {
    // The leader buys 100 ounces at 2,000.00 and sells them at 2,010.00: 1,000 dollars of 100,000. A copy with 10,000 could
    // buy 10, was cut to 8, paid ten cents more per ounce, and sold for five cents less.
    const unit = 10n ** 8n;
    const difference = splitDifference(
      {
        steps: [
          { leaderSize: 100n * unit, leaderPrice: 200_000n, copySize: 8n * unit, copyPrice: 200_010n },
          { leaderSize: -100n * unit, leaderPrice: 201_000n, copySize: -8n * unit, copyPrice: 200_995n },
        ],
        leaderResult: 100_000n - 400n,
        copyResult: 8_000n - 120n - 25n,
        leaderHolding: 400n,
        copyHolding: 25n,
        leaderEquity: 10_000_000n,
        copyEquity: 1_000_000n,
      },
      requireContract('XAUUSD'),
    );
    expect(difference).toEqual({
      scaled: 9_960n,
      followed: 0n,
      size: -2_000n,
      own: 0n,
      price: -120n,
      cost: 15n,
      rest: 0n,
      result: 7_855n,
    });
  });

  test('is the whole scaled result if the copy did not follow the trade', () => {
    const unit = 10n ** 8n;
    const difference = splitDifference(
      {
        steps: [
          { leaderSize: unit, leaderPrice: 200_000n, copySize: 0n, copyPrice: 0n },
          { leaderSize: -unit, leaderPrice: 201_000n, copySize: 0n, copyPrice: 0n },
        ],
        leaderResult: 1_000n,
        copyResult: 0n,
        leaderHolding: 0n,
        copyHolding: 0n,
        leaderEquity: 100_000n,
        copyEquity: 10_000n,
      },
      requireContract('XAUUSD'),
    );
    expect(difference).toMatchObject({ scaled: 100n, followed: -100n, size: 0n, price: 0n, result: 0n });
  });

  test("has the loss from the copy's own closing as a part, in a trade worked by hand", () => {
    // The copy is closed out at 1,950.00, and its leader sells at 2,010.00.
    const unit = 10n ** 8n;
    const difference = splitDifference(
      {
        steps: [
          { leaderSize: 100n * unit, leaderPrice: 200_000n, copySize: 10n * unit, copyPrice: 200_000n },
          { leaderSize: 0n, leaderPrice: 195_000n, copySize: -10n * unit, copyPrice: 195_000n, own: true },
          { leaderSize: -100n * unit, leaderPrice: 201_000n, copySize: 0n, copyPrice: 201_000n },
        ],
        leaderResult: 100_000n,
        copyResult: -50_000n,
        leaderHolding: 0n,
        copyHolding: 0n,
        leaderEquity: 10_000_000n,
        copyEquity: 1_000_000n,
      },
      requireContract('XAUUSD'),
    );
    const none = { followed: 0n, size: 0n, price: 0n, cost: 0n, rest: 0n };
    expect(difference).toEqual({ ...none, scaled: 10_000n, own: -60_000n, result: -50_000n });
  });
});
