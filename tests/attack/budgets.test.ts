import { once } from 'node:events';
import { type ClientRequest, request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../support/pages/client';
import { Installation } from '../support/servers/installation';

/** Settings with a proxy in front, so that each request can have an address of its own. */
const installation = new Installation({
  LIMITS: 'uploadsAtOnce=8,patienceSeconds=1,uploadBytesPerSecond=1000',
  TRUSTED_PROXIES: '1',
});
let investor: Client;
let admin: Client;

beforeAll(async () => {
  await installation.start();
  investor = await new Client(installation).signIn(installation.demonstration.investor);
  admin = await new Client(installation).signInAdmin(installation.demonstration.admin);
});
afterAll(() => installation.remove());

/** Starts a form with a file from an address, which then sends single bytes. */
async function dripping(client: Client, address: string): Promise<ClientRequest> {
  const { hostname, port } = new URL(installation.origin);
  const sent = httpRequest({
    hostname,
    port,
    path: '/kyc',
    method: 'POST',
    headers: {
      Origin: installation.origin,
      Cookie: client.cookie,
      'X-Forwarded-For': address,
      'Content-Type': 'multipart/form-data; boundary=x',
      'Content-Length': '1000000',
    },
  });
  sent.on('error', () => {});
  sent.write('--x\r\n');
  await once(sent, 'socket');
  return sent;
}

const send = (client: Client, address: string) => {
  const body = new FormData();
  body.append('document', new File(['%PDF-1.4'], 'a.pdf'));
  const headers = { Origin: installation.origin, 'X-Forwarded-For': address };
  return client.fetch('/kyc', { method: 'POST', body, headers });
};

describe('uploads that drip', () => {
  test('of one account from many addresses use the account’s share of the slots, and are ended', async () => {
    const ends: Promise<unknown>[] = [];
    for (let n = 0; n < 16; n += 1) {
      const sent = await dripping(investor, `203.0.113.${n}`);
      ends.push(
        new Promise<void>((resolve) => {
          sent.once('close', resolve);
          sent.once('response', (answer) => answer.resume());
        }),
      );
    }
    await expect.poll(async () => (await send(investor, '203.0.113.99')).status).toBe(503);
    // Another account is served meanwhile: it is refused only for the missing form token.
    expect((await send(admin, '203.0.113.98')).status).not.toBe(503);
    // Each is ended, by a refusal or for its slowness, and its slots are free again.
    await Promise.all(ends);
    await expect.poll(async () => (await send(investor, '203.0.113.99')).status, { timeout: 10_000 }).toBe(403);
  });
});
