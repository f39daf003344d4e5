import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CALLS } from '~/api/calls';

test('each call of the table has an address and a handler of its name, and no others have one', () => {
  // `app/routes.ts` makes the addresses of these files.
  const handlers = readdirSync('app/api/handlers').map((file) => file.replace(/\.server\.ts$/, ''));
  expect(handlers.sort()).toEqual(Object.keys(CALLS).sort());
  for (const [key, { name }] of Object.entries(CALLS)) expect(name).toBe(key);
});
