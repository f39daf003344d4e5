import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { deposit, depositMethod, event, file, journal, mail } from '#drizzle/schema';
import { DEPOSITS } from '~/features/money/wallet/acts/depositActs.server';
import { creditReceivedDeposit } from '~/features/money/wallet/deposits/creditReceivedDeposit.server';
import {
  approveDeposit,
  cancelDeposit,
  chargeBackDeposit,
  rejectDeposit,
  reverseDeposit,
} from '~/features/money/wallet/deposits/decideDeposit.server';
import { loadDepositQueue, loadDepositStep } from '~/features/money/wallet/deposits/depositQueries.server';
import { proveDeposit } from '~/features/money/wallet/deposits/proveDeposit.server';
import { submitDeposit } from '~/features/money/wallet/deposits/submitDeposit.server';
import { depositSchema } from '~/features/money/wallet/schema';
import { depositMachine } from '~/features/money/wallet/states';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { audit } from '~/ledger/proof/audit.server';
import { balance, readBalances } from '~/ledger/reading/statement.server';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { read, write } from '~/platform/db/index.server';
import { advance } from '~/platform/events/index.server';
import { done } from '~/platform/result';
import { createAdminActor, createInvestorActor, SYSTEM_ACTOR } from '~/platform/states';
import { createPossibleKeys, decide } from '~/routes/admin/decide.server';
import type { User } from '~/signIns/session.server';
import { type FormAnswer, parseSubmission, runFormOnce } from '~/web/form/submission.server';
import { issueKey } from '~/web/idempotency.server';
import { clock, useDatabase } from '../../support/database';
import { onBothEngines } from '../../support/onBothEngines';
import { formOf } from '../../support/pages/files';
import { agreed } from '../../support/pages/previews';
import { makeAdmin, makeUser, superadmin } from '../../support/people/people';

useDatabase();

const confirmed = async () => done(null);

const TRANSACTION = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';

const request = { method: 'BTC', amount: 1_500_00n, proof: null };

async function withDeposit(input: Partial<typeof request> = {}, owner?: User) {
  const user = owner ?? (await makeUser());
  const admin = createAdminActor((await makeAdmin()).id);
  const submitted = await write((tx) => submitDeposit(tx, user, { ...request, ...input }));
  if (!submitted.ok) throw new Error(submitted.error.message);
  return { user, admin, me: createInvestorActor(user.id), id: submitted.value.id };
}

const depositOf = async (id: string) => (await read().select().from(deposit).where(eq(deposit.id, id)))[0];
const stateOf = async (id: string) => (await depositOf(id))?.status;
const deposits = async () => await read().select().from(deposit);
const mailKinds = async () => (await read().select({ kind: mail.kind }).from(mail)).map(({ kind }) => kind).sort();
const clean = async () => expect((await audit()).findings).toEqual([]);

const anything = z.looseObject({});

const picture = async (colour = 'red') =>
  new File(
    [
      await sharp({ create: { width: 60, height: 40, channels: 3, background: colour } })
        .png()
        .toBuffer(),
    ],
    'receipt.png',
  );

