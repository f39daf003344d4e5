/* Folds texts for search (case, accents, points, invisible marks) identically in JavaScript, SQLite and PostgreSQL, in any locale. */

/** Marks ignored by search, as a regular expression for all engines: accents of decomposed letters, points, and invisible marks. */
export const FOLDED_MARKS =
  '[\\u0300-\\u036f\\u0483-\\u0489\\u0591-\\u05bd\\u05bf\\u05c1-\\u05c7\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06ed\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\ufeff]';

/** Letters whose stroke or missing dot is no combining mark in Unicode, with their plain letters. */
export const STROKED_LETTERS = { letters: 'ıøØłŁđĐħĦŧŦðÐς', plain: 'ioollddhhttddσ' };

export const DOUBLED_LETTERS = { ß: 'ss', ẞ: 'ss', æ: 'ae', Æ: 'ae', œ: 'oe', Œ: 'oe', þ: 'th', Þ: 'th' };

const FOLDED_PATTERN = new RegExp(
  `${FOLDED_MARKS}|[${STROKED_LETTERS.letters}${Object.keys(DOUBLED_LETTERS).join('')}]`,
  'g',
);
const PLAIN_LETTERS: Record<string, string> = {
  ...Object.fromEntries([...STROKED_LETTERS.letters].map((letter, at) => [letter, STROKED_LETTERS.plain[at] ?? ''])),
  ...DOUBLED_LETTERS,
};

export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(FOLDED_PATTERN, (found) => PLAIN_LETTERS[found] ?? '')
    .toLowerCase()
    .replaceAll('ς', 'σ');

export const splitFoldedWords = (input: string): string[] => foldText(input).split(/\s+/).filter(Boolean);
