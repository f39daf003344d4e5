import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { approval, copy, deposit, mail, plan, setting, trade, trader, withdrawal } from '#drizzle/schema';
import { ACTS } from '~/acts.server';
import { approveRequest } from '~/features/backoffice/approvals/decideApproval.server';
import { canonicalEffect, readEffect } from '~/features/backoffice/approvals/effect';
import { applyResultBatch } from '~/features/copying/copy/jobs.server';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { createTrader } from '~/features/copying/traders/createTrader.server';
import { traderFormSchema } from '~/features/copying/traders/schema';
import { updateTrader } from '~/features/copying/traders/updateTrader.server';
import { fundReserve } from '~/features/money/books/reserves.server';
import { DEPOSITS } from '~/features/money/wallet/acts/depositActs.server';
import { WITHDRAWAL_QUEUE } from '~/features/money/wallet/acts/withdrawalActs.server';
import { payWithdrawal } from '~/features/money/wallet/withdrawals/decideWithdrawal.server';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { audit } from '~/ledger/proof/audit.server';
import { readBalances } from '~/ledger/reading/statement.server';
import { DAY, now } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { done } from '~/platform/result';
import { createAdminActor, SYSTEM_ACTOR } from '~/platform/states';
import { createPossibleKeys, decide } from '~/routes/admin/decide.server';
import type { Administrator, User } from '~/signIns/session.server';
import { findUser } from '~/signIns/userById.server';
import { storeUpload } from '~/uploads/store.server';
import { clock, useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { LIVE } from '../../support/liveEnvironment';
import { must } from '../../support/must';
import { formOf, pictureFile } from '../../support/pages/files';
import { agreed } from '../../support/pages/previews';
import { type ActName, type Input, performAct } from '../../support/people/acts';
import { approveShown, shownDigest } from '../../support/people/approvals';
import { makeAdmin, makeUser } from '../../support/people/people';
import { transactionOf } from '../../support/transactionIds';

/* Live mode: attempts of a single administrator, with or without an accomplice who is an investor. */
useDatabase(LIVE);

const WALLET = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
let ada: Administrator;
let bea: Administrator;
let cid: Administrator;
let user: User;
const [alone, second, third] = [
  () => createAdminActor(ada.id),
  () => createAdminActor(bea.id),
  () => createAdminActor(cid.id),
];

beforeEach(async () => {
  [ada, bea, cid] = [await makeAdmin(), await makeAdmin(), await makeAdmin()];
  user = await makeUser({}, { dollars: 100_000 });
  await write(async (tx) => {
    await tx.update(setting).set({ value: 0 }).where(eq(setting.key, 'withdrawal-wait-days'));
  });
  const funded = { amount: 1_000_000_00n, reason: 'The operator’s own money' };
  for (const reserve of ['free', 'market'] as const) {
    await write((tx) => fundReserve(tx, SYSTEM_ACTOR, { reserve, ...funded }));
  }
});

const ask = <N extends ActName>(name: N, input: Input<N>, by = alone()) =>
  write((tx) => performAct(tx, by, name, input));
/** Approves a deposit with a received amount in dollars, in a stablecoin. */
const approve = (id: string, received: bigint, by = alone()) =>
  ask('deposit-approve', { id, received, coin: received * 1_000_000n }, by);
const availableTo = async (id: string) => (await readBalances(read(), id)).available;
const waitingOnes = () => read().select().from(approval).where(eq(approval.status, 'waiting'));
const clean = async () => expect((await audit()).findings).toEqual([]);
const pends = { ok: true, value: { pending: expect.any(String) } };

async function announced(amount: bigint, proof = false): Promise<string> {
  const id = newId();
  await write(async (tx) => {
    const proofFileId = proof ? await aProof(tx) : null;
    await tx
      .insert(deposit)
      .values({ id, userId: user.id, method: 'USDT-TRC20', amount, proofFileId, status: 'pending', createdAt: now() });
  });
  return id;
}

async function aProof(tx: Parameters<Parameters<typeof write>[0]>[0]): Promise<string> {
  const { file } = await import('#drizzle/schema');
  const id = newId();
  const facts = { purpose: 'proof', name: 'p.png', type: 'image/png', bytes: 1, sha256: id, storageKey: id } as const;
  await tx.insert(file).values({ id, ownerId: user.id, createdAt: now(), ...facts });
  return id;
}

async function requested(amount: bigint): Promise<string> {
  const made = must(await write((tx) => requestWithdrawal(tx, user, { method: 'BTC', amount, wallet: WALLET })));
  return made.id;
}

/** User with an earlier payment to the wallet and an old deposit. */
async function paidBefore(): Promise<void> {
  const id = await requested(10_00n);
  await write(async (tx) => {
    await tx.update(withdrawal).set({ status: 'paid' }).where(eq(withdrawal.id, id));
  });
  clock.advance(8 * DAY);
}

describe('a deposit of $1,000 without a proof', () => {
  test('is not approved as $1,000,000 by one, nor is anything that follows', async () => {
    const id = await announced(1_000_00n);
    expect(await approve(id, 1_000_000_00n)).toMatchObject(pends);
    expect(await availableTo(user.id)).toBe(100_000_00n);
    const [request] = await waitingOnes();
    const effect = readEffect(request?.effect ?? '');
    expect(effect.lines).toEqual(
      expect.arrayContaining([
        { name: 'Amount stated', to: '$1,000.00' },
        { name: 'Amount received', to: '$1,000,000.00' },
        { name: 'Received more or less than stated', to: '+$999,000.00 (99,900%)' },
        { name: 'Proof', to: 'none' },
        { name: 'Held in USDT TRC20', to: '+$1,000,000.00' },
      ]),
    );
    const out = await requested(50_000_00n);
    expect(await ask('withdrawal-approve', { id: out })).toMatchObject(pends);
    const row = (await read().select().from(withdrawal).where(eq(withdrawal.id, out)))[0];
    expect(row?.status).toBe('requested');
    expect(await ask('withdrawal-bounce', { id: out, reason: 'x' })).toMatchObject({ error: { code: 'wrong-state' } });
    await clean();
  });

  test.each([
    ['no proof', { stated: 100_00n, received: 100_00n, proof: false }, true],
    ['a proof and the amount stated', { stated: 100_00n, received: 100_00n, proof: true }, false],
    ['exactly 5% more than stated', { stated: 100_00n, received: 105_00n, proof: true }, false],
    ['a cent over 5% more than stated', { stated: 100_00n, received: 105_01n, proof: true }, true],
    ['a cent over 5% less than stated', { stated: 100_00n, received: 94_99n, proof: true }, true],
    ['exactly 10,000 dollars', { stated: 10_000_00n, received: 10_000_00n, proof: true }, false],
    ['a cent over 10,000 dollars', { stated: 10_000_01n, received: 10_000_01n, proof: true }, true],
  ])('with %s waits as the policy says', async (_, { stated, received, proof }, waits) => {
    // Uses a new user, who has no earlier deposits in the week.
    user = await makeUser();
    const id = await announced(stated, proof);
    const performed = await approve(id, received);
    expect([performed.ok, performed.ok && performed.value.pending !== undefined]).toEqual([true, waits]);
    expect(await availableTo(user.id)).toBe(waits ? 0n : received);
    await clean();
  });

  test('just under the limit, again and again, waits once the sums exceed theirs', async () => {
    const approved: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      // Each deposit has another user, so that only the administrator's sum grows.
      user = await makeUser();
      const performed = await approve(await announced(9_999_00n, true), 9_999_00n);
      approved.push(performed.ok ? (performed.value.pending ? 'waits' : 'done') : 'refused');
    }
    expect(approved).toEqual(['done', 'done', 'done', 'done', 'done', 'waits']);
    // Each administrator has a separate sum, but deposits of one user are added up over all administrators.
    user = await makeUser();
    const by = [];
    for (const who of [second(), third(), second()]) {
      const performed = await approve(await announced(9_999_00n, true), 9_999_00n, who);
      by.push(performed.ok && performed.value.pending ? 'waits' : 'done');
    }
    expect(by).toEqual(['done', 'done', 'waits']);
    clock.advance(8 * DAY);
    expect(await approve(await announced(9_999_00n, true), 9_999_00n)).toMatchObject({
      value: { journalId: expect.any(String) },
    });
  });
});

