import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MirrorbookClient } from '~/api/client';
import { enrol, LiveInstallation } from '../support/liveMode';
import { ADMIN, PASSWORD, succeed } from '../support/pages/calls';
import { Client, formsOf } from '../support/pages/client';
import { agree, formFor, watch } from '../support/pages/handsOff';
import { countRows, findingsBut, rowOf } from '../support/people/rows';
import { transactionOf } from '../support/transactionIds';

/* Live mode over HTTP: Ada attacks by pages and calls, Ann is her accomplice, and Bea decides as a careful person. */
const installation = await LiveInstallation.create();
const ANN = { email: 'ann@customer.example', password: PASSWORD };
const BEA = { email: 'bea@operator.example', password: ADMIN.password };
const WALLET = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';

const [ada, bea] = [new Client(installation), new Client(installation)];
let adaByCall: MirrorbookClient;
let ann: MirrorbookClient;
let annId: string;

beforeAll(async () => {
  await installation.start();
  await installation.createAdministrator(ADMIN.email, 'Ada', ADMIN.password);
  await installation.createAdministrator(BEA.email, 'Bea', BEA.password);
  annId = await installation.addCustomer(ANN);
  const anonymous = new MirrorbookClient(installation.origin);
  ann = anonymous.with((await succeed(anonymous, 'login', ANN)).token);
  await ada.signInAdmin(ADMIN);
  const codes = await enrol(ada, '/admin/security', ADMIN.password);
  adaByCall = anonymous.with((await succeed(anonymous, 'admin', { ...ADMIN, otp: codes() })).token);
  await bea.signInAdmin(BEA);
  await enrol(bea, '/admin/security', BEA.password);
});
beforeEach(() => installation.confirmSessions());
afterAll(async () => {
  try {
    expect(await findingsBut(installation, [`user ${annId}`])).toEqual([]);
  } finally {
    await installation.remove();
  }
});

const { waiting, comesToNothing } = watch(installation);

/** Bea looks at the request that came last, and decides. */
async function decides(intent: 'approve' | 'reject'): Promise<Response> {
  const path = '/admin/approvals';
  const form = formsOf(await bea.page(path), path).findLast(({ fields }) => fields._intent === intent);
  if (!form) throw new Error(`There is nothing to ${intent}`);
  return await bea.post(form, intent === 'reject' ? { reason: 'Not like this' } : {});
}

/** All that waits is rejected. */
async function rejectAll(): Promise<void> {
  while (waiting() > 0) expect((await decides('reject')).status).toBe(303);
}

/** Ada takes every form of the page of requests and posts it as an approval of what she requested herself. */
async function approvesAlone(): Promise<void> {
  const path = '/admin/approvals';
  const page = await ada.page(path);
  expect(page).not.toContain('value="approve"');
  // The one form that Bea was drawn, under Ada's own cookies and token, and her own turned into it.
  const drawn = formsOf(await bea.page(path), path).filter(({ fields }) => fields._intent === 'approve');
  const own = formsOf(page, path).filter(({ fields }) => fields._intent === 'withdraw');
  expect(own.length).toBeGreaterThan(0);
  for (const [at, { fields, ...form }] of own.entries()) {
    const effect = drawn[at]?.fields.effect ?? 'x';
    for (const _key of [fields._key ?? '', drawn[at]?.fields._key ?? '']) {
      const answer = await ada.post({ ...form, fields: { ...fields, _intent: 'approve', effect, _key } });
      expect([400, 422]).toContain(answer.status);
    }
  }
}

const fund = async (reserve: 'free' | 'market') => {
  const form = await ada.form('/admin/books?do=fund', 'amount');
  await agree(ada, form, { reserve, amount: '100000', reason: 'Cover' });
  expect((await decides('approve')).status).toBe(303);
};

