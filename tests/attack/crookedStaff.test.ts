import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MirrorbookClient } from '~/api/client';
import { LIVE } from '../support/liveEnvironment';
import { enrol, LiveInstallation } from '../support/liveMode';
import { ADMIN, PASSWORD, succeed } from '../support/pages/calls';
import { Client, type DrawnForm, type Fields, formsOf } from '../support/pages/client';
import { PIXEL_PNG } from '../support/pages/files';
import { agree, formFor, watch } from '../support/pages/handsOff';
import { countRows, findingsBut, rowOf } from '../support/people/rows';
import { startSmtp } from '../support/servers/smtp';
import { transactionOf } from '../support/transactionIds';

/*
 * Live mode over HTTP: Ada, a superadmin, attacks alone by pages and calls, and tries to get a second account; Cid
 * decides on payments and knows Ann; Bea is careful.
 */
const smtp = await startSmtp();
// A stablecoin has a known value without a market price.
const OPERATOR_ADDRESSES = `${LIVE.OPERATOR_ADDRESSES},USDT-TRC20=TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE`;
const installation = await LiveInstallation.create({ SMTP_URL: smtp.url, OPERATOR_ADDRESSES });
const { waiting, comesToNothing } = watch(installation);

const ANN = { email: 'ann@customer.example', password: PASSWORD };
const BEA = { email: 'bea@operator.example', password: ADMIN.password };
const CID = { email: 'cid@operator.example', password: 'a walk along the river' };
const HER_OWN = 'ada.private@mail.example';
const WALLET = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const ANOTHER_WALLET = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const PROOF = new File([PIXEL_PNG], 'proof.png', { type: 'image/png' });

const [ada, bea, cid, ann] = [installation, installation, installation, installation].map(
  (each) => new Client(each),
) as [Client, Client, Client, Client];
let annId: string;
let cidId: string;
let adaByCall: MirrorbookClient;
let annByCall: MirrorbookClient;

const APPROVALS = '/admin/approvals';
const mailsTo = (address: string) => smtp.received.filter(({ raw }) => raw.includes(`To: ${address}`));

/** Bea decides the newest request. */
async function decides(intent: 'approve' | 'reject'): Promise<void> {
  const form = formsOf(await bea.page(APPROVALS), APPROVALS).findLast(({ fields }) => fields._intent === intent);
  if (!form) throw new Error(`There is nothing to ${intent}`);
  const answer = await bea.post(form, intent === 'reject' ? { reason: 'Not like this' } : {});
  expect([answer.status, await answer.text()]).toEqual([303, '']);
}

async function rejectAll(): Promise<void> {
  while (waiting() > 0) await decides('reject');
}

/** The requester alters each form on the approvals page into an approval with the digest that Bea saw. */
async function approvesAlone(who: Client): Promise<void> {
  const drawn = formsOf(await bea.page(APPROVALS), APPROVALS).filter(({ fields }) => fields._intent === 'approve');
  const page = await who.page(APPROVALS);
  expect(page).not.toContain('value="approve"');
  for (const { fields, ...form } of formsOf(page, APPROVALS)) {
    for (const shown of drawn) {
      for (const _key of [fields._key ?? '', shown.fields._key ?? '']) {
        const own = { _csrf: fields._csrf ?? '', _key };
        const answer = await who.post({ ...form, fields: { ...fields, ...shown.fields, ...own } });
        expect([400, 403, 422]).toContain(answer.status);
      }
    }
  }
}

/** Chooses a password by the link of the newest mail to an address. */
async function accept(link: string, password: string): Promise<Response> {
  const { pathname, search } = new URL(link);
  const person = new Client(installation);
  const form = await person.form(pathname + search, 'newPassword');
  return await person.post(form, { newPassword: password, confirmPassword: password });
}

