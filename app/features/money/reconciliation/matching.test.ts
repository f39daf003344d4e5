import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '~/platform/durations';
import { noisyStatement } from '../../../../tests/support/reconciliation/noisyStatement';
import {
  candidates,
  type MatchableLine,
  type Movement,
  type Reconciled,
  reconcile,
  repeatedLines,
  type SourcedLine,
} from './matching';

const AT = Date.UTC(2026, 5, 1);
const TX = 'ab'.repeat(32);

type LineFields = Partial<Omit<SourcedLine, 'id' | 'at'>> & { key?: string; at?: number; transaction?: string | null };

const line = ({ key = 'line', at = AT, transaction = null, ...given }: LineFields = {}): MatchableLine => ({
  id: key,
  at: new Date(at),
  amount: 1_234_567n,
  fee: 0n,
  transactionKey: transaction,
  address: null,
  ...given,
});

const movement = (given: Partial<Movement> = {}): Movement => ({
  id: 'deposit',
  direction: 'in',
  amount: 1_234_567n,
  from: AT - HOUR,
  until: AT + HOUR,
  transaction: null,
  address: null,
  ...given,
});

const out = (given: Partial<Movement> = {}) =>
  movement({ id: 'withdrawal', direction: 'out', amount: -1_234_567n, ...given });

const howOf = ({ matches }: Reconciled) =>
  matches.map(({ how, lines, movements }) => `${how}: ${lines.join('+')} = ${movements.join('+')}`);

describe('a line and a movement', () => {
  test('are one by their transaction, whenever it was booked', () => {
    const late = { at: AT + 60 * DAY, transaction: TX };
    expect(howOf(reconcile([line(late)], [movement({ transaction: TX })]))).toEqual(['transaction: line = deposit']);
  });

  test('are in dispute where the amount or the address is another', () => {
    const books = [out({ transaction: TX, address: 'A' })];
    const more = reconcile([line({ amount: -1_300_000n, transaction: TX, address: 'A' })], books);
    expect(more.disputes).toMatchObject([{ why: 'amount-differs', difference: -65_433n }]);
    const elsewhere = reconcile([line({ amount: -1_234_567n, transaction: TX, address: 'B' })], books);
    expect(elsewhere.disputes).toMatchObject([{ why: 'address-differs' }]);
    expect([more.matches, elsewhere.matches, more.unknown, more.unseen]).toEqual([[], [], [], []]);
  });

  test.each(['in', 'out'] as const)('are no match where the books know no amount of what went %s', (direction) => {
    const sign = direction === 'in' ? 1n : -1n;
    const unknown = movement({ id: 'payment', direction, transaction: TX, amount: null, address: 'A' });
    for (const amount of [1n, 1_000n, 1_234_567n].map((each) => each * sign)) {
      const found = reconcile([line({ amount, transaction: TX, address: 'A' })], [unknown]);
      expect(found).toMatchObject({ matches: [], disputes: [{ why: 'amount-unknown', difference: null }] });
      const byPlace = reconcile([line({ amount, address: 'A' })], [{ ...unknown, transaction: null }]);
      expect(byPlace).toMatchObject({ matches: [], unknown: ['line'], unseen: ['payment'] });
    }
  });

  test('are one short of the fee', () => {
    const paid = line({ amount: -1_234_967n, fee: 400n, transaction: TX });
    expect(howOf(reconcile([paid], [out({ transaction: TX })]))).toHaveLength(1);
    expect(howOf(reconcile([{ ...paid, transactionKey: null }], [out()]))).toEqual(['amount: line = withdrawal']);
  });

  test('are two where what both know differs', () => {
    const other = { transaction: 'cd'.repeat(32) };
    expect(howOf(reconcile([line({ transaction: TX })], [movement(other)]))).toEqual([]);
    expect(howOf(reconcile([line({ amount: -1_234_567n, address: 'A' })], [out({ address: 'B' })]))).toEqual([]);
    expect(howOf(reconcile([line({ amount: -1_234_567n })], [movement()]))).toEqual([]);
    expect(howOf(reconcile([line({ at: AT + 5 * DAY })], [movement()]))).toEqual([]);
  });
});

