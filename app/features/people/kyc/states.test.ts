import { expect, test } from 'vitest';
import { getDisplayedState, requestedDocumentOf } from './states';

test('identity checks are named by their state, and rejected ones by the event that ended them', () => {
  expect(getDisplayedState({ status: 'submitted', endedBy: null })).toBe('submitted');
  expect(getDisplayedState({ status: 'rejected', endedBy: null })).toBe('rejected');
  expect(getDisplayedState({ status: 'rejected', endedBy: 'revoke' })).toBe('revoked');
  expect(getDisplayedState({ status: 'rejected', endedBy: 'expire' })).toBe('expired');
});

test('a document is requested until it was sent or the check has another state', () => {
  expect(requestedDocumentOf(null)).toBeNull();
  expect(requestedDocumentOf({ status: 'submitted', paperWanted: null })).toBeNull();
  expect(requestedDocumentOf({ status: 'rejected', paperWanted: 'selfieFileId' })).toBe('selfieFileId');
});
