import { expect, test } from 'vitest';
import { requireInstrument } from '~/market/instruments';
import { getCommonName, getSecondaryName } from './naming';

test.each([
  ['EURUSD', 'EUR/USD', 'Euro / US dollar'],
  ['NAS100', 'NAS100', '100 large US technology companies'],
  ['NQ1', 'NAS100 future', 'NQ1!'],
  ['GC1', 'Gold future', 'GC1!'],
  ['US30Y', 'US 30-year bond', 'US30Y'],
  ['AAPL', 'Apple', 'AAPL'],
])('%s is called %s everywhere, and explained by %s', (id, common, secondary) => {
  const instrument = requireInstrument(id);
  expect([getCommonName(instrument), getSecondaryName(instrument)]).toEqual([common, secondary]);
});