describe('a deposit', () => {
  test('changes no balance until it is approved, and then by what arrived', async () => {
    const { user, admin, id } = await withDeposit();
    expect(await readBalances(read(), user.id)).toMatchObject({ funded: 0n });
    clock.advance(60_000);
    expect((await write((tx) => approveDeposit(tx, admin, id, 1_499_50n))).ok).toBe(true);
    expect(await readBalances(read(), user.id)).toMatchObject({ available: 1_499_50n, funded: 1_499_50n });
    expect(await balance(read(), 'custody:BTC')).toBe(1_499_50n);
    expect((await readBalancesAndTotals(user.id)).totals.totalDeposit).toBe(1_499_50n);
    expect(await depositOf(id)).toMatchObject({ status: 'approved', amount: 1_500_00n, received: 1_499_50n });
    expect((await depositOf(id))?.decidedAt).toEqual(clock.at);
    expect(await mailKinds()).toEqual([
      // Each mail is sent to the user and to support.
      'deposit-approved',
      'deposit-approved',
      'deposit-submitted',
      'deposit-submitted',
      'rank-bonus-claimable',
    ]);
    await clean();
  });

  test('rejected or cancelled, moves no money and says why', async () => {
    const first = await withDeposit();
    await write((tx) => rejectDeposit(tx, first.admin, first.id, 'Nothing arrived'));
    expect(await depositOf(first.id)).toMatchObject({ status: 'rejected', reason: 'Nothing arrived', received: null });
    const second = await withDeposit();
    await write((tx) => cancelDeposit(tx, second.me, second.id));
    expect(await stateOf(second.id)).toBe('cancelled');
    expect(await readBalances(read(), first.user.id)).toMatchObject({ funded: 0n });
    expect(await mailKinds()).toContain('deposit-rejected');
    await clean();
  });

  test('approved by mistake is reversed by a journal', async () => {
    const { user, admin, id } = await withDeposit();
    const approved = await write((tx) => approveDeposit(tx, admin, id, 1_500_00n));
    const reversed = await write((tx) => reverseDeposit(tx, admin, id, 'It was another user’s'));
    if (!approved.ok || !reversed.ok) throw new Error('It was not done');
    const [entry] = await read().select().from(journal).where(eq(journal.id, reversed.value.journalId));
    expect(entry).toMatchObject({ kind: 'deposit-reversed', reverses: approved.value.journalId });
    expect(await readBalances(read(), user.id)).toMatchObject({ funded: 0n });
    expect((await readBalancesAndTotals(user.id)).totals.totalDeposit).toBe(0n);
    expect(await balance(read(), 'custody:BTC')).toBe(0n);
    await clean();
  });

  test('that the user has spent is not reversed, and stays approved', async () => {
    const { user, admin, id } = await withDeposit();
    await write((tx) => approveDeposit(tx, admin, id, 1_500_00n));
    const wallet = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
    await write((tx) => requestWithdrawal(tx, user, { method: 'BTC', amount: 1_00n, wallet }));
    const refused = await write((tx) => reverseDeposit(tx, admin, id, 'mistake'));
    expect(refused).toMatchObject({ ok: false, error: { code: 'spent' } });
    expect(refused.ok || refused.error.message).toContain('The user has $1,499.00 available');
    expect(await stateOf(id)).toBe('approved');
    expect(await readBalances(read(), user.id)).toMatchObject({ available: 1_499_00n, held: 1_00n });
    await clean();
  });

  test.each([
    [{ method: 'DOGE' }, 'Choose a deposit method', 'method'],
    [{ amount: 999_99n }, 'Deposit Amount too low', 'amount'],
    [{ proof: 'none' }, 'Upload a picture of your payment', 'proof'],
  ])('is refused with a message at the field: %o', async (wrong, message, field) => {
    const user = await makeUser();
    const refused = await write((tx) => submitDeposit(tx, user, { ...request, ...wrong }));
    expect(refused).toMatchObject({ ok: false, error: { field, message } });
    expect(await deposits()).toEqual([]);
  });

  test('without a proof is marked so', async () => {
    const { id } = await withDeposit();
    const [submitted] = await read().select().from(event).where(eq(event.thingId, id));
    expect(submitted).toMatchObject({ event: 'submit', details: { proof: 'none' } });
  });

  test('of another user can not be cancelled, and is not found', async () => {
    const { id } = await withDeposit();
    const other = await makeUser();
    const ended = await write((tx) => cancelDeposit(tx, createInvestorActor(other.id), id));
    expect(ended).toMatchObject({ ok: false, error: { code: 'not-found' } });
    expect(await stateOf(id)).toBe('pending');
  });

  test('changes only as its state table allows', async () => {
    type Made = Awaited<ReturnType<typeof withDeposit>>;
    const steps = {
      approve: ({ id, admin }: Made) => write(async (tx) => approveDeposit(tx, admin, id, 1_500_00n)),
      reject: ({ id, admin }: Made) => write(async (tx) => rejectDeposit(tx, admin, id, 'no')),
      prove: ({ id, user }: Made) => write(async (tx) => proveDeposit(tx, user, { id, transactionId: TRANSACTION })),
      cancel: ({ id, me }: Made) => write(async (tx) => cancelDeposit(tx, me, id)),
      expire: ({ id }: Made) =>
        write((tx) => advance(tx, deposit, depositMachine, { id, event: 'expire', by: SYSTEM_ACTOR })),
      reverse: ({ id, admin }: Made) => write(async (tx) => reverseDeposit(tx, admin, id, 'no')),
      'charge-back': ({ id, admin }: Made) => write(async (tx) => chargeBackDeposit(tx, admin, id, 'no')),
    };
    const ways = {
      pending: [],
      approved: ['approve'],
      rejected: ['reject'],
      cancelled: ['cancel'],
      reversed: ['approve', 'reverse'],
    } as const;
    for (const [state, way] of Object.entries(ways)) {
      for (const [name, { from, to }] of Object.entries(depositMachine.events)) {
        const made = await withDeposit();
        for (const step of way) await steps[step](made);
        expect(await stateOf(made.id)).toBe(state);
        const allowed = (from as readonly string[]).includes(state);
        const ended = await steps[name as keyof typeof steps](made);
        expect([state, name, ended.ok]).toEqual([state, name, allowed]);
        expect(await stateOf(made.id)).toBe(allowed ? to : state);
      }
    }
    await clean();
  });
});

