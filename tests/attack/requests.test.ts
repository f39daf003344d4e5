import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { someOf } from '../support/depth';
import { Client, type DrawnForm, formsOf } from '../support/pages/client';
import { isBehindAdmin, routesOf } from '../support/pages/routes';
import { Installation } from '../support/servers/installation';

const installation = new Installation();
let anonymous: Client;
let investor: Client;

beforeAll(async () => {
  await installation.start();
  anonymous = new Client(installation);
  investor = await new Client(installation).signIn(installation.demonstration.investor);
});
afterAll(() => installation.remove());

/** A sign-in with an unknown address; a second try for the same one would have to wait. */
const login = (name: string) => JSON.stringify({ email: `${name}@example.com`, password: 'xxxxxxxx' });

/** A chunked post of this many KB. */
const chunked = (type: string, kilobytes: number) => ({
  method: 'POST',
  headers: { 'Content-Type': type, 'Transfer-Encoding': 'chunked', Origin: 'SELF' },
  body: 'a'.repeat(kilobytes * 1024),
});

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Spellings of an address that have bypassed guards before. */
const variants = (path: string, routeId: string) => [
  path,
  path.toUpperCase(),
  path === '/' ? path : `${path}/`,
  `${path === '/' ? '/_root' : path}.data`,
  `${path === '/' ? '/_root' : path}.data?_routes=${encodeURIComponent(routeId)}`,
  `${path}?_data=${encodeURIComponent(routeId)}`,
];

/** Returns whether an answer is a refusal, a 404, or a redirect to a login. */
async function isClosed(response: Response): Promise<boolean> {
  if ([401, 403, 404, 405, 411, 415].includes(response.status)) return true;
  // The older kind of data request has its status in a separate header.
  const location = response.headers.get('Location') ?? response.headers.get('X-Remix-Redirect');
  if (location !== null) return location === '/login' || location === '/admin';
  // A data request has its redirect in the body.
  const body = await response.text();
  return /SingleFetchRedirect/.test(body) && /"\/(login|admin)"/.test(body);
}

const routes = await routesOf();

test.each([
  ['by its name', '_data=root'],
  ['in other letters', '%5Fd%61ta=root'],
  ['after more names than some readers of queries take', `${'a&'.repeat(1_500)}_data=root`],
])('a data request of the older kind is not answered: %s', async (_how, query) => {
  const response = await investor.fetch(`/dashboard?${query}`);
  expect([response.status, await response.text()]).toEqual([404, 'Not found']);
});

test('the route manifest is not served', async () => {
  const response = await anonymous.fetch(`/__manifest?p=${'/a'.repeat(3_000)}&version=1`);
  expect(response.status).toBe(404);
});

/** Combines each method with each spelling of the address; in the short run one of `every`, different ones for each route. */
const asks = (methods: string[], { id, path }: { id: string; path: string }, every = 4) =>
  someOf(
    methods.flatMap((method) => variants(path, id).map((address) => ({ method, address }))),
    routes.findIndex((route) => route.id === id),
    every,
  );

