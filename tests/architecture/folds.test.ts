import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourcesOf } from './sources';

/** Menus hold links alone, and close when something else is pressed. `tests/contract/everyPage.test.ts` finds one with a field. */
const MENUS = ['app/ui/shell/Menus.tsx', 'app/ui/shell/PublicShell.tsx'];
const FOLD = 'app/ui/layout/Details.tsx';

const sources = sourcesOf('app');
const having = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

test('every fold but a menu is the one that only a press closes', () => {
  expect(having(/<details\b/)).toEqual([FOLD, ...MENUS].sort());
  expect(having(/<Details\b/).length).toBeGreaterThan(4);
});

test('nothing but a menu is closed by a script', () => {
  expect(having(/\.open = false|removeAttribute\('open'\)|toggleAttribute\('open'/)).toEqual([MENUS[0]]);
  const site = readFileSync('app/ui/site.js', 'utf8');
  expect([...site.matchAll(/(\w+)\.open = false/g)].map(([, closed]) => closed)).toEqual(['menu', 'menu']);
});

test('no fold is made anew, and so closed, when the address changes', () => {
  const folds = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/<(?:Details|Disclosure|Fold|FoldedPart|FoldedCard)\b[^>]*?\bkey=\{([^}]*)\}/g)].map(
      ([, key = '']) => ({ path, key }),
    ),
  );
  expect(folds.filter(({ key }) => /search|pathname|query|location/i.test(key))).toEqual([]);
});