describe('a withdrawal', () => {
  test('small, to an address paid before, of old money, is approved by one and paid by another', async () => {
    await paidBefore();
    const id = await requested(1_000_00n);
    expect(await ask('withdrawal-approve', { id })).toMatchObject({ value: { journalId: expect.any(String) } });
    const own = { ok: false, error: { code: 'own-approval' } };
    expect(await write((tx) => payWithdrawal(tx, alone(), id, transactionOf('tx-1'), 1n))).toMatchObject(own);
    expect(await write((tx) => payWithdrawal(tx, second(), id, transactionOf('tx-1'), 1n))).toMatchObject({ ok: true });
  });

  test('of a user whose deposit one let in alone is not let out by the same one alone, for thirty days', async () => {
    await paidBefore();
    await approve(await announced(100_00n, true), 100_00n);
    clock.advance(29 * DAY);
    const id = await requested(100_00n);
    expect(await ask('withdrawal-approve', { id })).toMatchObject(pends);
    expect(await ask('withdrawal-approve', { id }, second())).toMatchObject({
      value: { journalId: expect.any(String) },
    });
    clock.advance(2 * DAY);
    const later = await requested(100_00n);
    expect(await ask('withdrawal-approve', { id: later })).toMatchObject({ value: { journalId: expect.any(String) } });
  });

  test('whose approval two gave is paid by neither of them', async () => {
    const id = await requested(6_000_00n);
    const performed = await ask('withdrawal-approve', { id });
    const pending = performed.ok ? (performed.value.pending ?? '') : '';
    expect((await write((tx) => approveShown(tx, second(), pending))).ok).toBe(true);
    for (const who of [alone(), second()]) {
      expect(await write((tx) => payWithdrawal(tx, who, id, transactionOf('tx-1'), 1n))).toMatchObject({
        error: { code: 'own-approval' },
      });
    }
    expect((await write((tx) => payWithdrawal(tx, third(), id, transactionOf('tx-1'), 1n))).ok).toBe(true);
    await clean();
  });

  test.each([
    ['above $5,000', 5_000_01n, async () => paidBefore()],
    ['to a new address', 10_00n, async () => clock.advance(8 * DAY)],
    [
      'of money that arrived today',
      10_00n,
      async () => {
        await paidBefore();
        await approve(await announced(100_00n, true), 100_00n);
      },
    ],
  ])('%s waits', async (_, amount, prepare) => {
    await prepare();
    expect(await ask('withdrawal-approve', { id: await requested(amount) })).toMatchObject(pends);
  });

  test('has no "approve and pay" in live mode, on its page or posted', async () => {
    const id = await requested(10_00n);
    expect(Object.keys(createPossibleKeys(WITHDRAWAL_QUEUE, 'requested', ada)).sort()).toEqual(['approve', 'reject']);
    const form = formOf({ id, _intent: 'approve-and-pay', _key: 'x', reference: transactionOf('tx') });
    const posted = decide(WITHDRAWAL_QUEUE, form, ada.id, { show: 'all', page: 1 }, async () => done(null));
    await expect(posted).rejects.toMatchObject({ init: { status: 400 } });
    testEnv();
    expect(Object.keys(createPossibleKeys(WITHDRAWAL_QUEUE, 'requested', ada))).toContain('approve-and-pay');
  });
});

