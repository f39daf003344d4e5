import { expect, test } from 'vitest';
import { CALLS } from '~/api/calls';
import { addressOf, type Call, pathFields } from '~/web/guard/call';

test('each call of the table has its name and an address that ends with it', () => {
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
