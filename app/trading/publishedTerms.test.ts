import { expect, test } from 'vitest';
import { parsePrice } from './decimals';
import { listPublishedSpreads, PUBLISHED_RULES, PUBLISHED_TERMS } from './publishedTerms';

test('the published table has the terms of the engine', () => {
  expect(PUBLISHED_TERMS.map((terms) => Object.values(terms).slice(1).join(' | '))).toEqual([
    '0.01% | 30 | 0.5% | Sunday 22:00 to Friday 22:00',
    '0.01% | 20 | 0.5% | Sunday 22:00 to Friday 22:00',
    '0.02% | 20 | 1.5% | Sunday 23:00 to Friday 22:00, closed from 22:00 to 23:00 each day',
    '0.02% | 20 | 1.5% | Sunday 23:00 to Friday 22:00, closed from 22:00 to 23:00 each day',
    '0.04% | 10 | 1.5% | Sunday 23:00 to Friday 22:00, closed from 22:00 to 23:00 each day',
    '0.04% | 10 | 1.5% | Sunday 23:00 to Friday 22:00, closed from 22:00 to 23:00 each day',
    '0.05% | 5 | 1.5% | Monday to Friday, 14:30 to 21:00',
    '0.1% | 2 | 1.5% | Always',
  ]);
});

test('the published general rules are those of the engine', () => {
  expect(PUBLISHED_RULES.map(({ value }) => value).slice(0, 9)).toEqual([
    '1 second',
    'at the first price after the order, copies at the next',
    '60 seconds',
    '25%',
    '50%',
    '0.01%',
    '$1',
    '2%',
    '30%',
  ]);
});

test.each([
  // Two units of the last decimal, of which one is half the spread.
  { id: 'NG1', mid: '1.000', spread: '0.04%', least: '0.002', now: '0.2%' },
  { id: 'XRPUSD', mid: '0.2600', spread: '0.1%', least: '0.0002', now: '0.1538%' },
])('a low price has a spread above that of its class, and its row shows it: $id at $mid', ({ id, mid, ...row }) => {
  const rows = listPublishedSpreads((contract) => (contract.id === id ? parsePrice(mid, contract) : null));
  expect(rows.find((each) => each.id === id)).toMatchObject(row);
  expect(rows.filter(({ now }) => now !== null)).toHaveLength(1);
});
