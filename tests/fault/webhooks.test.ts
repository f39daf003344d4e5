import { EventEmitter, once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sizeOf } from '../support/depth';
import { Installation } from '../support/servers/installation';

const KILLS = sizeOf('MIDWAY');
/** Deposits that are reported and cancelled before each kill. */
const DEPOSITS = 4;

const installation = new Installation({ WEBHOOK_HOSTS: '127.0.0.1' });
let key = '';

beforeAll(async () => {
  await installation.start();
  const person = installation.demonstration.investor;
  const scopes = ['read', 'deposit', 'account'];
  key = String((await call('keys', { ...person, name: 'Fault', scopes })).key);
}, 120_000);
afterAll(() => installation.remove());

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** Repeats a call of `/api/v1` until the process has answered it. */
async function call(path: string, body?: object): Promise<Record<string, unknown>> {
  const idempotencyKey = crypto.randomUUID();
  for (;;) {
    const answer = await fetch(`${installation.origin}/api/v1/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body && { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey }),
      },
      body: body && JSON.stringify(body),
    }).catch(() => null);
    const answered = await answer?.json().catch(() => null);
    if (answer?.ok && answered) return answered;
    if (answer && answer.status < 500) throw new Error(`${path}: ${JSON.stringify(answered)}`);
    await new Promise((resume) => setImmediate(resume));
  }
}

async function served(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

type Post = { webhookId: string; eventId: string; of: string };

/** A receiver that takes a moment for each post, and records it. */
async function receiver() {
  const got: Post[] = [];
  const arrived = new EventEmitter();
  const url = await served(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const { id, data } = JSON.parse(body) as { id: string; data: { id: string; state: string } };
    got.push({ webhookId: String(request.headers['webhook-id']), eventId: id, of: `${data.id} ${data.state}` });
    arrived.emit('post');
    // Long enough for a kill to fall between the post and its answer.
    setTimeout(() => response.end(), 30);
  });
  const until = async (isDone: () => boolean) => {
    while (!isDone()) await once(arrived, 'post');
  };
  return { got, url, until };
}

const hook = async (url: string) => String((await call('webhooks', { url, kinds: ['deposit'] })).id);

/** Reports a deposit and cancels it; returns its events. */
async function depositEvents(cents: number): Promise<string[]> {
  const amount = { value: `3${String(cents).padStart(2, '0')}.00`, currency: 'USD' };
  const { id } = await call('deposits', { method: 'ETH', amount });
  await call(`deposits/${id}/cancel`, {});
  return [`${id} pending`, `${id} cancelled`];
}

test(`killed ${KILLS} times while it posts to a webhook, it loses no event, and repeats only what was under way`, async () => {
  const { got, url, until } = await receiver();
  const id = await hook(url);
  const acknowledged: string[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    for (let n = 0; n < DEPOSITS; n++) acknowledged.push(...(await depositEvents(n)));
    // A different moment each time: during the posts, or before the first.
    const before = got.length;
    await until(() => got.length >= before + (kill % 3));
    await installation.crash();
  }
  await until(() => acknowledged.every((event) => got.some(({ of }) => of === event)));
  const ids = (posts: Post[], field: keyof Post) => new Set(posts.map((post) => post[field])).size;
  const posted = got.filter(({ of }) => acknowledged.includes(of));
  expect(ids(posted, 'eventId')).toBe(acknowledged.length);
  expect(ids(posted, 'webhookId')).toBe(acknowledged.length);
  expect(posted.length - acknowledged.length).toBeLessThanOrEqual(KILLS);
  await call(`webhooks/${id}/remove`, {});
}, 3_600_000);

test('a receiver that never answers is retried later, one with an endless answer has accepted the post, and others get theirs', async () => {
  const { got, url, until } = await receiver();
  const never = await served(() => {});
  const endless = await served((_, response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write('.'), 100);
    response.on('close', () => clearInterval(drip));
  });
  const [bad, long] = [await hook(never), await hook(endless)];
  await hook(url);
  const events = await depositEvents(50);
  await until(() => events.every((event) => got.some(({ of }) => of === event)));
  type Delivery = { attempts: number; state: string; problem: string | null };
  const tried = async (webhook: string): Promise<Delivery> => {
    for (;;) {
      const { data } = await call(`webhook-deliveries?webhook=${webhook}&limit=100`);
      const found = (data as Delivery[]).find(({ attempts }) => attempts > 0);
      if (found) return found;
    }
  };
  expect(await tried(long)).toMatchObject({ state: 'delivered' });
  expect(await tried(bad)).toMatchObject({ state: 'waiting', problem: 'It did not answer within 10 seconds.' });
}, 120_000);
