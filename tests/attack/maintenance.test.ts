import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { CALLS } from '~/api/calls';
import { MirrorbookClient } from '~/api/client';
import { type Call, getCallAddress, isEmptyRefusal } from '~/web/guard/call';
import { ADMIN, newInvestor, PASSWORD, succeed } from '../support/pages/calls';
import { Client, type Fields, formsOf } from '../support/pages/client';
import { expectDocumented } from '../support/pages/openapi';
import { routesOf } from '../support/pages/routes';
import { contentsOf, countRows } from '../support/people/rows';
import { Installation } from '../support/servers/installation';

/* Announcements and maintenance: reads continue, changes wait, and an administrator ends it. */

const installation = new Installation({ DEMONSTRATION: '0' });
const PAGE = '/admin/announcements';

/** Posts that maintenance allows: signing in or out, ending maintenance, and data stored in the browser only. */
const OPEN = [
  '/admin',
  PAGE,
  '/admin/logout',
  '/admin/security',
  '/announcement',
  '/login',
  '/logout',
  '/staff/passwordreset',
  '/staff/resetpassword',
  '/theme',
];
const OPEN_CALLS = ['/api/admin', '/api/login', '/api/logout'];

let email: string;
let investor: Client;
let admin: Client;

beforeAll(async () => {
  await installation.start();
  await installation.createAdministrator(ADMIN.email, 'Ada', ADMIN.password);
  const caller = new MirrorbookClient(installation.origin);
  const operator = caller.with((await succeed(caller, 'admin', ADMIN)).token);
  ({ email } = await newInvestor(installation, { dollars: 20_000, admin: operator }));
  investor = await new Client(installation).signIn({ email, password: PASSWORD });
  admin = await new Client(installation).signInAdmin(ADMIN);
});
afterAll(() => installation.remove());

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 16);

/** Sends the first form of the page with this intent. */
async function ask(intent: string, fields: Fields = {}): Promise<Response> {
  const form = formsOf(await admin.page(PAGE), PAGE).find((each) => each.fields._intent === intent);
  if (!form) throw new Error(`${PAGE} has no form that asks for ${intent}`);
  const answer = await admin.post(form, fields);
  const [, shown] = /name="_preview" value="([^"]+)"/.exec(await answer.clone().text()) ?? [];
  return shown ? await admin.post(form, { ...fields, _preview: shown }) : answer;
}

const post = (client: Client, path: string, headers: HeadersInit = {}) =>
  client.fetch(path, {
    method: 'POST',
    body: new URLSearchParams({ amount: '1' }),
    headers: { Origin: client.origin, ...headers },
  });

/** Every page of the three kinds, as its visitor sees it. */
const pages = async () => ({
  visitor: await new Client(installation).page('/'),
  investor: await investor.page('/plans'),
  staff: await admin.page('/admin/users'),
});
const whereIs = async (text: string) =>
  Object.entries(await pages()).flatMap(([who, page]) => (page.includes(text) ? [who] : []));

test('an announcement is on every page of its audience until it is ended, as plain text', async () => {
  const until = { end: inMinutes(60) };
  const text = 'We move <b>office</b> today';
  const drawn = 'We move &lt;b&gt;office&lt;/b&gt; today';
  expect((await ask('announce', { text, audience: 'all', ...until })).status).toBe(303);
  expect(await whereIs(drawn)).toEqual(['visitor', 'investor', 'staff']);
  expect((await ask('announce', { text: 'For users', audience: 'investors', ...until })).status).toBe(303);
  expect((await ask('announce', { text: 'Among ourselves', audience: 'staff', ...until })).status).toBe(303);
  expect(await whereIs('For users')).toEqual(['investor']);
  expect(await whereIs('Among ourselves')).toEqual(['staff']);
  const again = await ask('announce', { text, audience: 'all', end: inMinutes(90) });
  expect([again.status, await again.text()]).toEqual([400, expect.stringContaining('already announced')]);
  const over = await ask('announce', { text: 'Late', audience: 'all', end: inMinutes(-5) });
  expect([over.status, await over.text()]).toEqual([400, expect.stringContaining('It must end')]);
  for (const _ of ['Among ourselves', 'For users', text]) expect((await ask('end')).status).toBe(303);
  expect(await whereIs(drawn)).toEqual([]);
  expect(await admin.page('/admin/audit')).toContain('announcement');
});