describe('every route x every method x every spelling of its address', () => {
  const guarded = routes.filter(({ id }) => /^routes\/investor\//.test(id) || isBehindAdmin(id));

  test.each(guarded)('$path is closed to visitors who are not signed in', async (route) => {
    // An address that accepts only posts has nothing to read.
    const methods = route.hasPage ? METHODS : ['POST', 'PUT', 'PATCH', 'DELETE'];
    // Without a cookie, this address has a public page with a route of its own.
    const isOpen = routes.some(({ path }) => path === `/visitors${route.path}`);
    const headers = { Origin: installation.origin, ...(isOpen && { Cookie: 'session=ended' }) };
    for (const { method, address } of asks(methods, route)) {
      const response = await anonymous.fetch(address, { method, headers });
      const closed = await isClosed(response);
      expect([method, address, response.status, closed]).toEqual([method, address, response.status, true]);
      expect(response.status).toBeLessThan(500);
    }
  });

  test.each(routes.filter(({ id }) => isBehindAdmin(id)))('$path is closed to an investor', async (route) => {
    for (const { method, address } of asks(route.hasPage ? ['GET', 'POST'] : ['POST'], route)) {
      const response = await investor.fetch(address, { method, headers: { Origin: installation.origin } });
      const closed = await isClosed(response);
      expect([method, address, response.status, closed]).toEqual([method, address, response.status, true]);
    }
  });

  test.each(routes)('$path answers no method with an internal error', async (route) => {
    for (const { method, address } of asks(METHODS, route, 12)) {
      const response = await investor.fetch(address, { method, headers: { Origin: installation.origin } });
      expect([method, address, response.status < 500]).toEqual([method, address, true]);
      await response.body?.cancel();
    }
  });
});

describe('a post from another site', () => {
  const fields = 'email=a%40example.com&password=x';
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  test.each([
    ['foreign origin', { Origin: 'https://evil.example' }],
    ['null origin', { Origin: 'null' }],
    ['no origin', {}],
    ['cross-site by the browser’s own word', { Origin: 'SELF', 'Sec-Fetch-Site': 'cross-site' }],
    ['our origin, no token', { Origin: 'SELF' }],
  ])('%s is refused', async (_name, input) => {
    const headers = Object.fromEntries(
      Object.entries({ ...type, ...input }).map(([name, value]) => [
        name,
        value === 'SELF' ? installation.origin : value,
      ]),
    );
    for (const path of ['/login', '/withdraw', '/logout', '/admin']) {
      const response = await investor.fetch(path, { method: 'POST', body: fields, headers });
      expect([path, response.status]).toEqual([path, 403]);
    }
  });

  test('the choice of colours, which every visitor may make, is refused from another site', async () => {
    const body = 'theme=dark';
    for (const input of [{ Origin: 'https://evil.example' }, { Origin: 'null' }, {}] as Record<string, string>[]) {
      const response = await anonymous.fetch('/theme', { method: 'POST', body, headers: { ...type, ...input } });
      expect([input, response.status, response.headers.getSetCookie()]).toEqual([input, 403, []]);
    }
    const headers = { ...type, Origin: installation.origin, Referer: 'https://evil.example//evil.example/x' };
    const chosen = await anonymous.fetch('/theme', { method: 'POST', body: 'theme=%0d%0aX: y', headers });
    expect([chosen.status, chosen.headers.get('Location')]).toEqual([303, '/#colours']);
    expect(chosen.headers.getSetCookie()).toEqual(['theme=; Path=/; SameSite=Lax; Max-Age=0']);
  });

  test('a token of another session is refused', async () => {
    const other = await new Client(installation).signIn(installation.demonstration.investor);
    const { fields: theirs } = await other.form('/dashboard', '_csrf');
    const response = await investor.post({
      action: '/logout',
      multipart: false,
      fields: { _csrf: theirs._csrf ?? '' },
    });
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('You signed in again');
    expect((await investor.fetch('/dashboard')).status).toBe(200);
  });

  test('a form with a token of another session is shown again, and nothing is done', async () => {
    const other = await new Client(installation).signIn(installation.demonstration.investor);
    const ofOthers = await other.form('/settings', 'address');
    const response = await investor.post(ofOthers, { address: '1 Evil Street' });
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('value="1 Evil Street"');
    expect(await investor.page('/settings')).not.toContain('1 Evil Street');
  });

  test('a sign-in without our cookie signs no one in', async () => {
    const browser = new Client(installation);
    const drawn = await browser.form('/login', 'email');
    browser.cookies.clear();
    const { investor: right } = installation.demonstration;
    const response = await browser.post(drawn, right);
    expect([response.status, [...browser.cookies.keys()]]).toEqual([403, ['form']]);
    const page = await response.text();
    expect(page).toContain(right.email);
    expect(page).not.toContain(right.password);
    const [again] = formsOf(page, '/login').filter(({ names }) => names.has('email'));
    const signedIn = await browser.post(again as DrawnForm, right);
    expect(signedIn.headers.get('Location')).toBe('/dashboard');
  });
});

describe('malformed requests', () => {
  const raw = (path: string, options: { method?: string; headers?: Record<string, string>; body?: string | Buffer }) =>
    new Promise<number>((resolve, reject) => {
      const { hostname, port } = new URL(installation.origin);
      const sent = httpRequest(
        { hostname, port, path, method: options.method ?? 'GET', headers: options.headers },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        },
      );
      sent.on('error', reject);
      sent.end(options.body);
    });

  test.each([
    ['TRACE', '/login', { method: 'TRACE' }, [405]],
    ['a Host that is none', '/login', { headers: { Host: 'a b<c>' } }, [400]],
    ['a query of 100 KB', `/login?q=${'a'.repeat(100_000)}`, {}, [400, 414, 431]],
    ['a path that does not decode', '/%E0%A4%A', {}, [400]],
    ['a zero byte', '/login%00', {}, [400]],
    ['a zero byte in the query', '/login?step=%00', {}, [400]],
    [
      'a zero byte in a field',
      '/login',
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'SELF' },
        body: 'email=a%00b&password=c',
      },
      [400],
    ],
    [
      'JSON to a form',
      '/login',
      { method: 'POST', headers: { 'Content-Type': 'application/json', Origin: 'SELF' }, body: '{"email":"a"}' },
      [400, 415],
    ],
    [
      'a broken multipart body',
      '/login',
      {
        method: 'POST',
        headers: { 'Content-Type': 'multipart/form-data; boundary=x', Origin: 'SELF' },
        body: '--x\r\nnope',
      },
      [400],
    ],
    [
      'a form of 65 KB',
      '/login',
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'SELF' },
        body: `email=${'a'.repeat(65 * 1024)}`,
      },
      [413],
    ],
    [
      'a file where none is expected',
      '/login',
      {
        method: 'POST',
        headers: { 'Content-Type': 'multipart/form-data; boundary=x', Origin: 'SELF' },
        body: `--x\r\nContent-Disposition: form-data; name="email"\r\n\r\n${'a'.repeat(65 * 1024)}\r\n--x--`,
      },
      [413],
    ],
    [
      'a chunked body of another kind',
      '/login',
      {
        method: 'POST',
        headers: { 'Content-Type': 'text/plain', 'Transfer-Encoding': 'chunked', Origin: 'SELF' },
        body: 'x',
      },
      [415],
    ],
    ['a chunked form of 70 KB', '/login', chunked('application/x-www-form-urlencoded', 70), [413]],
    ['chunked JSON of 17 KB', '/api/login', chunked('application/json', 17), [413]],
    ['chunked JSON of 70 KB', '/api/withdraw', chunked('application/json', 70), [413]],
    ['a chunked body of a GET', '/api/fetchTraders', { ...chunked('application/json', 100), method: 'GET' }, [413]],
    ['a chunked file of 12 MB', '/api/submitKYC', chunked('multipart/form-data; boundary=x', 12_288), [401, 413]],
  ] as [string, string, { method?: string; headers?: Record<string, string>; body?: string }, number[]][])(
    '%s is refused without an internal error',
    async (_name, path, { headers = {}, body, method }, allowed) => {
      const own = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, value === 'SELF' ? installation.origin : value]),
      );
      const length: Record<string, string> =
        body && !own['Transfer-Encoding'] ? { 'Content-Length': String(Buffer.byteLength(body)) } : {};
      expect(allowed).toContain(await raw(path, { method, body, headers: { ...own, ...length } }));
    },
  );

  test('pages have their security headers, and no script can read a session cookie', async () => {
    const page = await anonymous.fetch('/login');
    expect(page.headers.get('Content-Security-Policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(page.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(page.headers.get('X-Mode')).toBe('paper');
    const html = await page.text();
    const nonce = /'nonce-([^']+)'/.exec(page.headers.get('Content-Security-Policy') ?? '')?.[1];
    for (const [, attributes = ''] of html.matchAll(/<script\b([^>]*)>/g))
      expect(attributes).toContain(`nonce="${nonce}"`);
    const signedIn = await new Client(installation).submit('/login', installation.demonstration.investor);
    const signIns = signedIn.headers.getSetCookie().filter((line) => !line.startsWith('person='));
    expect(signIns.length).toBeGreaterThan(0);
    for (const line of signIns) expect(line).toMatch(/HttpOnly/i);
    // The cookie `person`, which contains the name for public pages' headers, gives no access.
    const named = await fetch(`${installation.origin}/dashboard`, {
      headers: { Cookie: 'person=Ivy' },
      redirect: 'manual',
    });
    expect([named.status, named.headers.get('Location')]).toEqual([303, '/login']);
  });
});

