import { expect, test } from 'vitest';
import { requestedDocumentOf, shownState } from './states';

test('papers are called by their state, and rejected ones by what ended them', () => {
  expect(shownState({ status: 'submitted', endedBy: null })).toBe('submitted');
  expect(shownState({ status: 'rejected', endedBy: null })).toBe('rejected');
  expect(shownState({ status: 'rejected', endedBy: 'revoke' })).toBe('revoked');
  expect(shownState({ status: 'rejected', endedBy: 'expire' })).toBe('expired');
});

test('a paper is wanted until it was sent, or the papers stand otherwise', () => {
  expect(requestedDocumentOf(null)).toBeNull();
  expect(requestedDocumentOf({ status: 'submitted', paperWanted: null })).toBeNull();
  expect(requestedDocumentOf({ status: 'rejected', paperWanted: 'selfieFileId' })).toBe('selfieFileId');
});
