import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalEffect, compareEffects, describeEffect, formatChangedValue, readEffect } from './effect';

const line = fc.record({ name: fc.string(), to: fc.string(), from: fc.option(fc.string(), { nil: undefined }) });
const effect = fc.record({ title: fc.string(), lines: fc.array(line) });

describe('an effect', () => {
  test('is parsed to the value that was written, and written again with the same bytes', () => {
    fc.assert(
      fc.property(effect, (made) => {
        const stored = canonicalEffect(made);
        expect(canonicalEffect(readEffect(stored))).toBe(stored);
        expect(readEffect(stored)).toEqual(made);
      }),
    );
  });

  test('has the same bytes whatever the order of its keys', () => {
    const made = canonicalEffect({ title: 'T', lines: [{ name: 'a', from: '1', to: '2' }] });
    expect(canonicalEffect({ lines: [{ to: '2', from: '1', name: 'a' }], title: 'T' })).toBe(made);
  });

  test('is stored with sorted keys, and with a previous value only where something was there before', () => {
    const lines = [
      { name: 'Capital', to: '$2.00', from: '$1.00' },
      { name: 'Name', to: '' },
    ];
    expect(canonicalEffect({ title: 'T', lines })).toBe(
      '{"lines":[{"from":"$1.00","name":"Capital","to":"$2.00"},{"name":"Name","to":""}],"title":"T"}',
    );
  });

  test('is described in words, with "nothing" for an absent value', () => {
    expect(formatChangedValue({ name: 'a', to: '5' })).toBe('5');
    expect(formatChangedValue({ name: 'a', to: '' })).toBe('nothing');
    expect(formatChangedValue({ name: 'a', from: '4', to: '5' })).toBe('4 → 5');
    expect(formatChangedValue({ name: 'a', from: '', to: '' })).toBe('nothing → nothing');
    const effect = {
      title: 'T',
      lines: [
        { name: 'a', from: '4', to: '5' },
        { name: 'b', to: '6' },
      ],
    };
    expect(describeEffect(effect)).toEqual({ a: '4 → 5', b: '6' });
  });

  test('is compared line by line, and the message names both values', () => {
    const then = { title: 'Record a profit', lines: [{ name: 'Capital', to: '$100,000.00' }] };
    expect(compareEffects(then, then)).toEqual([]);
    expect(compareEffects(then, { ...then, lines: [{ name: 'Capital', to: '$500.00' }] })).toEqual([
      'Capital: $100,000.00 then, $500.00 now',
    ]);
    expect(compareEffects(then, { title: 'Record a loss', lines: [] })).toEqual([
      '"Record a profit" then, "Record a loss" now',
      'Capital: $100,000.00 then, nothing now',
    ]);
  });
});
