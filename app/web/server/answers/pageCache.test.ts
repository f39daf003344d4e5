import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPageCache } from './pageCache.server';

const routes = new Map([
  ['/', new Set<string>()],
  ['/stocks', new Set(['sort', 'page'])],
  ['/live', new Set<string>()],
]);

/** Version of the announcements, which is the same for all visitors except for those who have dismissed them. */
let news: string;
const newsFor = (cookie: string) => ({
  version: news,
  cookie: news && cookie.includes('put-away=x') ? 'put-away=x' : '',
});

/** Number of writes so far; null if it is unknown. */
let written: number | null;

let rendered: Request[];
let answer: () => Response | Promise<Response>;
let server: Server;
let origin: string;
let went: number;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  rendered = [];
  went = 0;
  answer = () =>
    new Response(`page ${rendered.length}`, {
      headers: { 'Cache-Control': 'public, max-age=30, stale-while-revalidate=60', 'Content-Type': 'text/html' },
    });
  written = 0;
  news = '';
  const live = { paths: new Set(['/live']), changes: () => written, newsFor: newsFor };
  const render = async (request: Request) => {
    rendered.push(request);
    return await answer();
  };
  const pages = createPageCache(routes, render, live);
  server = createServer((request, response) => {
    if (pages.answer(request, response)) return;
    const express = Object.assign(request, { originalUrl: request.url }) as never;
    pages.fill(express, response as never, (error?: unknown) => {
      went += 1;
      response.statusCode = error ? 500 : 404;
      response.end('on its way');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  vi.useRealTimers();
  server.close();
  server.closeAllConnections();
});

const get = (path: string, headers: HeadersInit = {}, method = 'GET') => fetch(origin + path, { headers, method });
const body = async (path: string, headers?: HeadersInit) => await (await get(path, headers)).text();
const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1_000);

test('a page is rendered once, from a request without data of the visitor', async () => {
  const own = { Cookie: 'session=secret; toast=hello; theme=dark', 'x-access-token': 'secret', 'User-Agent': 'me' };
  expect(await body('/', own)).toBe('page 1');
  expect(await body('/', { Cookie: 'theme=dark' })).toBe('page 1');
  expect(rendered.map(({ url, headers }) => [url, ...headers])).toEqual([
    ['http://mirrorbook.test/', ['cookie', 'theme=dark']],
  ]);
});

test('simultaneous requests wait for one rendering', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => body('/')));
  expect(new Set(all)).toEqual(new Set(['page 1']));
});

test('only the two themes have pages of their own', async () => {
  for (const cookie of ['', 'theme=dark', 'theme=light', 'theme=pink', 'x=1; theme=dark', 'nottheme=dark'])
    await get('/', { Cookie: cookie });
  expect(rendered).toHaveLength(3);
});

test('a browser that saves data has a page of its own, which is rendered from that header alone', async () => {
  expect(await body('/')).toBe('page 1');
  expect(await body('/', { 'Save-Data': 'on', Cookie: 'session=secret' })).toBe('page 2');
  expect(await body('/', { 'Save-Data': 'off' })).toBe('page 1');
  expect(await body('/', { 'Save-Data': 'On' })).toBe('page 2');
  expect(rendered.map(({ headers }) => [...headers])).toEqual([[], [['save-data', 'on']]]);
  expect((await get('/')).headers.get('Vary')).toBe('Accept-Encoding, Save-Data, Cookie');
});

test('query names that the route does not read change nothing, and those that it reads count in any order', async () => {
  for (const query of ['', '?utm_source=x', '?_data=root', '?_routes=x', '?index']) await get(`/${query}`);
  for (const query of ['?sort=a&page=2', '?page=2&sort=a', '?page=2&x=<b>&sort=a']) await get(`/stocks${query}`);
  expect(rendered.map(({ url }) => url)).toEqual([
    'http://mirrorbook.test/',
    'http://mirrorbook.test/stocks?page=2&sort=a',
  ]);
});

test('an address too long for the cache, an unknown one, and writing methods are passed on', async () => {
  await get(`/stocks?sort=${'x'.repeat(400)}`);
  await get('/dashboard');
  await get('/', {}, 'POST');
  await get('/', {}, 'DELETE');
  expect([rendered.length, went]).toEqual([0, 4]);
});

test.each([
  ['a cookie', { 'Cache-Control': 'public, max-age=30', 'Set-Cookie': 'session=x' }, 200],
  ['no word that it is public', { 'Cache-Control': 'max-age=30' }, 200],
  ['no age', { 'Cache-Control': 'public' }, 200],
  ['a fault', { 'Cache-Control': 'public, max-age=30' }, 500],
  ['a redirect', { 'Cache-Control': 'public, max-age=30', Location: '/login' }, 302],
] as [string, Record<string, string>, number][])('an answer with %s is not cached', async (_name, headers, status) => {
  answer = () => new Response('private', { headers, status });
  expect(await body('/')).toBe('on its way');
  expect(await body('/')).toBe('on its way');
  expect(rendered).toHaveLength(2);
});