beforeAll(async () => {
  await installation.start();
  await installation.createAdministrator(ADMIN.email, 'Ada', ADMIN.password);
  await installation.createAdministrator(BEA.email, 'Bea', BEA.password);
  annId = await installation.addCustomer(ANN);
  const anonymous = new MirrorbookClient(installation.origin);
  annByCall = anonymous.with((await succeed(anonymous, 'login', ANN)).token);
  await ada.signInAdmin(ADMIN);
  const codes = await enrol(ada, '/admin/security', ADMIN.password);
  adaByCall = anonymous.with((await succeed(anonymous, 'admin', { ...ADMIN, otp: codes() })).token);
  await bea.signInAdmin(BEA);
  await enrol(bea, '/admin/security', BEA.password);
  await ann.signIn(ANN);
});
beforeEach(() => installation.confirmSessions());
afterAll(async () => {
  try {
    expect(await findingsBut(installation, [`user ${annId}`])).toEqual([]);
  } finally {
    await installation.remove();
    await smtp.stop();
  }
});

describe('a superadmin alone', () => {
  const invite = async (email: string, name: string, role: string) =>
    agree(ada, await ada.form('/admin/staff?do=invite', 'email'), { email, name, role });

  test('gets no account for a second approval', async () => {
    await comesToNothing(
      async () => {
        await invite(HER_OWN, 'Dan Moss', 'superadmin');
        await approvesAlone(ada);
      },
      { waits: 1 },
    );
    expect(await bea.page(APPROVALS)).toContain(HER_OWN);
    await rejectAll();
    expect(mailsTo(HER_OWN)).toEqual([]);
  });

  test('can’t read the link of another’s invitation anywhere', async () => {
    await invite(CID.email, 'Cid Stone', 'payments');
    await decides('approve');
    const link = await vi.waitFor(
      () => {
        const text = mailsTo(CID.email).map(({ raw }) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '='));
        const [, found] = /(http\S+\/invitation\?token=[\w-]+)/.exec(text.join('\n')) ?? [];
        if (!found) throw new Error('No invitation was mailed');
        return found;
      },
      { timeout: 20_000, interval: 100 },
    );
    const secret = new URL(link).searchParams.get('token') ?? '';
    expect(secret.length).toBeGreaterThan(20);
    for (const path of ['/admin/outbox?show=sent', '/admin/audit', '/admin/staff', '/admin'])
      expect([path, (await ada.page(path)).includes(secret)]).toEqual([path, false]);
    expect((await accept(link, CID.password)).status).toBe(303);
    await cid.signInAdmin(CID);
    await enrol(cid, '/admin/security', CID.password);
    cidId = /\/admin\/staff\/([0-9a-f-]{36})">Cid/.exec(await ada.page('/admin/staff'))?.[1] ?? '';
    expect(rowOf(installation, 'administrator', cidId)).toMatchObject({ role: 'payments' });
  });

  test.each([
    ['makes no superadmin of Cid', 'role', { role: 'superadmin', reason: 'He is able' }],
    ['takes no second factor away, to sign in with a password that she knows', 'reset-factor', { reason: 'Lost' }],
  ])('%s', async (_, step, fields: Fields) => {
    const path = `/admin/staff/${cidId}?do=${step}`;
    await comesToNothing(
      async () => {
        await agree(ada, await formFor(ada, path, step), fields);
        await approvesAlone(ada);
      },
      { waits: 1 },
    );
    await rejectAll();
  });

  const until = new Date(Date.now() + 3_600_000).toISOString().slice(0, 16);
  const method = { minimum: '1000', icon: 'btc', enabled: 'on', address: ANOTHER_WALLET };
  const tries: [string, () => Promise<DrawnForm>, Fields][] = [
    [
      'tells no investor to pay elsewhere',
      () => formFor(ada, '/admin/announcements', 'announce'),
      { text: `Pay to ${WALLET} from today`, audience: 'all', end: until },
    ],
    [
      'tells it as the reason of maintenance no more',
      () => formFor(ada, '/admin/announcements', 'maintain'),
      { text: `Pay to ${WALLET} meanwhile`, end: until },
    ],
    [
      'gives a method no name that is another address',
      () => ada.form('/admin/catalogue?edit=deposit-method:BTC', 'address'),
      { ...method, name: WALLET },
    ],
  ];
  test.each(tries)('%s', async (_, drawn, fields) => {
    await comesToNothing(
      async () => {
        await agree(ada, await drawn(), fields);
        await approvesAlone(ada);
      },
      { waits: 1 },
    );
    await rejectAll();
  });

  test('gets neither practice money for an accomplice nor a key that trades', async () => {
    await comesToNothing(
      async () => {
        const page = await ann.page('/dashboard');
        expect(page).not.toContain('practice money');
        const [form] = formsOf(await ann.page('/settings'), '/settings');
        const fields = { ...form?.fields, _intent: 'practice' };
        const request = await ann.post({ action: '/dashboard', multipart: false, fields });
        expect(request.status).toBeGreaterThanOrEqual(400);
        const signals = await ada.page('/admin/signals');
        expect(signals).not.toContain('value="give-key"');
        const [any] = formsOf(await ada.page('/admin/password'), '/admin/password');
        const key = { ...any?.fields, _intent: 'give-key', trader: annId };
        const input = await ada.post({ action: '/admin/signals', multipart: false, fields: key });
        expect(input.status).toBeGreaterThanOrEqual(400);
      },
      { waits: 0 },
    );
  });
});

