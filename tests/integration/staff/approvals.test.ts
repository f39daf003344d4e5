import { eq, ne } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { approval, deposit, event, journal, mail, trade, withdrawal } from '#drizzle/schema';
import { ACTS, APPROVALS } from '~/acts.server';
import { countWaiting } from '~/features/backoffice/admin/overview.server';
import type { Act } from '~/features/backoffice/approvals/act';
import { loadApprovalQueue } from '~/features/backoffice/approvals/approvals.server';
import { rejectRequest, withdrawApproval } from '~/features/backoffice/approvals/decideApproval.server';
import { APPROVAL_LIFETIME_MS, approvalMachine } from '~/features/backoffice/approvals/states';
import { withMarks } from '~/features/backoffice/reviewQueue/marked.server';
import { LEADER_REQUESTS } from '~/features/copying/beingCopied/decideRequest.server';
import { createCopyDecisions } from '~/features/copying/copy/lifecycle/stopDebtorsCopy.server';
import { createInvestmentDecisions } from '~/features/money/plans/endInvestmentEarly.server';
import { DEPOSITS } from '~/features/money/wallet/acts/depositActs.server';
import { WITHDRAWAL_QUEUE } from '~/features/money/wallet/acts/withdrawalActs.server';
import { RESTORED_PAYMENT_QUEUE } from '~/features/money/wallet/restored/restoredActs.server';
import { loadWithdrawalQueue } from '~/features/money/wallet/withdrawals/withdrawalQueries.server';
import { closeAccount } from '~/features/people/profile/closeAccount.server';
import { audit } from '~/ledger/proof/audit.server';
import { sealNextBatch } from '~/ledger/proof/seal.server';
import { readBalances } from '~/ledger/reading/statement.server';
import { DAY, HOUR, now } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { done, refuse } from '~/platform/result';
import { type AdminActor, createAdminActor } from '~/platform/states';
import { reserveForm } from '~/routes/admin/books.form.server';
import { createPossibleKeys, decide, loadOpenEntry } from '~/routes/admin/decide.server';
import * as adminLayout from '~/routes/admin/layout';
import { withdrawalReads } from '~/routes/admin/paymentReads.server';
import * as restores from '~/routes/admin/restores';
import { USER_FORMS } from '~/routes/admin/users/user.form.server';
import * as withdrawals from '~/routes/admin/withdrawals';
import type { Administrator } from '~/signIns/session.server';
import type { Confirm } from '~/web/form/submission.server';
import { clock, useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { LIVE } from '../../support/liveEnvironment';
import { must } from '../../support/must';
import { onBothEngines } from '../../support/onBothEngines';
import { formsOf } from '../../support/pages/client';
import { formOf } from '../../support/pages/files';
import { agreed } from '../../support/pages/previews';
import { servedRoutes } from '../../support/pages/servedRoutes';
import { textOf } from '../../support/pages/text';
import { type ActName, performAct } from '../../support/people/acts';
import { approveShown, shownDigest } from '../../support/people/approvals';
import { makeAdmin, superadmin } from '../../support/people/people';
import { ownerOf, turnOn } from '../../support/people/secondFactor';
import { STAFF_ACTS as asked, type StaffPeople as Made, people } from '../../support/people/staffActs';

useDatabase(LIVE);

const browserOf = servedRoutes([
  { id: 'admin', parentId: 'root', path: 'admin', module: adminLayout },
  { id: 'withdrawals', parentId: 'admin', path: 'withdrawals', module: withdrawals },
  { id: 'restores', parentId: 'admin', path: 'restores', module: restores },
]);

async function waiting(made: Made, name: ActName = 'credit') {
  const input = await asked[name](made);
  const performed = must(await write((tx) => performAct(tx, made.one, name, input)));
  return performed.pending ?? '';
}

const stateOf = async (id: string) => (await read().select().from(approval).where(eq(approval.id, id)))[0]?.status;
const journals = async () => (await read().select().from(journal)).length;
/** Events other than those of requests. Each act records at least one. */
const effects = async () => (await read().select().from(event).where(ne(event.thing, 'request'))).length;
const availableTo = async ({ user }: Made) => (await readBalances(read(), user.id)).available;
const clean = async () => expect((await audit()).findings).toEqual([]);

describe('in live mode', () => {
  test.each(Object.keys(ACTS) as ActName[])('%s waits for a second administrator', async (name) => {
    const made = await people();
    const input = await asked[name](made);
    const before = [await effects(), await journals()];
    const performed = await write((tx) => performAct(tx, made.one, name, input));
    const id = (performed.ok && performed.value.pending) || '';
    expect(performed).toMatchObject({ ok: true, value: { pending: expect.any(String) } });
    expect([await effects(), await journals()]).toEqual(before);
    const { rows } = await loadApprovalQueue(ACTS, { show: 'waiting', page: 1 }, made.second);
    expect(rows).toMatchObject([{ request: { id, operation: name }, requester: 'Ada' }]);
    expect((await write((tx) => approveShown(tx, made.two, id))).ok).toBe(true);
    expect(await effects()).toBeGreaterThan(before[0] ?? 0);
    expect(await stateOf(id)).toBe('approved');
    await clean();
  });

  test('the journal has both: the requester and the approver', async () => {
    const made = await people(0);
    const id = await waiting(made);
    const approved = await write((tx) => approveShown(tx, made.two, id));
    const [line] = await read().select().from(journal).where(eq(journal.kind, 'operator-credit'));
    // Repeated forms are answered from these rows.
    expect(approved).toEqual({ ok: true, value: { id, journalId: line?.id } });
    expect(line).toMatchObject({ actor: `admin:${made.first.id}`, approver: `admin:${made.second.id}` });
    const events = await read().select().from(event).where(eq(event.thingId, id));
    expect(events.map((row) => [row.event, row.actorId])).toEqual([
      ['ask', made.first.id],
      ['approve', made.second.id],
    ]);
    const sentMails = await read().select({ kind: mail.kind, to: mail.recipient }).from(mail);
    expect(sentMails).toContainEqual({ kind: 'approval-asked', to: made.second.email });
    expect(sentMails).toContainEqual({ kind: 'approval-approved', to: made.first.email });
    expect(sentMails.filter(({ to }) => to === made.second.email)).toHaveLength(1);
    await clean();
  });

  test('a deposit received settles the announced one, only once it is approved', async () => {
    const made = await people(0);
    const announced = { id: newId(), userId: made.user.id, method: 'BTC', amount: 2_000_00n };
    await write(async (tx) => {
      await tx.insert(deposit).values({ ...announced, status: 'pending', createdAt: now() });
    });
    const input = { userId: made.user.id, kind: 'deposit', amount: 2_000_00n, reason: 'Seen' } as const;
    const performed = await write((tx) => performAct(tx, made.one, 'credit', input));
    expect(performed).toMatchObject({
      ok: true,
      value: { toast: expect.stringContaining('$2,000.00 for a deposit received') },
    });
    expect(await read().select().from(deposit)).toMatchObject([{ status: 'pending' }]);
    const id = performed.ok ? (performed.value.pending ?? '') : '';
    await write((tx) => approveShown(tx, made.two, id));
    expect(await read().select().from(deposit)).toMatchObject([{ id: announced.id, status: 'approved' }]);
    const [line] = await read().select().from(journal).where(eq(journal.kind, 'deposit'));
    expect(line).toMatchObject({ approver: `admin:${made.second.id}` });
    await clean();
  });

  test('a trade without a date keeps the moment of its entry', async () => {
    const made = await people();
    const entered = clock.at;
    const id = await waiting(made, 'record-trade');
    clock.advance(HOUR);
    await write((tx) => approveShown(tx, made.two, id));
    expect(await read().select({ at: trade.at }).from(trade).where(ne(trade.id, made.mistyped))).toEqual([
      { at: entered },
    ]);
  });

  test('administrators can’t approve or reject their own, nor cancel another’s', async () => {
    const made = await people();
    const id = await waiting(made);
    const own = { ok: false, error: { code: 'own' } };
    expect(await write((tx) => approveShown(tx, made.one, id))).toMatchObject(own);
    expect(await write((tx) => rejectRequest(tx, made.one, ACTS, id, 'no'))).toMatchObject(own);
    expect(await write((tx) => withdrawApproval(tx, made.two, id))).toMatchObject({ error: { code: 'not-yours' } });
    // A direct call of the use case is refused too.
    const forced = write((tx) =>
      tx.update(approval).set({ status: 'approved', decidedBy: made.first.id }).where(eq(approval.id, id)),
    );
    await expect(forced).rejects.toThrow();
    expect(await stateOf(id)).toBe('waiting');
    expect(await availableTo(made)).toBe(1_000_00n);
  });

  test('an impossible act is refused when it is requested, and again when it is approved', async () => {
    const made = await people(40);
    const debit = { userId: made.user.id, amount: 50_00n, reason: 'A fee' };
    const refused = { ok: false, error: { code: 'exceeds-capital' } };
    expect(await write((tx) => performAct(tx, made.one, 'debit', debit))).toMatchObject(refused);
    expect(await read().select().from(approval)).toEqual([]);
    const ids: string[] = [];
    for (const amount of [30_00n, 31_00n]) {
      const performed = await write((tx) => performAct(tx, made.one, 'debit', { ...debit, amount }));
      ids.push(performed.ok ? (performed.value.pending ?? '') : '');
    }
    expect((await write((tx) => approveShown(tx, made.two, ids[0] ?? ''))).ok).toBe(true);
    const again = await write((tx) => approveShown(tx, made.two, ids[1] ?? ''));
    expect(again).toMatchObject({ ok: false, error: { code: 'exceeds-capital', message: /still waits/ } });
    expect(await stateOf(ids[1] ?? '')).toBe('waiting');
    expect(await availableTo(made)).toBe(10_00n);
    await clean();
  });

  const toAccount = { userId: '', amount: 50_00n, reason: 'Why not' };
  test.each([
    ['credit', { ...toAccount, kind: 'goodwill' }],
    ['credit', { ...toAccount, kind: 'deposit' }],
    ['profit', toAccount],
    ['debit', toAccount],
  ] as const)('a waiting %s (%o) can’t be approved into an account that was closed since', async (name, input) => {
    const made = await people();
    const act = { ...input, userId: made.user.id };
    const performed = await write((tx) => performAct(tx, made.one, name, act));
    const closing = { userId: made.user.id, reason: 'gone', submittedEmail: made.user.email };
    await write((tx) => closeAccount(tx, made.two, closing));
    const before = await journals();
    const id = performed.ok ? (performed.value.pending ?? '') : '';
    const closed = { ok: false, error: { code: 'closed', message: expect.stringContaining('still waits') } };
    expect(await write((tx) => approveShown(tx, made.two, id))).toMatchObject(closed);
    expect(await write((tx) => performAct(tx, made.two, name, act))).toMatchObject({ error: { code: 'closed' } });
    expect([await journals(), await availableTo(made)]).toEqual([before, 1_000_00n]);
    expect(await write((tx) => rejectRequest(tx, made.two, ACTS, id, 'closed'))).toEqual({ ok: true, value: { id } });
    await clean();
  });

  test('expires after seven days, is shown so, and can be requested again', async () => {
    const made = await people();
    const id = await waiting(made);
    clock.advance(7 * DAY);
    expect((await loadApprovalQueue(ACTS, { show: 'waiting', page: 1 }, made.second)).total).toBe(1);
    clock.advance(1_000);
    expect(await loadApprovalQueue(ACTS, { show: 'waiting', page: 1 }, made.second)).toMatchObject({
      total: 0,
      rows: [],
    });
    expect((await countWaiting({ role: 'superadmin' })).approvals).toBe(0);
    for (const who of [made.first, made.second]) {
      const { rows } = await loadApprovalQueue(ACTS, { show: 'all', page: 1 }, superadmin(who.id));
      expect(rows).toMatchObject([{ request: { id }, state: 'expired', decisions: [] }]);
    }
    const expired = { ok: false, error: { code: 'expired' } };
    expect(await write((tx) => approveShown(tx, made.two, id))).toMatchObject(expired);
    expect(await write((tx) => rejectRequest(tx, made.two, ACTS, id, 'no'))).toMatchObject(expired);
    expect(await write((tx) => withdrawApproval(tx, made.one, id))).toMatchObject(expired);
    expect(await availableTo(made)).toBe(1_000_00n);
    const again = await waiting(made);
    expect((await write((tx) => approveShown(tx, made.two, again))).ok).toBe(true);
    while (await sealNextBatch());
    await clean();
  });

  onBothEngines('races of decisions', () => {
    test('the same act, requested by the same person, waits once, however often and for whatever reason', async () => {
      const made = await people();
      const act = { userId: made.user.id, amount: 50_00n, reason: 'A fee' };
      const ask = (by: AdminActor, changed: Partial<typeof act> = {}) =>
        write((tx) => performAct(tx, by, 'debit', { ...act, ...changed }));
      const request = await Promise.all(['a', 'b', 'c', 'd'].map((reason) => ask(made.one, { reason })));
      expect(request.filter(({ ok }) => ok)).toHaveLength(1);
      const alike = request.filter(({ ok }) => !ok);
      for (const refused of alike) {
        expect(refused).toMatchObject({
          error: { code: 'waits-already', message: expect.stringContaining('Debit $50.00 from Ann Lee') },
        });
      }
      expect((await ask(made.one, { amount: 51_00n })).ok).toBe(true);
      expect((await ask(made.two)).ok).toBe(true);
      const [first] = await read().select().from(approval).where(eq(approval.requestedBy, made.first.id));
      const takenBack = await write((tx) => withdrawApproval(tx, made.one, first?.id ?? ''));
      expect(takenBack).toEqual({ ok: true, value: { id: first?.id } });
      const [stored] = await read()
        .select()
        .from(approval)
        .where(eq(approval.id, first?.id ?? ''));
      expect(stored).toMatchObject({ status: 'withdrawn', decidedBy: made.first.id, decidedAt: now() });
      expect((await ask(made.one)).ok).toBe(true);
    });

    test('decided by three at once has one winner, and happens at most once', async () => {
      for (let round = 0; round < 5; round += 1) {
        const made = await people();
        const third = createAdminActor((await makeAdmin()).id);
        const id = await waiting(made);
        const ended = await Promise.all([
          write((tx) => approveShown(tx, made.two, id)),
          write((tx) => approveShown(tx, third, id)),
          write((tx) => rejectRequest(tx, third, ACTS, id, 'no')),
          write((tx) => withdrawApproval(tx, made.one, id)),
        ]);
        expect(ended.filter(({ ok }) => ok)).toHaveLength(1);
        const approved = (await stateOf(id)) === 'approved';
        expect(await availableTo(made)).toBe(approved ? 1_050_00n : 1_000_00n);
      }
      await clean();
    });
  });

  test('changes only as its state table allows', async () => {
    const steps = {
      approve: (id: string, { two }: Made) => write((tx) => approveShown(tx, two, id)),
      reject: (id: string, { two }: Made) => write((tx) => rejectRequest(tx, two, ACTS, id, 'no')),
      withdraw: (id: string, { one }: Made) => write((tx) => withdrawApproval(tx, one, id)),
    };
    const ways = { waiting: [], approved: ['approve'], rejected: ['reject'], withdrawn: ['withdraw'] } as const;
    for (const [state, way] of Object.entries(ways)) {
      for (const [name, { from, to }] of Object.entries(approvalMachine.events)) {
        const made = await people();
        const id = await waiting(made);
        for (const step of way) await steps[step](id, made);
        expect(await stateOf(id)).toBe(state);
        const allowed = (from as readonly string[]).includes(state);
        const ended = await steps[name as keyof typeof steps](id, made);
        expect([state, name, ended.ok]).toEqual([state, name, allowed]);
        expect(await stateOf(id)).toBe(allowed ? to : state);
      }
    }
    await clean();
  });
});

describe('the forms', () => {
  const confirm: Confirm = async () => done(null);

  onBothEngines('races of decisions', () => {
    test('request once, however often they are sent, and say that it waits', async () => {
      const made = await people();
      const key = USER_FORMS.debit.key(made.first.id, made.user.id);
      const post = () =>
        agreed((more) => {
          const form = formOf({ _key: key, amount: '25', reason: 'A fee', ...more });
          return USER_FORMS.debit.post({ administrator: made.first, confirm, form }, made.user.id);
        });
      const answers = await Promise.all(Array.from({ length: 10 }, post));
      for (const answer of answers) expect(answer).toMatchObject({ status: 303 });
      expect(await read().select().from(approval)).toMatchObject([{ operation: 'debit', status: 'waiting' }]);
      const toast = (answers[0] as Response).headers.get('Set-Cookie') ?? '';
      const output = Buffer.from(decodeURIComponent(/toast=([^.;]+)/.exec(toast)?.[1] ?? ''), 'base64').toString();
      expect(output).toContain('waits for a second administrator');
      expect(await availableTo(made)).toBe(1_000_00n);
    });
  });

  test('of the reserves request too, and in paper mode nothing waits', async () => {
    const made = await people();
    const send = async () => {
      const fields = { _key: reserveForm.key(made.first.id, 'fund'), reserve: 'free', amount: '10', reason: 'More' };
      return await agreed((more) =>
        reserveForm.post({ administrator: made.first, confirm, form: formOf({ ...fields, ...more }) }, 'fund'),
      );
    };
    expect(await send()).toMatchObject({ status: 303 });
    expect(await read().select().from(approval)).toHaveLength(1);
    testEnv();
    const performed = await write((tx) =>
      performAct(tx, made.one, 'reserve-fund', { reserve: 'free', amount: 1n, reason: 'x' }),
    );
    expect(performed).toMatchObject({ ok: true, value: { journalId: expect.any(String) } });
    expect(await read().select().from(approval)).toHaveLength(1);
  });

  test('of an entry show the requester, create no second request, and let the second administrator decide there', async () => {
    const made = await people();
    const request = await waiting(made, 'withdrawal-approve');
    const [found] = await read().select().from(withdrawal);
    const id = found?.id ?? '';
    const opened = async (who: Administrator) => {
      const { rows } = await loadWithdrawalQueue({ show: 'waiting', page: 1 });
      const [row] = rows;
      return row ? await loadOpenEntry(WITHDRAWAL_QUEUE, withdrawalReads, row, who) : null;
    };
    const own = await opened(made.first);
    expect(own?.row.request).toMatchObject({ id: request, requester: 'Ada', operation: 'withdrawal-approve' });
    expect([Object.keys(own?.requestKeys ?? {}), Object.keys(own?.keys ?? {})]).toEqual([
      ['withdraw-request'],
      ['reject'],
    ]);
    const others = await opened(made.second);
    expect([Object.keys(others?.requestKeys ?? {}), Object.keys(others?.keys ?? {})]).toEqual([
      ['approve-request', 'reject-request'],
      ['reject'],
    ]);
    const requested = await write((tx) => performAct(tx, made.two, 'withdrawal-approve', { id }));
    expect(requested).toMatchObject({
      error: {
        code: 'waits-already',
        message: expect.stringMatching(/^Ada has already requested this: Approve a withdrawal/),
      },
    });
    const form = formOf({
      id: request,
      _intent: 'approve-request',
      _key: others?.requestKeys['approve-request'] ?? '',
      effect: others?.row.request?.digest ?? '',
    });
    const answer = await decide(WITHDRAWAL_QUEUE, form, made.second.id, { show: 'waiting', page: 1 }, confirm);
    expect(answer instanceof Response && answer.headers.get('Location')).toBe('/admin/withdrawals');
    expect(await stateOf(request)).toBe('approved');
    expect((await read().select().from(withdrawal))[0]?.status).toBe('approved');
    expect((await opened(made.first))?.row.request).toBeUndefined();
    await clean();
  });

  /** Acts of a queue or a user's page that need two administrators. */
  const ofEntries = [
    DEPOSITS,
    WITHDRAWAL_QUEUE,
    LEADER_REQUESTS,
    RESTORED_PAYMENT_QUEUE,
    createInvestmentDecisions('/admin'),
    createCopyDecisions('/admin'),
  ].flatMap(({ decisions }) =>
    Object.values(decisions).flatMap((act) => ('name' in act && act.name in ACTS ? [act.name as ActName] : [])),
  );

  test.each([...new Set(ofEntries)])('of a queue show the request of %s, and create no second one', async (name) => {
    const made = await people();
    const input = await asked[name](made);
    const { id } = input as { id: string };
    const { pending } = must(await write((tx) => performAct(tx, made.one, name, input)));
    const queue = { decisions: { it: ACTS[name] as Act } };
    const requestIn = async () => (await withMarks([{ id }, { id: newId() }], queue)).map(({ request }) => request);
    expect(await requestIn()).toMatchObject([{ id: pending, operation: name, requester: 'Ada', at: now() }, undefined]);
    const others = { ...input, ...('reason' in input && { reason: 'In other words' }) } as typeof input;
    for (const by of [made.one, made.two]) {
      expect(await write((tx) => performAct(tx, by, name, others))).toMatchObject({ error: { code: 'waits-already' } });
    }
    clock.advance(APPROVAL_LIFETIME_MS + 1);
    expect(await requestIn()).toEqual([undefined, undefined]);
    await clean();
  });

  test.each([
    ['withdrawals', 'withdrawal-approve', 'Ada 3 h ago'],
    ['restores', 'restored-paid', 'Requested by Ada'],
  ] as const)(
    'rendered at /admin/%s name the requester, and are decided there by the other one',
    async (page, name, words) => {
      const made = await people();
      for (const who of [made.first, made.second]) await turnOn(ownerOf(who, 'admin'));
      await waiting(made, name);
      clock.advance(3 * HOUR);
      const path = `/admin/${page}`;
      const [first, second] = [await browserOf('admin', made.first.id), await browserOf('admin', made.second.id)];
      const formsFor = async (browser: typeof first) =>
        formsOf(await (await browser(path)).text(), path).filter(({ fields }) =>
          /-request$/.test(fields._intent ?? ''),
        );
      const intentsFor = async (browser: typeof first) => (await formsFor(browser)).map(({ fields }) => fields._intent);
      expect(textOf(await (await second(path)).text())).toContain(words);
      expect(await intentsFor(first)).toEqual(['withdraw-request']);
      expect(await intentsFor(second)).toEqual(['approve-request', 'reject-request']);
      const [, reject] = await formsFor(second);
      const answer = await second(path, new URLSearchParams({ ...reject?.fields, reason: 'Not now' }));
      expect(answer.status).toBe(303);
      expect([await intentsFor(first), await intentsFor(second)]).toEqual([[], []]);
      expect(await read().select().from(approval)).toMatchObject([{ status: 'rejected', reason: 'Not now' }]);
    },
  );

  test('of the queue let each decide what they may, the approval with a recent confirmation', async () => {
    const made = await people();
    const id = await waiting(made);
    const view = { show: 'waiting', page: 1 } as const;
    const decisionsOf = async (who: string) =>
      (await loadApprovalQueue(ACTS, view, superadmin(who))).rows[0]?.decisions;
    expect(await decisionsOf(made.first.id)).toEqual(['withdraw']);
    expect(await decisionsOf(made.second.id)).toEqual(['approve', 'reject']);
    const { approve = '' } = createPossibleKeys(APPROVALS, 'waiting', made.second);
    const send = async (check: Confirm) =>
      await decide(
        APPROVALS,
        formOf({ id, _intent: 'approve', _key: approve, effect: await shownDigest(id) }),
        made.second.id,
        view,
        check,
      );
    const asks: Confirm = async () => refuse('confirm', 'Code?', 'otp');
    expect(await send(asks)).toMatchObject({
      init: { status: 403 },
      data: { confirm: true, formKey: approve },
    });
    expect(await stateOf(id)).toBe('waiting');
    expect(await send(confirm)).toMatchObject({ status: 303 });
    expect(await send(confirm)).toMatchObject({ status: 303 });
    expect(await availableTo(made)).toBe(1_050_00n);
    await clean();
  });
});
