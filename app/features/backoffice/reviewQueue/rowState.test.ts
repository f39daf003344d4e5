import { expect, test } from 'vitest';
import { fitRowState, ROW_STATE_LETTERS } from './rowState';

const shown = (state: Parameters<typeof fitRowState>[0], maxChars = ROW_STATE_LETTERS.amounts) => {
  const { status, risk, all } = fitRowState(state, maxChars);
  return [[status, risk].filter(Boolean).join(', '), all];
};
const by = (name: string, before = '', after = '') => ({ before, name, after });

test.each<[Parameters<typeof fitRowState>[0], string, string | null]>([
  [{ risks: ['New wallet'] }, 'New wallet', null],
  [{ risks: [] }, '', null],
  [{ status: 'requested', risks: ['New account'] }, 'requested, new account', null],
  [{ risks: ['New wallet', 'New account'] }, 'New wallet, new account', null],
  [{ risks: ['High risk', 'New wallet', 'New account'] }, 'High risk +2', 'High risk, New wallet, New account'],
  [{ person: by('Ada Marsh'), risks: ['New account'] }, 'Ada Marsh, new account', null],
  [{ person: by('Wilhelmina Featherstonehaugh'), risks: [] }, 'Wilhelmina', null],
  [{ person: by('Wilhelmina Featherstonehaugh'), risks: ['New account'] }, 'Wilhelmina, new account', null],
  [{ person: by('Ada Marsh', 'Asked by ', ' 3 h ago'), risks: [] }, 'Asked by Ada 3 h ago', null],
  [{ person: by('Ada Marsh', 'Asked by ', ' 3 h ago'), risks: ['New wallet'] }, 'Ada 3 h ago, new wallet', null],
  [{ person: by('Wilhelmina Stone', 'Asked by ', ' 3 h ago'), risks: ['New wallet'] }, 'Wilhelmina, new wallet', null],
  [
    { person: by('Wilhelmina Stone', 'Asked by '), risks: ['Wallet of others', 'New account'] },
    'Wilhelmina, 2 to check',
    'Wallet of others, New account',
  ],
])('%j is shown as %s', (state, text, all) => {
  expect(shown(state)).toEqual([text, all]);
  expect(text.length).toBeLessThanOrEqual(ROW_STATE_LETTERS.amounts);
});
