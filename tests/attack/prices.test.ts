import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '../support/pages/client';
import { Installation } from '../support/servers/installation';

/** Settings with a proxy in front, so that each request can have an address of its own. */
const installation = new Installation({ TRUSTED_PROXIES: '1' });

beforeAll(() => installation.start());
afterAll(() => installation.remove());

type Reader = { answer: IncomingMessage; text: () => string; ended: Promise<void> };

const read = (path: string, address: string) =>
  new Promise<Reader>((resolve, reject) => {
    const headers = { 'X-Forwarded-For': address, Accept: 'text/event-stream' };
    const sent = get(new URL(path, installation.origin), { headers, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      const ended = new Promise<void>((done) => answer.once('close', done));
      resolve({ answer, text: () => text, ended });
    });
    sent.on('error', reject);
  });

test('a visitor receives the prices of a page and their changes, as the page writes them', async () => {
  const reader = await read('/prices?of=EURUSD,nothing,BTCUSD,EURUSD', '203.0.113.1');
  expect(reader.answer.statusCode).toBe(200);
  expect(reader.answer.headers['content-type']).toMatch(/^text\/event-stream/);
  expect(reader.answer.headers['set-cookie']).toBeUndefined();
  // The stream first sends all prices, and a second later only those that moved.
  await expect.poll(() => reader.text().split('data: ').length, { timeout: 10_000 }).toBeGreaterThan(2);
  // A price of a closed market has another time, and comes in an event of its own.
  const events = [...reader.text().matchAll(/data: (.*)\n/g)].map(([, event = '']) => JSON.parse(event));
  const of = Object.assign({}, ...events.map((event) => event.of));
  const { at } = events[0];
  expect(Object.keys(of).sort()).toEqual(['BTCUSD', 'EURUSD']);
  expect(of.EURUSD[0]).toMatch(/^\d\.\d{5}$/);
  expect(of.EURUSD[1]).toMatch(/^[+−]?\d+\.\d\d%$/);
  expect(new Date(at).toISOString()).toBe(at);
  reader.answer.destroy();
});

test('an unknown symbol opens no stream, nor does a request for data', async () => {
  const visitor = new Client(installation);
  for (const of of ['', 'nothing', '__proto__', `${'A'.repeat(5_000)},EURUSD`]) {
    expect((await visitor.fetch(`/prices?of=${of}`)).status, of.slice(0, 20)).toBe(404);
  }
  expect((await visitor.fetch('/prices.data?of=EURUSD')).status).toBe(406);
  const head = await visitor.fetch('/prices?of=EURUSD', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('one network has a limited number of readers, and does not cut off another', async () => {
  const other = await read('/prices?of=EURUSD', '198.51.100.9');
  const readers: Reader[] = [];
  for (let at = 0; at < 21; at++) readers.push(await read('/prices?of=EURUSD', '203.0.113.7'));
  await readers[0]?.ended;
  expect(readers[0]?.text()).toContain('event: end\ndata: elsewhere');
  const before = other.text().length;
  await expect.poll(() => other.text().length, { timeout: 10_000 }).toBeGreaterThan(before);
  for (const { answer } of [...readers, other]) answer.destroy();
});
