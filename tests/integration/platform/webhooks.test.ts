// On both engines: events are queued once, regardless of the number of processes, and posted until they are accepted.
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { event, notification, session, webhook, webhookDelivery } from '#drizzle/schema';
import { freezeAccount } from '~/features/people/auth/freeze/freeze.server';
import type { EventGroup } from '~/features/site/events/groups';
import { MAX_FAILING_MS, queueWebhooks, sendWebhooks } from '~/features/site/webhooks/sendWebhooks.server';
import {
  createWebhook,
  removeWebhook,
  replayDelivery,
  resumeWebhook,
  testWebhook,
} from '~/features/site/webhooks/webhooks.server';
import { DAY, HOUR, MINUTE } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { notify } from '~/platform/events/index.server';
import { hashSecret } from '~/platform/ids';
import { forgetSingleton } from '~/platform/singleton';
import { createAdminActor, createInvestorActor } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { clock, useDatabase } from '../../support/database';
import { must } from '../../support/must';
import { keyFor, staffKeyFor, undocumented, v1 } from '../../support/pages/v1';
import { makeAdmin, makeUser } from '../../support/people/people';

useDatabase();

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Receiver that returns these responses in order and then 200; `null` means no response. */
async function receiver(answers: (number | null)[] = []) {
  const got: { headers: NodeJS.Dict<string | string[]>; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    got.push({ headers: request.headers, body });
    const answer = answers.length > 0 ? answers.shift() : 200;
    if (answer === null) request.socket.destroy();
    else response.writeHead(answer ?? 200, { location: 'http://169.254.169.254/' }).end();
  });
  await new Promise<void>((resume) => server.listen(0, '127.0.0.1', resume));
  closing.push(() => server.close());
  Object.assign(env(), { WEBHOOK_HOSTS: ['127.0.0.1'] });
  const texts = () => got.map(({ body }) => (JSON.parse(body) as { data: { text?: string } }).data.text);
  return { got, answers, texts, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

const notifyUser = (user: User, text: string) =>
  write((tx) => notify(tx, { userId: user.id, text, href: '/dashboard' }));
const make = async (user: User, url: string, kinds: EventGroup[] = ['notification']) =>
  must(await write((tx) => createWebhook(tx, createInvestorActor(user.id), { url, kinds })));
const run = async () => {
  await queueWebhooks();
  while (await sendWebhooks());
};
const deliveries = () => read().select().from(webhookDelivery).orderBy(webhookDelivery.eventId);
const hooks = () => read().select().from(webhook);
/** Clears the state of this process, like a restart after a kill. */
const dies = () => forgetSingleton('webhook-events');

test('events of the chosen kinds are posted to their owner’s webhook, in order, once, and signed', async () => {
  const { got, texts, url } = await receiver();
  const [ann, bea] = [await makeUser(), await makeUser()];
  await notifyUser(ann, 'before there was a webhook');
  const { secret } = await make(ann, url);
  for (const text of ['one', 'two', 'three']) await notifyUser(ann, text);
  await notifyUser(bea, 'not for Ann');
  await run();
  dies();
  await run();
  expect(texts()).toEqual(['one', 'two', 'three']);
  const [{ headers, body }] = got as [(typeof got)[number]];
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  expect(undocumented('streamEvents', { status: 200, body: JSON.parse(body) })).toEqual([]);
  const [stored] = await hooks();
  expect(JSON.stringify(stored)).not.toContain(secret);
});

test('events from a time without a process are posted by the next, and a post whose answer was lost is repeated with its ID', async () => {
  const { got, texts, url } = await receiver([200]);
  const ann = await makeUser();
  await make(ann, url);
  await run();
  dies();
  await notifyUser(ann, 'while away');
  await queueWebhooks();
  dies();
  await queueWebhooks();
  expect(await deliveries()).toHaveLength(1);
  await run();
  // Simulates a process that was killed between the answer and the commit.
  await write((tx) => tx.update(webhookDelivery).set({ status: 'waiting', attempts: 0 }));
  await run();
  expect(texts()).toEqual(['while away', 'while away']);
  expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

describe('a receiver that fails', () => {
  test.each<[string, number | null]>([
    ['answers 500', 500],
    ['redirects to a private address', 302],
    ['ends the connection', null],
  ])('since it %s is retried later, with the others behind it', async (_, answer) => {
    const { got, texts, url } = await receiver([answer]);
    const ann = await makeUser();
    await make(ann, url);
    await notifyUser(ann, 'one');
    await notifyUser(ann, 'two');
    await run();
    expect(got).toHaveLength(1);
    expect((await deliveries()).map(({ status, attempts }) => [status, attempts])).toEqual([
      ['waiting', 1],
      ['waiting', 0],
    ]);
    clock.advance(MINUTE);
    await run();
    expect(texts()).toEqual(['one', 'one', 'two']);
    expect((await hooks())[0]).toMatchObject({ failures: 0, failingSince: null });
  });

  test('for three days is turned off, and its owner is notified; later it can be turned on again', async () => {
    const { answers, url, texts } = await receiver(Array.from({ length: 500 }, () => 503));
    const ann = await makeUser();
    const { id } = await make(ann, url);
    await notifyUser(ann, 'lost');
    for (let hours = 0; hours * HOUR <= MAX_FAILING_MS; hours += 6) {
      await notifyUser(ann, `at ${hours}`);
      await run();
      clock.advance(6 * HOUR);
    }
    await run();
    const [off] = await hooks();
    expect(off?.disabledAt).not.toBeNull();
    const notifications = await read().select().from(notification).where(eq(notification.userId, ann.id));
    expect(notifications.map(({ text }) => text).join()).toContain('Your webhook to 127.0.0.1 was turned off');
    expect((await read().select().from(event).where(eq(event.thing, 'webhook'))).map((row) => row.event)).toContain(
      'disable',
    );
    expect(new Set((await deliveries()).map(({ status }) => status))).toEqual(new Set(['failed']));
    expect(await write((tx) => testWebhook(tx, createInvestorActor(ann.id), id))).toMatchObject({
      error: { code: 'wrong-state' },
    });
    answers.length = 0;
    must(await write((tx) => resumeWebhook(tx, createInvestorActor(ann.id), id)));
    await notifyUser(ann, 'back');
    await run();
    expect(texts().at(-1)).toBe('back');
  });

  test('holds up no other', async () => {
    const [bad, good] = [await receiver(Array.from({ length: 50 }, () => null)), await receiver()];
    const [ann, bea] = [await makeUser(), await makeUser()];
    await make(ann, bad.url);
    await make(bea, good.url);
    for (let n = 0; n < 30; n++) await notifyUser(ann, `${n}`);
    await notifyUser(bea, 'through');
    await run();
    expect([bad.got.length, good.texts()]).toEqual([1, ['through']]);
  });
});

test('a post can be sent again, and a test at any time', async () => {
  const { got, url } = await receiver();
  const ann = await makeUser();
  const { id } = await make(ann, url);
  must(await write((tx) => testWebhook(tx, createInvestorActor(ann.id), id)));
  await run();
  const [first] = await deliveries();
  must(await write((tx) => replayDelivery(tx, createInvestorActor(ann.id), first?.id ?? '')));
  await run();
  expect(got.map(({ headers }) => headers['webhook-id'])).toEqual([first?.id, first?.id]);
  const bea = await makeUser();
  expect(await write((tx) => replayDelivery(tx, createInvestorActor(bea.id), first?.id ?? ''))).toMatchObject({
    ok: false,
  });
  expect(await write((tx) => removeWebhook(tx, createInvestorActor(bea.id), id))).toMatchObject({ ok: false });
  must(await write((tx) => removeWebhook(tx, createInvestorActor(ann.id), id)));
  expect([await hooks(), await deliveries()]).toEqual([[], []]);
});

test.each([
  'http://hooks.example.com/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://169.254.169.254/latest',
  'https://10.1.2.3/',
  'https://localhost/',
])('nothing is ever sent to %s', async (url) => {
  const ann = await makeUser();
  const made = await write((tx) => createWebhook(tx, createInvestorActor(ann.id), { url, kinds: ['deposit'] }));
  expect(made).toMatchObject({ ok: false, error: { field: 'url' } });
});

test('a name that leads into a private network is refused when it is looked up', async () => {
  const { got, url } = await receiver();
  const ann = await makeUser();
  await make(
    ann,
    url.replace('127.0.0.1', 'localhost').replace('http:', 'https:').replace('localhost', 'hooks.localhost'),
  );
  Object.assign(env(), { WEBHOOK_HOSTS: [] });
  await notifyUser(ann, 'one');
  await run();
  const [row] = await deliveries();
  expect([row?.status, got]).toEqual(['waiting', []]);
  expect(row?.problem).toMatch(/private network|could not be reached/);
  const local = url.replace('127.0.0.1', 'localhost');
  await write((tx) => tx.update(webhook).set({ url: local, failures: 0 }));
  clock.advance(DAY);
  await run();
  const [looked] = await deliveries();
  expect([looked?.problem, got]).toEqual(['Its address is in a private network, so nothing was sent.', []]);
});

test('a webhook that a key created ends with the key; a frozen account’s is paused', async () => {
  const { texts, url } = await receiver();
  const ann = await makeUser();
  const key = await keyFor(ann);
  const body = { url, kinds: ['notification'] };
  const made = await v1('POST', 'webhooks', { key, body, headers: { 'Idempotency-Key': 'one' } });
  expect(made.body).toMatchObject({ url, secret: expect.stringMatching(/^whsec_/) });
  const again = await v1('POST', 'webhooks', { key, body, headers: { 'Idempotency-Key': 'one' } });
  expect(again.body).toEqual({ ...made.body, secret: null });
  await make(ann, url);
  await notifyUser(ann, 'to both');
  await run();
  await write((tx) => tx.delete(session).where(eq(session.tokenHash, hashSecret(key))));
  await notifyUser(ann, 'to one');
  await run();
  expect(texts()).toEqual(['to both', 'to both', 'to one']);
  expect(await hooks()).toHaveLength(1);
  must(await write((tx) => freezeAccount(tx, createInvestorActor(ann.id), { userId: ann.id, reason: 'to try' })));
  await notifyUser(ann, 'while frozen');
  await run();
  expect(texts()).toHaveLength(3);
});

test('an administrator gets events of all accounts, as far as their rights go', async () => {
  const { got, url } = await receiver();
  const [payments, traders] = [await makeAdmin({ role: 'payments' }), await makeAdmin({ role: 'traders' })];
  const request = { url, kinds: ['deposit'] as const };
  expect(await write((tx) => createWebhook(tx, createAdminActor(traders.id), request))).toMatchObject({ ok: false });
  expect(
    await write((tx) => createWebhook(tx, createAdminActor(payments.id), { url, kinds: ['balance'] })),
  ).toMatchObject({
    ok: false,
  });
  must(await write((tx) => createWebhook(tx, createAdminActor(payments.id), request)));
  const ann = await makeUser();
  const deposit = { method: 'ETH', amount: { value: '250.00', currency: 'USD' } };
  await v1('POST', 'deposits', { key: await keyFor(ann), body: deposit, headers: { 'Idempotency-Key': 'one' } });
  await run();
  expect(got.map(({ body }) => JSON.parse(body))).toMatchObject([
    { type: 'deposit.changed', userId: ann.id, data: { state: 'pending' } },
  ]);
});

test('an administrator’s key creates webhooks of what its rights show, which end with it', async () => {
  const { got, url } = await receiver();
  const admin = await makeAdmin();
  const key = await staffKeyFor(admin, ['payments:read']);
  const post = (path: string, body: object, by = key) =>
    v1('POST', path, { key: by, body, headers: { 'Idempotency-Key': `${path}${JSON.stringify(body)}` } });
  const beyond = await post('staff/webhooks', { url, kinds: ['identity'] });
  expect(beyond).toMatchObject({ status: 403, body: { code: 'missing-scope', field: 'kinds' } });
  expect(await post('staff/webhooks', { url, kinds: ['balance'] })).toMatchObject({ status: 400 });
  const made = await post('staff/webhooks', { url, kinds: ['deposit'] });
  expect([made.status, undocumented('createStaffWebhook', made)]).toEqual([200, []]);
  const id = String(made.body.id);
  expect((await v1('GET', 'staff/webhooks', { key })).body.data).toMatchObject([
    { id, state: 'on', endsWithKey: true },
  ]);
  const other = await staffKeyFor(await makeAdmin());
  expect((await post(`staff/webhooks/${id}/test`, {}, other)).status).toBe(404);
  expect((await post(`staff/webhooks/${id}/test`, {})).status).toBe(200);
  await run();
  const notified = await v1('GET', `staff/webhook-deliveries?webhook=${id}`, { key });
  expect(notified.body.data).toMatchObject([{ type: 'webhook.test', state: 'delivered' }]);
  expect(got).toHaveLength(1);
  await write((tx) => tx.delete(session).where(eq(session.tokenHash, hashSecret(key))));
  await run();
  expect(await hooks()).toEqual([]);
});
