import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { administrator, approval, deposit, event, file, journal, setting, user as userTable } from '#drizzle/schema';
import { ACTS } from '~/acts.server';
import type { Act } from '~/features/backoffice/approvals/act';
import { approveRequest, rejectRequest, withdrawApproval } from '~/features/backoffice/approvals/decideApproval.server';
import { canonicalEffect, readEffect } from '~/features/backoffice/approvals/effect';
import { computeEffectDigest, runWithEffect } from '~/features/backoffice/approvals/effectOf.server';
import { parseStoredInput, performIfShown } from '~/features/backoffice/approvals/perform.server';
import { LIMITS } from '~/features/backoffice/catalogue/rates';
import { DEPOSIT_ACTS } from '~/features/money/wallet/acts/depositActs.server';
import { loadLimits } from '~/features/money/wallet/acts/limits.server';
import { availableAccount, custody, reserve } from '~/ledger/chartOfAccounts';
import { readBalances } from '~/ledger/reading/statement.server';
import type { MailKind } from '~/mail/lanes';
import { after, DAY, now, SECOND, systemNow } from '~/platform/clock';
import { read, rehearse, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { done, refuse } from '~/platform/result';
import { type AdminActor, createAdminActor } from '~/platform/states';
import type { Administrator, User } from '~/signIns/session.server';
import { clock, useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { LIVE } from '../../support/liveEnvironment';
import { onBothEngines } from '../../support/onBothEngines';
import { type ActName, type Input, performAct, performActShown } from '../../support/people/acts';
import { postAct } from '../../support/people/announcedEntries';
import { approveShown, shownDigest } from '../../support/people/approvals';
import { mailsPut } from '../../support/people/outbox';
import { makeAdmin, makeUser } from '../../support/people/people';

/* Requests and decisions, tested with simple acts; approvals.test.ts tests each act. */
useDatabase(LIVE);

let first: Administrator;
let second: Administrator;
let user: User;
let one: AdminActor;
let two: AdminActor;
beforeEach(async () => {
  [first, second, user] = [await makeAdmin(), await makeAdmin(), await makeUser({}, { dollars: 1_000 })];
  [one, two] = [createAdminActor(first.id), createAdminActor(second.id)];
});

const ask = <N extends ActName>(by: AdminActor, name: N, input: Input<N>) =>
  write((tx) => performAct(tx, by, name, input));
const preview = <N extends ActName>(by: AdminActor, name: N, input: Input<N>, shown: string | null) =>
  write((tx) => performActShown(tx, by, name, input, shown));
const debit = (dollars = 50) => ({ userId: user.id, amount: BigInt(dollars) * 100n, reason: 'A fee' });
const rate = (value: number, reason?: string) =>
  ({ code: 'referral-bonus-bps', unit: 'percent', value, reason }) as Input<'rate-change'>;
const declared = { winRate: '', avgReturn: '', followers: '', rrRatio: '' };
const aTrader: Input<'trader-create'> = {
  firstname: 'Tia',
  lastname: 'Moss',
  nationality: 'Wales',
  ...declared,
  minimumcapital: 100_00n,
};
const rows = () => read().select().from(approval).orderBy(asc(approval.id));
const requests = async () => (await rows()).length;
const pendingOf = (performed: Awaited<ReturnType<typeof ask>>) => (performed.ok && performed.value.pending) || '';
const availableNow = async () => (await readBalances(read(), user.id)).available;
const codeOf = (answer: { ok: boolean; error?: { code: string } }) => (answer.ok ? 'done' : answer.error?.code);
const previewIn = (answer: Awaited<ReturnType<typeof preview>>) => (answer.ok ? undefined : answer.error.preview);

/** A cent in hundred-millionths of a dollar coin. */
const CENT = 1_000_000n;

async function aDeposit(dollars: number, more: object = {}): Promise<string> {
  const id = newId();
  const amount = BigInt(dollars) * 100n;
  const row = {
    id,
    userId: user.id,
    method: 'USDT-TRC20',
    amount,
    status: 'pending',
    createdAt: now(),
    ...more,
  } as const;
  await write((tx) => tx.insert(deposit).values(row));
  return id;
}

describe('an act that needs two administrators', () => {
  test('waits with its input, its requester, and the exact effect, and is reported to the other', async () => {
    const request = await ask(one, 'debit', debit());
    const [row, ...more] = await rows();
    expect(more).toEqual([]);
    const title = `Debit $50.00 from Ann Lee (${user.email})`;
    expect(request).toEqual({
      ok: true,
      value: {
        pending: row?.id,
        toast: `This waits for a second administrator: ${title} (it takes money from a user)`,
      },
    });
    expect(row).toMatchObject({
      operation: 'debit',
      input: { userId: user.id, amount: '50.00', reason: 'A fee' },
      requestedBy: first.id,
      requestedAt: now(),
      userId: user.id,
      status: 'waiting',
      decidedBy: null,
    });
    expect(readEffect(row?.effect ?? '')).toEqual({
      title,
      lines: [
        { name: `Ann Lee (${user.email})`, to: '−$50.00 (available −$50.00)' },
        expect.objectContaining({ to: expect.stringContaining('$50.00') }),
      ],
    });
    const [sentMail] = await read()
      .select()
      .from(event)
      .where(eq(event.thingId, row?.id ?? ''));
    expect(sentMail).toMatchObject({
      event: 'ask',
      toState: 'waiting',
      actorId: first.id,
      userId: user.id,
      reason: 'A fee',
    });
    expect(sentMail?.details).toMatchObject({ asked: title, 'needs two, since': 'it takes money from a user' });
    expect(sentMail?.details).toMatchObject({ [`Ann Lee (${user.email})`]: '−$50.00 (available −$50.00)' });
    const [sent, ...others] = await mailsPut('approval-asked');
    expect([sent?.recipient, others]).toEqual([second.email, []]);
    const text = JSON.stringify(sent);
    for (const words of [title, 'it takes money from a user', 'Reason given: A fee']) expect(text).toContain(words);
    expect(await availableNow()).toBe(1_000_00n);
  });

  test('without a user and a reason says so', async () => {
    await ask(one, 'trader-create', { ...aTrader, capital: 500_00n });
    const [row] = await rows();
    expect(row).toMatchObject({ operation: 'trader-create', userId: null });
    const [sentMail] = await read()
      .select()
      .from(event)
      .where(eq(event.thingId, row?.id ?? ''));
    expect(sentMail).toMatchObject({ userId: null, reason: null });
  });

  test('is stored as a form would send it, so that its schema parses the same again', async () => {
    const announced = { text: 'A holiday', audience: 'all', start: null, end: after(systemNow(), DAY) };
    for (const dismissable of [true, false]) {
      const input = { ...announced, dismissable } as Input<'announce'>;
      await ask(one, 'announce', { ...input, text: `A holiday ${dismissable}` });
    }
    const saved = (await rows()).map(({ input }) => input);
    expect(saved.map(({ dismissable }) => dismissable)).toEqual(['on', undefined]);
    expect(saved.map((input) => Object.keys(input).includes('start'))).toEqual([false, false]);
    expect(saved.map(({ end }) => end)).toEqual([announced.end.toJSON(), announced.end.toJSON()]);
    await ask(one, 'rate-change', rate(500));
    const [last] = (await rows()).filter(({ operation }) => operation === 'rate-change');
    expect(last?.input).toEqual({ code: 'referral-bonus-bps', unit: 'percent', value: '5%' });
    const terms = { minimum: 500_00n, maximum: 900_00n, dailyBps: 1_050, days: 3, enabled: true };
    await ask(one, 'plan-add', { code: 'short', name: 'Short', ...terms });
    const [plan] = (await rows()).filter(({ operation }) => operation === 'plan-add');
    expect(plan?.input).toMatchObject({ code: 'short', days: '3', minimum: '500.00', enabled: 'on' });
    const again = await parseStoredInput(ACTS, last as { operation: string; input: Record<string, unknown> });
    expect(again).toMatchObject({ ok: true, value: { input: { code: 'referral-bonus-bps', value: 500 } } });
  });

  test('needs its right, is refused where it can’t be done, and waits once', async () => {
    const support = createAdminActor((await makeAdmin({ role: 'support' })).id);
    expect(codeOf(await ask(support, 'debit', debit()))).toBe('forbidden');
    expect(codeOf(await ask(one, 'debit', debit(2_000)))).toBe('exceeds-capital');
    expect(codeOf(await preview(one, 'debit', debit(2_000), null))).toBe('exceeds-capital');
    expect(await requests()).toBe(0);
    expect(codeOf(await ask(one, 'debit', debit()))).toBe('done');
    const again = await ask(one, 'debit', { ...debit(), reason: 'Another reason' });
    expect(again).toMatchObject({ error: { code: 'waits-already', message: /Debit \$50\.00 from Ann Lee/ } });
    expect(codeOf(await preview(one, 'debit', debit(), null))).toBe('waits-already');
    expect(codeOf(await ask(one, 'debit', debit(51)))).toBe('done');
    expect(codeOf(await ask(two, 'debit', debit()))).toBe('done');
    expect(codeOf(await ask(one, 'credit', { ...debit(), kind: 'deposit' }))).toBe('done');
    expect(await requests()).toBe(4);
    clock.advance(7 * DAY);
    expect(codeOf(await ask(one, 'debit', debit()))).toBe('waits-already');
    clock.advance(SECOND);
    expect(codeOf(await ask(one, 'debit', debit()))).toBe('done');
    const [latest] = (await rows()).filter(({ requestedAt }) => requestedAt.getTime() === now().getTime());
    await write((tx) => withdrawApproval(tx, one, latest?.id ?? ''));
    expect(codeOf(await ask(one, 'debit', debit()))).toBe('done');
  });

  test('is done at once in paper mode, by a call without a preview', async () => {
    testEnv();
    const answer = await ask(one, 'debit', debit());
    expect(answer).toMatchObject({ ok: true, value: { journalId: expect.any(String), toast: 'Debited $50.00' } });
    expect(answer.ok && answer.value.pending).toBeUndefined();
    expect([await requests(), await availableNow()]).toEqual([0, 950_00n]);
    expect(codeOf(await ask(one, 'debit', debit(2_000)))).toBe('exceeds-capital');
    const support = createAdminActor((await makeAdmin({ role: 'support' })).id);
    expect(codeOf(await ask(support, 'debit', debit()))).toBe('forbidden');
  });

  test('that the policy lets one do alone is done at once in live mode', async () => {
    const limits = ['limit-deposit', 'limit-deposits-day', 'limit-user-deposits-week'];
    const proofless = await ask(one, 'deposit-approve', {
      id: await aDeposit(10),
      received: 10_00n,
      coin: 10_00n * CENT,
    });
    expect(proofless).toMatchObject({
      ok: true,
      value: { toast: expect.stringContaining('it has no picture as proof') },
    });
    const plain = await ask(one, 'trader-create', aTrader);
    expect(plain.ok && plain.value).toMatchObject({ toast: expect.any(String), id: expect.any(String) });
    expect(pendingOf(plain)).toBe('');
    const retired = await ask(one, 'trader-retire', { id: (plain.ok && plain.value.id) || '' });
    expect([codeOf(retired), pendingOf(retired)]).toEqual(['done', '']);
    for (const key of limits) await write((tx) => tx.update(setting).set({ value: 1 }).where(eq(setting.key, key)));
    const above = await ask(one, 'deposit-approve', { id: await aDeposit(20), received: 20_00n, coin: 20_00n * CENT });
    expect(above.ok && above.value.toast.match(/above \$0\.01/g)).toHaveLength(3);
  });

  test('that credits a deposit whose coin is far from the requested amount needs a reason and a second administrator', async () => {
    const proof = { id: newId(), ownerId: user.id, purpose: 'proof', name: 'p.png', type: 'image/png' } as const;
    const stored = { bytes: 1, sha256: 'x', storageKey: proof.id, createdAt: now() };
    await write((tx) => tx.insert(file).values({ ...proof, ...stored }));
    const coinAmount = 20_00n * CENT;
    for (const [coin, isFar] of [
      [coinAmount, false],
      [coinAmount / 100n, true],
      [coinAmount * 100n, true],
    ] as const) {
      const id = await aDeposit(20, { proofFileId: proof.id, coinAmount });
      const input = { id, received: 20_00n, coin };
      expect(await write(async (tx) => await DEPOSIT_ACTS['deposit-approve'].wantsReason?.(tx, input))).toBe(isFar);
      const request = await ask(one, 'deposit-approve', input);
      const output = request.ok ? request.value.toast : '';
      expect(output.includes('the coin received and requested differ by more than 5%')).toBe(isFar);
    }
  });

  test('that one administrator may do alone by now is done, although the same request still waits', async () => {
    const proof = { id: newId(), ownerId: user.id, purpose: 'proof', name: 'p.png', type: 'image/png' } as const;
    const stored = { bytes: 1, sha256: 'x', storageKey: proof.id, createdAt: now() };
    await write((tx) => tx.insert(file).values({ ...proof, ...stored }));
    const limit = (value: number) =>
      write((tx) => tx.update(setting).set({ value }).where(eq(setting.key, 'limit-deposit')));
    const received = { id: await aDeposit(20, { proofFileId: proof.id }), received: 20_00n, coin: 20_00n * CENT };
    await limit(1);
    const request = await ask(one, 'deposit-approve', received);
    expect([pendingOf(request) !== '', codeOf(await ask(one, 'deposit-approve', received))]).toEqual([
      true,
      'waits-already',
    ]);
    await limit(20_00);
    const alone = await ask(one, 'deposit-approve', received);
    expect(alone).toMatchObject({ ok: true, value: { journalId: expect.any(String) } });
    expect([pendingOf(alone), await availableNow()]).toEqual(['', 1_020_00n]);
    expect(codeOf(await write((tx) => approveShown(tx, two, pendingOf(request))))).not.toBe('done');
    expect(await availableNow()).toBe(1_020_00n);
  });
});

describe('an act on a page', () => {
  test('is shown before it is requested, and only the shown act is requested', async () => {
    const unseen = await preview(one, 'debit', debit(), null);
    expect(codeOf(unseen)).toBe('preview');
    const shown = previewIn(unseen);
    expect(shown).toMatchObject({
      title: `Debit $50.00 from Ann Lee (${user.email})`,
      changed: false,
      needsReason: false,
      why: ['it takes money from a user'],
    });
    expect(shown?.lines).toHaveLength(2);
    const other = await preview(one, 'debit', debit(51), shown?.digest ?? '');
    expect([codeOf(other), previewIn(other)?.changed]).toEqual(['preview', true]);
    expect([await requests(), await availableNow()]).toEqual([0, 1_000_00n]);
    const request = await preview(one, 'debit', debit(), shown?.digest ?? '');
    expect([codeOf(request), pendingOf(request), await requests()]).toEqual(['done', (await rows())[0]?.id, 1]);
  });

  test('in paper mode is shown too, needs no second, and is done when it was shown', async () => {
    testEnv();
    const unseen = previewIn(await preview(one, 'debit', debit(), null));
    expect(unseen).toMatchObject({ why: [], changed: false });
    expect(await availableNow()).toBe(1_000_00n);
    const answer = await preview(one, 'debit', debit(), unseen?.digest ?? '');
    expect(answer).toMatchObject({ ok: true, value: { toast: 'Debited $50.00' } });
    expect([await availableNow(), await requests()]).toEqual([950_00n, 0]);
    expect(codeOf(await preview(one, 'debit', debit(), unseen?.digest ?? ''))).toBe('done');
    const twice = await Promise.all([ask(one, 'debit', debit()), ask(one, 'debit', debit())]);
    expect(twice.map(codeOf)).toEqual(['done', 'done']);
  });

  onBothEngines('savepoints', () => {
    test('runs its use case once to be shown, once to be done, and once more for each administrator where it needs two', async () => {
      let runs = 0;
      const counted: typeof ACTS.debit = {
        ...ACTS.debit,
        run: (...input) => {
          runs += 1;
          return ACTS.debit.run(...input);
        },
      };
      const press = (shown: string | null) => write((tx) => performIfShown(tx, one, counted, debit(), shown));
      testEnv();
      const digest = previewIn(await press(null))?.digest ?? '';
      expect([runs, codeOf(await press(digest)), runs, await availableNow()]).toEqual([1, 'done', 2, 950_00n]);
      testEnv(LIVE);
      const request = await press(previewIn(await press(null))?.digest ?? '');
      expect([runs, await availableNow()]).toEqual([4, 950_00n]);
      const shown = await shownDigest(pendingOf(request));
      const approved = await write((tx) => approveRequest(tx, two, { debit: counted }, pendingOf(request), shown));
      expect([codeOf(approved), runs, await availableNow()]).toEqual(['done', 5, 900_00n]);
    });
  });

  test('that changes a number by much requires a reason, and is shown all the same', async () => {
    const unseen = previewIn(await preview(one, 'rate-change', rate(900), null));
    expect(unseen).toMatchObject({ needsReason: true, changed: false });
    const unexplained = await preview(one, 'rate-change', rate(900), unseen?.digest ?? '');
    expect(unexplained).toMatchObject({
      ok: false,
      error: { code: 'no-reason', field: 'reason', preview: { changed: false, needsReason: true } },
    });
    const explained = await preview(one, 'rate-change', rate(900, 'A campaign'), unseen?.digest ?? '');
    expect([codeOf(explained), await requests()]).toEqual(['done', 1]);
    await write((tx) => tx.update(setting).set({ value: 800 }).where(eq(setting.key, 'referral-bonus-bps')));
    const near = previewIn(await preview(one, 'rate-change', rate(810), null));
    expect(near?.needsReason).toBe(false);
    const small = await preview(one, 'rate-change', rate(810), near?.digest ?? '');
    expect(codeOf(small)).toBe('done');
  });

  test('keeps "now" from one post to the next, and its request that moment', async () => {
    const made = await ask(one, 'trader-create', aTrader);
    const id = (made.ok && made.value.id) || '';
    const trade = { id, pair: 'EUR/USD', amount: 5_00n, tradeType: 'profit', date: '' } as Input<'record-trade'>;
    const shown = previewIn(await preview(one, 'record-trade', trade, null));
    const entered = clock.at;
    clock.advance(60 * SECOND);
    expect(codeOf(await preview(one, 'record-trade', trade, shown?.digest ?? ''))).toBe('done');
    const [row] = await rows();
    expect(String(row?.input.date)).not.toBe('');
    expect(new Date(String(row?.input.date)).getTime()).toBeGreaterThanOrEqual(entered.getTime());
  });
});

describe('a request', () => {
  const waiting = async () => pendingOf(await ask(one, 'debit', debit()));
  const rowOf = async (id: string) => (await read().select().from(approval).where(eq(approval.id, id)))[0];
  const mailTo = async (kind: MailKind) =>
    (await mailsPut(kind)).map(({ recipient, ...rest }) => [
      recipient,
      JSON.stringify(rest).includes('Reason given: Not now'),
    ]);

  test('that is approved stores who decided and when, and notifies the requester', async () => {
    const id = await waiting();
    clock.advance(SECOND);
    const approved = await write((tx) => approveShown(tx, two, id));
    const [line] = await read().select().from(journal).where(eq(journal.kind, 'operator-debit'));
    expect(approved).toEqual({ ok: true, value: { id, journalId: line?.id } });
    expect(line).toMatchObject({ actor: `admin:${first.id}`, approver: `admin:${second.id}` });
    const stored = { status: 'approved', decidedBy: second.id, decidedAt: now(), reason: null };
    expect(await rowOf(id)).toMatchObject(stored);
    expect(await mailTo('approval-approved')).toEqual([[first.email, false]]);
    expect(await availableNow()).toBe(950_00n);
  });

  test('that is rejected stores the reason as well', async () => {
    const id = await waiting();
    clock.advance(SECOND);
    expect(await write((tx) => rejectRequest(tx, two, ACTS, id, 'Not now'))).toEqual({ ok: true, value: { id } });
    const stored = { status: 'rejected', decidedBy: second.id, decidedAt: now(), reason: 'Not now' };
    expect(await rowOf(id)).toMatchObject(stored);
    expect(await mailTo('approval-rejected')).toEqual([[first.email, true]]);
    const [sentMail] = (await read().select().from(event).where(eq(event.thingId, id))).filter(
      ({ event: name }) => name === 'reject',
    );
    expect(sentMail).toMatchObject({ reason: 'Not now', actorId: second.id });
    expect(codeOf(await write((tx) => rejectRequest(tx, two, ACTS, id, 'Again')))).not.toBe('done');
    expect(codeOf(await write((tx) => approveShown(tx, two, id)))).not.toBe('done');
    expect(codeOf(await write((tx) => withdrawApproval(tx, one, id)))).not.toBe('done');
    expect(await rowOf(id)).toMatchObject(stored);
  });

  test('that is cancelled stores who and when, and notifies no one', async () => {
    const id = await waiting();
    clock.advance(SECOND);
    expect(codeOf(await write((tx) => withdrawApproval(tx, two, id)))).toBe('not-yours');
    expect(await write((tx) => withdrawApproval(tx, one, id))).toEqual({ ok: true, value: { id } });
    expect(await rowOf(id)).toMatchObject({ status: 'withdrawn', decidedBy: first.id, decidedAt: now() });
    expect(await mailTo('approval-withdrawn')).toEqual([]);
  });

  test('is decided by another who may do it, in time, as it was shown', async () => {
    const id = await waiting();
    const support = createAdminActor((await makeAdmin({ role: 'traders' })).id);
    const deciding = (by: AdminActor, which = id) => [
      write((tx) => approveShown(tx, by, which)),
      write((tx) => rejectRequest(tx, by, ACTS, which, 'Not now')),
    ];
    const codes = async (by: AdminActor, which?: string) => (await Promise.all(deciding(by, which))).map(codeOf);
    expect(await codes(one)).toEqual(['own', 'own']);
    expect(await codes(support)).toEqual(['forbidden', 'forbidden']);
    expect(await codes(two, newId())).toEqual(['not-found', 'not-found']);
    expect(codeOf(await write((tx) => withdrawApproval(tx, one, newId())))).toBe('not-found');
    const wrong = await write((tx) => approveRequest(tx, two, ACTS, id, computeEffectDigest('another')));
    expect(codeOf(wrong)).toBe('shown-changed');
    clock.advance(7 * DAY + SECOND);
    expect(await codes(two)).toEqual(['expired', 'expired']);
    expect(codeOf(await write((tx) => withdrawApproval(tx, one, id)))).toBe('expired');
    expect((await rowOf(id))?.status).toBe('waiting');
    expect(await availableNow()).toBe(1_000_00n);
  });

  test('is not approved once the requester may no longer do it', async () => {
    const id = await waiting();
    await write((tx) => tx.update(administrator).set({ role: 'traders' }).where(eq(administrator.id, first.id)));
    expect(codeOf(await write((tx) => approveShown(tx, two, id)))).toBe('requester');
    expect(codeOf(await write((tx) => rejectRequest(tx, two, ACTS, id, 'Not now')))).toBe('done');
  });

  test('that can’t be done any more, or would do something else now, still waits', async () => {
    const id = await waiting();
    await write((tx) => tx.update(userTable).set({ firstName: 'Bea' }).where(eq(userTable.id, user.id)));
    const changed = await write((tx) => approveShown(tx, two, id));
    expect(changed).toMatchObject({
      error: { code: 'effect-changed', message: /"Debit \$50\.00 from Ann Lee.*then, "Debit \$50\.00 from Bea Lee/ },
    });
    const rest = pendingOf(await ask(two, 'debit', debit(980)));
    expect(codeOf(await write((tx) => approveShown(tx, one, rest)))).toBe('done');
    const gone = await write((tx) => approveShown(tx, two, id));
    expect(gone).toMatchObject({ error: { code: 'exceeds-capital', message: /still waits/ } });
    expect((await rowOf(id))?.status).toBe('waiting');
    expect(await availableNow()).toBe(20_00n);
  });

  test('that today’s rules refuse, or of a removed act, is not done', async () => {
    const stale = { ok: false, error: { code: 'stale' } };
    expect(await parseStoredInput(ACTS, { operation: 'debit', input: { amount: 'much' } })).toMatchObject(stale);
    for (const operation of ['no such act', 'toString']) {
      expect(await parseStoredInput(ACTS, { operation, input: {} })).toMatchObject(stale);
    }
    const id = await waiting();
    const [row] = await rows();
    const old = { ...row, id: newId(), input: { ...row?.input, amount: 'much' } } as typeof approval.$inferInsert;
    const none = { ...row, id: newId(), operation: 'gone' } as typeof approval.$inferInsert;
    await write((tx) => tx.insert(approval).values([old, none]));
    for (const { id: which } of [old, none]) {
      const digest = await shownDigest(which);
      expect(codeOf(await write((tx) => approveRequest(tx, two, ACTS, which, digest)))).toBe('stale');
    }
    const payments = createAdminActor((await makeAdmin({ role: 'payments' })).id);
    expect(codeOf(await write((tx) => rejectRequest(tx, payments, ACTS, none.id, 'Not now')))).toBe('forbidden');
    expect(codeOf(await write((tx) => rejectRequest(tx, two, ACTS, none.id, 'Not now')))).toBe('done');
    expect((await rowOf(id))?.status).toBe('waiting');
  });
});

onBothEngines('savepoints', () => {
  describe('an effect', () => {
    const moving = (work: (tx: Parameters<typeof postAct>[0]) => Promise<unknown>, more: Partial<Act> = {}) =>
      ({
        schema: undefined,
        title: async () => 'Moves',
        toast: () => 'Moved',
        run: async (tx: Parameters<typeof postAct>[0]) => {
          await work(tx);
          return done({ id: 'made' });
        },
        ...more,
      }) as unknown as Act;
    const shown = (act: Act) =>
      write(async (tx) => {
        const tried = await rehearse(tx, () => runWithEffect(tx, one, act, {}));
        return tried.ok ? done(tried.value.effect) : tried;
      });
    const gift = (tx: Parameters<typeof postAct>[0], to: string, amount: bigint) =>
      postAct(tx, {
        kind: 'deposit',
        ref: newId(),
        actor: 'system',
        effectiveAt: now(),
        legs: [{ debit: custody('BTC'), credit: availableAccount(to), amount }],
      });

    test('is described by the act before it, of everything it changes and moves, and none of it has happened', async () => {
      const act = moving((tx) => gift(tx, user.id, 5_00n), {
        details: async () => [{ name: 'before', to: 'a' }],
        reach: async (_tx, _input, { id }) => [{ name: 'after', to: id ?? '' }],
      });
      expect(await shown(act)).toEqual({
        ok: true,
        value: {
          title: 'Moves',
          lines: [
            { name: 'before', to: 'a' },
            { name: 'after', to: 'made' },
            { name: `Ann Lee (${user.email})`, to: '+$5.00 (available +$5.00)' },
            { name: expect.any(String), to: '+$5.00' },
          ],
        },
      });
      expect(await availableNow()).toBe(1_000_00n);
      expect(await shown(moving(async () => {}))).toEqual({ ok: true, value: { title: 'Moves', lines: [] } });
      const refused = moving(async () => {}, { run: async () => refuse('no', 'No') });
      expect(await shown(refused)).toMatchObject({ ok: false, error: { code: 'no' } });
    });

    test('names ten users by the largest gain or loss, and adds the rest up', async () => {
      const people = await Promise.all(
        Array.from({ length: 12 }, (_, n) => makeUser({ lastName: `No${n}` }, { dollars: 100 })),
      );
      const act = moving(async (tx) => {
        for (const [n, { id }] of people.entries()) {
          const legs = [{ debit: availableAccount(id), credit: reserve.free, amount: BigInt(n + 1) * 100n }];
          const losing = { kind: 'operator-debit', ref: newId(), actor: 'system', effectiveAt: now(), legs } as const;
          if (n % 2) await postAct(tx, losing);
          else await gift(tx, id, BigInt(n + 1) * 100n);
        }
      });
      const effect = await shown(act);
      const lines = effect.ok ? effect.value.lines : [];
      expect(lines.map(({ name, to }) => [name.split(' (')[0], to.split(' (')[0]])).toEqual([
        ...[12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((n) => [`Ann No${n - 1}`, `${n % 2 ? '+' : '−'}$${n}.00`]),
        ['2 other users', '−$1.00'],
        ['All 12 users together', '−$6.00'],
        [expect.any(String), expect.any(String)],
        [expect.any(String), expect.any(String)],
      ]);
      const even = moving(async (tx) => {
        for (const { id } of [...people].reverse().slice(0, 3)) await gift(tx, id, 5_00n);
      });
      const alike = await shown(even);
      const names = alike.ok ? alike.value.lines.slice(0, 4).map(({ name }) => name.split(' (')[0]) : [];
      const inOrder = people.slice(-3).sort((a, b) => (a.id < b.id ? -1 : 1));
      expect(names).toEqual([...inOrder.map(({ lastName }) => `Ann ${lastName}`), 'All 3 users together']);
    });

    test('shows the accounts of a user separately, and no unchanged account', async () => {
      const act = moving(async (tx) => {
        await gift(tx, user.id, 5_00n);
        const legs = [{ debit: availableAccount(user.id), credit: reserve.free, amount: 5_00n }];
        await postAct(tx, { kind: 'operator-debit', ref: newId(), actor: 'system', effectiveAt: now(), legs });
      });
      const effect = await shown(act);
      expect(effect.ok && effect.value.lines.map(({ name }) => name)).not.toContain(`Ann Lee (${user.email})`);
      expect(effect.ok && effect.value.lines).toHaveLength(2);
    });

    test('has a digest of its bytes', () => {
      const [a, b] = ['one', 'two'].map((title) => computeEffectDigest(canonicalEffect({ title, lines: [] })));
      expect([a === b, a]).toEqual([false, computeEffectDigest(canonicalEffect({ title: 'one', lines: [] }))]);
    });
  });
});

test('each limit is read from its own row, and is zero without it', async () => {
  const keys = Object.keys(LIMITS);
  for (const [n, key] of keys.entries()) {
    await write((tx) =>
      tx
        .update(setting)
        .set({ value: n + 1 })
        .where(eq(setting.key, key)),
    );
  }
  const placeOf = (key: string) => keys.indexOf(key) + 1;
  const cents = (key: string) => BigInt(placeOf(key));
  const limits = {
    receivedDiffersBps: placeOf('limit-received-differs-bps'),
    deposit: cents('limit-deposit'),
    withdrawal: cents('limit-withdrawal'),
    depositsDay: cents('limit-deposits-day'),
    withdrawalsDay: cents('limit-withdrawals-day'),
    userDepositsWeek: cents('limit-user-deposits-week'),
    userWithdrawalsWeek: cents('limit-user-withdrawals-week'),
  };
  expect(await loadLimits(read() as never)).toEqual(limits);
  await write((tx) => tx.delete(setting).where(eq(setting.key, 'limit-deposit')));
  expect(await loadLimits(read() as never)).toEqual({ ...limits, deposit: 0n });
});