onBothEngines('races for money', () => {
  describe('a deposit decided by several at once', () => {
    test('two administrators credit it once, and the second learns that it is decided', async () => {
      const { user, admin, id } = await withDeposit();
      const other = createAdminActor((await makeAdmin()).id);
      const ended = await Promise.all([
        write((tx) => approveDeposit(tx, admin, id, 1_500_00n)),
        write((tx) => approveDeposit(tx, other, id, 1_400_00n)),
      ]);
      expect(ended.filter(({ ok }) => ok)).toHaveLength(1);
      expect(ended.find(({ ok }) => !ok)).toMatchObject({
        error: {
          message: expect.stringContaining('Nothing was changed: this deposit is approved. Ada did this on '),
        },
      });
      expect((await readBalances(read(), user.id)).funded).toBe((await depositOf(id))?.received);
      await clean();
    });

    test('approve against cancel against reject has one winner', async () => {
      for (let round = 0; round < 10; round++) {
        const { user, admin, me, id } = await withDeposit();
        const ended = await Promise.all([
          write<{ ok: boolean }>((tx) => cancelDeposit(tx, me, id)),
          write<{ ok: boolean }>((tx) => approveDeposit(tx, admin, id, 1_500_00n)),
          write<{ ok: boolean }>((tx) => rejectDeposit(tx, admin, id, 'no')),
        ]);
        expect(ended.filter(({ ok }) => ok)).toHaveLength(1);
        const credited = (await stateOf(id)) === 'approved' ? 1_500_00n : 0n;
        expect((await readBalances(read(), user.id)).funded).toBe(credited);
      }
      await clean();
    });
  });
});

