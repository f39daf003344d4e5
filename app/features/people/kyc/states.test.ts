import { expect, test } from 'vitest';
import { paperWantedOf, shownState } from './states';

test('papers are called by their state, and rejected ones by what ended them', () => {
  expect(shownState({ status: 'submitted', endedBy: null })).toBe('submitted');
  expect(shownState({ status: 'rejected', endedBy: null })).toBe('rejected');
  expect(shownState({ status: 'rejected', endedBy: 'revoke' })).toBe('revoked');
  expect(shownState({ status: 'rejected', endedBy: 'expire' })).toBe('expired');
});

test('a paper is wanted until it was sent, or the papers stand otherwise', () => {
  expect(paperWantedOf(null)).toBeNull();
  expect(paperWantedOf({ status: 'submitted', paperWanted: null })).toBeNull();
  expect(paperWantedOf({ status: 'rejected', paperWanted: 'selfieFileId' })).toBe('selfieFileId');
});
