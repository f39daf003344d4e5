import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALLS } from '~/api/calls';
import { MirrorbookClient } from '~/api/client';
import { type Codes, enrol, LiveInstallation } from '../support/liveMode';
import { ADMIN, PASSWORD, refused, succeed } from '../support/pages/calls';
import { Client, formsOf } from '../support/pages/client';
import { findingsBut } from '../support/people/rows';
import { transactionOf } from '../support/transactionIds';

/** A restore in live mode, as the operator does it and two administrators go through it, with forms alone. */
const installation = await LiveInstallation.create();
const CUSTOMER = { email: 'ann@customer.example', password: PASSWORD };
const SECOND = { email: 'bea@operator.example', password: ADMIN.password };

const ada = new Client(installation);
const bea = new Client(installation);
let anonymous: MirrorbookClient;
let customer: MirrorbookClient;
let codes: Codes;
let planted: string;

beforeAll(async () => {
  await installation.start();
  await installation.createAdministrator(ADMIN.email, 'Ada', ADMIN.password);
  await installation.createAdministrator(SECOND.email, 'Bea', SECOND.password);
  planted = await installation.addCustomer(CUSTOMER);
  anonymous = new MirrorbookClient(installation.origin);
  await ada.signInAdmin(ADMIN);
  codes = await enrol(ada, '/admin/security', ADMIN.password);
  await bea.signInAdmin(SECOND);
  await enrol(bea, '/admin/security', SECOND.password);
  customer = anonymous.with((await succeed(anonymous, 'login', CUSTOMER)).token);
});
afterAll(async () => {
  try {
    expect(await findingsBut(installation, [`user ${planted}`])).toEqual([]);
  } finally {
    await installation.remove();
  }
});

/** The form of a page for a decision. */
async function formFor(client: Client, path: string, intent: string) {
  return formsOf(await client.page(path), path).find(({ fields }) => fields._intent === intent);
}

/** Bea agrees to what waits. */
async function agreed(): Promise<void> {
  const form = await formFor(bea, '/admin/approvals', 'approve');
  if (!form) throw new Error('Nothing waits for a second administrator');
  expect((await bea.post(form)).status).toBe(303);
}

/** Ada asks for something on a page, and Bea agrees. */
async function asked(path: string, intent: string, added: Record<string, string> = {}): Promise<void> {
  const form = await formFor(ada, path, intent);
  if (!form) throw new Error(`${path} has no form for ${intent}`);
  expect((await ada.agree(form, added)).status).toBe(303);
  await agreed();
}

test('payments wait after a restore until two administrators have gone through it', async () => {
  const admin = anonymous.with((await succeed(anonymous, 'admin', { ...ADMIN, otp: codes() })).token);
  await succeed(customer, 'sendproof', { amount: 2_000, method: 'BTC' });
  expect((await admin.call('fundwallet', { amount: 2_000, email: CUSTOMER.email })).http).toBe(202);
  await agreed();
  const wait = await ada.form('/admin/catalogue?edit=rate:withdrawal-wait-days', 'value');
  expect((await ada.agree(wait, { value: '0', reason: 'No wait here' })).status).toBe(303);
  await agreed();
  for (const WithdrawAmount of [20, 30])
    await succeed(customer, 'withdraw', { ...CALLS.withdraw.example, WithdrawAmount });
  expect(await ada.page('/admin/restores')).toContain('No restore to check');

  const { said } = await installation.backUp();
  const [, folder = ''] = /Backed up into (\S+), and read again/.exec(said) ?? [];
  await installation.stop();
  const restored = await installation.restore(folder);
  expect(restored).toMatchObject({
    status: 0,
    said: expect.stringContaining('Payments wait until administrators have'),
  });
  await installation.start();

  expect((await installation.doctor()).said).toContain('note payments: Payments wait: the database was restored');
  const queue = await ada.page('/admin/withdrawals');
  expect(queue).toContain('Payments wait: the database was restored');
  const MARKS = ['take', 'hold', 'note'];
  const decisions = formsOf(queue, '').flatMap(({ fields }) => fields._intent ?? []);
  expect(decisions.filter((intent) => !MARKS.includes(intent))).toEqual([]);
  expect(await refused(admin, 'getWithdrawInfo', { email: CUSTOMER.email })).toMatchObject([400, /^Payments wait/]);

  expect(await formFor(ada, '/admin/restores', 'go-on')).toBeUndefined();
  await asked('/admin/restores', 'found-paid', { reference: transactionOf('tx-1'), coin: '0.0002' });
  const unpaid = await formFor(ada, '/admin/restores', 'found-unpaid');
  if (!unpaid) throw new Error('There is no withdrawal to go through');
  expect((await ada.post(unpaid)).status).toBe(303);
  await asked('/admin/restores', 'go-on');
  expect(await ada.page('/admin/restores')).toContain('No restore to check');
  expect((await installation.doctor()).said).toContain('ok   payments:');
  await asked('/admin/withdrawals', 'approve');
  expect(await ada.page(`/admin/withdrawals?show=all&q=${transactionOf('tx-1')}`)).toContain(
    `<code title="${transactionOf('tx-1')}"`,
  );
});