describe('a deposit of $1,000 without a proof', () => {
  test('is not credited as $1,000,000 by one person, by the page, the call, or an approval of her own', async () => {
    await succeed(annByCall, 'sendproof', { amount: 1_000, method: 'BTC' });
    await comesToNothing(
      async () => {
        const form = await ada.form('/admin/deposits', 'received');
        // Sends only the confirmation, as a script that has not seen the preview would.
        expect((await ada.post(form, { received: '1000000', coin: '0.01', _preview: 'looked' })).status).toBe(200);
        await agree(ada, form, { received: '1000000', coin: '0.01', reason: 'So it says' });
        const called = await adaByCall.call(
          'fundwallet',
          { amount: 1_000_000, email: ANN.email },
          { key: 'all-of-it' },
        );
        expect([called.http, called.body.status]).toEqual([202, 'pending']);
        await approvesAlone(ada);
      },
      { waits: 2 },
    );
    // Bea's preview names the problem.
    const shown = await bea.page(APPROVALS);
    for (const line of ['+$999,000.00 (99,900%)', '+$1,000,000.00', 'none']) expect(shown).toContain(line);
    const request = await annByCall.call('withdraw', { WithdrawAmount: 500_000, wallet: WALLET, method: 'BTC' });
    expect(request.ok).toBe(false);
    await rejectAll();
  });

  test('that two approved at its amount is not approved out, paid and bounced by one', async () => {
    const form = await ada.form('/admin/deposits', 'received');
    await agree(ada, form, { received: '1000', coin: '0.01', reason: 'By the statement' });
    await decides('approve');
    const wait = await ada.form('/admin/catalogue?edit=rate:withdrawal-wait-days', 'value');
    await agree(ada, wait, { value: '0', reason: 'No wait' });
    await decides('approve');
    await succeed(annByCall, 'withdraw', { WithdrawAmount: 900, wallet: WALLET, method: 'BTC' });

    const path = '/admin/withdrawals';
    await comesToNothing(
      async () => {
        const approve = await formFor(ada, path, 'approve');
        await agree(ada, approve);
        // The page has no intent that approves and pays in one step, so such a form is refused.
        expect(await ada.page(path)).not.toContain('approve-and-pay');
        const both = { ...approve, fields: { ...approve.fields, _intent: 'approve-and-pay' } };
        expect((await ada.post(both, { reference: transactionOf('tx-1') })).status).toBe(400);
        const called = await adaByCall.call('getWithdrawInfo', { email: ANN.email, reference: transactionOf('tx-1') });
        expect(called.ok).toBe(false);
        await approvesAlone(ada);
      },
      { waits: 1 },
    );
    await decides('approve');

    // Two administrators approved it. Neither may pay it, and neither may reverse it alone.
    await comesToNothing(
      async () => {
        for (const who of [ada, bea]) {
          const pay = await formFor(who, path, 'pay');
          const answer = await who.post(pay, { reference: transactionOf('tx-1'), coin: '0.009' });
          expect([answer.status, await answer.text()]).toMatchObject([
            400,
            /who neither requested nor approved it must pay it/,
          ]);
        }
        await agree(ada, await formFor(ada, path, 'bounce'), { reason: 'It came back' });
        await approvesAlone(ada);
      },
      { waits: 1 },
    );
    await rejectAll();
    const paid = await cid.post(await formFor(cid, path, 'pay'), { reference: transactionOf('tx-1'), coin: '0.009' });
    expect(paid.status).toBe(303);
  });
});

