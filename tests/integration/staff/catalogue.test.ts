import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { depositMethod, event, investment, mail, plan, setting, withdrawalMethod } from '#drizzle/schema';
import { ACTS } from '~/acts.server';
import { loadApprovalQueue } from '~/features/backoffice/approvals/approvals.server';
import { addEntry } from '~/features/backoffice/catalogue/addEntry.server';
import { changeEntry } from '~/features/backoffice/catalogue/changeEntry.server';
import { findEntryDialog, loadCatalogue } from '~/features/backoffice/catalogue/queries.server';
import { formSchema } from '~/features/backoffice/catalogue/schema';
import { openInvestment } from '~/features/money/plans/openInvestment.server';
import { getOfferKey } from '~/features/money/plans/rules';
import { listDepositMethods } from '~/features/money/wallet/deposits/depositQueries.server';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { audit } from '~/ledger/proof/audit.server';
import { read, write } from '~/platform/db/index.server';
import { findTimeline } from '~/platform/events/index.server';
import { done, refuse } from '~/platform/result';
import { createAdminActor } from '~/platform/states';
import { entryForm, postEntry } from '~/routes/admin/catalogue.form.server';
import { ensureCatalogue } from '~/seed/catalogue.server';
import type { Confirm } from '~/web/form/submission.server';
import { useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { LIVE } from '../../support/liveEnvironment';
import { formOf } from '../../support/pages/files';
import { agreed } from '../../support/pages/previews';
import { approveShown } from '../../support/people/approvals';
import { makeAdmin, makeUser, superadmin } from '../../support/people/people';

useDatabase();

const ADDRESS = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const here: Confirm = async () => done(null);

async function send(query: string, fields: Record<string, string>, confirm: Confirm = here) {
  const { id } = await makeAdmin();
  return { id, answer: await sendAs(id, query, fields, confirm) };
}

/** Sends the form of an entry, and confirms its preview. */
async function sendAs(id: string, query: string, fields: Record<string, string>, confirm: Confirm = here) {
  const request = new URLSearchParams(query);
  const step = findEntryDialog(request, await loadCatalogue());
  const _key = step ? entryForm.key(id, step) : '';
  const reason = 'As agreed';
  return await agreed((more) =>
    postEntry({ administrator: { id }, confirm, form: formOf({ _key, reason, ...fields, ...more }) }, request),
  );
}

const GOLD = { name: 'gold', minimum: '5000', maximum: '19999', dailyBps: '35%', days: '4', enabled: 'on' };
const BTC = { name: 'BTC', minimum: '1000', address: 'PAPER-BTC-DO-NOT-SEND', icon: 'btc', enabled: 'on' };

describe('an entry of the catalogue', () => {
  test('is changed with its history: who, when, and each value from before to after', async () => {
    const { id, answer } = await send('edit=plan:gold', { ...GOLD, dailyBps: '12.5', days: '5', maximum: '15,000' });
    expect(answer).toBeInstanceOf(Response);
    const [row] = await read().select().from(plan).where(eq(plan.id, 'gold'));
    expect(row).toMatchObject({ dailyBps: 1_250, days: 5, maximum: 15_000_00n, minimum: 5_000_00n, enabled: true });
    expect(await findTimeline(read(), 'plan', 'gold')).toMatchObject([
      {
        event: 'change',
        actorKind: 'admin',
        actorId: id,
        details: { 'daily percent': '35% → 12.5%', days: '4 → 5', maximum: '$19,999.00 → $15,000.00' },
      },
    ]);
  });

  test.each(['name', 'minimum', 'address', 'icon'] as const)(
    'a form that lacks %s leaves it unchanged',
    async (lacked) => {
      const rowNow = async () => (await read().select().from(depositMethod).where(eq(depositMethod.code, 'BTC')))[0];
      const before = await rowNow();
      const { [lacked]: _, ...rest } = { ...BTC, name: 'Bitcoin', minimum: '1200' };
      const { answer } = await send('edit=deposit-method:BTC', rest as Record<string, string>);
      expect(answer).toBeInstanceOf(Response);
      const changed = {
        ...(lacked !== 'name' && { name: 'Bitcoin' }),
        ...(lacked !== 'minimum' && { minimum: 1_200_00n }),
      };
      expect(await rowNow()).toEqual({ ...before, ...changed });
    },
  );

  test('sent back unchanged says that nothing changed, whatever its kind', async () => {
    const catalogue = await loadCatalogue();
    const codes = [
      ...catalogue.plans.map(({ id }) => `plan:${id}`),
      ...catalogue.depositMethods.map(({ code }) => `deposit-method:${code}`),
      ...catalogue.withdrawalMethods.map(({ code }) => `withdrawal-method:${code}`),
      ...catalogue.rates.map(({ key }) => `rate:${key}`),
    ];
    for (const code of codes) {
      const step = findEntryDialog(new URLSearchParams({ edit: code }), catalogue);
      const { answer } = await send(`edit=${code}`, step?.values ?? {});
      const output = JSON.stringify(answer);
      expect([code, output.includes('No changes were made')]).toEqual([code, true]);
    }
    expect(await read().select().from(event)).toEqual([]);
  });

  test('turned off is no longer offered', async () => {
    const { enabled: _, ...off } = BTC;
    await send('edit=deposit-method:BTC', off);
    expect((await listDepositMethods()).map(({ code }) => code)).not.toContain('BTC');
    expect((await findTimeline(read(), 'deposit method', 'BTC'))[0]?.details).toEqual({ 'on or off': 'on → off' });
  });

  test('is added at the end of its list, and its code is given once', async () => {
    const method = { ...BTC, code: 'DOGE', name: 'Dogecoin', network: 'bitcoin', icon: 'coin', minimum: '1' };
    expect((await send('add=deposit-method', method)).answer).toBeInstanceOf(Response);
    expect((await listDepositMethods()).at(-1)).toMatchObject({ code: 'DOGE', minimum: 1_00n });
    expect((await send('add=plan', { ...GOLD, code: 'spring' })).answer).toBeInstanceOf(Response);
    expect((await read().select().from(plan).orderBy(asc(plan.position))).at(-1)).toMatchObject({ id: 'spring' });
    expect((await send('add=withdrawal-method', { ...method, fee: '0' })).answer).toBeInstanceOf(Response);
    for (const [query, fields] of [
      ['add=deposit-method', method],
      ['add=deposit-method', { ...method, code: 'Manual' }],
      ['add=plan', { ...GOLD, code: 'spring' }],
    ] as const) {
      const { answer } = await send(query, fields);
      expect(answer).toMatchObject({
        init: { status: 400 },
        data: { result: { error: { code: ['This code is already used'] } } },
      });
    }
  });

  test.each([
    ['edit=plan:gold', { ...GOLD, minimum: '0.50' }, 'minimum', 'Plans are sold in whole dollars, without cents'],
    ['edit=plan:gold', { ...GOLD, minimum: '20000' }, 'maximum', 'The maximum is less than the minimum'],
    ['edit=plan:gold', { ...GOLD, dailyBps: '1e3' }, 'dailyBps', 'Enter a percentage, with at most two decimals'],
    ['edit=plan:gold', { ...GOLD, days: '0' }, 'days', 'Enter a number of days, from 1'],
    ['edit=deposit-method:BTC', { ...BTC, icon: 'warning' }, 'icon', 'Choose an icon'],
    ['edit=deposit-method:BTC', { ...BTC, address: ADDRESS }, 'address', 'Paper mode takes only addresses that begin'],
    ['add=deposit-method', { ...BTC, code: 'A', network: 'tin cans' }, 'network', 'Choose a network'],
    ['edit=rate:referral-bonus-bps', { value: '101%' }, 'value', 'At most 100%'],
    ['edit=rate:rank-bonus-gold', { value: 'much' }, 'value', 'Amount must be a number'],
    ['edit=rate:rank-bonus-gold', { value: '10000000.01' }, 'value', 'At most $10,000,000.00'],
    ['edit=rate:papers-first', { value: '1' }, 'value', 'Enter on or off'],
    ['edit=rate:holding-days', { value: '1.5' }, 'value', 'Enter a number of days, at most 999'],
    ['edit=rate:holding-days', { value: '1000' }, 'value', 'Enter a number of days, at most 999'],
    [
      'edit=withdrawal-method:ETH',
      { name: 'ETH', minimum: '10', fee: '10', icon: 'eth', enabled: 'on' },
      'fee',
      'The charge must be less than the minimum',
    ],
  ])('is refused with a message at the field: %s %o', async (query, fields, field, message) => {
    const { answer } = await send(query, fields as Record<string, string>);
    const error = (answer as { data: { result: { error: Record<string, string[]> } } }).data.result.error;
    expect(error[field]?.join()).toContain(message);
    expect(await read().select().from(event)).toEqual([]);
  });

  test.each([
    ['holding-days', '45', 45, 'none → 45 days'],
    ['papers-first', 'On', 1, 'off → on'],
    ['plan-share-bps', '2.5%', 250, '10% → 2.5%'],
    ['referral-month-cap', '10,000,000', 10_000_000_00, '$1,000,000.00 → $10,000,000.00'],
  ])('of a limit is entered in its unit: %s %s', async (key, input, value, expected) => {
    expect((await send(`edit=rate:${key}`, { value: input })).answer).toBeInstanceOf(Response);
    expect(await read().select().from(setting).where(eq(setting.key, key))).toMatchObject([{ value }]);
    const [changed] = await findTimeline(read(), 'rate', key);
    expect(Object.values(changed?.details ?? {})).toEqual([expected]);
  });

  test('is changed only by an administrator with a recent confirmation', async () => {
    const { answer } = await send('edit=rate:rank-bonus-gold', { value: '1' }, async () =>
      refuse('confirm', 'Enter a code', 'otp'),
    );
    expect(answer).toMatchObject({ init: { status: 403 }, data: { confirm: true } });
    expect(await read().select().from(event)).toEqual([]);
  });

  test('that does not exist opens no form', async () => {
    const catalogue = await loadCatalogue();
    for (const query of ['', 'edit=plan:none', 'edit=setting:x', 'add=rate', 'edit=__proto__:x', 'add=']) {
      expect(findEntryDialog(new URLSearchParams(query), catalogue)).toBeNull();
    }
  });
});

describe('agreed terms', () => {
  test('of a sold plan stay', async () => {
    const user = await makeUser({}, { dollars: 10_000 });
    const admin = createAdminActor((await makeAdmin()).id);
    const bought = await write((tx) => openInvestment(tx, user, { plan: 'gold', amount: 5_000_00n }));
    expect(bought.ok).toBe(true);
    const before = await read().select().from(investment);
    const values = { dailyBps: 1, days: 300, name: 'lead', enabled: false };
    expect((await write((tx) => changeEntry(tx, admin, 'plan', 'gold', values))).ok).toBe(true);
    expect(await read().select().from(investment)).toEqual(before);
    expect(before).toMatchObject([{ planName: 'gold', dailyBps: 3_500, days: 4 }]);
    expect((await audit()).findings).toEqual([]);
  });

  test('of a plan are never sold without having been shown on its page', async () => {
    const user = await makeUser({}, { dollars: 10_000 });
    const admin = createAdminActor((await makeAdmin()).id);
    const request = { plan: 'gold', amount: 5_000_00n, terms: getOfferKey({ dailyBps: 3_500, days: 4 }) };
    await write((tx) => changeEntry(tx, admin, 'plan', 'gold', { dailyBps: 3_000, days: 4 }));
    const refused = await write((tx) => openInvestment(tx, user, request));
    expect(refused).toMatchObject({ ok: false, error: { code: 'terms-changed' } });
    expect(refused.ok || refused.error.message).toContain('it now pays 30% a day for 4 days');
    expect(await read().select().from(investment)).toEqual([]);
    const seen = { ...request, terms: getOfferKey({ dailyBps: 3_000, days: 4 }) };
    expect((await write((tx) => openInvestment(tx, user, seen))).ok).toBe(true);
    expect((await audit()).findings).toEqual([]);
  });

  test('of a requested withdrawal keep its charge', async () => {
    const user = await makeUser({}, { dollars: 1_000 });
    const admin = createAdminActor((await makeAdmin()).id);
    const request = { method: 'BTC', amount: 200_00n, wallet: ADDRESS };
    const first = await write((tx) => requestWithdrawal(tx, user, request));
    await write((tx) => changeEntry(tx, admin, 'withdrawal-method', 'BTC', { minimum: 10_00n, fee: 5_00n }));
    expect(first.ok).toBe(true);
    const shown = await write((tx) => requestWithdrawal(tx, user, { ...request, charge: 0n }));
    expect(shown).toMatchObject({ ok: false, error: { code: 'charge-changed' } });
    expect((await write((tx) => requestWithdrawal(tx, user, { ...request, charge: 5_00n }))).ok).toBe(true);
    expect((await audit()).findings).toEqual([]);
  });
});

describe('deposit addresses in live mode', () => {
  const OURS = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
  const ELSEWHERE = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
  const edit = 'edit=deposit-method:BTC';
  const live = { ...BTC, address: OURS };
  const { enabled: _, ...off } = live;

  beforeEach(async () => {
    await write((tx) => tx.delete(depositMethod));
    testEnv(LIVE);
    await ensureCatalogue();
  });

  const btc = async () => (await read().select().from(depositMethod).where(eq(depositMethod.code, 'BTC')))[0];
  const queue = async () => (await loadApprovalQueue(ACTS, { show: 'waiting', page: 1 }, superadmin('another'))).rows;
  const approve = async () => {
    const second = createAdminActor((await makeAdmin()).id);
    const [row] = await queue();
    return { second, approved: await write((tx) => approveShown(tx, second, row?.request.id ?? '')) };
  };

  test('another address waits, both are shown, and it is used once a second administrator approves', async () => {
    const before = await btc();
    const { id, answer } = await send(edit, { ...live, address: ELSEWHERE, minimum: '20' });
    expect(answer).toMatchObject({ status: 303 });
    expect(await btc()).toEqual(before);
    const [row] = await queue();
    expect(row?.effect.title).toBe('Change the deposit method BTC: minimum, address');
    expect(row?.effect.lines).toContainEqual({ name: 'address', from: OURS, to: ELSEWHERE });
    const [first] = await findTimeline(read(), 'request', row?.request.id ?? '');
    expect(first?.details).toMatchObject({ address: `${OURS} → ${ELSEWHERE}` });
    const mails = await read().select().from(mail);
    expect(mails.every(({ text }) => text.includes(OURS) && text.includes(ELSEWHERE))).toBe(true);

    const { second, approved } = await approve();
    expect(approved.ok).toBe(true);
    expect(await btc()).toEqual({ ...before, address: ELSEWHERE, minimum: 20_00n });
    expect(await findTimeline(read(), 'deposit method', 'BTC')).toMatchObject([
      { actorId: id, details: { address: `${OURS} → ${ELSEWHERE}`, approver: `admin:${second.id}` } },
    ]);
  });

  test('minimum, icon and off take effect at once; on again, and a new method, wait', async () => {
    expect((await send(edit, { ...live, minimum: '20', icon: 'coin' })).answer).toMatchObject({ status: 303 });
    expect((await send(edit, { ...off, minimum: '20', icon: 'coin' })).answer).toMatchObject({ status: 303 });
    expect(await btc()).toMatchObject({ minimum: 20_00n, icon: 'coin', enabled: false });
    expect(await queue()).toEqual([]);

    expect((await send(edit, { ...live, minimum: '20', icon: 'coin' })).answer).toMatchObject({ status: 303 });
    expect(await btc()).toMatchObject({ enabled: false });
    expect((await queue())[0]?.effect.lines).toEqual([{ name: 'on or off', from: 'off', to: 'on' }]);
    expect((await approve()).approved.ok).toBe(true);
    expect(await btc()).toMatchObject({ enabled: true });

    const codes = (await listDepositMethods()).map(({ code }) => code);
    const added = { ...live, code: 'BTC-2', network: 'bitcoin', address: ELSEWHERE };
    expect((await send('add=deposit-method', added)).answer).toMatchObject({ status: 303 });
    expect((await listDepositMethods()).map(({ code }) => code)).toEqual(codes);
    expect((await queue())[0]?.effect.lines).toContainEqual({ name: 'address', from: undefined, to: ELSEWHERE });
    expect((await approve()).approved.ok).toBe(true);
    expect((await listDepositMethods()).map(({ code }) => code)).toEqual([...codes, 'BTC-2']);
  });

  test('only what the second one compared takes effect, or nothing happens', async () => {
    await send(edit, { ...live, address: ELSEWHERE });
    await send(edit, off);
    const { approved } = await approve();
    expect(approved).toMatchObject({
      error: { code: 'effect-changed', message: expect.stringContaining('off → on now') },
    });
    expect(await btc()).toMatchObject({ address: OURS, enabled: false });
    expect(await queue()).toHaveLength(1);
  });

  test('is requested once, after the second factor, and only if it is possible', async () => {
    const expected = { ...live, address: ELSEWHERE };
    await send(edit, expected, async () => refuse('confirm', 'Enter a code', 'otp'));
    expect((await send(edit, { ...live, address: 'nonsense' })).answer).toMatchObject({
      data: { result: { error: { address: [expect.stringContaining('not an address of the network')] } } },
    });
    expect(await queue()).toEqual([]);
    const { id } = await send(edit, expected);
    const again = await sendAs(id, edit, expected);
    expect(JSON.stringify(again)).toContain('You have already requested this');
    expect(await queue()).toHaveLength(1);
  });

  test('its form says that it needs two; in paper mode it does not', async () => {
    const takesTwo = async (query: string) =>
      findEntryDialog(new URLSearchParams(query), await loadCatalogue())?.takesTwo;
    const each = () =>
      Promise.all([edit, 'add=deposit-method', 'edit=plan:gold', 'edit=withdrawal-method:BTC'].map(takesTwo));
    expect(await each()).toEqual([true, true, true, true]);
    testEnv();
    expect(await each()).toEqual([false, false, false, false]);
  });
});

describe('in live mode', () => {
  const change = async (code: string, values: Record<string, unknown>) => {
    const admin = createAdminActor((await makeAdmin()).id);
    return await write((tx) => changeEntry(tx, admin, 'deposit-method', code, values));
  };

  test('a method is on only with an address that its network can pay to', async () => {
    await write(async (tx) => {
      await tx.delete(depositMethod);
    });
    testEnv(LIVE);
    await ensureCatalogue();
    expect(await change('ETH', { enabled: true })).toMatchObject({ ok: false, error: { field: 'address' } });
    expect(await change('ETH', { enabled: true, address: ADDRESS })).toMatchObject({ ok: false });
    expect(await change('BTC', { address: 'PAPER-BTC-DO-NOT-SEND', enabled: false })).toMatchObject({ ok: false });
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    expect((await change('ETH', { enabled: true, address })).ok).toBe(true);
    const admin = createAdminActor((await makeAdmin()).id);
    const made = { code: 'X', name: 'X', network: 'ripple', minimum: 1n, address: '', icon: 'coin', enabled: true };
    expect(await write((tx) => addEntry(tx, admin, 'deposit-method', made))).toMatchObject({ ok: false });
  });
});

describe('the first catalogue', () => {
  test('leaves a method that a new version adds to a live installation off', async () => {
    await write(async (tx) => {
      await tx.delete(depositMethod).where(eq(depositMethod.code, 'BTC'));
      await tx.delete(withdrawalMethod).where(eq(withdrawalMethod.code, 'BTC'));
    });
    testEnv({ ...LIVE, OPERATOR_ADDRESSES: 'BTC=1BoatSLRHtKNngkdXEeobR76b53LETtpyT' });
    await ensureCatalogue();
    for (const table of [depositMethod, withdrawalMethod]) {
      const [added] = await read().select({ enabled: table.enabled }).from(table).where(eq(table.code, 'BTC'));
      expect(added).toEqual({ enabled: false });
    }
  });

  test('has a drawing for each method, in existing rows too', async () => {
    await write(async (tx) => {
      await tx.update(depositMethod).set({ icon: 'coin' });
      await tx.update(withdrawalMethod).set({ icon: 'usdc' });
    });
    await ensureCatalogue();
    const icons = await read().select().from(depositMethod).orderBy(asc(depositMethod.position));
    expect(icons.map(({ icon }) => icon)).toEqual(['btc', 'eth', 'usdt', 'sol', 'usdt', 'usdt', 'xrp', 'usdc']);
    // A coin that the operator chose is kept.
    await write((tx) => tx.update(depositMethod).set({ icon: 'coin' }).where(eq(depositMethod.code, 'ETH')));
    await ensureCatalogue();
    const [eth] = await read().select().from(depositMethod).where(eq(depositMethod.code, 'ETH'));
    expect(eth?.icon).toBe('coin');
    const stored = await read().select().from(withdrawalMethod);
    expect(new Set(stored.map(({ icon }) => icon))).toEqual(new Set(['usdc']));
  });

  test('has a name for every rate', async () => {
    const keys = (await read().select().from(setting)).map(({ key }) => key).sort();
    expect((await loadCatalogue()).rates.map(({ key }) => key).sort()).toEqual(keys);
    expect(formSchema('rate', 'edit', 'percent').safeParse({ value: '12.34' })).toMatchObject({
      data: { value: 1_234 },
    });
  });
});