describe('credit: deposit received', () => {
  const credit = (input: { admin: ReturnType<typeof createAdminActor>; user: User }, amount: bigint) =>
    write((tx) =>
      creditReceivedDeposit(tx, input.admin, { userId: input.user.id, amount, reason: 'Seen on the chain' }),
    );

  test('settles the oldest pending deposit of that amount, so it counts once', async () => {
    const made = await withDeposit();
    clock.advance(1_000);
    const { id: younger } = await withDeposit({}, made.user);
    const credited = await credit(made, 1_500_00n);
    expect(credited).toMatchObject({ ok: true, value: { depositId: made.id, announced: true } });
    expect([await stateOf(made.id), await stateOf(younger)]).toEqual(['approved', 'pending']);
    expect((await readBalances(read(), made.user.id)).funded).toBe(1_500_00n);
    expect((await write((tx) => approveDeposit(tx, made.admin, made.id, 1_500_00n))).ok).toBe(false);
    expect((await readBalances(read(), made.user.id)).funded).toBe(1_500_00n);
    await clean();
  });

  test('of an unannounced amount is a deposit of its own, and can be reversed', async () => {
    const made = await withDeposit();
    const credited = await credit(made, 10_00n);
    if (!credited.ok) throw new Error(credited.error.message);
    const { depositId } = credited.value;
    expect(credited.value.announced).toBe(false);
    expect(await depositOf(depositId)).toMatchObject({ method: 'manual', status: 'approved', received: 10_00n });
    expect(await stateOf(made.id)).toBe('pending');
    expect((await readBalancesAndTotals(made.user.id)).totals.totalDeposit).toBe(10_00n);
    expect((await write((tx) => reverseDeposit(tx, made.admin, depositId, 'no'))).ok).toBe(true);
    expect((await readBalances(read(), made.user.id)).funded).toBe(0n);
    await clean();
  });

  onBothEngines('races for money', () => {
    test('at the same time as the approval is one credit for each deposit', async () => {
      const made = await withDeposit();
      const [approved, credited] = await Promise.all([
        write((tx) => approveDeposit(tx, made.admin, made.id, 1_500_00n)),
        credit(made, 1_500_00n),
      ]);
      const approvals = (await deposits()).filter(({ status }) => status === 'approved').length;
      expect((await readBalances(read(), made.user.id)).funded).toBe(1_500_00n * BigInt(approvals));
      // Either the credit approved the waiting deposit, or the deposit was approved first and the credit is another deposit.
      expect(approvals).toBe(approved.ok && credited.ok ? 2 : 1);
      await clean();
    });
  });

  test('of an unknown user is refused', async () => {
    const made = await withDeposit();
    const unknown = { ...made, user: { ...made.user, id: 'unknown' } };
    expect(await credit(unknown, 1_00n)).toMatchObject({ ok: false, error: { code: 'not-found' } });
  });
});

