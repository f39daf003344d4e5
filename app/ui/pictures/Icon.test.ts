import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ICON_NAMES } from './Icon';

test('the file of icons contains each icon once, and no other', () => {
  const file = readFileSync(new URL('icons.svg', import.meta.url), 'utf8');
  const rendered = [...file.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id);
  expect(rendered).toEqual([...ICON_NAMES]);
});
