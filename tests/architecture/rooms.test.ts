import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { sourcesOf } from './sources';

/** A folder has so many sources at most, besides its folders and its tests. */
const MOST = 14;

/** Lists of one kind, in which a name is looked up: addresses, and the handlers of calls. */
const LISTS = ['app/routes/admin', 'app/routes/auth', 'app/routes/investor', 'app/routes/public', 'app/api/handlers'];

test('a folder of app is small enough to be read at a glance', () => {
  const counts = new Map<string, number>();
  for (const { path } of sourcesOf('app')) {
    const folder = posix.dirname(path);
    if (!/\.test\.tsx?$/.test(path) && !LISTS.includes(folder)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  expect(counts.size).toBeGreaterThan(100);
  expect([...counts].filter(([, count]) => count > MOST)).toEqual([]);
});