describe('several', () => {
  test('lines are one payment, and one line several payments, of a transaction', () => {
    const parts = [
      line({ key: 'a', amount: 1_000_000n, transaction: TX }),
      line({ key: 'b', amount: 234_567n, transaction: TX }),
    ];
    expect(howOf(reconcile(parts, [movement({ transaction: TX })]))).toEqual(['transaction: a+b = deposit']);
    const batch = ['1', '2'].map((output) => out({ id: output, transaction: TX }));
    expect(howOf(reconcile([line({ amount: -2_469_134n, transaction: TX })], batch))).toEqual([
      'transaction: line = 1+2',
    ]);
  });

  test('lines to one address are one payment where they come to its amount', () => {
    const parts = ['a', 'b'].map((key) => line({ key, amount: -617_283n, fee: 0n, address: 'A' }));
    expect(howOf(reconcile(parts, [out({ amount: -1_234_566n, address: 'A' })]))).toEqual([
      'address: a+b = withdrawal',
    ]);
    expect(howOf(reconcile(parts, [out({ amount: -1_234_567n, address: 'A' })]))).toEqual([]);
  });

  test('of one amount are told apart by nothing, and stay breaks', () => {
    const twice = ['a', 'b'].map((key) => line({ key, amount: -1_234_567n, address: 'A' }));
    const books = ['1', '2'].map((id) => out({ id, address: 'A' }));
    expect(reconcile(twice, books)).toMatchObject({ matches: [], unknown: ['a', 'b'], unseen: ['1', '2'] });
    expect(howOf(reconcile([line()], [movement({ id: '1' }), movement({ id: '2' })]))).toEqual([]);
    expect(howOf(reconcile([line({ key: 'a' }), line({ key: 'b' })], [movement()]))).toEqual([]);
  });

  test('deposits that claim one transaction get none of it', () => {
    const books = ['1', '2'].map((id) => movement({ id, transaction: TX }));
    expect(reconcile([line({ transaction: TX })], books)).toMatchObject({
      matches: [],
      disputes: [{ why: 'claimed-twice', lines: ['line'], movements: ['1', '2'] }],
    });
  });

  test('lines that say the same are one, and the others repeat it', () => {
    const twice = ['a', 'b'].map((key) => line({ key, transaction: TX }));
    const found = reconcile(twice, [movement({ transaction: TX })]);
    expect([howOf(found), found.repeated]).toEqual([['transaction: a = deposit'], ['b']]);
    // So that a second deposit which claims the transaction does not get what is only told again.
    const later = reconcile([line({ key: 'c', transaction: TX })], [movement({ id: 'other', transaction: TX })], twice);
    expect(later).toMatchObject({ matches: [], repeated: ['c'], unseen: ['other'] });
  });
});

test('a round amount tells nothing by itself', () => {
  expect(howOf(reconcile([line({ amount: 50_000_000n })], [movement({ amount: 50_000_000n })]))).toEqual([]);
});

test('candidates are those of the transaction, then the nearest amounts', () => {
  const books = [
    movement({ id: 'far', amount: 9n }),
    movement({ id: 'near', amount: 1_234_000n }),
    movement({ id: 'named', amount: 5n, transaction: TX, from: 0, until: 0 }),
    out(),
  ];
  expect(candidates(line({ transaction: TX }), books).map(({ id }) => id)).toEqual(['named', 'near', 'far']);
});

const some = fc.record({
  transaction: fc.constantFrom(null, TX, 'cd'.repeat(32)),
  address: fc.constantFrom(null, 'A', 'B'),
  amount: fc.constantFrom(1_234_567n, -1_234_567n, 2_469_134n, -2_469_134n, 50_000_000n, 7n),
  at: fc.constantFrom(AT, AT + DAY, AT + 30 * DAY),
  fee: fc.constantFrom(0n, 7n),
});

test('whatever there is, each line and each movement is in one place, in whatever order they come', () => {
  fc.assert(
    fc.property(fc.array(some, { maxLength: 8 }), fc.array(some, { maxLength: 8 }), (given, booked) => {
      const lines = given.map((each, index) => line({ ...each, key: `l${index}` }));
      const movements = booked.map(({ amount, transaction, address, at }, index) =>
        movement({
          id: `m${index}`,
          amount,
          transaction,
          address,
          from: at,
          until: at,
          direction: amount > 0n ? 'in' : 'out',
        }),
      );
      const found = reconcile(lines, movements);
      const grouped = [...found.matches, ...found.disputes];
      const placed = [...grouped.flatMap((each) => each.lines), ...found.repeated, ...found.unknown];
      expect(placed.toSorted()).toEqual(lines.map(({ id }) => id).toSorted());
      const seen = [...grouped.flatMap((each) => each.movements), ...found.unseen];
      expect(seen.toSorted()).toEqual(movements.map(({ id }) => id).toSorted());
      // In another order, the same pairs: of lines that say the same, another may be the first.
      const turned = reconcile(lines.toReversed(), movements.toReversed());
      expect(turned.matches.flatMap((each) => each.movements).toSorted()).toEqual(
        found.matches.flatMap((each) => each.movements).toSorted(),
      );
      for (const {
        lines: [key = ''],
        movements: [id = ''],
      } of found.matches) {
        const [one, other] = [lines.find((each) => each.id === key), movements.find((each) => each.id === id)];
        expect((one?.amount ?? 0n) > 0n).toBe(other?.direction === 'in');
      }
    }),
    { numRuns: 300, seed: 31 },
  );
});

