import { expect, test } from 'vitest';
import { sourcesOf } from './sources';

/** Classes by which the width of the screen shows something or leaves it out. */
const BY_WIDTH = /\b(?:max-)?(?:sm|md|lg|xl):hidden\b|\bhidden (?:sm|md|lg|xl):/;

// A table has columns where there is room for it, which the screen's width alone doesn't tell: `InColumn` and `InRow` follow the table.
test('what the width of the screen leaves out is left to the pieces of app/ui', () => {
  const own = sourcesOf('app/ui').filter(({ text }) => BY_WIDTH.test(text));
  expect(own.length).toBeGreaterThan(3);
  const others = sourcesOf('app/features', 'app/routes').filter(({ text }) => BY_WIDTH.test(text));
  expect(others.map(({ path }) => path)).toEqual([]);
});

test('a dense table leaves out parts of its cells by its own width', () => {
  const tables = sourcesOf('app/features', 'app/routes').filter(
    ({ text }) => /from '~\/ui\/tables\/Table'/.test(text) && /\bdense\b/.test(text),
  );
  expect(tables.length).toBeGreaterThan(10);
  const byScreen = tables.filter(({ text }) => /<(?:WideOnly|PhoneOnly)\b/.test(text));
  expect(byScreen.map(({ path }) => path)).toEqual([]);
});
