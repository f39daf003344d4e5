import { describe, expect, test } from 'vitest';
import { serveCall } from '~/api/serveCall.server';
import { hashPassword } from '~/features/people/auth/passwords/passwords.server';
import { useDatabase } from '../../support/database';
import { LIVE } from '../../support/liveEnvironment';
import { makeUser } from '../../support/people/people';
import { PASSWORD, typed } from './auth.fixtures';

useDatabase(LIVE);

/** Calls the API as a program does, and returns the status and body. */
async function ask(name: string, body?: object, token?: string) {
  const request = new Request(`https://operator.example/api/${name}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...(body && { 'Content-Type': 'application/json' }), ...(token && { 'x-access-token': token }) },
    body: body && JSON.stringify(body),
  });
  const context = { address: '192.0.2.1' };
  const answer = await serveCall({ request, params: {}, context } as unknown as Parameters<typeof serveCall>[0]);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** Returns all that a person can observe after signing up with an address, which may belong to an account. */
async function probe(email: string, userName: string) {
  const input = typed({ email, userName, password: 'a guess of mine', referralLink: 'referrer' });
  const { status, body } = await ask('register', input);
  const { token, email: _, message, ...fields } = body;
  const output = { ...fields, message: String(message).replace(email, 'the address') };
  const credentials = { email, password: input.password, rememberme: false };
  return {
    registered: { status, output },
    withToken: [await ask('getData', undefined, String(token)), await ask('getUsers', undefined, String(token))],
    signedIn: await ask('login', credentials),
  };
}

describe('in live mode nothing reveals whether an address is known', () => {
  test('to a person who signs up with it by a call', async () => {
    await makeUser({ username: 'referrer' });
    await makeUser({ email: 'known@example.com', passwordHash: await hashPassword(PASSWORD) });
    const known = await probe('known@example.com', 'fresh1');
    expect(known.registered).toMatchObject({ status: 200, output: { referringUser: 'referrer' } });
    expect(await probe('unknown@example.com', 'fresh2')).toEqual(known);
  });
});