test('a dismissible one disappears from this browser only, on cached pages too', async () => {
  const news = { text: 'A holiday', audience: 'all', dismissable: 'on', end: inMinutes(60) };
  expect((await ask('announce', news)).status).toBe(303);
  const visitor = new Client(installation);
  const [form] = formsOf(await visitor.page('/about'), '/about').filter(({ action }) => action === '/announcement');
  const id = /name="id" value="([^"]+)"/.exec(await visitor.page('/about'))?.[1] ?? '';
  const sent = await visitor.post(form as NonNullable<typeof form>, { id }, { Referer: `${visitor.origin}/about` });
  expect([sent.status, sent.headers.get('Location')]).toEqual([303, '/about']);
  for (const path of ['/about', '/', '/login'])
    expect([path, await visitor.page(path)]).toEqual([path, expect.not.stringContaining('A holiday')]);
  expect(await whereIs('A holiday')).toEqual(['visitor', 'investor', 'staff']);
  expect((await ask('end')).status).toBe(303);
});

test('maintenance is announced beforehand, and nothing is refused until it starts', async () => {
  expect((await ask('maintain', { start: inMinutes(24 * 60), end: inMinutes(25 * 60) })).status).toBe(303);
  expect(await whereIs('Maintenance</strong> from')).toEqual(['visitor', 'investor', 'staff']);
  expect((await post(investor, '/plans')).status).not.toBe(503);
  const second = await ask('maintain', { end: inMinutes(10) });
  expect([second.status, await second.text()]).toEqual([
    400,
    expect.stringContaining('already planned or in progress'),
  ]);
  expect((await ask('end')).status).toBe(303);
});

test('during maintenance every form and call that could change something is refused with a message, and every page is readable', async () => {
  const routes = await routesOf();
  const forms = routes
    .filter(({ id, hasAction }) => hasAction && !id.startsWith('routes/api/'))
    .map(({ path }) => path);
  const calls = Object.values<Call>(CALLS).filter(({ method }) => method === 'POST');
  expect([forms.length > 30, calls.length > 15]).toEqual([true, true]);
  expect((await ask('maintain', { end: inMinutes(30), text: 'A new disk' })).status).toBe(303);
  const before = contentsOf(installation);

  for (const path of [...new Set(forms)].filter((each) => !OPEN.includes(each))) {
    for (const address of [path, path === '/' ? '/?index' : `${path}.data`]) {
      const answer = await post(path.startsWith('/admin') ? admin : investor, address, { Accept: 'text/html' });
      expect([address, answer.status]).toEqual([address, 503]);
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(1_500);
      expect(await answer.text()).toContain('Maintenance until about');
    }
  }
  for (const call of calls.filter((each) => !OPEN_CALLS.includes(getCallAddress(each)))) {
    const answer = await post(investor, getCallAddress(call));
    const body = await answer.json();
    expectDocumented(call.name, answer.status, body);
    const fields = {
      status: call.failure === 'error' ? 'error' : 503,
      message: expect.stringContaining('Nothing was'),
    };
    expect([call.name, answer.status, body]).toMatchObject([call.name, 503, isEmptyRefusal(call, 503) ? [] : fields]);
  }
  expect(contentsOf(installation)).toEqual(before);

  expect(await whereIs('A new disk')).toEqual(['visitor', 'investor', 'staff']);
  for (const { path, hasPage } of routes.filter(
    ({ hasPage, id }) => hasPage && /^routes\/(public|investor)\//.test(id),
  )) {
    const { status } = await investor.fetch(path);
    expect([path, hasPage, status]).not.toEqual([path, true, 503]);
  }
  const metrics = await (await fetch(`${installation.origin}/metrics`)).text();
  expect(metrics).toContain('mirrorbook_maintenance 1');
  expect((await fetch(`${installation.origin}/readyz`)).status).toBe(200);
});

test('investors and administrators can sign in during maintenance, and an administrator ends it', async () => {
  await new Client(installation).signIn({ email, password: PASSWORD });
  const caller = new MirrorbookClient(installation.origin);
  await succeed(caller, 'login', { email, password: PASSWORD });
  admin = await new Client(installation).signInAdmin(ADMIN);
  const ended = await ask('end');
  expect([ended.status, ended.headers.get('Location')?.replace(/#.*/, '')]).toEqual([303, PAGE]);
  expect((await post(investor, '/plans')).status).not.toBe(503);
  expect(await whereIs('A new disk')).toEqual([]);
});

test('maintenance continues after a restart, and jobs that move money wait meanwhile', async () => {
  expect((await ask('maintain', { end: inMinutes(30) })).status).toBe(303);
  const since = Date.now();
  await installation.crash();
  expect((await post(investor, '/plans')).status).toBe(503);
  const started = (name: string) =>
    countRows(installation, { table: 'job', where: `name = '${name}' and last_started_at > ${since}` });
  // Each job starts half a second after the start.
  await vi.waitFor(() => expect(started('seals')).toBe(1), { timeout: 30_000, interval: 250 });
  await vi.waitFor(() => expect(started('heads')).toBe(1), { timeout: 30_000, interval: 250 });
  expect(started('plans')).toBe(0);
  expect((await ask('end')).status).toBe(303);
});
