import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { highestByDeposit, RANKS, rankAndNext, rankOf, ranksReached } from './rules';

describe('the ranks', () => {
  test('meet without a gap, and each edge belongs to the lower one', () => {
    expect(RANKS.map(({ above }) => above).slice(1)).toEqual(RANKS.map(({ upTo }) => upTo).slice(0, -1));
    expect([0n, 5_000_00n, 5_000_01n, 20_000_00n, 20_000_01n].map((cents) => rankOf(cents).id)).toEqual([
      'silver',
      'silver',
      'gold',
      'gold',
      'diamond',
    ]);
  });

  test('have a next one, but for the last', () => {
    expect(rankAndNext(100n).next?.id).toBe('gold');
    expect(rankAndNext(20_000_01n).next).toBeNull();
  });

  test('are reached one after the other, and the last reached is the rank', () => {
    expect(ranksReached(0n)).toEqual([]);
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 50_000_00n }), (funded) => {
        const reached = ranksReached(funded);
        expect(reached).toEqual(RANKS.slice(0, reached.length));
        expect(reached.at(-1)).toEqual(rankOf(funded));
      }),
    );
  });
});

describe('the highest balance by a deposit', () => {
  const line = (
    kind: 'deposit' | 'deposit-reversed' | 'withdrawal-approved' | 'operator-credit',
    ref: string,
    dollars: number,
  ) => ({
    kind,
    ref,
    change: BigInt(dollars) * 100n,
  });

  test('counts what came before the deposit, and not what came by itself', () => {
    expect(highestByDeposit([line('deposit', 'a', 4_000), line('operator-credit', 'x', 9_000)])).toBe(4_000_00n);
    expect(highestByDeposit([line('operator-credit', 'x', 9_000), line('deposit', 'a', 1)])).toBe(9_001_00n);
  });

  test('is not lowered by what was withdrawn since', () => {
    expect(highestByDeposit([line('deposit', 'a', 6_000), line('withdrawal-approved', 'w', -5_000)])).toBe(6_000_00n);
  });

  test('leaves out every deposit that was reversed, in whichever order', () => {
    const lines = [
      line('deposit', 'a', 4_000),
      line('deposit', 'b', 2_000),
      line('deposit', 'c', 3_000),
      line('deposit-reversed', 'b', -2_000),
    ];
    expect(highestByDeposit(lines)).toBe(7_000_00n);
    expect(highestByDeposit([...lines, line('deposit-reversed', 'c', -3_000)])).toBe(4_000_00n);
  });
});