test('noisy statements are matched but for a twentieth, and nothing is matched wrongly', () => {
  const of = { known: 0, matched: 0 };
  // One of the size that a person imports, and others by chance.
  for (const [seed, size] of [10_000, 1_000, 1_000].entries()) {
    const { lines, movements, truth } = noisyStatement(size, seed);
    const { matches } = reconcile(lines, movements);
    const wrong = matches.filter((match) => {
      const real = new Set(match.lines.flatMap((key) => truth.get(key) ?? []));
      const isWhole = match.movements.every((id) => real.has(id)) && real.size === match.movements.length;
      return !isWhole || match.lines.some((key) => truth.get(key)?.length === 0);
    });
    expect(wrong).toEqual([]);
    of.known += lines.filter(({ id }) => (truth.get(id)?.length ?? 0) > 0).length;
    of.matched += matches.flatMap((each) => each.lines).length;
  }
  expect(of.matched / of.known).toBeGreaterThan(0.95);
});

describe('what a file and the chain both tell', () => {
  const sourcedLine = (key: string, given: LineFields = {}): SourcedLine => ({
    origin: key.startsWith('f') ? 'file' : 'chain',
    state: 'open',
    ...line({ key, transaction: TX, address: 'A', ...given }),
  });

  test('counts once, by what the chain says unless it was said what the file’s is', () => {
    expect(repeatedLines([sourcedLine('f'), sourcedLine('c')])).toEqual(['f']);
    expect(repeatedLines([sourcedLine('f', { state: 'settled' }), sourcedLine('c')])).toEqual(['c']);
    expect(repeatedLines([sourcedLine('f', { state: 'settled' }), sourcedLine('c', { state: 'settled' })])).toEqual([]);
    expect(repeatedLines([sourcedLine('f', { address: null, at: AT + DAY }), sourcedLine('c')])).toEqual(['f']);
    // A file may have the fee in its amount.
    expect(
      repeatedLines([sourcedLine('f', { amount: -500n }), sourcedLine('c', { amount: -400n, fee: 100n })]),
    ).toEqual(['f']);
  });

  test('is two things where anything differs', () => {
    const others = [{ transaction: 'cd'.repeat(32) }, { transaction: null }, { amount: 1n }, { address: 'B' }];
    for (const other of others) expect(repeatedLines([sourcedLine('f', other), sourcedLine('c')])).toEqual([]);
    expect(repeatedLines([sourcedLine('f', { amount: -1_234_567n }), sourcedLine('c')])).toEqual([]);
    const out = { amount: -1_234_567n };
    expect(repeatedLines([sourcedLine('f', { ...out, fee: 1n }), sourcedLine('c', out)])).toEqual([]);
    // A fee beside what came in is its sender's.
    expect(repeatedLines([sourcedLine('f', { fee: 1n }), sourcedLine('c')])).toEqual(['f']);
    expect(repeatedLines([sourcedLine('c'), sourcedLine('c2')])).toEqual([]);
    expect(repeatedLines([sourcedLine('f', { origin: null }), sourcedLine('c')])).toEqual([]);
  });

  test('is one for one: a transaction may pay the same sum twice', () => {
    expect(repeatedLines([sourcedLine('f'), sourcedLine('c'), sourcedLine('c2')])).toEqual(['f']);
    expect(repeatedLines([sourcedLine('f'), sourcedLine('f2'), sourcedLine('c'), sourcedLine('c2')])).toEqual([
      'f',
      'f2',
    ]);
    expect(repeatedLines([sourcedLine('f', { state: 'echo' }), sourcedLine('c'), sourcedLine('f2')])).toEqual([]);
    // What a reorganisation took away and another block has again is told by the chain twice.
    expect(
      repeatedLines([sourcedLine('f', { state: 'settled' }), sourcedLine('c', { state: 'echo' }), sourcedLine('c2')]),
    ).toEqual([]);
    // A line that does not count itself stands for no other.
    expect(repeatedLines([sourcedLine('f', { state: 'repeated' }), sourcedLine('c')])).toEqual([]);
  });
});