describe('an administrator of payments with an accomplice', () => {
  test('approves a small deposit alone, but can’t pay it out', async () => {
    const deposit = await ann.form('/checkout?method=USDT-TRC20&amount=1500', 'proof');
    expect((await ann.post(deposit, { proof: PROOF })).status).toBe(303);
    await agree(cid, await cid.form('/admin/deposits', 'received'), { received: '1500' });
    expect(countRows(installation, { table: 'journal', where: "kind = 'deposit' and approver is null" })).toBe(1);

    const out = await ann.form('/withdraw?method=BTC&WithdrawAmount=900', 'wallet');
    expect((await ann.post(out, { wallet: ANOTHER_WALLET })).status).toBe(303);
    await comesToNothing(
      async () => {
        const approve = await formFor(cid, '/admin/withdrawals', 'approve');
        const shown = await cid.previewed(approve);
        expect((await cid.post(shown)).status).toBe(303);
        await approvesAlone(cid);
        const pay = { ...approve, fields: { ...approve.fields, _intent: 'pay' } };
        expect((await cid.post(pay, { reference: transactionOf('tx-1') })).status).toBeGreaterThanOrEqual(400);
      },
      { waits: 1 },
    );
    const html = await bea.page(APPROVALS);
    for (const why of ['new to this user', ANOTHER_WALLET]) expect(html).toContain(why);
    await rejectAll();
  });

  test.each([
    ['a credit', () => `/admin/users/${annId}?do=credit`, { kind: 'deposit', amount: '900', reason: 'It arrived' }],
    ['a debit', () => `/admin/users/${annId}?do=debit`, { amount: '90', reason: 'A fee' }],
  ])('can make %s only with another', async (_, path, fields: Fields) => {
    await comesToNothing(
      async () => {
        await agree(cid, await cid.form(path(), 'amount'), fields);
        await approvesAlone(cid);
      },
      { waits: 1 },
    );
    await rejectAll();
  });

  test('has no access to terms, traders, reserves, the staff or announcements', async () => {
    const [any] = formsOf(await cid.page('/admin/password'), '/admin/password');
    const tries: [string, string][] = [
      ['/admin/catalogue?edit=rate:limit-deposit', 'edit'],
      ['/admin/books?do=fund', 'fund'],
      ['/admin/traders?new=1', 'create'],
      ['/admin/trades', 'record-trade'],
      ['/admin/trades', 'import-trades'],
      ['/admin/staff', 'invite'],
      [`/admin/staff/${cidId}`, 'role'],
      ['/admin/announcements', 'announce'],
      ['/admin/signals', 'give-key'],
    ];
    await comesToNothing(
      async () => {
        for (const [action, _intent] of tries) {
          const answer = await cid.post({ action, multipart: false, fields: { ...any?.fields, _intent } });
          expect([action, _intent, answer.status]).toEqual([action, _intent, 403]);
        }
      },
      { waits: 0 },
    );
  });
});

test('a superadmin can disable another at once, but can’t enable him alone', async () => {
  const disable = await formFor(ada, `/admin/staff/${cidId}?do=disable`, 'disable');
  expect((await ada.post(disable, { reason: 'He asks too much' })).status).toBe(303);
  expect((await cid.fetch('/admin/deposits')).status).not.toBe(200);
  await comesToNothing(
    async () => {
      await agree(ada, await formFor(ada, `/admin/staff/${cidId}?do=enable`, 'enable'), { reason: 'Sorry' });
      await approvesAlone(ada);
    },
    { waits: 1 },
  );
  await rejectAll();
});
