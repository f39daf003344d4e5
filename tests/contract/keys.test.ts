/** Secrets of an installation: rotated by the command, lost, and different in two processes on one database. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { CALLS } from '~/api/calls';
import { MirrorbookClient } from '~/api/client';
import { isLong } from '../support/depth';
import { ADMIN, newInvestor, PASSWORD, refused, signalKeyOf, succeed } from '../support/pages/calls';
import { Client } from '../support/pages/client';
import { countRows } from '../support/people/rows';
import { Installation } from '../support/servers/installation';

const installation = new Installation();
const path = () => join(installation.dataDir, 'secrets.json');
type Secrets = Record<string, string | string[]>;
const secrets = (): Secrets => JSON.parse(readFileSync(path(), 'utf8'));
const keep = (stored: Secrets) => writeFileSync(path(), JSON.stringify(stored));

/** Starts it and waits until everything is sealed. */
async function run(): Promise<void> {
  await installation.start();
  const where = 'id not in (select row_version_id from seal where row_version_id is not null)';
  const wait = { timeout: 90_000, interval: 50 };
  await vi.waitFor(() => expect(countRows(installation, { table: 'row_version', where })).toBe(0), wait);
}

afterAll(() => installation.remove());

/** Secrets that the installation was filled with, and those that it was given after them. */
let [first, second, third]: Secrets[] = [];

test('secrets are rotated twice, previous ones are kept, and the books verify', async () => {
  await installation.start();
  const person = await newInvestor(installation);
  const investor = await new Client(installation).signIn({ email: person.email, password: PASSWORD });
  await installation.createAdministrator(ADMIN.email, 'Ada', ADMIN.password);
  const admin = await new Client(installation).signInAdmin(ADMIN);
  const anonymous = new MirrorbookClient(installation.origin);
  const adminToken = anonymous.with((await succeed(anonymous, 'admin', ADMIN)).token);
  const { _id: trader } = await succeed(adminToken, 'createTrader', { ...CALLS.createTrader.example, capital: 10_000 });
  const signals = await signalKeyOf(installation, ADMIN, trader);
  const request = { keyName: 'Spreadsheet', read: 'on', days: '30', from: '', wallets: '', password: PASSWORD };
  const made = await investor.post(await investor.form('/settings/keys', 'keyName'), request);
  const [key = ''] = /mbk_[\w-]{20,}/.exec(await made.text()) ?? [];
  await installation.stop();
  // Secrets of the installation from which this one was copied.
  first = secrets();
  const rotated = await installation.rotateKeys();
  expect(rotated).toMatchObject({
    status: 0,
    output: expect.stringMatching(/New secrets are in[\s\S]*signs in again/),
  });
  second = secrets();
  expect(second.SEAL_SECRET).not.toBe(first.SEAL_SECRET);
  expect(second).toMatchObject({ SEAL_SECRETS_OLD: [first.SEAL_SECRET], SESSION_SECRETS_OLD: [first.SESSION_SECRET] });
  expect((await installation.rotateKeys()).status).toBe(0);
  third = secrets();
  expect(third).toMatchObject({ SEAL_SECRETS_OLD: [second.SEAL_SECRET, first.SEAL_SECRET] });

  await run();
  // Browsers sign in again, as the command says; programs continue with their tokens.
  expect((await investor.fetch('/dashboard')).headers.get('location')).toBe('/login');
  expect((await admin.fetch('/admin/users')).status).toBe(303);
  await succeed(person.client, 'getData', {});
  await succeed(adminToken, 'getUsers', {});
  const account = await fetch(`${installation.origin}/api/v1/account`, { headers: { Authorization: `Bearer ${key}` } });
  expect(account.status).toBe(200);
  const signal = { id: 'first', symbol: 'BTCUSD', action: 'close' } as const;
  expect((await refused(anonymous, 'signals', { ...signal, key: `${signals}0` }))[0]).toBe(401);
  expect((await anonymous.call('signals', { ...signal, key: signals })).http).not.toBe(401);
  await new Client(installation).signIn({ email: person.email, password: PASSWORD });
  await new Client(installation).signInAdmin(ADMIN);
  expect(await installation.audit()).toMatchObject({ clean: true });
}, 300_000);

test.runIf(isLong)(
  'a start needs the current and the previous secrets, and they may be rotated again',
  async () => {
    await installation.stop();
    // The new secrets are stored by now, but data sealed under the first still needs it.
    keep({ ...third, SEAL_SECRETS_OLD: [] });
    await expect(installation.start()).rejects.toThrow(/SEAL_SECRETS_OLD does not list a secret that \d+ seals/);
    keep({ ...third, SEAL_SECRET: 'a secret that nothing was sealed with' });
    await expect(installation.start()).rejects.toThrow('SEAL_SECRET is not the one these books were sealed with');
    keep({ ...third, SESSION_SECRET: 'a secret that nothing was signed with' });
    await expect(installation.start()).rejects.toThrow('SESSION_SECRET is not the one');
    keep(first as Secrets);
    await expect(installation.start()).rejects.toThrow('SEAL_SECRET is not the one these books were sealed with');

    keep(third as Secrets);
    expect((await installation.rotateKeys()).status).toBe(0);
    expect(secrets().SEAL_SECRETS_OLD).toEqual([third, second, first].map((each) => each?.SEAL_SECRET));
    await run();
    expect(await installation.audit()).toMatchObject({ clean: true });
  },
  300_000,
);
