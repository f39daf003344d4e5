import { expect, test } from 'vitest';
import { listChangesForTwo, reasons, reasonsOfTerms } from './columnRules';

test('a change of terms needs as many administrators as its strictest column, and one if nothing changes', () => {
  expect(reasonsOfTerms([], 'a plan')).toEqual([]);
  expect(reasonsOfTerms(['fee', 'days'], 'a plan')).toEqual(['it changes fee, days of a plan']);
});

test('a column needs as many as its rule says, and two without a rule', () => {
  const rules = { fee: 'two', on: 'two-to-turn-on', name: 'two-while-copied', icon: { one: 'it is read' } } as const;
  const terms = { rules, names: { on: 'on or off' } };
  const before = { fee: 1n, on: false, name: 'a', icon: 'b', other: 1 };
  const after = { fee: 2n, on: true, name: 'c', icon: 'd', other: 2 };
  expect(listChangesForTwo(terms, before, before)).toEqual([]);
  expect(listChangesForTwo(terms, before, after)).toEqual(['fee', 'on or off', 'other']);
  expect(listChangesForTwo(terms, before, after, true)).toEqual(['fee', 'on or off', 'name', 'other']);
  expect(listChangesForTwo(terms, after, before)).toEqual(['fee', 'other']);
});

test('the reasons returned are those whose condition holds', () => {
  expect(reasons({ one: true, two: false, three: true })).toEqual(['one', 'three']);
});
