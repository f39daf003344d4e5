import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { protectedTables } from '#drizzle/protection';
import { approval, deposit, event, plan, setting, trade, trader } from '#drizzle/schema';
import { ACTS } from '~/acts.server';
import type { ActQueue } from '~/features/backoffice/approvals/act';
import { readEffect } from '~/features/backoffice/approvals/effect';
import { findEntryDialog, loadCatalogue } from '~/features/backoffice/catalogue/queries.server';
import { LEADER_REQUESTS } from '~/features/copying/beingCopied/decideRequest.server';
import { describeEffectOnCopies, MAX_REHEARSED_EFFECTS } from '~/features/copying/copy/effectOnCopies.server';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { createCopyDecisions } from '~/features/copying/copy/lifecycle/stopDebtorsCopy.server';
import { recordTrade } from '~/features/copying/traders/log/recordTrade.server';
import { fundReserve } from '~/features/money/books/reserves.server';
import { createInvestmentDecisions } from '~/features/money/plans/endInvestmentEarly.server';
import { openInvestment } from '~/features/money/plans/openInvestment.server';
import { DEPOSITS } from '~/features/money/wallet/acts/depositActs.server';
import { WITHDRAWAL_QUEUE } from '~/features/money/wallet/acts/withdrawalActs.server';
import { approveDeposit, chargeBackDeposit } from '~/features/money/wallet/deposits/decideDeposit.server';
import { RESTORED_PAYMENT_QUEUE } from '~/features/money/wallet/restored/restoredActs.server';
import { approveWithdrawal } from '~/features/money/wallet/withdrawals/decideWithdrawal.server';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { freezeAccount } from '~/features/people/auth/freeze/freeze.server';
import { closeAccount } from '~/features/people/profile/closeAccount.server';
import { getMonth, getPreviousMonth } from '~/ledger/months';
import { readBalances } from '~/ledger/reading/statement.server';
import { after, HOUR, now, systemNow } from '~/platform/clock';
import { read, rehearse, rows, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { done, refuse } from '~/platform/result';
import { createAdminActor, SYSTEM_ACTOR } from '~/platform/states';
import { maintenanceForm, newsForm } from '~/routes/admin/announcements.form.server';
import { reserveForm } from '~/routes/admin/books.form.server';
import { entryForm, postEntry } from '~/routes/admin/catalogue.form.server';
import { createDecisionKeys, createPossibleKeys, decide, loadOpenEntry } from '~/routes/admin/decide.server';
import { closeMonthForm } from '~/routes/admin/months/closeMonth.form.server';
import { depositReads } from '~/routes/admin/paymentReads.server';
import { BREAK_FORMS } from '~/routes/admin/reconciliation/source.form.server';
import { resumeForm } from '~/routes/admin/restores.form.server';
import { issueSignalKey, signalKeyOperation } from '~/routes/admin/signals.form.server';
import { inviteForm, STAFF_FORMS } from '~/routes/admin/staff/staff.form.server';
import { TRADER_FORMS } from '~/routes/admin/traders.form.server';
import { LOG_FORMS } from '~/routes/admin/trades.form.server';
import { unfreezeForm } from '~/routes/admin/users/freeze.form.server';
import { riskRatingForm } from '~/routes/admin/users/risk.form.server';
import { USER_FORMS } from '~/routes/admin/users/user.form.server';
import type { Administrator, User } from '~/signIns/session.server';
import { storeUpload } from '~/uploads/store.server';
import type { Confirm } from '~/web/form/submission.server';
import { issueKey } from '~/web/idempotency.server';
import { clock, onPostgres, useDatabase } from '../../support/database';
import { someOf } from '../../support/depth';
import { testEnv } from '../../support/environment';
import { LIVE } from '../../support/liveEnvironment';
import { must } from '../../support/must';
import { heldOnSqlite, onBothEngines } from '../../support/onBothEngines';
import { formOf } from '../../support/pages/files';
import { agreed, previewIn } from '../../support/pages/previews';
import type { ActName } from '../../support/people/acts';
import { makeAdmin, makeUser } from '../../support/people/people';
import { restored } from '../../support/people/restored';
import { ownerOf, turnOn } from '../../support/people/secondFactor';
import { aDuplicate, anUnknownLine, aReceipt } from '../../support/reconciliation/statementLines';
import { makeAsking } from '../../support/trading/copied';
import { copyOf, equity, makeCopy, makeTrader, mirrorAll, trades } from '../../support/trading/copies';
import { transactionOf } from '../../support/transactionIds';

/* Checks that each page of an act shows its effect first. */
useDatabase();

let ada: Administrator;
let ann: User;

beforeEach(async () => {
  ada = await makeAdmin();
  ann = await makeUser({}, { dollars: 10_000 });
  const funded = { amount: 1_000_000_00n, reason: 'The operator’s own money' };
  for (const reserve of ['free', 'market'] as const) {
    await write((tx) => fundReserve(tx, SYSTEM_ACTOR, { reserve, ...funded }));
  }
});

type More = Record<string, string>;
/** Posts the form of a page with more fields, and returns a function that confirms it. */
type Send = (more: More, confirm?: Confirm) => Promise<unknown>;

const here: Confirm = async () => done(null);
const notHere: Confirm = async (otp) => (otp ? done(null) : refuse('confirm', 'Enter a code', 'otp'));

type FormOnce<A> = {
  key: (posterId: string, about: A) => string;
  post: (posted: { administrator: Administrator; confirm: Confirm; form: FormData }, about: A) => Promise<unknown>;
};

const ofForm = <A>(form: FormOnce<A>, about: A, fields: More): Send => {
  const _key = form.key(ada.id, about);
  return (more, confirm = here) =>
    form.post({ administrator: ada, confirm, form: formOf({ _key, ...fields, ...more }) }, about);
};

const ofUser = (step: 'credit' | 'debit' | 'profit' | 'write-off', fields: More): Send =>
  ofForm(USER_FORMS[step], ann.id, { amount: '25', reason: 'As agreed', ...fields });

const ofClosed = async (step: 'pay-out' | 'reopen', fields: More): Promise<Send> => {
  const closing = { userId: ann.id, reason: 'asked for', submittedEmail: ann.email };
  await write((tx) => closeAccount(tx, createAdminActor(ada.id), closing));
  return ofForm(USER_FORMS[step], ann.id, { reason: 'As agreed', ...fields });
};

const ofFreeze = async (): Promise<Send> => {
  await write((tx) => freezeAccount(tx, createAdminActor(ada.id), { userId: ann.id, reason: 'asked for' }));
  return ofForm(unfreezeForm, ann.id, { reason: 'The owner came' });
};

const ofReserve = (step: 'fund' | 'take-back' | 'shift'): Send =>
  ofForm(reserveForm, step, { reserve: 'free', amount: '10', reason: 'More cover' });

const ofLog = (intent: keyof typeof LOG_FORMS, fields: More): Send =>
  intent === 'import-trades' ? ofForm(LOG_FORMS[intent], ada.id, fields) : ofForm(LOG_FORMS[intent], undefined, fields);

const ofQueue = (queue: ActQueue, intent: string, status: string, fields: More): Send => {
  const _key = createPossibleKeys(queue, status, ada)[intent] ?? '';
  const view = { show: 'waiting', page: 1 } as const;
  return (more, confirm = here) =>
    decide(queue, formOf({ _intent: intent, _key, ...fields, ...more }), ada.id, view, confirm);
};

const ofBreak = (kind: keyof typeof BREAK_FORMS, id: string, fields: More): Send =>
  ofForm(BREAK_FORMS[kind], { method: 'BTC', id }, fields);

const ofCatalogue = async (query: string, fields: More): Promise<Send> => {
  const step = findEntryDialog(new URLSearchParams(query), await loadCatalogue());
  const _key = step ? entryForm.key(ada.id, step) : '';
  return (more, confirm = here) =>
    postEntry({ administrator: ada, confirm, form: formOf({ _key, ...fields, ...more }) }, new URLSearchParams(query));
};

const ofTraders = (intent: 'create' | 'edit' | 'retire', id: string, fields: More): Send =>
  intent === 'create' ? ofForm(TRADER_FORMS.create, undefined, fields) : ofForm(TRADER_FORMS[intent], id, fields);

const ofSignals = (traderId: string): Send => {
  const _key = issueKey(ada.id, signalKeyOperation(traderId));
  return async (more, confirm = here) => {
    const form = formOf({ _key, trader: traderId, ...more });
    const answer = await issueSignalKey({ administrator: ada, traderId, confirm }, form);
    // The key is read on the page itself, so the act redirects nowhere else.
    return 'issued' in answer ? { status: 303 } : answer;
  };
};

const ofStaff = (step: 'role' | 'enable' | 'reset-factor', { id }: Administrator, fields: More): Send =>
  ofForm(STAFF_FORMS[step], id, { reason: 'As agreed', ...fields });

const ofAnnouncements = (kind: typeof newsForm | typeof maintenanceForm, fields: More): Send =>
  ofForm(kind, undefined, { end: after(systemNow(), HOUR).toISOString().slice(0, 16), ...fields });

async function announced(): Promise<string> {
  const row = {
    id: newId(),
    userId: ann.id,
    method: 'BTC',
    amount: 500_00n,
    status: 'pending',
    createdAt: now(),
  } as const;
  await write(async (tx) => {
    await tx.insert(deposit).values(row);
  });
  return row.id;
}

/** A deposit that was approved, and a copy of all its owner's money. */
async function spent() {
  const id = await announced();
  await write((tx) => approveDeposit(tx, createAdminActor(ada.id), id, 500_00n));
  const all = (await readBalances(read(), ann.id)).available;
  const trader = await makeTrader();
  const started = await write((tx) => startCopy(tx, ann, { trader, amount: all }));
  if (!started.ok) throw new Error(started.error.message);
  return { deposit: id, copy: started.value.id };
}

async function requested(): Promise<string> {
  const expected = { method: 'BTC', amount: 200_00n, wallet: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' };
  const made = must(await write((tx) => requestWithdrawal(tx, ann, expected)));
  return made.id;
}

const copied = async () => {
  const id = await makeTrader();
  await makeCopy(id);
  clock.advance(HOUR);
  return id;
};

const PERSON = { firstname: 'Mia', lastname: 'Stone', nationality: 'Malta', minimumcapital: '1000' };
const PLAN = { name: 'gold', minimum: '5000', maximum: '19999', dailyBps: '35%', days: '4', enabled: 'on' };
const METHOD = { minimum: '1000', icon: 'btc', enabled: 'on' };

/** The page of each act, with its form filled in. */
const PAGES: Record<ActName, () => Promise<Send>> = {
  credit: async () => ofUser('credit', { kind: 'goodwill' }),
  debit: async () => ofUser('debit', {}),
  profit: async () => ofUser('profit', {}),
  'account-pay-out': () =>
    ofClosed('pay-out', { method: 'BTC', amount: '25', wallet: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' }),
  'account-reopen': () => ofClosed('reopen', {}),
  'account-unfreeze': ofFreeze,
  'risk-rate': async () => ofForm(riskRatingForm, ann.id, { rating: 'high', reason: 'Money from a mixer' }),
  'record-trade': async () =>
    ofLog('record-trade', { id: await copied(), pair: 'EUR/USD', amount: '500', tradeType: 'profit' }),
  'import-trades': async () => {
    const lines = ['pair,type,amount,date', `EUR/USD,profit,500,${now().toISOString().slice(0, 16)}`];
    const input = new File([lines.join('\n')], 'log.csv');
    const log = await storeUpload(input, { ownerId: ada.id, purpose: 'log' });
    return ofLog('import-trades', { id: await copied(), _log: log.ok ? log.value.id : '' });
  },
  'void-trade': async () => {
    const id = await copied();
    const trade = await trades(id, 500);
    await mirrorAll();
    return ofLog('void-trade', { trade, reason: 'Mistyped' });
  },
  'complete-log': async () => ofLog('complete-log', { trader: await copied() }),
  'reserve-fund': async () => ofReserve('fund'),
  'reserve-take-back': async () => ofReserve('take-back'),
  'reserve-shift': async () => ofReserve('shift'),
  'close-month': async () => ofForm(closeMonthForm, undefined, { month: getPreviousMonth(getMonth(now())) }),
  'statement-book': async () => {
    return ofBreak('book', await anUnknownLine(), { as: 'own', amount: '10', reason: 'Our own' });
  },
  'statement-correct': async () => {
    const deposit = await announced();
    await write((tx) => approveDeposit(tx, createAdminActor(ada.id), deposit, 500_00n));
    return ofBreak('correct', await anUnknownLine(), { deposit, amount: '480', reason: 'Mistyped' });
  },
  'statement-elsewhere': async () => {
    const deposit = await announced();
    await write((tx) => approveDeposit(tx, createAdminActor(ada.id), deposit, 500_00n));
    return ofBreak('elsewhere', deposit, { reason: 'Paid in cash' });
  },
  'statement-link': async () => {
    const other = await announced();
    await write((tx) => approveDeposit(tx, createAdminActor(ada.id), other, 500_00n));
    return ofBreak('link', await anUnknownLine(), { other, reason: 'Its owner showed it' });
  },
  'statement-undo': async () => {
    const group = await aDuplicate();
    return ofBreak('undo', group, { group, reason: 'Two payments' });
  },
  'statement-credit': async () =>
    ofBreak('credit', await aReceipt(createAdminActor(ada.id)), { email: ann.email, reason: 'A picture' }),
  'deposit-approve': async () => ofQueue(DEPOSITS, 'approve', 'pending', { id: await announced(), received: '500' }),
  'deposit-reverse': async () => {
    const id = await announced();
    await write((tx) => approveDeposit(tx, createAdminActor(ada.id), id, 500_00n));
    return ofQueue(DEPOSITS, 'reverse', 'approved', { id, reason: 'Never arrived' });
  },
  'deposit-charge-back': async () => {
    const { deposit: id } = await spent();
    return ofQueue(DEPOSITS, 'charge-back', 'approved', { id, reason: 'Its bank took it back' });
  },
  'copy-stop': async () => {
    const { deposit: id, copy } = await spent();
    await write((tx) => chargeBackDeposit(tx, createAdminActor(ada.id), id, 'Its bank took it back'));
    return ofQueue(createCopyDecisions('/copies'), 'stop', 'active', { id: copy, reason: 'It covers what is owed' });
  },
  'write-off': async () => {
    const { deposit: id } = await spent();
    await write((tx) => chargeBackDeposit(tx, createAdminActor(ada.id), id, 'Its bank took it back'));
    return ofUser('write-off', {});
  },
  'withdrawal-approve': async () => ofQueue(WITHDRAWAL_QUEUE, 'approve', 'requested', { id: await requested() }),
  'withdrawal-bounce': async () => {
    const id = await requested();
    await write((tx) => approveWithdrawal(tx, createAdminActor(ada.id), id));
    return ofQueue(WITHDRAWAL_QUEUE, 'bounce', 'approved', { id, reason: 'Came back' });
  },
  'restored-paid': async () => {
    const id = await requested();
    await restored();
    const _key = createDecisionKeys(RESTORED_PAYMENT_QUEUE, ['found-paid'], ada)['found-paid'] ?? '';
    const fields = { _intent: 'found-paid', _key, id, reference: transactionOf('tx-1') };
    return (more, confirm = here) =>
      decide(RESTORED_PAYMENT_QUEUE, formOf({ ...fields, ...more }), ada.id, { show: 'waiting', page: 1 }, confirm);
  },
  'restored-go-on': async () => ofForm(resumeForm, undefined, { id: await restored() }),
  'plan-end-early': async () => {
    const opened = await write((tx) => openInvestment(tx, ann, { plan: 'gold', amount: 5_000_00n }));
    const id = opened.ok ? opened.value.id : '';
    return ofQueue(createInvestmentDecisions('/plans'), 'end', 'running', { id, reason: 'Asked for' });
  },
  'plan-add': () => ofCatalogue('add=plan', { ...PLAN, code: 'titan' }),
  'plan-change': () => ofCatalogue('edit=plan:gold', { ...PLAN, dailyBps: '12.5' }),
  'deposit-method-add': () =>
    ofCatalogue('add=deposit-method', { ...METHOD, code: 'LTC', name: 'LTC', network: 'bitcoin', address: 'PAPER-X' }),
  'deposit-method-change': () =>
    ofCatalogue('edit=deposit-method:BTC', { ...METHOD, name: 'BTC', address: 'PAPER-ELSEWHERE' }),
  'withdrawal-method-add': () =>
    ofCatalogue('add=withdrawal-method', { ...METHOD, code: 'LTC', name: 'LTC', network: 'bitcoin', fee: '1' }),
  'withdrawal-method-change': () => ofCatalogue('edit=withdrawal-method:BTC', { ...METHOD, name: 'BTC', fee: '7' }),
  'rate-change': () => ofCatalogue('edit=rate:referral-bonus-bps', { value: '9' }),
  'trader-create': async () => ofTraders('create', '', { ...PERSON, capital: '20000' }),
  'trader-change': async () => ofTraders('edit', await makeTrader(), { ...PERSON, capital: '20000' }),
  'leader-accept': async () => ofQueue(LEADER_REQUESTS, 'accept', 'waiting', { id: (await makeAsking()).request }),
  'trader-retire': async () => {
    const id = await copied();
    return ofTraders('retire', id, { id });
  },
  'signal-key': async () => ofSignals(await makeTrader()),
  'staff-invite': async () =>
    ofForm(inviteForm, undefined, { name: 'Bea Stone', email: 'bea@example.com', role: 'support' }),
  'staff-role': async () => ofStaff('role', await makeAdmin({ role: 'support' }), { role: 'payments' }),
  'staff-enable': async () => ofStaff('enable', await makeAdmin({ disabledAt: now() }), {}),
  'staff-reset-factor': async () => {
    const holder = await makeAdmin({ role: 'support' });
    await turnOn(ownerOf(holder, 'admin'));
    return ofStaff('reset-factor', holder, {});
  },
  announce: async () => ofAnnouncements(newsForm, { text: 'A holiday', audience: 'all' }),
  maintenance: async () => ofAnnouncements(maintenanceForm, {}),
};

onBothEngines('savepoints', () => {
  /** Number of rows of each table, in one statement. */
  async function contents(): Promise<Record<string, number>> {
    const counts = protectedTables().map(
      ({ name, table }) => sql`select ${sql.raw(`'${name}'`)} as name, count(*) as n from ${table}`,
    );
    const counted = await rows<{ name: string; n: number }>(read(), sql.join(counts, sql` union all `));
    return Object.fromEntries(counted.map(({ name, n }) => [name, Number(n)]));
  }

  describe('the page of each act', () => {
    // One engine tests all pages; the other tests a selection, because rehearsals depend on the engine.
    const pages = onPostgres ? someOf(Object.entries(PAGES), 0, 12) : Object.entries(PAGES);

    test('is listed here', () => {
      expect(Object.keys(PAGES).sort()).toEqual(Object.keys(ACTS).sort());
    });

    test.each(pages)('%s shows its effect, does it when it is sent back, and nothing before', async (_, page) => {
      const send = await page();
      const before = await contents();
      const preview = previewIn(await send({}));
      expect(preview).toMatchObject({ changed: false, why: [] });
      expect(preview?.title).not.toBe('');
      expect(preview?.lines).not.toEqual([]);
      // A different effect than the shown one is shown instead of done.
      expect(previewIn(await send({ _preview: 'another' }))).toEqual({ ...preview, changed: true });
      expect(await contents()).toEqual(before);

      const back = { _preview: preview?.digest ?? '' };
      if (preview?.needsReason) {
        for (const reason of ['', '  ']) {
          expect(await send({ ...back, reason })).toMatchObject({
            data: {
              preview: { digest: preview.digest },
              result: { error: { reason: [expect.stringContaining('Enter a reason')] } },
            },
            init: { status: 400 },
          });
        }
        expect(await contents()).toEqual(before);
      }
      const sent = await send({ ...back, ...(preview?.needsReason && { reason: 'A true reason' }) });
      expect(sent).toMatchObject({ status: 303 });
      expect(await contents()).not.toEqual(before);
      if (preview?.needsReason) {
        const reasons = (await read().select().from(event)).map(({ reason }) => reason);
        expect(reasons).toContain('A true reason');
      }
    });

    test.each(pages)('%s requests the code together with the effect, and does nothing without', async (_, page) => {
      const send = await page();
      const before = await contents();
      const answer = await send({}, notHere);
      const preview = previewIn(answer);
      expect(answer).toMatchObject({ data: { confirm: true, formKey: expect.any(String) } });
      const back = { _preview: preview?.digest ?? '', reason: 'A true reason' };
      expect(await send(back, notHere)).toMatchObject({
        data: { confirm: true, preview: { digest: preview?.digest } },
        init: { status: 403 },
      });
      expect(await contents()).toEqual(before);
      expect(await send({ ...back, otp: '123456' }, notHere)).toMatchObject({ status: 303 });
    });
  });
});

describe('an open entry', () => {
  const open = async (id: string, confirm = here) => {
    const [found] = (await depositReads.find({ show: 'waiting', page: 1 }, id)).rows;
    if (!found) throw new Error('It does not wait');
    return (await loadOpenEntry(DEPOSITS, depositReads, found, ada, { confirm }))?.shown;
  };

  test('shows the effect of its approval at once, so that one press does it, and only the shown one', async () => {
    const id = await announced();
    const shown = await open(id);
    expect(shown).toMatchObject({ decision: 'approve', confirm: false, preview: { why: [], needsReason: false } });
    expect(shown?.preview.lines.map(({ to }) => to)).toContain('+$500.00 (available +$500.00)');
    const send = ofQueue(DEPOSITS, 'approve', 'pending', { id });
    const _preview = shown?.preview.digest ?? '';
    expect(previewIn(await send({ received: '490', _preview }))).toMatchObject({ changed: true });
    expect(await read().select().from(deposit).where(eq(deposit.id, id))).toMatchObject([{ status: 'pending' }]);
    expect(await send({ received: '500', _preview })).toMatchObject({ status: 303 });
    expect(await open(await announced(), notHere)).toMatchObject({ confirm: true });
  });

  test('whose effect has changed since is shown again, and nothing is done', async () => {
    const id = await announced();
    const shown = await open(id);
    await write((tx) => tx.update(deposit).set({ amount: 450_00n }).where(eq(deposit.id, id)));
    const send = ofQueue(DEPOSITS, 'approve', 'pending', { id, received: '500' });
    const answer = previewIn(await send({ _preview: shown?.preview.digest ?? '' }));
    expect(answer).toMatchObject({ changed: true, needsReason: true });
    expect(await read().select().from(deposit).where(eq(deposit.id, id))).toMatchObject([{ status: 'pending' }]);
  });
});

test('"approve and pay" shows its effect too, including the payment', async () => {
  const send = ofQueue(WITHDRAWAL_QUEUE, 'approve-and-pay', 'requested', {
    id: await requested(),
    reference: transactionOf('tx-1'),
  });
  const preview = previewIn(await send({}));
  expect(preview?.title).toMatch(/^Approve and pay a withdrawal of Ann Lee/);
  expect(preview?.lines).toContainEqual({ name: 'Held in BTC', to: '−$200.00' });
  expect(await send({ _preview: preview?.digest ?? '' })).toMatchObject({ status: 303 });
});

onBothEngines('savepoints', () => {
  test('an effect that changed between the two posts is shown again', async () => {
    const send = await PAGES['record-trade']();
    const first = previewIn(await send({}));
    expect(first?.lines).toContainEqual({ name: 'Copies it reaches', to: '1' });
    const [leader] = await read().select().from(trader);
    await makeCopy(leader?.id ?? '');
    clock.advance(HOUR);
    const second = previewIn(await send({ _preview: first?.digest ?? '' }));
    expect(second?.changed).toBe(true);
    expect(second?.lines).toContainEqual({ name: 'Copies it reaches', to: '2' });
    expect(await read().select().from(trade)).toEqual([]);
    expect(await send({ _preview: second?.digest ?? '' })).toMatchObject({ status: 303 });
  });
});

test('an effect can not be moved to another form: its digest is of that effect only', async () => {
  const small = ofUser('credit', { kind: 'goodwill', amount: '1' });
  const large = ofUser('credit', { kind: 'goodwill', amount: '9000' });
  const shown = previewIn(await small({}));
  expect(previewIn(await large({ _preview: shown?.digest ?? '' }))).toMatchObject({ changed: true });
});

describe('a reason is required', () => {
  test.each([
    ['as stated', '500', false],
    ['exactly 5% more', '525', false],
    ['a cent over 5% more', '525.01', true],
    ['a cent over 5% less', '474.99', true],
  ])('for a deposit received %s: %s of 500 dollars', async (_, received, expected) => {
    const send = ofQueue(DEPOSITS, 'approve', 'pending', { id: await announced(), received });
    expect(previewIn(await send({}))?.needsReason).toBe(expected);
  });

  test.each([
    ['edit=plan:gold', { ...PLAN, days: '5' }, true],
    ['edit=plan:gold', { ...PLAN, maximum: '20000' }, false],
    ['edit=plan:gold', { ...PLAN, name: 'Gold' }, false],
    ['edit=rate:referral-bonus-bps', { value: '9.5' }, false],
    ['edit=rate:referral-bonus-bps', { value: '9.49' }, true],
    ['edit=rate:papers-first', { value: 'on' }, true],
  ])('for %s to %o', async (query, fields, expected) => {
    const send = await ofCatalogue(query, fields as More);
    expect(previewIn(await send({}))?.needsReason).toBe(expected);
  });

  test.each([
    ['10500', false],
    ['10500.01', true],
    ['', true],
  ])('for a capital of $10,000 that becomes "%s"', async (capital, expected) => {
    const send = ofTraders('edit', await makeTrader(), { ...PERSON, lastname: 'Moss', ...(capital && { capital }) });
    expect(previewIn(await send({}))?.needsReason).toBe(expected);
  });
});

test('in live mode the page says why it waits before it requests, and the second administrator sees the same effect', async () => {
  testEnv(LIVE);
  const send = ofUser('debit', {});
  const preview = previewIn(await send({}));
  expect(preview?.why).toEqual(['it takes money from a user']);
  expect(await read().select().from(approval)).toEqual([]);
  expect(await agreed(send)).toMatchObject({ status: 303 });
  const [request] = await read().select().from(approval);
  const { title, lines } = preview ?? {};
  expect(readEffect(request?.effect ?? '')).toEqual({ title, lines });
  // An act that waits already is not offered again.
  expect(await ofUser('debit', {})({ _again: '1' })).toMatchObject({
    data: { result: { error: { '': [expect.stringContaining('You have already requested this')] } } },
  });
});

onBothEngines('savepoints', () => {
  describe('the preview of the effect of a change of a trader’s log on copies', () => {
    const log = (amount: string, tradeType: string, id: string): Send =>
      ofLog('record-trade', { id, pair: 'EUR/USD', amount, tradeType });
    const lines = async (send: Send) =>
      (previewIn(await send({}))?.lines ?? [])
        .filter(({ name }) => /^(Cop|All)/.test(name))
        .map(({ name, to }) => `${name}: ${to}`);

    test('equals the effect: copies that end and return, and the sum', async () => {
      const id = await makeTrader();
      const [one, two] = [await makeCopy(id), await makeCopy(id, 2_000_00n, 1_900_00n)];
      clock.advance(HOUR);
      expect(await lines(log('500', 'loss', id))).toEqual([
        'Copies it reaches: 2',
        'Copies it ends: 1',
        'All 2 users together: −$150.00',
      ]);
      const send = log('20000', 'loss', id);
      expect(await lines(send)).toEqual([
        'Copies it reaches: 2',
        'Copies it ends: 2',
        'All 2 users together: −$3,000.00',
      ]);
      expect([await equity(one.id), await equity(two.id)]).toEqual([1_000_00n, 2_000_00n]);
      await agreed(send);
      await mirrorAll();
      expect([await equity(one.id), await equity(two.id)]).toEqual([0n, 0n]);
      clock.advance(HOUR);
      const [entered] = await read().select().from(trade);
      const undo = ofLog('void-trade', { trade: entered?.id ?? '', reason: 'Mistyped', amount: '200' });
      expect(await lines(undo)).toEqual([
        'Copies that can’t return it: 0',
        'Copies it reaches: 2',
        'Copies that return, paused: 2',
        'All 2 users together: +$2,940.00',
      ]);
      expect((await copyOf(one.id)).status).toBe('stopped');
      await agreed(undo);
      await mirrorAll();
      expect([await equity(one.id), await equity(two.id)]).toEqual([980_00n, 1_960_00n]);
    });

    test('is a refusal where the change would be refused', async () => {
      expect(await log('1', 'loss', newId())({})).toMatchObject({
        data: { result: { error: { id: ['Choose a trader'] } } },
        init: { status: 400 },
      });
    });

    heldOnSqlite(
      'is estimated by queries alone above so many copies, and says so',
      async () => {
        const id = await makeTrader();
        for (let made = 0; made <= MAX_REHEARSED_EFFECTS; made += 1) await makeCopy(id);
        clock.advance(HOUR);
        const send = log('500', 'profit', id);
        expect(await lines(send)).toEqual([
          'Copies it reaches: 201',
          'All copies together, estimated from what they hold now: +$10,050.00',
        ]);
        await agreed(send);
        await mirrorAll();
        const [entered] = await read().select().from(trade);
        expect(await lines(ofLog('void-trade', { trade: entered?.id ?? '', reason: 'Mistyped' }))).toEqual([
          'Copies it has reached: 201',
        ]);
        const found = await write((tx) =>
          rehearse(tx, async () => {
            const at = { id, pair: 'EUR/USD', amount: 99_000_00n, tradeType: 'loss', date: '' } as const;
            const made = await recordTrade(tx, SYSTEM_ACTOR, at);
            const right = made.ok ? made.value.id : '';
            return await describeEffectOnCopies(tx, { entered: { first: right, last: right }, voided: entered?.id });
          }),
        );
        expect(found.lines.map(({ name, to }) => `${name}: ${to}`)).toEqual([
          'Copies it has reached: 201',
          'Total result of the copies, taken back as far as it is still there: −$10,050.00',
          'Copies it reaches: 201',
          // At most the money in the copies.
          'All copies together, estimated from what they hold now: −$211,050.00',
        ]);
      },
      120_000,
    );
  });
});

test('each rate can be changed by two, whatever its unit', async () => {
  testEnv(LIVE);
  const bea = await makeAdmin();
  const { approveShown } = await import('../../support/people/approvals');
  const entered = { percent: '3', usd: '4', days: '5', switch: 'off', keys: 'required' };
  for (const { key, unit } of (await loadCatalogue()).rates) {
    const send = await ofCatalogue(`edit=rate:${key}`, { value: entered[unit] });
    const preview = previewIn(await send({}));
    if (!preview) continue;
    expect(await send({ _preview: preview.digest, reason: 'Agreed' })).toMatchObject({ status: 303 });
    const [request] = await read().select().from(approval).where(eq(approval.status, 'waiting'));
    expect([key, await write((tx) => approveShown(tx, createAdminActor(bea.id), request?.id ?? ''))]).toMatchObject([
      key,
      { ok: true },
    ]);
  }
  expect(await read().select().from(setting).where(eq(setting.key, 'papers-first'))).toMatchObject([{ value: 0 }]);
  expect(await read().select().from(plan)).not.toEqual([]);
});
