import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '~/platform/durations';
import { noisyStatement } from '../../../../tests/support/reconciliation/noisyStatement';
import {
  findCandidates,
  findRepeatedLines,
  type MatchableLine,
  type Movement,
  type Reconciled,
  reconcile,
  type SourcedLine,
} from './matching';

const AT = Date.UTC(2026, 5, 1);
const TX = 'ab'.repeat(32);

type LineFields = Partial<Omit<SourcedLine, 'id' | 'at'>> & { key?: string; at?: number; transaction?: string | null };

const line = ({ key = 'line', at = AT, transaction = null, ...input }: LineFields = {}): MatchableLine => ({
  id: key,
  at: new Date(at),
  amount: 1_234_567n,
  fee: 0n,
  transactionKey: transaction,
  address: null,
  ...input,
});

const movement = (input: Partial<Movement> = {}): Movement => ({
  id: 'deposit',
  direction: 'in',
  amount: 1_234_567n,
  from: AT - HOUR,
  until: AT + HOUR,
  transaction: null,
  address: null,
  ...input,
});

const out = (input: Partial<Movement> = {}) =>
  movement({ id: 'withdrawal', direction: 'out', amount: -1_234_567n, ...input });

const howOf = ({ matches }: Reconciled) =>
  matches.map(({ how, lines, movements }) => `${how}: ${lines.join('+')} = ${movements.join('+')}`);

describe('a line and a movement', () => {
  test('match by their transaction, whenever it was booked', () => {
    const late = { at: AT + 60 * DAY, transaction: TX };
    expect(howOf(reconcile([line(late)], [movement({ transaction: TX })]))).toEqual(['transaction: line = deposit']);
  });

  test('are in dispute if the amount or the address differs', () => {
    const books = [out({ transaction: TX, address: 'A' })];
    const more = reconcile([line({ amount: -1_300_000n, transaction: TX, address: 'A' })], books);
    expect(more.disputes).toMatchObject([{ why: 'amount-differs', difference: -65_433n }]);
    const elsewhere = reconcile([line({ amount: -1_234_567n, transaction: TX, address: 'B' })], books);
    expect(elsewhere.disputes).toMatchObject([{ why: 'address-differs' }]);
    expect([more.matches, elsewhere.matches, more.unknown, more.unseen]).toEqual([[], [], [], []]);
  });

  test.each(['in', 'out'] as const)('do not match if the books do not know the amount of what went %s', (direction) => {
    const sign = direction === 'in' ? 1n : -1n;
    const unknown = movement({ id: 'payment', direction, transaction: TX, amount: null, address: 'A' });
    for (const amount of [1n, 1_000n, 1_234_567n].map((each) => each * sign)) {
      const found = reconcile([line({ amount, transaction: TX, address: 'A' })], [unknown]);
      expect(found).toMatchObject({ matches: [], disputes: [{ why: 'amount-unknown', difference: null }] });
      const byPlace = reconcile([line({ amount, address: 'A' })], [{ ...unknown, transaction: null }]);
      expect(byPlace).toMatchObject({ matches: [], unknown: ['line'], unseen: ['payment'] });
    }
  });

  test('match if the amount differs by the fee', () => {
    const paid = line({ amount: -1_234_967n, fee: 400n, transaction: TX });
    expect(howOf(reconcile([paid], [out({ transaction: TX })]))).toHaveLength(1);
    expect(howOf(reconcile([{ ...paid, transactionKey: null }], [out()]))).toEqual(['amount: line = withdrawal']);
  });

  test('do not match if a detail that both know differs', () => {
    const other = { transaction: 'cd'.repeat(32) };
    expect(howOf(reconcile([line({ transaction: TX })], [movement(other)]))).toEqual([]);
    expect(howOf(reconcile([line({ amount: -1_234_567n, address: 'A' })], [out({ address: 'B' })]))).toEqual([]);
    expect(howOf(reconcile([line({ amount: -1_234_567n })], [movement()]))).toEqual([]);
    expect(howOf(reconcile([line({ at: AT + 5 * DAY })], [movement()]))).toEqual([]);
  });
});

