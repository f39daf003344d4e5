import { afterAll, beforeAll, expect, test } from 'vitest';
import { INSTRUMENTS } from '~/market/instruments';
import { someOf } from '../support/depth';
import { Client } from '../support/pages/client';
import { Installation } from '../support/servers/installation';

const installation = new Installation();
let visitor: Client;

beforeAll(async () => {
  await installation.start();
  visitor = new Client(installation);
});
afterAll(() => installation.remove());

const PAGES = [
  '/markets',
  '/forex',
  '/futures',
  '/indices',
  '/stocks',
  '/news',
  '/technical-analysis',
  '/heatmaps',
  '/watchlists',
  '/markets/AAPL',
  '/markets/GC1',
];

const policyOf = (response: Response) => response.headers.get('Content-Security-Policy') ?? '';

test.each(PAGES)(
  '%s names no other host until requested, states the source of its prices, and sets no cookie',
  async (path) => {
    const response = await visitor.fetch(path);
    expect(response.status).toBe(200);
    expect(policyOf(response)).not.toContain('frame-src');
    expect(response.headers.get('Cache-Control')).toMatch(/^public, max-age=15/);
    expect(response.headers.getSetCookie()).toEqual([]);
    const page = await response.text();
    // Only the script of this product may appear.
    expect(page).not.toMatch(/<iframe|<script(?![^>]* src="\/)/);
    expect(page).toMatch(path === '/news' ? /sample/ : /Prices as of/);
  },
);

test.each(['/news?widget=events', '/?widget=ticker-tape'])('%s renders only the requested frame', async (path) => {
  const request = await visitor.fetch(path);
  expect(policyOf(request)).toMatch(/frame-src https:\/\/www\.tradingview-widget\.com /);
  expect((await request.text()).match(/<iframe/g)).toHaveLength(1);
});

test('only the answer with a frame may contain one', async () => {
  for (const path of [
    '/',
    '/?widget=events',
    '/news',
    '/news?widget=screener',
    '/news?widget=__proto__',
    '/news?widget=//evil.example',
  ]) {
    const response = await visitor.fetch(path);
    expect([path, policyOf(response).includes('frame-src')]).toEqual([path, false]);
    expect(await response.text()).not.toContain('<iframe');
  }
});

test.each([
  '/stocks?sort=__proto__&dir=up&sector=constructor&move=toString&size=1e9&play=yes',
  '/forex?symbol=%0d%0a&tf=1y',
  '/forex?symbol=AAPL&symbol=EURUSD&tf=1d&tf=1m',
  '/technical-analysis?symbol=<script>alert(1)</script>&tf=__proto__',
  '/news?importance=__proto__&country=hasOwnProperty',
  '/indices?symbol=..%2f..%2fetc%2fpasswd',
  '/markets/AAPL?tf=__proto__&symbol=<script>alert(1)</script>',
])('%s renders the default page', async (path) => {
  const response = await visitor.fetch(path);
  expect(response.status).toBe(200);
  expect(await response.text()).not.toContain('<script>');
});

test('every symbol has its page, other spellings redirect to it, and an unknown symbol has none', async () => {
  const statuses = await Promise.all(
    someOf([...INSTRUMENTS]).map(async ({ id }) => [id, (await visitor.fetch(`/markets/${id}`)).status]),
  );
  expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
  const spelled = await visitor.fetch('/markets/eur-usd');
  expect([spelled.status, spelled.headers.get('Location')]).toEqual([301, '/markets/EURUSD']);
  for (const none of ['NONE', '__proto__', 'constructor', '%3Cscript%3E', '..%2f..%2fetc']) {
    const answer = await visitor.fetch(`/markets/${none}`);
    expect([none, answer.status]).toEqual([none, 404]);
    expect(await answer.text()).not.toContain('<script>');
  }
});

test('every price on a public page links to the page of its symbol', async () => {
  for (const path of PAGES.filter((page) => page !== '/news')) {
    const main = /<main\b.*<\/main>/s.exec(await visitor.page(path))?.[0] ?? '';
    const linked = new Set([...main.matchAll(/href="\/markets\/(\w+)"/g)].map(([, id]) => id));
    const rows = [...main.matchAll(/<th scope="row".*?<\/th>/gs)].map(([cell]) => cell);
    const named = rows.filter((cell) => INSTRUMENTS.some(({ symbol }) => cell.includes(`>${symbol}<`)));
    expect([path, named.filter((cell) => !/href="\/markets\/\w+"/.test(cell))]).toEqual([path, []]);
    for (const id of linked) expect(INSTRUMENTS.map((each) => each.id)).toContain(id);
  }
});
