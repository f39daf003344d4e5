import { get } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '../support/pages/client';
import { alertQueries, dashboardQueries, figuresIn } from '../support/queries';
import { Installation } from '../support/servers/installation';

const open = new Installation({ METRICS_TOKEN: '' });
const guarded = new Installation({ DEMONSTRATION: '0', METRICS_TOKEN: 'a-token-for-the-scraper' });
const proxied = new Installation({ DEMONSTRATION: '0', TRUSTED_PROXIES: '1' });
const all = [open, guarded, proxied];

beforeAll(async () => {
  for (const installation of all) await installation.start();
});
afterAll(async () => {
  for (const installation of all) await installation.remove();
});

const metrics = (installation: Installation, headers: HeadersInit = {}) =>
  fetch(`${installation.origin}/metrics`, { headers });

test('the metrics are of the process, its requests, the ledger, the outbox and the jobs', async () => {
  const investor = await new Client(open).signIn(open.demonstration.investor);
  await investor.page('/dashboard');
  for (const path of ['/unknown/address', '/nor-this', '/faq', '/faq', '/faq?utm_source=x']) await investor.fetch(path);
  const wrong = { email: open.demonstration.investor.email, password: 'something else' };
  const json = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(wrong) };
  expect((await fetch(`${open.origin}/api/login`, json)).status).toBe(200);
  const answer = await metrics(open);
  const text = await answer.text();
  const figure = (line: string) => Number(new RegExp(`^${line.replace(/[{}]/g, '\\$&')} (.+)$`, 'm').exec(text)?.[1]);
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  expect(figure('process_resident_memory_bytes')).toBeGreaterThan(1e6);
  expect(figure('http_request_duration_seconds_count{route="/dashboard",method="GET",status="200"}')).toBe(1);
  expect(figure('http_request_duration_seconds_count{route="other",method="GET",status="404"}')).toBe(2);
  // A refused call is counted by the status in its body.
  expect(figure('http_request_duration_seconds_count{route="/api/login",method="POST",status="401"}')).toBe(1);
  expect(text).not.toContain('unknown/address');
  // The first was rendered, the others came from the cache.
  expect(figure('http_request_duration_seconds_count{route="/faq",method="GET",status="200"}')).toBe(1);
  expect(figure('http_answers_from_memory_total{route="/faq",status="200"}')).toBe(2);
  expect(await (await metrics(open)).text()).toContain('http_answers_from_memory_total{route="/faq",status="200"} 2');
  expect(figure('ledger_transfers_total')).toBeGreaterThan(10);
  expect(figure('outbox_mails{status="failed"}')).toBe(0);
  expect(figure('job_since_last_end_seconds{job="mail"}')).toBeLessThan(60);
});

test('alerts and the dashboard of the kit query existing metrics only', async () => {
  const text = await (await metrics(open)).text();
  const parts = { histogram: ['_bucket', '_sum', '_count'] } as Record<string, string[]>;
  const there = new Set(
    Array.from(text.matchAll(/^# TYPE (\w+) (\w+)$/gm), ([, name = '', type = '']) =>
      (parts[type] ?? ['']).map((part) => name + part),
    ).flat(),
  );
  const request = [...alertQueries(), ...dashboardQueries()];
  expect(request.length).toBeGreaterThan(40);
  expect(request.filter((query) => !figuresIn(query).every((name) => there.has(name)))).toEqual([]);
});

test('metrics are for clients with the token, or for this machine without a proxy in front', async () => {
  const statuses = [];
  for (const Authorization of ['', 'Bearer another', 'Bearer a-token-for-the-scraper']) {
    statuses.push((await metrics(guarded, { Authorization })).status);
  }
  expect(statuses).toEqual([404, 404, 200]);
  // A proxy makes all clients look like this machine.
  expect((await metrics(proxied)).status).toBe(404);
});

test.each([
  'Forwarded',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Real-IP',
  'Via',
  'CF-Connecting-IP',
  'True-Client-IP',
  'X-Client-IP',
])('without a token a forwarded request is refused (%s)', async (header) => {
  expect((await metrics(open, { [header]: '127.0.0.1' })).status).toBe(404);
});

test('without a token only requests to this machine’s own name are answered', async () => {
  const { port } = new URL(open.origin);
  const statusFor = (Host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = get({ hostname: '127.0.0.1', port, path: '/metrics', headers: { Host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      sent.on('error', reject);
    });
  for (const own of [`127.0.0.1:${port}`, 'localhost', `LOCALHOST:${port}`, '[::1]']) {
    expect([own, await statusFor(own)]).toEqual([own, 200]);
  }
  for (const other of ['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example', `evil.example:${port}`]) {
    expect([other, await statusFor(other)]).toEqual([other, 404]);
  }
});
