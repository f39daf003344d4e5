import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLS } from '~/api/calls';
import { MirrorbookClient } from '~/api/client';
import type { Call } from '~/web/guard/call';
import { ADMIN, newInvestor, openTrading, PASSWORD, succeed, told } from '../support/pages/calls';
import { Installation } from '../support/servers/installation';

const installation = new Installation({ DEMONSTRATION: '0' });
const tokens: Partial<Record<Call['who'], string>> = {};
const own: Record<string, string> = {};

beforeAll(async () => {
  await installation.start();
  await installation.createAdministrator(ADMIN.email, 'Ada', ADMIN.password);
  const anonymous = new MirrorbookClient(installation.origin);
  tokens.administrator = (await succeed(anonymous, 'admin', ADMIN)).token;
  const admin = anonymous.with(tokens.administrator);
  const person = await newInvestor(installation, { dollars: 200_000, admin });
  tokens.investor = person.client.token;
  await openTrading(installation, person, admin);
  const { _id } = await succeed(admin, 'createTrader', CALLS.createTrader.example);
  Object.assign(own, { $EMAIL: person.email, $PASSWORD: PASSWORD, $USER: person.id, $TRADER: _id });
});
afterAll(() => installation.remove());

/** Other ways to write a text or number that mean the same. */
const spellings = (value: unknown): unknown[] => {
  if (typeof value === 'number') return [String(value), `${value.toFixed(2)}`, ` ${value} `];
  if (typeof value !== 'string') return [];
  return [value.toLowerCase(), value.toUpperCase(), ` ${value} `, `${value}\u00a0`];
};

/** The same body with one of its fields written in another way. */
function variantsOf(body: Record<string, unknown>): Record<string, unknown>[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const inner = value !== null && typeof value === 'object' ? variantsOf(value as Record<string, unknown>) : [];
    return [...spellings(value), ...inner].map((other) => ({ ...body, [name]: other }));
  });
}

const money = Object.values<Call>(CALLS).filter(({ once }) => once === 'money');

describe('the same money asked for without a key, written in another way', () => {
  test('is tried at every call that moves money', () => {
    expect(money.length).toBeGreaterThan(7);
  });

  test.each(money)('$name is asked back or refused, and never done again', async (call) => {
    const open = JSON.stringify(call.example).replace(/\$[A-Z_]+/g, (name) => own[name] ?? name);
    const body = JSON.parse(open) as Record<string, unknown>;
    const send = async (sent: Record<string, unknown>) => {
      const response = await fetch(`${installation.origin}/api/${call.name}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'x-access-token': tokens[call.who] ?? '' },
        body: JSON.stringify(sent),
      });
      const body = await response.json();
      return { status: told({ http: response.status, body }), said: body };
    };
    const first = await send(body);
    expect([first.status, first.said]).toEqual([200, expect.objectContaining({ message: expect.any(String) })]);
    for (const variant of [body, Object.fromEntries(Object.entries(body).reverse()), ...variantsOf(body)]) {
      const { status } = await send(variant);
      expect([variant, status === 409 || status === 400]).toEqual([variant, true]);
    }
  });
});
