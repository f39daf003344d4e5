import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { deposit, event } from '#drizzle/schema';
import { STAFF_FILES } from '~/api/staffFiles.server';
import { read } from '~/platform/db/index.server';
import { loader as files } from '~/routes/files';
import { useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { LIVE } from '../../support/liveEnvironment';
import { PIXEL_PNG } from '../../support/pages/files';
import { answerOf } from '../../support/pages/guarded';
import { keyFor, staffKeyFor, undocumented, v1 } from '../../support/pages/v1';
import { makeAdmin, makeUser } from '../../support/people/people';
import { codeOf, ownerOf, turnOn } from '../../support/people/secondFactor';

useDatabase();

const usd = (value: string) => ({ value, currency: 'USD' });
let uses = 0;
const once = () => ({ 'Idempotency-Key': `key-${++uses}` });
const post = (path: string, key: string, body: object, headers = once()) => v1('POST', path, { key, body, headers });

/** A waiting deposit, and the call that approves it. */
async function waitingDeposit() {
  const user = await makeUser({ country: 'Malta' });
  const { body } = await post('deposits', await keyFor(user), { method: 'ETH', amount: usd('250.00') });
  return { user, id: String(body.id), path: `staff/deposits/${body.id}/approve` };
}

const received = usd('250.00');

async function effectOf(path: string, key: string, body: object): Promise<string> {
  const shown = await v1('POST', `${path}?dryRun=true`, { key, body });
  expect(shown).toMatchObject({ status: 200, body: { state: 'previewed' } });
  return (shown.body.preview as { effect: string }).effect;
}

describe('a key of an administrator', () => {
  test('has the rights that it lists, as long as its holder’s role has them', async () => {
    const key = await staffKeyFor(await makeAdmin({ role: 'payments' }), ['payments:read', 'papers:read']);
    expect((await v1('GET', 'staff/deposits', { key })).status).toBe(200);
    const documents = await v1('GET', 'staff/identity-checks', { key });
    expect(documents).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const { path } = await waitingDeposit();
    const decided = await post(path, key, { received });
    expect(decided).toMatchObject({ status: 403, body: { detail: 'This key lacks the scope "payments:decide".' } });
  });

  test('can’t make calls of investors, and investors’ keys can’t make its calls', async () => {
    expect((await v1('GET', 'account', { key: await staffKeyFor(await makeAdmin()) })).status).toBe(401);
    expect((await v1('GET', 'staff/deposits', { key: await keyFor(await makeUser()) })).status).toBe(401);
  });

  test('decides only what was shown to it, once', async () => {
    const key = await staffKeyFor(await makeAdmin());
    const { path, id, user } = await waitingDeposit();
    const effect = await effectOf(path, key, { received });
    const unseen = { status: 409, body: { code: 'preview' } };
    expect(await post(path, key, { received })).toMatchObject(unseen);
    expect(await post(path, key, { received: usd('251.00'), effect })).toMatchObject(unseen);
    expect(await v1('GET', `staff/deposits/${id}`, { key })).toMatchObject({ body: { state: 'pending', waits: true } });
    const headers = once();
    const done = await post(path, key, { received, effect }, headers);
    expect([done.status, done.body.state, undocumented('approveDeposit', done)]).toEqual([200, 'done', []]);
    const again = await post(path, key, { received, effect }, headers);
    expect([again.body, again.headers.get('Idempotency-Replayed')]).toEqual([done.body, 'true']);
    const file = await v1('GET', `staff/users/${user.id}`, { key });
    expect(file.body).toMatchObject({ balances: { available: received } });
  });

  test('previews a decision without a form, and leaves the entry unchanged', async () => {
    const key = await staffKeyFor(await makeAdmin());
    const { id } = await waitingDeposit();
    const body = { reason: 'It did not arrive' };
    const tried = await v1('POST', `staff/deposits/${id}/reject?dryRun=true`, { key, body });
    expect(tried).toMatchObject({ status: 200, body: { state: 'previewed', message: 'Deposit rejected' } });
    expect(await v1('GET', `staff/deposits/${id}`, { key })).toMatchObject({ body: { state: 'pending' } });
  });

  test('sends a code where the page requires one', async () => {
    const admin = await makeAdmin();
    const { secret } = await turnOn(ownerOf(admin, 'admin'));
    const key = await staffKeyFor(admin);
    const { path } = await waitingDeposit();
    const effect = await effectOf(path, key, { received });
    expect(await post(path, key, { received, effect })).toMatchObject({ status: 401, body: { field: 'otp' } });
    const confirmed = await post(path, key, { received, effect, otp: codeOf(secret) });
    expect(confirmed).toMatchObject({ status: 200, body: { state: 'done' } });
    // The code counts for the key for five minutes.
    const { path: next } = await waitingDeposit();
    const seen = await effectOf(next, key, { received });
    expect(await post(next, key, { received, effect: seen })).toMatchObject({ status: 200 });
  });

  test('finds, lists and exports what its rights allow', async () => {
    const key = await staffKeyFor(await makeAdmin(), ['users:read']);
    const { user } = await waitingDeposit();
    const found = await v1('GET', `staff/search?q=${encodeURIComponent(user.email)}`, { key });
    expect(found.body.data).toMatchObject([{ kind: 'users', hits: [{ id: user.id }] }]);
    const listed = await v1('GET', `staff/users?q=${encodeURIComponent(user.email)}`, { key });
    expect(listed.body.data).toMatchObject([{ id: user.id }]);
    const file = await v1('GET', 'staff/exports/users.csv', { key });
    expect([file.headers.get('Content-Type'), String(file.body)]).toEqual([
      expect.stringContaining('text/csv'),
      expect.stringContaining(user.email),
    ]);
    expect((await v1('GET', 'staff/exports/audit.csv', { key })).status).toBe(403);
  });

  test('downloads queues as their lists are filtered, and all files that pages offer', async () => {
    const key = await staffKeyFor(await makeAdmin());
    const [first, second] = [await waitingDeposit(), await waitingDeposit()];
    const lines = async (path: string) => {
      const { status, body } = await v1('GET', `staff/exports/${path}`, { key });
      expect([path, status]).toEqual([path, 200]);
      return String(body).trim().split('\n').slice(1);
    };
    expect(await lines('deposits.csv')).toHaveLength(2);
    expect(await lines(`deposits.csv?user=${first.user.id}`)).toEqual([expect.stringContaining(first.id)]);
    expect(await lines(`deposits.csv?search=${encodeURIComponent(second.user.email)}`)).toHaveLength(1);
    expect(await v1('GET', 'staff/exports/deposits.csv?colour=red', { key })).toMatchObject({ status: 400 });
    for (const name of Object.keys(STAFF_FILES)) await lines(`${name}.csv`);
  });

  test('reads files that its rights allow, and each opening is in the audit log', async () => {
    const user = await makeUser({ country: 'Malta' });
    const { body } = await post('deposits', await keyFor(user), { method: 'ETH', amount: usd('250.00') });
    const proof = new FormData();
    proof.set('picture', new Blob([PIXEL_PNG], { type: 'image/png' }), 'payment.png');
    await v1('POST', `deposits/${body.id}/proof`, { key: await keyFor(user), form: proof, headers: once() });
    const [row] = await read()
      .select()
      .from(deposit)
      .where(eq(deposit.id, String(body.id)));
    const admin = await makeAdmin();
    const open = async (key: string) => {
      const headers = { Authorization: `Bearer ${key}` };
      const request = new Request(`http://mirrorbook.test/files/${row?.proofFileId}`, { headers });
      return (await answerOf(files, request, { params: { id: row?.proofFileId ?? '' } })).status;
    };
    expect(await open(await staffKeyFor(admin, ['papers:read']))).toBe(404);
    expect(await open(await staffKeyFor(admin, ['payments:read']))).toBe(200);
    const opened = await read().select().from(event).where(eq(event.thing, 'upload'));
    expect(opened.map(({ actorId, event: what }) => [actorId, what])).toEqual([[admin.id, 'open']]);
  });
});

test('in live mode leaves a decision waiting for a second administrator, who approves its effect', async () => {
  testEnv(LIVE);
  const user = await makeUser();
  const [one, two] = [await makeAdmin(), await makeAdmin()];
  const factors = [await turnOn(ownerOf(one, 'admin')), await turnOn(ownerOf(two, 'admin'))];
  const [first, second] = [await staffKeyFor(one), await staffKeyFor(two)];
  const path = `staff/users/${user.id}/credit`;
  const body = { kind: 'goodwill', amount: usd('40.00'), reason: 'For the delay' };
  const effect = await effectOf(path, first, body);
  const request = await post(path, first, { ...body, effect, otp: codeOf(factors[0]?.secret ?? '') });
  expect(request).toMatchObject({ status: 200, body: { state: 'waits' } });
  const { data } = (await v1('GET', 'staff/approvals', { key: second })).body as {
    data: { id: string; effect: string }[];
  };
  expect(data).toMatchObject([{ id: request.body.id }]);
  const approve = (key: string, otp?: string) =>
    post(`staff/approvals/${request.body.id}/approve`, key, { effect: data[0]?.effect, ...(otp && { otp }) });
  expect((await approve(first)).status).toBeGreaterThanOrEqual(400);
  const approved = await approve(second, codeOf(factors[1]?.secret ?? ''));
  expect(approved).toMatchObject({ status: 200, body: { state: 'done' } });
  expect(await v1('GET', `staff/users/${user.id}`, { key: second })).toMatchObject({
    body: { balances: { available: usd('40.00') } },
  });
});
