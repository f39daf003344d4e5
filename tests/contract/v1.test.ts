import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstPrograms, firstSteps } from '~/api/v1/guide.server';
import { openMailed, PASSWORD } from '../support/pages/calls';
import { Client } from '../support/pages/client';
import { unescaped } from '../support/pages/drawn';
import { assistant } from '../support/pages/mcp';
import { undocumented } from '../support/pages/v1';
import { Installation } from '../support/servers/installation';
import { runProgram } from '../support/servers/programs';
import { curl } from '../support/servers/shell';

/** `/api/v1` as programs reach it: over the network, from the page of calls on. */
const installation = new Installation();
const variables: Record<string, string> = { EMAIL: 'five.minutes@example.com', PASSWORD };

beforeAll(() => installation.start());
afterAll(() => installation.remove());

const v1 = (path: string, init: RequestInit = {}) =>
  fetch(`${installation.origin}/api/v1/${path}`, {
    ...init,
    headers: { Authorization: `Bearer ${variables.KEY}`, ...init.headers },
  });

test('five minutes lead from a sign-up to the first copy, line by line as the page shows them', async () => {
  const page = await (await fetch(`${installation.origin}/api/docs`)).text();
  for (const { operation, curl: line } of firstSteps(installation.origin)) {
    expect(page).toContain(`First steps: ${operation}`);
    const answer = await curl(line, variables, {});
    const body = await answer.json();
    expect([operation, answer.status, body.detail]).toEqual([operation, 200, undefined]);
    expect([operation, undocumented(operation, { status: 200, body })]).toEqual([operation, []]);
    if (operation === 'signUp') await openMailed(installation, variables.EMAIL ?? '');
    if (operation === 'createKey') variables.KEY = body.key;
    if (operation === 'createDeposit') variables.DEPOSIT = body.id;
    if (operation === 'listTraders') {
      const traders = body.data as { id: string; state: string; minimum: { value: string } }[];
      const open = traders.find(({ state, minimum }) => state === 'open' && Number(minimum.value) <= 1_000);
      variables.TRADER = open?.id ?? '';
    }
    if (operation === 'listCopies') expect(body.data).toMatchObject([{ trader: { id: variables.TRADER } }]);
  }
});

test.each(['JavaScript', 'Python'])(
  'the program in %s that the page shows completes the first steps',
  async (language) => {
    const {
      text = '',
      file = '',
      run = '',
    } = firstPrograms(installation.origin).find((each) => each.language === language) ?? {};
    expect(unescaped(await (await fetch(`${installation.origin}/api/docs`)).text())).toContain(text);
    const [command = '', ...args] = run.split(' ');
    const missing = spawnSync(command, ['--version']).error;
    // Skips visibly on a machine without the command, instead of passing.
    if (missing) return expect(missing).toMatchObject({ code: 'ENOENT', path: 'python3' });
    const folder = mkdtempSync(join(tmpdir(), 'first-steps-'));
    writeFileSync(join(folder, file), text);
    const email = `five.minutes.${language}@example.com`.toLowerCase();
    const { code, output } = await runProgram([command, ...args], {
      cwd: folder,
      env: { EMAIL: email, PASSWORD },
      asked: [
        { question: /^Open the link in the mail, then press Enter\. $/, before: () => openMailed(installation, email) },
      ],
    });
    expect([code, output]).toEqual([0, expect.stringContaining('startedAt')]);
    rmSync(folder, { recursive: true });
  },
);

describe('an answer', () => {
  test('contains the remaining limits of the address and of the key', async () => {
    const { headers } = await v1('account');
    expect(headers.get('RateLimit')).toMatch(/^"address";r=\d+;t=\d+, "key";r=\d+;t=\d+$/);
    expect(headers.get('RateLimit-Policy')).toMatch(/^"address";q=\d+;w=60, "key";q=\d+;w=60$/);
    const same = await v1('account', { headers: { 'If-None-Match': headers.get('ETag') ?? '' } });
    expect([same.status, await same.text()]).toEqual([304, '']);
    expect(same.headers.get('RateLimit')).toContain('"address"');
  });

  test('to a request that is refused before any call is a problem document too', async () => {
    const large = await v1('copies', {
      method: 'POST',
      body: '1'.repeat(100_000),
      headers: { 'Content-Type': 'application/json' },
    });
    expect([large.status, large.headers.get('Content-Type')]).toEqual([413, 'application/problem+json; charset=utf-8']);
    expect(await large.json()).toMatchObject({ code: 'too-large', status: 413 });
    expect((await v1('nothing')).status).toBe(404);
  });

  test('is described for programs by a document of its own', async () => {
    const document = await (await v1('openapi.json')).json();
    expect([document.openapi, Object.keys(document.paths).length > 50]).toEqual(['3.1.0', true]);
    const original = await (await fetch(`${installation.origin}/api/openapi.json`)).json();
    expect(Object.keys(original.paths).filter((path) => path.includes('v1'))).toEqual([]);
  });
});

test('a key opens nothing except /api/v1', async () => {
  const { KEY = '' } = variables;
  const original = await fetch(`${installation.origin}/api/getData`, { headers: { 'x-access-token': KEY } });
  expect(original.status).toBe(401);
  const page = await fetch(`${installation.origin}/dashboard`, {
    headers: { Authorization: `Bearer ${KEY}`, Cookie: `session=${KEY}` },
    redirect: 'manual',
  });
  expect(page.status).toBe(303);
  expect(installation.output.join('\n')).not.toContain(KEY);
});

