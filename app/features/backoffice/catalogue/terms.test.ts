import { expect, test } from 'vitest';
import { listChangesForTwo } from '~/features/backoffice/approvals/columnRules';
import { CATALOGUE_TERMS as TERMS } from './terms';

test('a change that scales money needs two administrators, a name one; turning on needs two where turning off needs one', () => {
  const plan = { name: 'gold', dailyBps: 100, enabled: true };
  expect(listChangesForTwo(TERMS.plan, plan, { ...plan, name: 'Gold' })).toEqual([]);
  expect(listChangesForTwo(TERMS.plan, plan, { ...plan, name: 'Gold', dailyBps: 101 })).toEqual(['daily percent']);
  expect(listChangesForTwo(TERMS.plan, plan, { ...plan, enabled: false })).toEqual([]);
  expect(listChangesForTwo(TERMS.plan, { ...plan, enabled: false }, plan)).toEqual(['on or off']);
  expect(listChangesForTwo(TERMS['withdrawal-method'], { enabled: true }, { enabled: false })).toEqual(['on or off']);
  expect(listChangesForTwo(TERMS['deposit-method'], { name: 'Bitcoin' }, { name: 'Pay to 1A1zP1eP' })).toEqual([
    'name',
  ]);
  // A column that is missing in the table gets the strictest rule.
  expect(listChangesForTwo(TERMS.plan, plan, { ...plan, cashback: 1 })).toEqual(['cashback']);
});
