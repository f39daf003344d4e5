import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeReference } from './referenceKey';

test('different spellings of a reference have one key', () => {
  const spellings = ['0xAbC123', 'abc123', ' ABC 123 ', '\u200babc\u2060123\ufeff', '0Xabc123', 'ａｂｃ123'];
  expect(new Set(spellings.map(normalizeReference))).toEqual(new Set(['abc123']));
});

test('different references have different keys', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-f1-9][a-f0-9:]{1,20}$/),
      fc.stringMatching(/^[a-f1-9][a-f0-9:]{1,20}$/),
      (one, other) => {
        expect(normalizeReference(one) === normalizeReference(other)).toBe(one === other);
      },
    ),
  );
});