test('a stale page is served while it is rendered again, and is no longer served after it has expired', async () => {
  expect(await body('/')).toBe('page 1');
  pass(31);
  expect(await body('/')).toBe('page 1');
  await vi.waitFor(async () => expect(await body('/')).toBe('page 2'), { timeout: 20_000 });
  pass(91);
  expect(await body('/')).toBe('page 3');
});

test('a page that can’t be rendered again is served until it expires, without a try at every request', async () => {
  expect(await body('/')).toBe('page 1');
  answer = () => Promise.reject(new Error('down'));
  pass(31);
  for (let turn = 0; turn < 5; turn++) expect(await body('/')).toBe('page 1');
  expect(rendered).toHaveLength(2);
  pass(60);
  expect((await get('/')).status).toBe(500);
});

test('an unchanged page is answered without a body, by a tag for each encoding', async () => {
  const tags = new Set<string>();
  for (const encoding of ['br', 'gzip', 'identity']) {
    const whole = await get('/', { 'Accept-Encoding': encoding });
    const tag = whole.headers.get('ETag') ?? '';
    tags.add(tag);
    expect(await whole.text()).toBe('page 1');
    const same = await get('/', { 'Accept-Encoding': encoding, 'If-None-Match': `W/${tag}, "x"` });
    expect([same.status, await same.text()]).toEqual([304, '']);
    expect(same.headers.get('Content-Security-Policy')).toMatch(/script-src 'self';/);
  }
  expect(tags.size).toBe(3);
});

test('HEAD returns the length and no body', async () => {
  await get('/');
  const head = await get('/', { 'Accept-Encoding': 'identity' }, 'HEAD');
  expect([head.headers.get('Content-Length'), await head.text()]).toEqual(['6', '']);
});

test('the cache is bounded: the page that was rendered longest ago is removed first', async () => {
  for (let page = 0; page <= 400; page++) await get(`/stocks?page=${page}`);
  expect(rendered).toHaveLength(401);
  await get('/stocks?page=400');
  expect(rendered).toHaveLength(401);
  await get('/stocks?page=0');
  expect(rendered).toHaveLength(402);
});

describe('a page that must show every change', () => {
  const whole = () => new Response(`live ${rendered.length}`, { headers: { 'Cache-Control': 'public, no-cache' } });

  test('is cached until a write, and for at most a second', async () => {
    answer = whole;
    expect([await body('/live'), await body('/live')]).toEqual(['live 1', 'live 1']);
    written = 1;
    expect([await body('/live'), await body('/live')]).toEqual(['live 2', 'live 2']);
    pass(1);
    expect(await body('/live')).toBe('live 3');
    // Other pages are cached for their age.
    answer = () => new Response('other', { headers: { 'Cache-Control': 'public, max-age=30' } });
    await body('/');
    written = 2;
    await body('/');
    expect(rendered).toHaveLength(4);
  });

  test('is not cached from a rendering that started before the change', async () => {
    const started: (() => void)[] = [];
    answer = async () => {
      const was = written;
      await new Promise<void>((resolve) => started.push(resolve));
      return new Response(`at ${was}`, { headers: { 'Cache-Control': 'public, no-cache' } });
    };
    const first = body('/live');
    await vi.waitFor(() => expect(started).toHaveLength(1));
    written = 1;
    const after = body('/live');
    await vi.waitFor(() => expect(started).toHaveLength(2));
    for (const finish of started.toReversed()) finish();
    expect(await Promise.all([first, after])).toEqual(['at 0', 'at 1']);
    expect(await body('/live')).toBe('at 1');
  });

  test('is rendered for each reader where other processes may write', async () => {
    answer = whole;
    written = null;
    expect([await body('/live'), await body('/live')]).toEqual(['live 1', 'live 2']);
  });
});

test('a page is cached again for new announcements, and separately for visitors who have dismissed them', async () => {
  const get = async (cookie = '') => (await fetch(`${origin}/`, { headers: cookie ? { cookie } : {} })).text();
  expect(await get()).toBe('page 1');
  news = 'x';
  expect(await get()).toBe('page 2');
  expect(await get('put-away=x; other=1')).toBe('page 3');
  expect(rendered.at(-1)?.headers.get('Cookie')).toBe('put-away=x');
  // Unknown values of the cookie create no separate page.
  expect(await get('put-away=y')).toBe('page 2');
  news = '';
  expect(await get('put-away=x')).toBe('page 1');
});