describe('the form of a payment', () => {
  const send = (user: User, fields: Record<string, string | File>) =>
    runFormOnce(formOf({ method: 'BTC', amount: '1500', ...fields }), {
      scope: user.id,
      operation: 'deposit',
      schema: depositSchema,
      upload: { ownerId: user.id, purpose: 'proof' },
      run: (tx, input) => submitDeposit(tx, user, input),
      next: () => ({ to: '/deposit', toast: { tone: 'success', text: 'done' } }),
    });

  const answerOf = (sent: Awaited<ReturnType<typeof send>>) => {
    if (sent instanceof Response) throw new Error('It was done');
    return { status: sent.init?.status, ...(sent.data as FormAnswer) };
  };
  const proofError = async (user: User, fields: Record<string, string | File>) =>
    answerOf(await send(user, { _key: issueKey(user.id, 'deposit'), ...fields })).result.error?.proof;

  test('from a second tab asks back, and another picture under the same key is refused', async () => {
    const user = await makeUser();
    const _key = issueKey(user.id, 'deposit');
    await send(user, { _key, proof: await picture() });
    const second = { _key: issueKey(user.id, 'deposit'), proof: await picture() };
    expect(answerOf(await send(user, second))).toMatchObject({ status: 409, mustConfirm: true });
    expect(answerOf(await send(user, { _key, proof: await picture('blue') }))).toMatchObject({ status: 422 });
    expect(await deposits()).toHaveLength(1);
  });

  test('without a picture says so at the field', async () => {
    const user = await makeUser();
    const missing = ['Upload a picture of your payment'];
    expect(await proofError(user, {})).toEqual(missing);
    expect(await proofError(user, { proof: new File([], '') })).toEqual(missing);
    expect(await proofError(user, { proof: 'text' })).toEqual(missing);
    expect(await proofError(user, { _proof: 'none' })).toEqual(missing);
    expect(await deposits()).toEqual([]);
  });

  test('may leave the picture for later where it says so, and accepts a proof once', async () => {
    const user = await makeUser();
    expect(await send(user, { _key: issueKey(user.id, 'deposit'), _later: '1' })).toBeInstanceOf(Response);
    const [bare] = await deposits();
    const id = bare?.id ?? '';
    const queue = async () =>
      (await loadDepositQueue({ show: 'waiting', page: 1 })).rows.map(({ hasProof }) => hasProof);
    expect(await queue()).toEqual([false]);
    const prove = (by: User, input: { proof?: string; transactionId?: string }) =>
      write((tx) => proveDeposit(tx, by, { id, ...input }));
    const stranger = await makeUser();
    expect(await prove(stranger, { transactionId: TRANSACTION })).toMatchObject({ error: { code: 'not-found' } });
    expect(await prove(user, { proof: 'none' })).toMatchObject({ error: { code: 'no-proof', field: 'proof' } });
    expect((await prove(user, { transactionId: TRANSACTION })).ok).toBe(true);
    expect(await prove(user, { transactionId: `${TRANSACTION}0` })).toMatchObject({ error: { code: 'proved' } });
    expect(await queue()).toEqual([true]);
    expect(await mailKinds()).toContain('deposit-proved');
    const sent = await parseSubmission(formOf({ proof: await picture() }), anything, {
      ownerId: user.id,
      purpose: 'proof',
    });
    const proof = sent.ok ? String(sent.value.proof) : '';
    expect((await prove(user, { proof })).ok).toBe(true);
    expect(await depositOf(id)).toMatchObject({ status: 'pending', proofFileId: proof, transactionId: TRANSACTION });
    await clean();
  });

  test('shows its reviewer the other deposits that name its transaction', async () => {
    const [ann, bob] = [await withDeposit(), await withDeposit()];
    const spellings = { [ann.id]: TRANSACTION, [bob.id]: `0x${TRANSACTION.replace(/^0x/, '').toUpperCase()}` };
    for (const { user, id } of [ann, bob]) {
      await write((tx) => proveDeposit(tx, user, { id, transactionId: spellings[id] }));
    }
    const { rows } = await loadDepositQueue({ show: 'waiting', page: 1 });
    expect(rows.map(({ sameProof }) => sameProof.map(({ id }) => id))).toEqual([[bob.id], [ann.id]]);
  });

  test('keeps a picture that arrived through an error elsewhere', async () => {
    const user = await makeUser();
    const _key = issueKey(user.id, 'deposit');
    const wrong = answerOf(await send(user, { _key, amount: 'much', proof: await picture() }));
    expect(wrong).toMatchObject({ status: 400, storedFiles: { proof: { name: 'receipt.png' } } });
    const message = 'Amount must be a number. Enter dollars and cents, as in 1,234.50.';
    expect(wrong.result.error).toEqual({ amount: [message] });
    const low = answerOf(await send(user, { _key, amount: '5', _proof: wrong.storedFiles?.proof?.id ?? '' }));
    expect(low).toMatchObject({
      storedFiles: wrong.storedFiles,
      result: { error: { amount: ['Deposit Amount too low'] } },
    });
    const right = await send(user, { _key: low.formKey ?? '', _proof: low.storedFiles?.proof?.id ?? '' });
    expect(right).toBeInstanceOf(Response);
    expect((await deposits())[0]?.proofFileId).toBe(wrong.storedFiles?.proof?.id);
  });

  test("does not accept another user's file, or one that is no proof", async () => {
    const [ann, bob] = [await makeUser(), await makeUser()];
    const upload = { ownerId: ann.id, purpose: 'proof' } as const;
    const sent = await parseSubmission(formOf({ method: 'BTC', proof: await picture() }), depositSchema, upload);
    const id = sent.ok ? '' : ((sent.refused.data as FormAnswer).storedFiles?.proof?.id ?? '');
    expect(id).not.toBe('');
    expect(await proofError(bob, { _proof: id })).toEqual(['Upload a picture of your payment']);
    expect(await proofError(bob, { proof: id })).toEqual(['Upload a picture of your payment']);
    const asDocument = { ownerId: ann.id, purpose: 'document' } as const;
    const other = await parseSubmission(formOf({ _document: id }), depositSchema, asDocument);
    expect(other).toMatchObject({ ok: false, refused: { data: { storedFiles: undefined } } });
  });

  test.each([
    ['a page named .png', '<!doctype html><script>alert(1)</script>', 'must be a JPG, PNG, SVG or WebP picture'],
    ['a PDF', '%PDF-1.7\n%%EOF', 'must be a JPG, PNG, SVG or WebP picture'],
    ['an SVG with entities', '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>', 'The SVG declares entities, which are not read'],
    ['a broken picture', '\x89PNG', 'must be a JPG, PNG, SVG or WebP picture'],
    ['an empty file', '', 'The file is empty'],
    ['too much', 'x'.repeat(5 * 1024 * 1024 + 1), 'larger than 5 MB'],
  ])('refuses %s with a message at the field, and leaves nothing', async (_name, content, message) => {
    const user = await makeUser();
    const [error] = (await proofError(user, { proof: new File([content], 'receipt.png') })) ?? [];
    expect(error).toContain(message);
    expect(await read().select().from(file)).toEqual([]);
  });

  test('re-encodes a picture, without scripts and all that is not pixels', async () => {
    const user = await makeUser();
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><rect width="9" height="9"/></svg>';
    const sent = await send(user, { _key: issueKey(user.id, 'deposit'), proof: new File([svg], '../x.svg') });
    expect(sent).toBeInstanceOf(Response);
    expect(await read().select().from(file)).toMatchObject([{ type: 'image/png', name: 'x.png' }]);
  });

  test('with invalid hidden fields is refused with a message, and leaves no file', async () => {
    const user = await makeUser();
    expect(await proofError(user, { __intent__: 'nonsense', __state__: '{' })).toEqual([
      'Upload a picture of your payment',
    ]);
    const answer = answerOf(await send(user, { _key: 'nonsense', proof: await picture() }));
    expect(answer).toMatchObject({ status: 400, formKey: expect.stringContaining('.'), storedFiles: undefined });
    expect(await read().select().from(file)).toEqual([]);
  });
});

