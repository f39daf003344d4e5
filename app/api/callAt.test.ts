import { describe, expect, test } from 'vitest';
import { type Call, getCallAddress } from '~/web/guard/call';
import { expectDocumented, fits, operationOf } from '../../tests/support/pages/openapi';
import { createEarlyRefusal, findCall } from './callAt';
import { CALLS } from './calls';

const calls = Object.values<Call>(CALLS);

test.each([
  ['/api/withdraw', CALLS.withdraw],
  ['/API/WITHDRAW/?x=1', CALLS.withdraw],
  ['/api/admin', CALLS.admin],
  ['/api/admin/approveKYC', CALLS.approveKYC],
  ['/api/traders/01890000-0000-7000-8000-000000000000', CALLS.traders],
  ['/api/nothing', undefined],
])('the call at %s is found', (address, call) => {
  expect(findCall(address)).toBe(call);
});

test.each(calls)('$name refuses an input that its document does not allow before its handler runs', (call) => {
  for (const http of Object.keys(operationOf(call.name).responses).map(Number)) {
    if (http >= 400) expectDocumented(call.name, http, createEarlyRefusal(getCallAddress(call), http, 'Wait'));
  }
});

describe('clients of the original find the field that they read, whatever the HTTP status', () => {
  const rows: [string, number, unknown][] = [401, 409, 429, 500, 503].flatMap((http): [string, number, unknown][] => [
    ['withdraw', http, { withdrawMessage: 'Wait', name: '', email: '', subject: 'Withdrawal not made' }],
    ['fundwallet', http, { error: 'Wait', funded: 0 }],
    ['debitwallet', http, { error: 'Wait', funded: 0 }],
    ['upgradeUser', http, { error: 'Wait', funded: 0 }],
    ['invest', http, { error: 'Wait' }],
    ['fetchTraders', http, { traders: [] }],
    ['getUsers', http, []],
  ]);
  test.each(rows)('%s at %i', (name, http, fields) => {
    const body = createEarlyRefusal(`/api/${name}`, http, 'Wait');
    if (Array.isArray(fields)) expect(body).toEqual(fields);
    else expect(body).toEqual({ status: http, message: 'Wait', ...(fields as object) });
  });
});

describe('examples of the document', () => {
  test.each(calls)('of $name match their schema and contain no placeholder', async (call) => {
    const { requestBody, parameters } = operationOf(call.name);
    const sent = Object.values(requestBody?.content ?? {}).flatMap(({ example }) => (example ? [example] : []));
    const query: Record<string, unknown> = Object.fromEntries(
      parameters.flatMap(({ name, example }) => (example ? [[name, example]] : [])),
    );
    expect(sent.length + parameters.length).toBeGreaterThan(call.method === 'POST' ? 0 : -1);
    for (const example of [...sent, query].filter((each) => Object.keys(each).length > 0)) {
      expect(JSON.stringify(example)).not.toMatch(/"[$@]/);
      expect((await call.input.safeParseAsync(call.adapt?.(example) ?? example)).error).toBeUndefined();
    }
    const schema = requestBody?.content['application/json'].schema;
    if (schema) {
      for (const example of sent)
        expect([call.name, fits(`${call.name} example`, schema, example)]).toEqual([call.name, true]);
    }
  });
});