describe('a rating of high risk', () => {
  const rate = (rating: 'low' | 'medium' | 'high', reason = 'Money from a mixer', by = alone()) =>
    ask('risk-rate', { userId: user.id, rating, reason }, by);
  const rated = async () => (await findUser(read(), user.id))?.riskRating ?? null;
  const agreed = async (performed: Awaited<ReturnType<typeof rate>>) => {
    const pending = performed.ok ? (performed.value.pending ?? '') : '';
    return await write((tx) => approveShown(tx, second(), pending));
  };

  test('needs two, as lowering it does, and all of their money needs two while it lasts', async () => {
    await paidBefore();
    const decides = async () => {
      const leaves = await ask('withdrawal-approve', { id: await requested(10_00n) });
      const arrives = await approve(await announced(10_00n, true), 10_00n, third());
      return [leaves, arrives].map((performed) => performed.ok && /high risk/.test(performed.value.toast));
    };
    expect([await rate('low', 'Known for years'), await rated()]).toEqual([
      expect.objectContaining({ ok: true }),
      'low',
    ]);
    const request = await rate('high');
    expect([request, await rated()]).toMatchObject([pends, 'low']);
    expect((await agreed(request)).ok).toBe(true);
    expect([await rated(), await decides()]).toEqual(['high', [true, true]]);
    const lowered = await rate('medium', 'They showed where it came from');
    expect([lowered, await rated()]).toMatchObject([pends, 'high']);
    const further = await rate('low', 'They showed where it came from');
    expect((await agreed(lowered)).ok).toBe(true);
    // The request was to lower a high rating, but the rating is no longer high.
    expect((await agreed(further)).ok).toBe(false);
    expect([await rated(), await decides()]).toEqual(['medium', [false, false]]);
  });
});

