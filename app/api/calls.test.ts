import { expect, test } from 'vitest';
import { CALLS } from '~/api/calls';
import { CALL_ADDRESSES } from '~/routes';
import { type Call, getCallAddress, pathFieldNames } from '~/web/guard/call';

test('each call of the table has a unique name and a route that ends with it, and no other route exists', () => {
  const asRoute = (call: Call) =>
    getCallAddress(call)
      .replace('/api/', '')
      .replaceAll('/', '.')
      .replace(/\{(\w+)\}/g, '$$$1');
  expect(Object.values<Call>(CALLS).map(asRoute).sort()).toEqual(CALL_ADDRESSES.toSorted());
  for (const [key, { name }] of Object.entries<Call>(CALLS)) expect(name).toBe(key);
  for (const call of Object.values<Call>(CALLS)) {
    expect(
      getCallAddress(call)
        .replace(/\/\{.*/, '')
        .split('/')
        .at(-1),
    ).toBe(call.name);
    expect(Object.keys(call.input.shape)).toEqual(expect.arrayContaining(pathFieldNames(call)));
  }
});