describe('the steps of a deposit', () => {
  const at = async (query: string) => await loadDepositStep(new URLSearchParams(query));

  test('are parsed from the address', async () => {
    expect(await at('')).toEqual({ at: 'method' });
    // A form sent without a method, or with an unknown one, shows an error; a page that is only opened does not.
    const problem = 'Choose one of these methods';
    expect(await at('step=amount')).toEqual({ at: 'method', problem });
    // The input is preserved.
    expect(await at('method=DOGE&amount=1000')).toEqual({ at: 'method', problem, input: '1000' });
    expect(await at('step=amount&amount=250.00')).toEqual({ at: 'method', problem, input: '250.00' });
    expect(await at('method=ETH&amount=250.00')).toMatchObject({ at: 'payment', amount: 250_00n });
    expect(await at('method=BTC&amount=250.00')).toMatchObject({ at: 'amount', input: '250.00' });
    expect(await at('method=BTC')).toMatchObject({ at: 'amount', input: '' });
    expect(await at('method=BTC&amount=1e9')).toMatchObject({
      at: 'amount',
      problem: 'Enter dollars and cents, as in 1,234.50.',
    });
    expect(await at('method=BTC&amount=999.99')).toMatchObject({
      at: 'amount',
      problem: 'Deposit Amount too low. Enter at least $1,000.00.',
    });
    expect(await at('method=BTC&amount=1,000')).toMatchObject({ at: 'payment', amount: 1_000_00n });
    expect(await at('method=ETH&amount=1')).toMatchObject({ at: 'payment', method: { minimum: 1_00n } });
  });

  test('omit a method that was turned off', async () => {
    await write(async (tx) => {
      await tx.update(depositMethod).set({ enabled: false }).where(eq(depositMethod.code, 'BTC'));
    });
    expect(await at('method=BTC&amount=1000')).toMatchObject({ at: 'method' });
    const user = await makeUser();
    expect(await write((tx) => submitDeposit(tx, user, request))).toMatchObject({ ok: false });
  });
});