describe('a deposit of $1,000 without a proof', () => {
  test('is not credited as $1,000,000 by one, by the page, the call, or an approval of her own', async () => {
    await succeed(ann, 'sendproof', { amount: 1_000, method: 'BTC' });
    await comesToNothing(
      async () => {
        const form = await ada.form('/admin/deposits', 'received');
        // The confirmation alone, as a script would send it without having looked.
        expect((await ada.post(form, { received: '1000000', coin: '0.01', _preview: 'looked' })).status).toBe(200);
        await agree(ada, form, { received: '1000000', coin: '0.01', reason: 'So it says' });
        const called = await adaByCall.call(
          'fundwallet',
          { amount: 1_000_000, email: ANN.email },
          { key: 'all-of-it' },
        );
        expect([called.http, called.body.status]).toEqual([202, 'pending']);
        await approvesAlone();
      },
      { waits: 2 },
    );
    // Bea's preview names the problem.
    const shown = await bea.page('/admin/approvals');
    for (const line of ['+$999,000.00 (99,900%)', '+$1,000,000.00', 'none']) expect(shown).toContain(line);
    const asked = await ann.call('withdraw', { WithdrawAmount: 500_000, wallet: WALLET, method: 'BTC' });
    expect(asked.ok).toBe(false);
    await rejectAll();
  });

  test('approved by two as what it was is not approved out, paid and bounced by one', async () => {
    const form = await ada.form('/admin/deposits', 'received');
    await agree(ada, form, { received: '1000', coin: '0.01', reason: 'By the statement' });
    expect((await decides('approve')).status).toBe(303);
    const wait = await ada.form('/admin/catalogue?edit=rate:withdrawal-wait-days', 'value');
    await agree(ada, wait, { value: '0', reason: 'No wait' });
    expect((await decides('approve')).status).toBe(303);
    await succeed(ann, 'withdraw', { WithdrawAmount: 900, wallet: WALLET, method: 'BTC' });

    const path = '/admin/withdrawals';
    await comesToNothing(
      async () => {
        const approve = await formFor(ada, path, 'approve');
        await agree(ada, approve);
        // Approving and paying at once is not there; posted all the same it is no form of this page.
        expect(await ada.page(path)).not.toContain('approve-and-pay');
        const both = { ...approve, fields: { ...approve.fields, _intent: 'approve-and-pay' } };
        expect((await ada.post(both, { reference: transactionOf('tx-1') })).status).toBe(400);
        const called = await adaByCall.call('getWithdrawInfo', { email: ANN.email, reference: transactionOf('tx-1') });
        expect(called.ok).toBe(false);
        await approvesAlone();
      },
      { waits: 1 },
    );
    expect((await decides('approve')).status).toBe(303);

    // Two approved it; neither of them pays it, and one alone gives nothing back.
    await comesToNothing(
      async () => {
        for (const who of [ada, bea]) {
          const pay = await formFor(who, path, 'pay');
          const answer = await who.post(pay, { reference: transactionOf('tx-1'), coin: '0.009' });
          expect([answer.status, await answer.text()]).toMatchObject([400, /another administrator pays it/]);
        }
        await agree(ada, await formFor(ada, path, 'bounce'), { reason: 'It came back' });
        await approvesAlone();
      },
      { waits: 1 },
    );
    await rejectAll();
  });
});

describe('a trade of $5,000, 5% of a trader’s $100,000', () => {
  const MIA = { firstname: 'Mia', lastname: 'Stone', nationality: 'Malta', minimumcapital: '100' };
  let traderId: string;

  test('is asked for, then the capital is set to $500: the second agrees to the first alone, and gets that', async () => {
    await fund('market');
    await agree(ada, await ada.form('/admin/traders?new=1', 'firstname'), { ...MIA, capital: '100000' });
    expect((await decides('approve')).status).toBe(303);
    traderId = /\/admin\/traders\?edit=([0-9a-f-]{36})/.exec(await ada.page('/admin/traders?search=Stone'))?.[1] ?? '';
    await succeed(ann, 'copytrade', { trader: traderId, amount: 100 });
    const form = await ada.form('/admin/trades', 'pair');
    const entry = { id: traderId, pair: 'EUR/USD', amount: '5000', tradeType: 'profit' };
    const edit = await ada.form(`/admin/traders?edit=${traderId}`, 'firstname');
    await comesToNothing(
      async () => {
        await agree(ada, form, entry);
        const log = { pair: 'EUR/USD', amount: 4_999, tradeType: 'profit', id: traderId } as const;
        const called = await adaByCall.call('updateTraderLog', { tradeLog: log });
        expect([called.http, called.body.status]).toEqual([202, 'pending']);
        await approvesAlone();
        expect((await decides('reject')).status).toBe(303);
        await agree(ada, edit, { ...MIA, capital: '500', reason: 'Mistyped' });
        await approvesAlone();
      },
      { waits: 2 },
    );
    // Of the two that wait, Bea rejects the newer one, which would have made it 1,000%.
    expect(await bea.page('/admin/approvals')).toContain('$500.00');
    expect((await decides('reject')).status).toBe(303);
    expect((await decides('approve')).status).toBe(303);
    const [copy] = [rowOf(installation, 'trader', traderId)];
    expect(copy.capital).toBe(100_000_00);
    await expect
      .poll(() => countRows(installation, { table: 'mirror', where: "status = 'posted' and amount = 500" }), {
        timeout: 10_000,
      })
      .toBe(1);
  });
});
