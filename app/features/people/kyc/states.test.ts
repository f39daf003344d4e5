import { expect, test } from 'vitest';
import { requestedDocumentOf, shownState } from './states';

test('identity checks are named by their state, and rejected ones by the event that ended them', () => {
  expect(shownState({ status: 'submitted', endedBy: null })).toBe('submitted');
  expect(shownState({ status: 'rejected', endedBy: null })).toBe('rejected');
  expect(shownState({ status: 'rejected', endedBy: 'revoke' })).toBe('revoked');
  expect(shownState({ status: 'rejected', endedBy: 'expire' })).toBe('expired');
});

test('a document is requested until it was sent or the check has another state', () => {
  expect(requestedDocumentOf(null)).toBeNull();
  expect(requestedDocumentOf({ status: 'submitted', paperWanted: null })).toBeNull();
  expect(requestedDocumentOf({ status: 'rejected', paperWanted: 'selfieFileId' })).toBe('selfieFileId');
});