test('a key is made and revoked on its page, without scripts', async () => {
  const person = await new Client(installation).signIn({ email: variables.EMAIL ?? '', password: PASSWORD });
  const form = await person.form('/settings/keys', 'keyName');
  const request = { keyName: 'Spreadsheet', read: 'on', days: '30', from: '', wallets: '', password: PASSWORD };
  const made = await (await person.post(form, request)).text();
  const [key = ''] = /mbk_[\w-]{20,}/.exec(made) ?? [];
  const headers = { Authorization: `Bearer ${key}` };
  expect((await v1('account', { headers })).status).toBe(200);
  const page = await person.page('/settings/keys');
  expect(page).toContain('Spreadsheet');
  expect(page).not.toContain(key);
  await person.post(await person.form('/settings/keys', 'key'));
  const states = await Promise.all([v1('account', { headers }), v1('account')]);
  expect(states.map(({ status }) => status).sort()).toEqual([200, 401]);
});

test('events arrive over the network as they happen, resume where they broke off, and end with the key', async () => {
  const person = await new Client(installation).signIn({ email: variables.EMAIL ?? '', password: PASSWORD });
  const form = await person.form('/settings/keys', 'keyName');
  const request = {
    keyName: 'Events',
    read: 'on',
    deposit: 'on',
    days: '30',
    from: '',
    wallets: '',
    password: PASSWORD,
  };
  const [key = ''] = /mbk_[\w-]{20,}/.exec(await (await person.post(form, request)).text()) ?? [];
  const Authorization = `Bearer ${key}`;
  const open = async (headers: Record<string, string> = {}) => {
    const answer = await v1('events', { headers: { Authorization, ...headers } });
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    let text = '';
    const until = async (pattern: RegExp) => {
      while (!pattern.test(text)) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`The stream ended: ${text}`);
        text += new TextDecoder().decode(value);
      }
      return text;
    };
    return { until, stop: () => reader.cancel() };
  };
  const report = async (value: string) => {
    const body = JSON.stringify({ method: 'ETH', amount: { value, currency: 'USD' } });
    const headers = { Authorization, 'Content-Type': 'application/json', 'Idempotency-Key': value };
    return (await (await v1('deposits', { method: 'POST', body, headers })).json()).id as string;
  };
  const first = await open();
  await first.until(/event: begin/);
  const one = await report('251.00');
  const found = await first.until(new RegExp(one));
  await first.stop();
  const two = await report('252.00');
  const [last = ''] = found.match(/(?<=^id: ).+$/gm)?.slice(-1) ?? [];
  const second = await open({ 'Last-Event-ID': last });
  const rest = await second.until(/event: begin/);
  expect([rest.includes(two), rest.includes(one)]).toEqual([true, false]);
  const hook = { url: 'https://hooks.example.com/mirrorbook', deposit: 'on', password: PASSWORD };
  const made = await (await person.post(await person.form('/settings/webhooks', 'url'), hook)).text();
  expect(made).toMatch(/whsec_[\w+/]{40,}=/);
  expect(await person.page('/settings/webhooks')).not.toContain('whsec_');
  await person.post(await person.form('/settings/keys', 'key'));
  await second.until(/event: end\ndata: signed-out/);
});

test('an assistant connects over the network and proposes a copy and a deposit, and the person confirms them without scripts', async () => {
  const person = await new Client(installation).signIn({ email: variables.EMAIL ?? '', password: PASSWORD });
  const form = await person.form('/settings/keys', 'keyName');
  const request = { keyName: 'Assistant', read: 'on', copy: 'on', deposit: 'on', days: '30', password: PASSWORD };
  const [key = ''] = /mbk_[\w-]{20,}/.exec(await (await person.post(form, request)).text()) ?? [];
  const { client, tools, use } = await assistant(`${installation.origin}/api/v1/mcp`, key);
  expect((await tools()).map(({ name }) => name)).toEqual(expect.arrayContaining(['listTraders', 'startCopy']));
  expect(client.getInstructions()).toContain('only proposes');
  const count = async (name: string) => ((await use(name)).told.data as object[]).length;
  for (const [list, name, input] of [
    ['listDeposits', 'createDeposit', { method: 'ETH', amount: { value: '260.00', currency: 'USD' } }],
    ['listCopies', 'topUpCopy', { amount: { value: '50.00', currency: 'USD' } }],
  ] as const) {
    const before = await count(list);
    const [first] = (await use(list)).told.data as { id: string }[];
    const { told, isError } = await use(name, name === 'topUpCopy' ? { ...input, id: first?.id } : input);
    expect([isError, told.state]).toEqual([false, 'proposed']);
    expect(await count(list)).toBe(before);
    const path = String(told.confirmAt).replace(installation.origin, '');
    const page = await person.page(path);
    const { title, lines } = told.effect as { title: string; lines: { to: string }[] };
    for (const words of [title, ...lines.map(({ to }) => to)]) expect(unescaped(page)).toContain(words);
    const stranger = await new Client(installation).signIn(installation.demonstration.investor);
    expect((await stranger.fetch(path)).status).toBe(404);
    const confirm = await person.form(path, '_form');
    expect((await person.post(confirm)).headers.get('Location')).toBe(path);
    expect(await person.page(path)).toContain('You confirmed this');
    expect(await (await person.post(confirm)).text()).toContain('This was already confirmed');
    expect(await count(list)).toBe(before + (name === 'createDeposit' ? 1 : 0));
  }
});