test('the pages of the queues request like the calls', async () => {
  const id = await announced(1_000_00n);
  const { approve = '' } = createPossibleKeys(DEPOSITS, 'pending', ada);
  const fields = { id, _intent: 'approve', _key: approve, received: '1000000', coin: '1000000', reason: 'So it says' };
  const sent = await agreed((more) =>
    decide(DEPOSITS, formOf({ ...fields, ...more }), ada.id, { show: 'all', page: 1 }, async () => done(null)),
  );
  expect(sent).toMatchObject({ status: 303 });
  expect(await waitingOnes()).toMatchObject([{ operation: 'deposit-approve' }]);
  expect(await availableTo(user.id)).toBe(100_000_00n);
});

describe('terms', () => {
  test('of a plan, a bonus, a withdrawal method or the limits need a second administrator to change', async () => {
    const gold = { code: 'gold', name: 'gold', minimum: 500_00n, maximum: 900_00n, days: 4, enabled: true };
    const request = [
      await ask('plan-change', { ...gold, dailyBps: 9_000 }),
      await ask('rate-change', { code: 'rank-bonus-silver', unit: 'usd', value: 500_00 }),
      await ask('rate-change', { code: 'referral-bonus-bps', unit: 'percent', value: 1_000 }),
      await ask('rate-change', { code: 'limit-deposit', unit: 'usd', value: 1_000_000_00 }),
      await ask('withdrawal-method-change', {
        code: 'BTC',
        name: 'BTC',
        icon: 'btc',
        minimum: 9_00n,
        fee: 0n,
        enabled: true,
      }),
    ];
    expect(request).toEqual(
      request.map(() => expect.objectContaining({ value: expect.objectContaining({ pending: expect.any(String) }) })),
    );
    expect(await read().select().from(plan).where(eq(plan.id, 'gold'))).toMatchObject([{ dailyBps: 3_500 }]);
    const [first] = await waitingOnes();
    expect(readEffect(first?.effect ?? '').lines).toContainEqual({ name: 'daily percent', from: '35%', to: '90%' });
    expect((await write((tx) => approveShown(tx, second(), first?.id ?? ''))).ok).toBe(true);
    expect(await read().select().from(plan).where(eq(plan.id, 'gold'))).toMatchObject([{ dailyBps: 9_000, days: 4 }]);
  });

  test.each([
    ['a plan of 101% a day', 'plan-change', { dailyBps: 10_100, days: 1 }, 'MAX_TERMS'],
    ['a plan of 1,450% in all', 'plan-change', { dailyBps: 10_000, days: 15 }, 'MAX_TERMS'],
    ['a referral bonus of 10.01%', 'referral-bonus-bps', { unit: 'percent', value: 1_001 }, 'MAX_TERMS'],
    ['a bonus of a cent over 500 dollars', 'rank-bonus-gold', { unit: 'usd', value: 500_01 }, 'MAX_TERMS'],
  ] as const)('%s is refused, although a second administrator approves', async (_, what, input, name) => {
    const gold = { code: 'gold', name: 'gold', minimum: 500_00n, maximum: 900_00n, enabled: true };
    const request =
      'days' in input
        ? await ask('plan-change', { ...gold, ...input })
        : await ask('rate-change', { code: what, ...input });
    expect(request).toMatchObject({ ok: false, error: { code: 'above-cap', message: expect.stringContaining(name) } });
  });

  test('every administrator is notified of a new one', async () => {
    const { createAdministrator } = await import('~/features/people/staff/createAdministrator.server');
    const input = { name: 'Dan', email: 'dan@operator.example', passwordHash: 'none' };
    expect((await write((tx) => createAdministrator(tx, input))).ok).toBe(true);
    const readMails = (await read().select().from(mail)).filter(({ kind }) => kind === 'administrator-added');
    expect(readMails.map(({ recipient }) => recipient).sort()).toEqual(
      [ada, bea, cid].map(({ email }) => email).sort(),
    );
  });

  test('that scale nothing, and turning off, are changed by one', async () => {
    const gold = { code: 'gold', minimum: 5_000_00n, maximum: 19_999_00n, dailyBps: 3_500, days: 4 };
    expect(await ask('plan-change', { ...gold, name: 'Gold', enabled: true })).not.toMatchObject(pends);
    expect(await ask('plan-change', { ...gold, name: 'Gold', enabled: false })).not.toMatchObject(pends);
    expect(await ask('plan-change', { ...gold, name: 'Gold', enabled: true })).toMatchObject(pends);
  });
});

