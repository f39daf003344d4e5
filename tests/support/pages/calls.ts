import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { once } from 'node:events';
import { CALLS, type CallName } from '~/api/calls';
import { type CallAnswer, type CallInput, MirrorbookClient } from '~/api/client';
import { isEmptyRefusal, isSuccess } from '~/web/guard/call';
import type { Installation, SignIn } from '../servers/installation';
import { Client } from './client';
import { expectDocumented } from './openapi';

// Does not use assertions of the test runner, because `npm run bench` imports this module.
export const PASSWORD = 'a long walk in the rain';

/** Sign-in of an administrator in installations without the demonstration. */
export const ADMIN = { email: 'ada@operator.example', password: 'walking home in the rain' };

/** Makes a call, asserts that it succeeds, and returns its answer. */
export async function succeed<N extends CallName>(
  client: MirrorbookClient,
  name: N,
  input: CallInput<N>,
  key?: string,
): Promise<CallAnswer<N>> {
  const answer = await client.call(name, input, { key });
  expectDocumented(name, answer.http, answer.body);
  deepEqual([name, answer.http, answer.ok ? 'ok' : answer.body.message], [name, 200, 'ok']);
  return answer.body as CallAnswer<N>;
}

/** Returns the status of an answer: the one in the body or, for refusals outside of a call, that of HTTP. */
export const statusOf = ({ http, body }: { http: number; body: unknown }): number | string => {
  const { status } = body as { status?: unknown };
  return http !== 200 || isSuccess(status) ? http : (status as number | string);
};

/** Makes a call, and returns its refusal (status and message) after validating the answer against the API document. */
export async function refused<N extends CallName>(
  client: MirrorbookClient,
  name: N,
  input: CallInput<N>,
  key?: string,
): Promise<[number | string, string]> {
  const answer = await client.call(name, input, { key });
  // For an empty refusal, the client adds a message of its own, while the document describes an empty list.
  const body = isEmptyRefusal(CALLS[name], answer.http) ? [] : answer.body;
  expectDocumented(name, answer.http, body);
  return [statusOf(answer), answer.ok ? 'it succeeded' : answer.body.message];
}

export type Person = { client: MirrorbookClient; email: string; username: string; id: string };

let people = 0;

/** Registers an investor, opens the mailed link as paper mode prints it, and signs in. */
export async function newInvestor(
  installation: Installation,
  {
    dollars = 0,
    admin,
    referralLink,
    mailedBy = [installation],
  }: { dollars?: number; admin?: MirrorbookClient; referralLink?: string; mailedBy?: Installation[] } = {},
): Promise<Person> {
  people += 1;
  const username = `person${people}`;
  const email = `${username}@example.com`;
  const anonymous = new MirrorbookClient(installation.origin);
  await succeed(anonymous, 'register', {
    firstName: 'Ida',
    lastName: 'Moss',
    userName: username,
    email,
    phonenumber: `+44 20 7946 0${100 + people}`,
    password: PASSWORD,
    referralLink,
    server: 'old',
    deviceName: 'test',
  });
  await openLink(mailedBy, username);
  const { token } = await succeed(anonymous, 'login', { email, password: PASSWORD });
  const client = anonymous.with(token);
  if (dollars > 0 && admin) await succeed(admin, 'fundwallet', { amount: dollars, email });
  return { client, email, username, id: (await succeed(client, 'getData', {}))._id };
}

/**
 * Returns the newest mailed link that matches a pattern, from the console output of any of these processes in paper
 * mode.
 */
export async function mailedLink(processes: Installation | Installation[], pattern: RegExp): Promise<string> {
  const patience = AbortSignal.timeout(20_000);
  const all = [processes].flat();
  for (;;) {
    const found = all.map(({ output }) => pattern.exec(output.join('\n'))?.[0]).find(Boolean);
    if (found) return found;
    const heard = new AbortController();
    const signal = AbortSignal.any([patience, heard.signal]);
    await Promise.race(all.map(({ lines }) => once(lines, 'line', { signal })));
    heard.abort();
  }
}

/** Opens the verification link as an old client does. */
export async function openLink(processes: Installation | Installation[], username: string): Promise<void> {
  const mail = new RegExp(`username is ${username}\\.[^]*?(http\\S+/verify/\\S+)`);
  const link = (await mailedLink(processes, mail)).match(/http\S+\/verify\/\S+/)?.[0] ?? '';
  const opened = await fetch(link, { headers: { Accept: 'application/json' } });
  deepEqual([opened.status, (await opened.json()).status], [200, 200]);
}

/** Opens the verification link that was mailed to an address. */
export async function openMailed(processes: Installation | Installation[], email: string): Promise<void> {
  const mail = await mailedLink(processes, new RegExp(`${email}[^]*?http\\S+/verify/\\S+`));
  const [link = ''] = /http\S+\/verify\/\S+/.exec(mail) ?? [];
  const opened = await fetch(link, { headers: { Accept: 'application/json' } });
  equal(opened.status, 200);
}

export const DOCUMENT_FILE = new Blob(['%PDF-1.4\n%%EOF\n'], { type: 'application/pdf' });

/** Sends an identity check with its file. */
export async function submitDocuments(
  client: MirrorbookClient,
  changed: { firstName?: string } = {},
  key = '',
): Promise<Response> {
  const body = new FormData();
  const { document: _, ...documents } = CALLS.submitKYC.example;
  for (const [name, value] of Object.entries({ ...documents, ...changed })) body.set(name, value);
  body.set('document', DOCUMENT_FILE, 'papers.pdf');
  const headers = { 'x-access-token': client.token ?? '', ...(key && { 'Idempotency-Key': key }) };
  return await fetch(`${client.origin}/api/submitKYC`, { method: 'POST', headers, body });
}

/** Unlocks live trading for a user who has money, and moves part of the money to own trading on the page. */
export async function openTrading(installation: Installation, person: Person, admin: MirrorbookClient): Promise<void> {
  await succeed(admin, 'verify', { id: person.id });
  const browser = await new Client(installation).signIn({ email: person.email, password: PASSWORD });
  const sent = await browser.submit('/live-trading', { amount: '1000' });
  equal(sent.status, 303);
}

/** Issues a signal key for a trader as an administrator, and returns the key from the page. */
export async function signalKeyOf(installation: Installation, signIn: SignIn, trader: string): Promise<string> {
  const browser = await new Client(installation).signInAdmin(signIn);
  const added = { _intent: 'give-key' };
  const form = await browser.form(`/admin/signals?key=${trader}`, '_key');
  const answer = await browser.post(await browser.previewed(form, added), added);
  const [key = ''] = /mbs_[\w-]+/.exec(await answer.text()) ?? [];
  notEqual(key, '');
  return key;
}
