import { expect, test } from 'vitest';
import { listChangesForTwo } from '~/features/backoffice';
import { TRADER_TERMS } from './traderActs.server';

test('changing a trader’s identity needs two administrators if there are copies, and one otherwise', () => {
  const trader = { firstName: 'Mia', lastName: 'Stone', nationality: 'Malta', imageFileId: null, declared: null };
  const other = { firstName: 'Bea', lastName: 'Moss', nationality: 'Wales', imageFileId: 'f', declared: {} };
  expect(listChangesForTwo(TRADER_TERMS, trader, other)).toEqual([]);
  expect(listChangesForTwo(TRADER_TERMS, trader, other, true)).toEqual([
    'first name',
    'last name',
    'nationality',
    'picture',
  ]);
  expect(listChangesForTwo(TRADER_TERMS, trader, { ...trader }, true)).toEqual([]);
});
