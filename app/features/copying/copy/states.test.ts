import { expect, test } from 'vitest';
import { COPY_STATES, MIRROR_STATES } from '#drizzle/schema';
import { COUNTED_RESULT_STATES, describeMissingComparison, FUNDED_COPY_STATES, RUNNING_COPY_STATES } from './states';

test('a copy holds money until it has stopped, and its owner can change it until it starts to stop', () => {
  expect([...COPY_STATES].filter((state) => !FUNDED_COPY_STATES.includes(state))).toEqual(['stopped']);
  expect(FUNDED_COPY_STATES.filter((state) => !RUNNING_COPY_STATES.includes(state))).toEqual(['stopping']);
  expect([FUNDED_COPY_STATES.length, RUNNING_COPY_STATES.length]).toEqual([3, 2]);
});

test('a manual result is part of a copy from its posting until it is reversed', () => {
  const left = MIRROR_STATES.filter((state) => !COUNTED_RESULT_STATES.includes(state));
  expect([COUNTED_RESULT_STATES, left]).toEqual([
    ['posted', 'voiding', 'kept'],
    ['waiting', 'skipped', 'voided'],
  ]);
});

test.each([
  [null, 'active', 'No result of the trader has been entered for the time of this copy.'],
  [null, 'stopped', 'No result of the trader has been entered for the time of this copy.'],
  [3, 'paused', 'The trader has not traded since this copy began.'],
  [3, 'stopping', 'The trader did not trade while this copy ran.'],
  [3, 'stopped', 'The trader did not trade while this copy ran.'],
] as const)('a copy with nothing to compare gives the reason: leader order %s, %s', (leaderOrder, status, text) => {
  expect(describeMissingComparison({ leaderOrder, status })).toBe(text);
});