describe('several', () => {
  test('several lines match one payment, and one line several payments, of the same transaction', () => {
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

  test('several lines to one address match one payment if their sum is its amount', () => {
    const parts = ['a', 'b'].map((key) => line({ key, amount: -617_283n, fee: 0n, address: 'A' }));
    expect(howOf(reconcile(parts, [out({ amount: -1_234_566n, address: 'A' })]))).toEqual([
      'address: a+b = withdrawal',
    ]);
    expect(howOf(reconcile(parts, [out({ amount: -1_234_567n, address: 'A' })]))).toEqual([]);
  });

  test('several movements of the same amount are ambiguous, and remain breaks', () => {
    const twice = ['a', 'b'].map((key) => line({ key, amount: -1_234_567n, address: 'A' }));
    const books = ['1', '2'].map((id) => out({ id, address: 'A' }));
    expect(reconcile(twice, books)).toMatchObject({ matches: [], unknown: ['a', 'b'], unseen: ['1', '2'] });
    expect(howOf(reconcile([line()], [movement({ id: '1' }), movement({ id: '2' })]))).toEqual([]);
    expect(howOf(reconcile([line({ key: 'a' }), line({ key: 'b' })], [movement()]))).toEqual([]);
  });

  test('deposits that claim the same transaction are not matched with it', () => {
    const books = ['1', '2'].map((id) => movement({ id, transaction: TX }));
    expect(reconcile([line({ transaction: TX })], books)).toMatchObject({
      matches: [],
      disputes: [{ why: 'claimed-twice', lines: ['line'], movements: ['1', '2'] }],
    });
  });

  test('of identical lines one is matched, and the others are marked as its repetition', () => {
    const twice = ['a', 'b'].map((key) => line({ key, transaction: TX }));
    const found = reconcile(twice, [movement({ transaction: TX })]);
    expect([howOf(found), found.repeated]).toEqual([['transaction: a = deposit'], ['b']]);
    // Without this rule, a second deposit with the same transaction would match the repeated line.
    const later = reconcile([line({ key: 'c', transaction: TX })], [movement({ id: 'other', transaction: TX })], twice);
    expect(later).toMatchObject({ matches: [], repeated: ['c'], unseen: ['other'] });
  });
});

test('a round amount alone matches nothing', () => {
  expect(howOf(reconcile([line({ amount: 50_000_000n })], [movement({ amount: 50_000_000n })]))).toEqual([]);
});

test('candidates are those of the same transaction, then those with the nearest amounts', () => {
  const books = [
    movement({ id: 'far', amount: 9n }),
    movement({ id: 'near', amount: 1_234_000n }),
    movement({ id: 'named', amount: 5n, transaction: TX, from: 0, until: 0 }),
    out(),
  ];
  expect(findCandidates(line({ transaction: TX }), books).map(({ id }) => id)).toEqual(['named', 'near', 'far']);
});

const some = fc.record({
  transaction: fc.constantFrom(null, TX, 'cd'.repeat(32)),
  address: fc.constantFrom(null, 'A', 'B'),
  amount: fc.constantFrom(1_234_567n, -1_234_567n, 2_469_134n, -2_469_134n, 50_000_000n, 7n),
  at: fc.constantFrom(AT, AT + DAY, AT + 30 * DAY),
  fee: fc.constantFrom(0n, 7n),
});

test('each line and each movement ends in exactly one place, whatever their order', () => {
  fc.assert(
    fc.property(fc.array(some, { maxLength: 8 }), fc.array(some, { maxLength: 8 }), (input, booked) => {
      const lines = input.map((each, index) => line({ ...each, key: `l${index}` }));
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
      // In another order the pairs are the same, except that another of identical lines may be the first.
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

test('at least nineteen of twenty lines of a noisy statement are matched, and none wrongly', () => {
  const of = { known: 0, matched: 0 };
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

describe('lines that both a file and the chain report', () => {
  const sourcedLine = (key: string, input: LineFields = {}): SourcedLine => ({
    origin: key.startsWith('f') ? 'file' : 'chain',
    state: 'open',
    ...line({ key, transaction: TX, address: 'A', ...input }),
  });

  test('count once, by the chain unless a person chose the file’s line', () => {
    expect(findRepeatedLines([sourcedLine('f'), sourcedLine('c')])).toEqual(['f']);
    expect(findRepeatedLines([sourcedLine('f', { state: 'settled' }), sourcedLine('c')])).toEqual(['c']);
    expect(findRepeatedLines([sourcedLine('f', { state: 'settled' }), sourcedLine('c', { state: 'settled' })])).toEqual(
      [],
    );
    expect(findRepeatedLines([sourcedLine('f', { address: null, at: AT + DAY }), sourcedLine('c')])).toEqual(['f']);
    // A file may include the fee in its amount.
    expect(
      findRepeatedLines([sourcedLine('f', { amount: -500n }), sourcedLine('c', { amount: -400n, fee: 100n })]),
    ).toEqual(['f']);
  });

  test('are two movements if any detail differs', () => {
    const others = [{ transaction: 'cd'.repeat(32) }, { transaction: null }, { amount: 1n }, { address: 'B' }];
    for (const other of others) expect(findRepeatedLines([sourcedLine('f', other), sourcedLine('c')])).toEqual([]);
    expect(findRepeatedLines([sourcedLine('f', { amount: -1_234_567n }), sourcedLine('c')])).toEqual([]);
    const out = { amount: -1_234_567n };
    expect(findRepeatedLines([sourcedLine('f', { ...out, fee: 1n }), sourcedLine('c', out)])).toEqual([]);
    // The fee of an incoming payment is paid by its sender.
    expect(findRepeatedLines([sourcedLine('f', { fee: 1n }), sourcedLine('c')])).toEqual(['f']);
    expect(findRepeatedLines([sourcedLine('c'), sourcedLine('c2')])).toEqual([]);
    expect(findRepeatedLines([sourcedLine('f', { origin: null }), sourcedLine('c')])).toEqual([]);
  });

  test('match one for one, since a transaction may pay the same amount twice', () => {
    expect(findRepeatedLines([sourcedLine('f'), sourcedLine('c'), sourcedLine('c2')])).toEqual(['f']);
    expect(findRepeatedLines([sourcedLine('f'), sourcedLine('f2'), sourcedLine('c'), sourcedLine('c2')])).toEqual([
      'f',
      'f2',
    ]);
    expect(findRepeatedLines([sourcedLine('f', { state: 'echo' }), sourcedLine('c'), sourcedLine('f2')])).toEqual([]);
    // The chain reports a payment twice if a reorganisation moved it to another block.
    expect(
      findRepeatedLines([
        sourcedLine('f', { state: 'settled' }),
        sourcedLine('c', { state: 'echo' }),
        sourcedLine('c2'),
      ]),
    ).toEqual([]);
    // A line that does not count itself can't replace another.
    expect(findRepeatedLines([sourcedLine('f', { state: 'repeated' }), sourcedLine('c')])).toEqual([]);
  });
});
