import { once } from 'node:events';
import { type ClientRequest, request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../support/pages/client';
import { PIXEL_PNG } from '../support/pages/files';
import { countRows } from '../support/people/rows';
import { Installation } from '../support/servers/installation';

const installation = new Installation({ LIMITS: 'uploadsAtOnce=8' });
let investor: Client;
beforeAll(async () => {
  await installation.start();
  investor = await new Client(installation).signIn(installation.demonstration.investor);
});
afterAll(() => installation.remove());

/** Starts a form with a file and then stops. */
async function stalled(): Promise<ClientRequest> {
  const { hostname, port } = new URL(installation.origin);
  const sent = httpRequest({
    hostname,
    port,
    path: '/kyc',
    method: 'POST',
    headers: {
      Origin: installation.origin,
      Cookie: investor.cookie,
      'Content-Type': 'multipart/form-data; boundary=x',
      'Content-Length': '1000000',
      Expect: '100-continue',
    },
  });
  sent.on('error', () => {});
  sent.flushHeaders();
  await once(sent, 'continue');
  sent.write('--x\r\n');
  return sent;
}

const send = (path: string) => {
  const body = new FormData();
  body.append('document', new File(['%PDF-1.4'], 'a.pdf'));
  return investor.fetch(path, { method: 'POST', body, headers: { Origin: installation.origin, Accept: 'text/html' } });
};

describe('more simultaneous files than one address may send', () => {
  test('are refused with a page and a time to retry; the others are served, and then they are', async () => {
    const slow = [await stalled(), await stalled()];
    const refused = await send('/kyc');
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '10']);
    expect(await refused.text()).toContain('Many files are arriving just now. Nothing was changed.');
    expect((await send('/KYC/')).status).toBe(503);
    const call = await send('/api/sendproof');
    expect([call.status, await call.json()]).toMatchObject([503, { status: 503 }]);
    expect((await investor.fetch('/dashboard')).status).toBe(200);
    for (const each of slow) each.destroy();
    // The request is admitted now, so it is refused only for its missing form token.
    await expect.poll(async () => (await send('/kyc')).status).toBe(403);
  });

  test('one that is refused at once releases its slot', async () => {
    const anonymous = new Client(installation);
    for (let turn = 0; turn < 10; turn += 1) {
      const body = new FormData();
      body.append('document', new File(['%PDF-1.4'], 'a.pdf'));
      const answer = await anonymous.fetch('/kyc', { method: 'POST', body, headers: { Origin: installation.origin } });
      expect([turn, answer.status]).toEqual([turn, 303]);
    }
  });
});

test('a call with invalid fields leaves no file', async () => {
  const { email, password } = installation.demonstration.investor;
  const signedIn = await fetch(`${installation.origin}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password, rememberme: false }),
  });
  const { token } = (await signedIn.json()) as { token: string };
  const before = countRows(installation, { table: 'file' });
  const body = new FormData();
  body.append('amount', 'a lot');
  body.append('method', 'BTC');
  body.append('proof', new File([PIXEL_PNG], 'proof.png'));
  const call = (form: FormData) =>
    fetch(`${installation.origin}/api/sendproof`, { method: 'POST', headers: { 'x-access-token': token }, body: form });
  expect(await (await call(body)).json()).toMatchObject({ status: 400, field: 'amount' });
  expect(countRows(installation, { table: 'file' })).toBe(before);
  body.set('amount', '1000');
  expect((await call(body)).status).toBe(200);
  expect(countRows(installation, { table: 'file' })).toBe(before + 1);
});
