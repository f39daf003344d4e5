import { expect, test } from 'vitest';
import { sourcesOf } from './sources';

/** What sets up a whole run, or a server that a client of the same process must find. */
const MAY = /^tests\/support\/\w+\/([\w]+\.global|s3)\.ts$/;

test('no test writes to the environment of its process, which the files after it share', () => {
  const writes = /process\.env(\.\w+|\[[^\]]+\])\s*(\?\?)?=[^=]|Object\.assign\(process\.env|delete process\.env/;
  const found = sourcesOf('tests')
    .filter(({ path, text }) => !MAY.test(path) && !path.endsWith('environment.test.ts') && writes.test(text))
    .map(({ path }) => path);
  expect(found).toEqual([]);
});
