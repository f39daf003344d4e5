import { expect, test } from 'vitest';
import { readSearchText } from './searchText';

const ID = '01a2162a-bb40-74fe-821c-7dc2133dbe9f';
const HASH = '9b74c9897bac770ffc029102a200c5de9b74c9897bac770ffc029102a200c5de';

test.each([
  ['  ', null],
  ['$2,500.00', { cents: 2_500_00n, code: '$2,500.00', words: null, id: null }],
  ['2500', { cents: 2_500_00n, code: null, words: null, id: null }],
  [` ${ID.toUpperCase()} `, { id: ID, cents: null, code: ID.toUpperCase(), words: null }],
  [HASH, { code: HASH, words: null, id: null, cents: null }],
  ['TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE', { code: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE', words: null }],
  [`moss${'1'.repeat(28)}`, { words: `moss${'1'.repeat(28)}` }],
  ['Moss mia', { words: 'Moss mia', code: null, id: null, cents: null }],
  ['mia@example.com', { words: 'mia@example.com', code: 'mia@example.com', id: null, cents: null }],
  ['+44 20 7946', { words: '+44 20 7946', code: null, id: null, cents: null }],
  ['\u202a＋４４ ２０\u00a07946\u202c', { words: '+44 20 7946', code: null }],
  [`\u200b${ID}`, { id: ID }],
  ['ann@müller.de', { words: 'ann@xn--mller-kva.de' }],
  ['0x5290…9EE7', { part: { start: '0x5290', end: '9ee7' }, words: null, id: null }],
  ['01a2162a…3dbe9f', { part: { start: '01a2162a', end: '3dbe9f' }, id: null }],
  ['01a2162a-bb40', { part: { start: '01a2162a-bb40', end: '' }, id: null, cents: null }],
  [ID, { id: ID, part: null }],
  ['Þóra', { words: 'Þóra', code: null, id: null, cents: null }],
])('reads %j', (input, read) => {
  const search = readSearchText(input);
  if (read === null) expect(search).toBeNull();
  else expect(search).toMatchObject(read);
});