describe('a trade of $5,000, 5% of a trader’s $100,000', () => {
  const person = {
    firstname: 'Tia',
    lastname: 'Moss',
    nationality: 'Wales',
    winRate: '',
    avgReturn: '',
    followers: '',
    rrRatio: '',
  };
  const form = (capital: bigint) => ({ ...person, minimumcapital: 100_00n, capital });
  let traderId: string;

  beforeEach(async () => {
    const made = await write((tx) => createTrader(tx, SYSTEM_ACTOR, form(100_000_00n)));
    traderId = made.ok ? made.value.id : '';
    await write((tx) => startCopy(tx, user, { trader: traderId, amount: 10_000_00n }));
    clock.advance(1_000);
  });

  const result = () => ({ id: traderId, pair: 'EUR/USD', amount: 5_000_00n, tradeType: 'profit', date: '' }) as const;
  const requested = async () => {
    const performed = await ask('record-trade', result());
    return performed.ok ? (performed.value.pending ?? '') : '';
  };

  test('is shown with the capital, the share of it, the copies and the gain of each', async () => {
    await requested();
    const [request] = await waitingOnes();
    expect(readEffect(request?.effect ?? '').lines).toEqual([
      { name: 'Capital of the trader, which the result is a share of', to: '$100,000.00' },
      { name: 'Share of that capital', to: '5%' },
      { name: 'Copies it reaches', to: '1' },
      { name: `Ann Lee (${user.email})`, to: '+$500.00 (in copies +$500.00)' },
      { name: 'Market reserve', to: '−$500.00' },
    ]);
    expect(await read().select().from(trade)).toEqual([]);
  });

  test('does not become 1,000% of $500: the capital is not changed by one', async () => {
    await requested();
    expect(await ask('trader-change', { id: traderId, ...form(500_00n) })).toMatchObject(pends);
    expect(await read().select().from(trader)).toMatchObject([{ capital: 100_000_00n }]);
  });

  test('is refused when the capital has changed since, with a message that shows both', async () => {
    const id = await requested();
    await write((tx) =>
      updateTrader(tx, alone(), traderId, traderFormSchema.parse({ ...person, minimumcapital: '100', capital: '500' })),
    );
    const approved = await write((tx) => approveShown(tx, second(), id));
    expect(approved).toMatchObject({ ok: false, error: { code: 'effect-changed' } });
    const words = approved.ok ? '' : approved.error.message;
    expect(words).toContain('$100,000.00 then, $500.00 now');
    expect(words).toContain('+$500.00 (in copies +$500.00) then, +$100,000.00 (in copies +$100,000.00) now');
    expect(await read().select().from(trade)).toEqual([]);
  });

  test('approved as it was shown gains that amount, whatever the capital becomes before it reaches the copies', async () => {
    const id = await requested();
    expect((await write((tx) => approveShown(tx, second(), id))).ok).toBe(true);
    await write(async (tx) => {
      await tx.update(trader).set({ capital: 500_00n });
    });
    while (await applyResultBatch());
    expect(await read().select().from(copy)).toMatchObject([{ result: 500_00n }]);
    await clean();
  });

  test('a copied trader gets no other name or picture from one administrator; the second sees both', async () => {
    const same = { id: traderId, ...form(100_000_00n) };
    const stored = await storeUpload(await pictureFile(), { ownerId: ada.id, purpose: 'trader' });
    const traderImage = stored.ok ? stored.value.id : '';
    expect(await ask('trader-change', { ...same, traderImage, lastname: 'Rock' })).toMatchObject({
      value: {
        pending: expect.any(String),
        toast: expect.stringContaining('it changes last name, picture of a trader'),
      },
    });
    expect(await read().select().from(trader)).toMatchObject([{ lastName: 'Moss', imageFileId: null }]);
    const [request] = await waitingOnes();
    expect(readEffect(request?.effect ?? '').lines).toEqual([
      { name: 'last name', from: 'Moss', to: 'Rock' },
      { name: 'picture', to: `/files/${traderImage}` },
      { name: 'Copies that hold money', to: '1' },
    ]);
    expect((await write((tx) => approveShown(tx, second(), request?.id ?? ''))).ok).toBe(true);
    expect(await read().select().from(trader)).toMatchObject([{ lastName: 'Rock', imageFileId: traderImage }]);
    // Declared figures are only displayed, and without copies one person may change a name.
    expect(await ask('trader-change', { ...same, lastname: 'Rock', winRate: '60%' })).not.toMatchObject(pends);
    await write(async (tx) => {
      await tx.update(copy).set({ status: 'stopped' });
    });
    expect(await ask('trader-change', { ...same, winRate: '60%' })).not.toMatchObject(pends);
    expect(await read().select().from(trader)).toMatchObject([{ lastName: 'Moss', imageFileId: traderImage }]);
    await write(async (tx) => {
      await tx.update(copy).set({ status: 'active' });
    });
    await clean();
  });

  test('retiring a copied trader, and creating one with a capital, wait', async () => {
    expect(await ask('trader-retire', { id: traderId })).toMatchObject(pends);
    expect(await ask('trader-create', form(1_000_00n))).toMatchObject(pends);
    expect(await ask('trader-create', { ...form(1n), capital: undefined })).not.toMatchObject(pends);
  });
});