describe('a JSON body of other programs', () => {
  const ask = async (headers: Record<string, string>, body: string | ReadableStream) => {
    const sent = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body, duplex: 'half' };
    const response = await fetch(`${installation.origin}/api/login`, sent as RequestInit);
    return [response.status, (await response.json()).status];
  };
  const pieces = () =>
    new ReadableStream({
      async start(stream) {
        for (const piece of [login('nobody').slice(0, 9), login('nobody').slice(9)]) {
          stream.enqueue(new TextEncoder().encode(piece));
          await new Promise(setImmediate);
        }
        stream.close();
      },
    });

  test.each([
    ['in chunks', {}, pieces],
    ['not encoded', { 'Content-Encoding': 'identity' }, () => login('nobody0')],
    ['in utf8', { 'Content-Type': 'application/json; charset=utf8' }, () => login('nobody1')],
    [
      'with further parameters',
      { 'Content-Type': 'Application/JSON;odata=verbose; charset="UTF-8"' },
      () => login('nobody2'),
    ],
    ['with a NUL at its end', {}, () => `${login('nobody3')}\0`],
    ['with a mark at its beginning', {}, () => `\ufeff${login('nobody4')}`],
  ] as [string, Record<string, string>, () => string | ReadableStream][])(
    '%s is parsed',
    async (_how, headers, body) => {
      expect(await ask(headers, body())).toEqual([200, 404]);
    },
  );

  test.each([
    ['compressed', { 'Content-Encoding': 'gzip' }, login('nobody5'), 415],
    ['in another character set', { 'Content-Type': 'application/json; charset=utf-16' }, login('nobody6'), 415],
    [
      'in two character sets',
      { 'Content-Type': 'application/json; charset=utf-8; charset=utf-16' },
      login('nobody7'),
      415,
    ],
    ['with a NUL within', {}, login('nobody8').replace('nobody', 'no\0body'), 400],
  ])('%s is refused', async (_how, headers, body, status) => {
    expect((await ask(headers as Record<string, string>, body))[0]).toBe(status);
  });
});

