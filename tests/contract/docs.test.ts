import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLS } from '~/api/calls';
import { MirrorbookClient } from '~/api/client';
import { type Call, getCallAddress, isSuccess } from '~/web/guard/call';
import {
  DOCUMENT_FILE,
  mailedLink,
  newInvestor,
  openTrading,
  PASSWORD,
  signalKeyOf,
  submitDocuments,
  succeed,
} from '../support/pages/calls';
import { expectDocumented } from '../support/pages/openapi';
import { Installation } from '../support/servers/installation';
import { curl } from '../support/servers/shell';

/** Checks the reference of calls: each of its shell lines runs as it is shown. */
const installation = new Installation();
let html: string;
/** Values that a reader puts into the variables; a call that ends something has its own. */
let open: Record<string, string>;
let own: Record<string, Record<string, string>>;

beforeAll(async () => {
  await installation.start();
  html = await (await fetch(`${installation.origin}/api/docs`)).text();

  const anonymous = new MirrorbookClient(installation.origin);
  const boss = installation.demonstration.admin;
  const admin = anonymous.with((await succeed(anonymous, 'admin', boss)).token);
  const person = await newInvestor(installation, { dollars: 5_000, admin });
  const another = () => newInvestor(installation);
  const [closing, leaving, rejected] = await Promise.all([another(), another(), another()]);
  const { traders } = await succeed(anonymous, 'fetchTraders', {});
  const copied = traders.find(({ state, minimumcapital }) => state === 'open' && minimumcapital <= 500);
  await openTrading(installation, person, admin);
  const program = await succeed(admin, 'createTrader', { ...CALLS.createTrader.example, capital: 10_000 }, 'program');
  const retiring = await succeed(admin, 'createTrader', CALLS.createTrader.example, 'retired-soon');
  await succeed(person.client, 'withdraw', CALLS.withdraw.example, 'to-be-paid');
  await succeed(anonymous, 'requestpasswordreset', { email: leaving.email });
  await submitDocuments(rejected.client);
  const link = new RegExp(`http\\S+/resetpassword/${encodeURIComponent(leaving.email)}\\S+`);
  open = {
    EMAIL: person.email,
    PASSWORD,
    ADMIN_EMAIL: boss.email,
    ADMIN_PASSWORD: boss.password,
    EMAIL_TO_CLOSE: closing.email,
    USER: person.id,
    TRADER: copied?._id ?? '',
    TRADER_TO_RETIRE: retiring._id,
    SIGNAL_KEY: await signalKeyOf(installation, boss, program._id),
    RESET: new URL(await mailedLink(installation, link)).searchParams.get('token') ?? '',
  };
  own = {
    investor: { TOKEN: person.client.token ?? '' },
    administrator: { TOKEN: admin.token ?? '' },
    logout: { TOKEN: closing.client.token ?? '' },
    resetpassword: { EMAIL: leaving.email },
    rejectKYC: { EMAIL: rejected.email },
  };
});
afterAll(() => installation.remove());

/** Returns text as a browser shows it. */
const shown = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

const snippet = (label: string) =>
  shown(new RegExp(`aria-label="${label}"[^>]*><pre[^>]*>([^<]*)</pre>`).exec(html)?.[1] ?? '');

describe('each line runs as it is shown', () => {
  test.each(Object.values<Call>(CALLS))('$name', async ({ name, who }) => {
    const line = snippet(`Command to try ${name}`);
    const variables = { ...open, ...own[who], ...own[name], KEY: randomUUID() };
    const response = await curl(line, variables, { 'papers.pdf': DOCUMENT_FILE });
    const answer = await response.json();
    expectDocumented(name, response.status, answer);
    expect([response.status, isSuccess(answer.status)]).toEqual([200, true]);
  });

  test('every call has a command line under its name', () => {
    for (const call of Object.values<Call>(CALLS))
      expect(html).toContain(`>${call.method}</span> ${getCallAddress(call)}<`);
    expect(html.match(/aria-label="Command to try /g)).toHaveLength(Object.keys(CALLS).length);
  });

  test('all variables are explained, and nothing else', () => {
    const lines = Object.keys(CALLS).map((name) => snippet(`Command to try ${name}`));
    const used = new Set(lines.flatMap((line) => line.match(/\$[A-Z_]+/g) ?? []));
    const explained = [...html.matchAll(/<code[^>]*>\$(?:<!-- -->)?([A-Z_]+)<\/code>/g)].map(([, name]) => `$${name}`);
    expect(new Set(explained)).toEqual(used);
  });
});
