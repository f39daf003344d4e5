import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '../support/pages/client';
import { Installation } from '../support/servers/installation';

const installation = new Installation({ LOG_LEVEL: 'debug' });
beforeAll(async () => {
  await installation.start();
});
afterAll(() => installation.remove());

/** Log without the mails that paper mode prints to the same output. */
const logged = () => installation.output.filter((line) => line.startsWith('{'));

const CANARY = 'canary';
const ID = '01890000-0000-7000-8000-000000000000';

test('no address of a person, password or token that was sent is in a line of the log', async () => {
  const client = new Client(installation);
  const paths = [
    `/resetpassword/${CANARY}@example.com?token=${CANARY}`,
    `/RESETPASSWORD/${CANARY}%40example.com`,
    `/%72esetpassword/${CANARY}%40example.com`,
    `/resetpassword/${CANARY}@example.com.data?token=${CANARY}`,
    `/resetpassword/${CANARY}@example.com/more/${CANARY}`,
    `/nothing/${CANARY}@example.com/here`,
    `/user/${CANARY}%2540example.com`,
    `/${ID}/verify/${CANARY}`,
    `/${ID}/VERIFY/${CANARY}/`,
    `/${ID}/%76erify/${CANARY}`,
    `/dashboard?token=${CANARY}`,
  ];
  for (const path of paths) await client.fetch(path);
  await client.fetch('/dashboard', { headers: { Cookie: `session=${CANARY}`, 'x-access-token': CANARY } });
  await client.submit('/login', { email: `${CANARY}@example.com`, password: CANARY });
  await client.submit('/passwordreset', { email: `${CANARY}@example.com` });
  const json = { email: `${CANARY}@example.com`, password: CANARY, rememberme: false };
  const headers = { 'Content-Type': 'application/json', 'x-access-token': CANARY };
  for (const name of ['login', 'admin', 'getData']) {
    await client.fetch(`/api/${name}`, { method: 'POST', headers, body: JSON.stringify(json) });
  }
  await expect.poll(() => logged().length).toBeGreaterThanOrEqual(paths.length + 6);
  expect(logged().filter((line) => line.toLowerCase().includes(CANARY))).toEqual([]);
  // The log still contains useful entries.
  expect(logged().some((line) => line.includes('"path":"/resetpassword/…","status":'))).toBe(true);
});