describe('a foreign form', () => {
  const extra: [string, (form: DrawnForm) => [string, string][]][] = [
    ['an index of a billion', () => [['a[999999999]', '1']]],
    ['a path twenty thousand deep', () => [[Array(20_000).fill('a').join('.'), '1']]],
    ['a field twice', ({ fields }) => [['_csrf', fields._csrf ?? '']]],
    ['a thousand fields', () => Array.from({ length: 1_000 }, (_, at) => [`f${at}`, '1'])],
  ];

  test.each(extra)('with %s is refused, and the process survives', async (_name, more) => {
    const form = await anonymous.form('/login', 'email');
    const body = new URLSearchParams({ ...form.fields, email: 'a@example.com', password: 'x' });
    for (const [name, value] of more(form)) body.append(name, value);
    const headers = { Origin: installation.origin };
    const response = await anonymous.fetch('/login', { method: 'POST', body, headers });
    expect(response.status).toBe(400);
    expect((await anonymous.fetch('/login')).status).toBe(200);
  });

  test("with another cookie's value as its toast shows the page", async () => {
    const client = new Client(installation);
    await client.page('/login');
    client.cookies.set('toast', client.cookies.get('form') ?? '');
    expect((await client.fetch('/login')).status).toBe(200);
  });
});

test('reading a verification link without opening it verifies nothing', async () => {
  const address = '/01890000-0000-7000-8000-000000000000/verify/secret';
  expect((await anonymous.fetch(address, { method: 'HEAD' })).status).toBe(400);
  expect((await anonymous.fetch(address)).status).toBe(400);
});
