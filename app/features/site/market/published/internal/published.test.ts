import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StoredResponse } from '~/market/feed/responseCache.server';
import { MINUTE, SECOND } from '~/platform/clock';
import { createPublisherFeed } from './published.server';

const START = Date.UTC(2026, 2, 4, 12);
const news = (title: string) => JSON.stringify([{ title, date: new Date(START).toISOString() }]);

let server: Server;
let url: string;
let time: number;
let requested: number;
let answer: (response: ServerResponse) => void;

beforeEach(async () => {
  time = START;
  requested = 0;
  server = createServer((_request, response) => {
    requested += 1;
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/news`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const from = (cache = new Map<string, StoredResponse>()) => {
  const source = createPublisherFeed(url, {
    patience: 1_500,
    time: () => time,
    cache: { take: (key) => cache.get(key), put: (key, body) => void cache.set(key, body) },
  });
  const titles = async () => {
    source.get();
    await source.settled();
    return source.get()?.map(({ title }) => title) ?? null;
  };
  return { source, titles };
};

const BAD: [string, (response: ServerResponse) => void][] = [
  ['never ends', (response) => void response.write('[')],
  ['is broken', (response) => void response.end('<rss><channel><item>')],
  ['is huge', (response) => void response.end(`[${' '.repeat(3 * 1024 * 1024)}]`)],
  ['hangs up', (response) => void response.destroy()],
  ['moves elsewhere', (response) => void response.writeHead(302, { Location: 'http://127.0.0.1:9/' }).end()],
  ['is a fault', (response) => void response.writeHead(500).end(news('fault'))],
];

test.each(BAD)('after an answer that %s the last good one remains', async (_what, bad) => {
  answer = (response) => void response.end(news('good'));
  const { titles } = from();
  expect(await titles()).toEqual(['good']);
  answer = bad;
  time += 11 * MINUTE;
  expect(await titles()).toEqual(['good']);
  expect(requested).toBe(2);
  answer = (response) => void response.end(news('better'));
  time += 16 * SECOND;
  expect(await titles()).toEqual(['better']);
});

test('a publisher that names a time to retry is not requested before it', async () => {
  answer = (response) => void response.writeHead(429, { 'Retry-After': '600' }).end();
  const { titles } = from();
  await titles();
  time += 9 * MINUTE;
  await titles();
  expect(requested).toBe(1);
  time += 2 * MINUTE;
  await titles();
  expect(requested).toBe(2);
});

test('parsed entries are available after a restart, before any source has answered', async () => {
  const cache = new Map<string, StoredResponse>();
  answer = (response) => void response.end(news('kept'));
  await from(cache).titles();
  answer = (response) => void response.destroy();
  const { source, titles } = from(cache);
  expect(source.get()?.map(({ title }) => title)).toEqual(['kept']);
  expect(await titles()).toEqual(['kept']);
});

test('a stored response that can no longer be parsed is ignored', async () => {
  answer = (response) => void response.end(news('new'));
  const { source, titles } = from(new Map([[url, { body: 'nonsense', at: time }]]));
  expect(source.get()).toBeNull();
  await source.settled();
  expect(await titles()).toEqual(['new']);
});