describe("the administrator's queue", () => {
  const waiting = { show: 'waiting', page: 1 } as const;

  test('lists waiting deposits, the oldest first, and says when a proof belongs to two', async () => {
    const user = await makeUser();
    const sent = await parseSubmission(
      formOf({ method: 'BTC', amount: '1500', proof: await picture() }),
      depositSchema,
      {
        ownerId: user.id,
        purpose: 'proof',
      },
    );
    if (!sent.ok) throw new Error('It was refused');
    const first = await write((tx) => submitDeposit(tx, user, sent.value));
    clock.advance(1_000);
    const second = await write((tx) => submitDeposit(tx, user, sent.value));
    clock.advance(1_000);
    const third = await withDeposit();
    if (!first.ok || !second.ok) throw new Error('They were refused');
    const { rows } = await loadDepositQueue(waiting);
    expect(rows.map((row) => [row.deposit.id, row.sameProof.map(({ id }) => id)])).toEqual([
      [first.value.id, [second.value.id]],
      [second.value.id, [first.value.id]],
      [third.id, []],
    ]);
    await write((tx) => approveDeposit(tx, third.admin, first.value.id, 1_500_00n));
    expect((await loadDepositQueue(waiting)).total).toBe(2);
    const all = await loadDepositQueue({ show: 'all', page: 1 });
    expect(all).toMatchObject({ total: 3, rows: [{ deposit: { id: third.id } }, {}, {}] });
  });

  test('offers and does only what the state allows, once', async () => {
    const { user, id } = await withDeposit();
    const { id: adminId } = await makeAdmin();
    const keys = createPossibleKeys(DEPOSITS, 'pending', superadmin(adminId));
    expect(Object.keys(keys)).toEqual(['approve', 'reject']);
    expect(Object.keys(createPossibleKeys(DEPOSITS, 'approved', superadmin(adminId)))).toEqual([
      'reverse',
      'charge-back',
    ]);
    expect(createPossibleKeys(DEPOSITS, 'rejected', superadmin(adminId))).toEqual({});
    const approve = { id, _intent: 'approve', received: '1,499.99', _key: keys.approve ?? '' };
    const sent = await Promise.all(
      Array.from({ length: 20 }, () =>
        agreed((more) =>
          decide(DEPOSITS, formOf({ ...approve, ...more }), adminId, { show: 'all', page: 2 }, confirmed),
        ),
      ),
    );
    for (const one of sent)
      expect(one instanceof Response && one.headers.get('Location')).toBe('/admin/deposits?show=all&page=2');
    expect((await readBalances(read(), user.id)).funded).toBe(1_499_99n);
    const reject = { id, _intent: 'reject', _key: keys.reject ?? '' };
    const withoutReason = await decide(DEPOSITS, formOf(reject), adminId, waiting);
    expect(withoutReason).toMatchObject({
      data: { result: { error: { reason: ['Enter a reason; it is shown to the investor'] } } },
    });
    const late = await decide(DEPOSITS, formOf({ ...reject, reason: 'no' }), adminId, waiting);
    expect(late).toMatchObject({
      data: { result: { error: { '': ['Nothing was changed: this deposit is approved.'] } } },
    });
    const unknown = decide(DEPOSITS, formOf({ id, _intent: 'toString' }), adminId, waiting);
    await expect(unknown).rejects.toMatchObject({ init: { status: 400 } });
    await clean();
  });
});
