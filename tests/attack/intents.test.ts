import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MirrorbookClient } from '~/api/client';
import { someOf } from '../support/depth';
import { ADMIN, newInvestor, PASSWORD, succeed } from '../support/pages/calls';
import { Client } from '../support/pages/client';
import { isBehindAdmin, routesOf } from '../support/pages/routes';
import { contentsOf } from '../support/people/rows';
import { Installation } from '../support/servers/installation';

/** Starts without a demonstration, so that nothing but forms writes. */
const installation = new Installation({ DEMONSTRATION: '0' });
const clients = {} as Record<'anonymous' | 'investor' | 'admin', { client: Client; csrf: string }>;
let userId = '';

beforeAll(async () => {
  await installation.start();
  await installation.createAdministrator(ADMIN.email, 'Ada', ADMIN.password);
  const caller = new MirrorbookClient(installation.origin);
  const operator = caller.with((await succeed(caller, 'admin', ADMIN)).token);
  const person = await newInvestor(installation, { dollars: 20_000, admin: operator });
  userId = person.id;
  const csrfOf = async (client: Client, path: string) => (await client.form(path, '_csrf')).fields._csrf ?? '';
  const anonymous = new Client(installation);
  clients.anonymous = { client: anonymous, csrf: await csrfOf(anonymous, '/login') };
  const investor = await new Client(installation).signIn({ email: person.email, password: PASSWORD });
  clients.investor = { client: investor, csrf: await csrfOf(investor, '/dashboard') };
  const admin = await new Client(installation).signInAdmin(ADMIN);
  clients.admin = { client: admin, csrf: await csrfOf(admin, '/admin/users') };
});
afterAll(() => installation.remove());

const forms = (await routesOf()).filter(({ id, hasAction }) => hasAction && !/^routes\/api\//.test(id));

const clientFor = (id: string) => {
  if (/^routes\/(investor\/|auth\/logout$)/.test(id)) return clients.investor;
  return isBehindAdmin(id) ? clients.admin : clients.anonymous;
};

async function post(route: { id: string; path: string }, intent: string | null) {
  const { client, csrf } = clientFor(route.id);
  const body = new URLSearchParams({ _csrf: csrf, ...(intent === null ? {} : { _intent: intent }) });
  const path = route.path.replace('01890000-0000-7000-8000-000000000000', userId);
  return await client.fetch(path, { method: 'POST', body, headers: { Origin: client.origin } });
}

describe('a form with an intent that its page doesn’t have', () => {
  test('is sent to every address that accepts one', () => {
    expect(forms.length).toBeGreaterThan(30);
    expect(forms.filter(({ intents }) => intents.length > 0).length).toBeGreaterThan(9);
  });

  test.each(forms)('$path answers 400 and does nothing', async (route) => {
    const before = contentsOf(installation);
    const intents = ['no-such-thing', '', 'toString', ...route.intents.map((known) => known.toUpperCase())];
    for (const intent of someOf(intents, forms.indexOf(route))) {
      const answer = await post(route, intent);
      expect([intent, answer.status]).toEqual([intent, 400]);
      // Remix hides the error where no page is rendered.
      if (route.hasPage) expect(await answer.text()).toContain('This page can’t do that, so nothing was done.');
    }
    expect(contentsOf(installation)).toEqual(before);
  });

  test.each(forms.filter(({ intents }) => intents.length > 0))(
    '$path, which has several buttons, answers 400 to a form without one',
    async (route) => {
      const before = contentsOf(installation);
      expect((await post(route, null)).status).toBe(400);
      expect(contentsOf(installation)).toEqual(before);
    },
  );

  test.each(forms.filter(({ intents }) => intents.length > 0))('$path accepts its own buttons', async (route) => {
    // Without required fields these forms are refused with other messages, or have no effect.
    for (const intent of route.intents.filter((known) => !['check', 'end-sign-ins', 'remove'].includes(known))) {
      const html = await (await post(route, intent)).text();
      expect([intent, html.includes('This page can’t do that')]).toEqual([intent, false]);
    }
  });
});
