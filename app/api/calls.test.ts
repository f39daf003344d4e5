import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CALLS } from '~/api/calls';
import { addressOf, type Call, pathFields } from '~/web/guard/call';

test('each call of the table has an address and a handler of its name, and no others have one', () => {
  // `app/routes.ts` makes the addresses of these files.
  const handlers = readdirSync('app/api/handlers').map((file) => file.replace(/\.server\.ts$/, ''));
  const paths = Object.values<Call>(CALLS).map((call) => addressOf(call).replace('/api/', ''));
  const asFile = (path: string) => path.replaceAll('/', '.').replace(/\{(\w+)\}/g, '$$$1');
  expect(handlers.sort()).toEqual(paths.map(asFile).sort());
  for (const [key, { name }] of Object.entries<Call>(CALLS)) expect(name).toBe(key);
  for (const call of Object.values<Call>(CALLS)) {
    expect(
      addressOf(call)
        .replace(/\/\{.*/, '')
        .split('/')
        .at(-1),
    ).toBe(call.name);
    expect(Object.keys(call.input.shape)).toEqual(expect.arrayContaining(pathFields(call)));
  }
});