describe('a request altered in the database', () => {
  const credit = () => ({ userId: user.id, kind: 'goodwill', amount: 10_00n, reason: 'For the wait' }) as const;
  const waits = async () => {
    const performed = await ask('credit', credit());
    return performed.ok ? (performed.value.pending ?? '') : '';
  };
  const alter = (id: string, set: Partial<typeof approval.$inferInsert>) =>
    write(async (tx) => {
      await tx.update(approval).set(set).where(eq(approval.id, id));
    });

  test('does not run an act that was not shown', async () => {
    const id = await waits();
    const shown = await shownDigest(id);
    const { id: _, ...input } = { id, userId: user.id, kind: 'goodwill', amount: '90000.00', reason: 'For the wait' };
    await alter(id, { input });
    expect(await write((tx) => approveRequest(tx, second(), ACTS, id, shown))).toMatchObject({
      error: {
        code: 'effect-changed',
        message: expect.stringContaining('+$10.00 (available +$10.00) then, +$90,000.00'),
      },
    });
    const [row] = await waitingOnes();
    const forged = readEffect(row?.effect ?? '');
    await alter(id, { effect: canonicalEffect({ ...forged, title: 'Nothing much' }) });
    expect(await write((tx) => approveRequest(tx, second(), ACTS, id, shown))).toMatchObject({
      error: { code: 'shown-changed' },
    });
    expect(await write((tx) => approveShown(tx, second(), id))).toMatchObject({ error: { code: 'effect-changed' } });
    expect(await availableTo(user.id)).toBe(100_000_00n);
  });

  test('into another act does not run', async () => {
    const id = await waits();
    await alter(id, { operation: 'profit' });
    expect(await write((tx) => approveShown(tx, second(), id))).toMatchObject({ error: { code: 'effect-changed' } });
    await alter(id, { operation: 'no-such-act' });
    expect(await write((tx) => approveShown(tx, second(), id))).toMatchObject({ error: { code: 'stale' } });
  });
});
