import { expect, test } from 'vitest';
import { COPY_STATES, MIRROR_STATES } from '#drizzle/schema';
import { COUNTED, HOLDING, RUNNING } from './states';

test('a copy holds money until it has stopped, and its owner can change it until it begins to stop', () => {
  expect([...COPY_STATES].filter((state) => !HOLDING.includes(state))).toEqual(['stopped']);
  expect(HOLDING.filter((state) => !RUNNING.includes(state))).toEqual(['stopping']);
  expect([HOLDING.length, RUNNING.length]).toEqual([3, 2]);
});

test('a typed result is part of a copy from its posting until it was taken back', () => {
  const left = MIRROR_STATES.filter((state) => !COUNTED.includes(state));
  expect([COUNTED, left]).toEqual([
    ['posted', 'voiding', 'kept'],
    ['waiting', 'skipped', 'voided'],
  ]);
});
