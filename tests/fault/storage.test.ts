import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ADMIN, newInvestor, PASSWORD } from '../support/pages/calls';
import { Client } from '../support/pages/client';
import { pictureFile } from '../support/pages/files';
import { countRows } from '../support/people/rows';
import { Installation } from '../support/servers/installation';
import { startS3 } from '../support/servers/s3';

let s3: Awaited<ReturnType<typeof startS3>>;
let installation: Installation;
let investor: Client;
let admin: Client;

beforeAll(async () => {
  s3 = await startS3();
  // A demonstration would be made only for this store.
  installation = await new Installation({ STORAGE_URL: s3.url, DEMONSTRATION: '0' }).start();
  await installation.createAdministrator(ADMIN.email, 'Ada', ADMIN.password);
  const { email } = await newInvestor(installation);
  investor = await new Client(installation).signIn({ email, password: PASSWORD });
  admin = await new Client(installation).signInAdmin(ADMIN);
});
afterAll(async () => {
  await installation.remove();
  await s3.remove();
});

const rows = () => ['file', 'deposit'].map((table) => countRows(installation, { table }));

/** Files a deposit with a unique proof. */
const deposit = async (width: number) =>
  await investor.submit('/checkout?method=BTC&amount=1500', { proof: await pictureFile({ width }) });

describe('uploads in a bucket', () => {
  test('are served whole and in parts, to their owner and to administrators only', async () => {
    expect((await deposit(50)).status).toBe(303);
    const path = /\/files\/[0-9a-f-]{36}/.exec(await investor.page('/deposit'))?.[0] ?? '';
    const whole = await investor.fetch(path);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=300',
    });
    const etag = whole.headers.get('ETag') ?? '';
    expect((await investor.fetch(path, { headers: { 'If-None-Match': etag } })).status).toBe(304);

    const part = await admin.fetch(path, { headers: { Range: 'bytes=4-9', 'If-Range': etag } });
    expect([part.status, part.headers.get('Content-Range')]).toEqual([206, `bytes 4-9/${bytes.length}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(4, 10));
    const newer = await admin.fetch(path, { headers: { Range: 'bytes=4-9', 'If-Range': '"another"' } });
    expect([newer.status, (await newer.arrayBuffer()).byteLength]).toEqual([200, bytes.length]);
    const beyond = await investor.fetch(path, { headers: { Range: `bytes=${bytes.length}-` } });
    expect([beyond.status, beyond.headers.get('Content-Range')]).toEqual([416, `bytes */${bytes.length}`]);
    expect((await new Client(installation).fetch(path, { headers: { Range: 'bytes=0-3' } })).status).toBe(404);
  });

  test('when the bucket is down: the page says so, no row is left, and all else continues', async () => {
    const before = rows();
    await s3.goDown();
    const refused = await deposit(51);
    expect(refused.status).toBe(503);
    expect(await refused.text()).toContain('Files can’t be stored or read just now.');
    expect(rows()).toEqual(before);
    expect((await investor.fetch('/dashboard')).status).toBe(200);
    expect((await investor.fetch('/healthz')).status).toBe(200);
    // The process continues serving, and reports the failure where it matters.
    const degraded = async () => {
      const answer = await investor.fetch('/readyz');
      const { degraded } = (await answer.json()) as { degraded: { part: string }[] };
      return [answer.status, degraded.map(({ part }) => part)];
    };
    await vi.waitUntil(async () => `${await degraded()}` === '200,storage', { timeout: 20_000, interval: 50 });
    expect(await investor.page('/kyc')).toContain('Files can’t be stored just now.');
    await s3.comeBack();
    expect((await deposit(51)).status).toBe(303);
    expect(rows()).toEqual(before.map((count) => count + 1));
    await vi.waitUntil(async () => `${await degraded()}` === '200,', { timeout: 30_000, interval: 50 });
    expect(await investor.page('/kyc')).not.toContain('Files can’t be stored just now.');
  });
});
