import { describe, expect, test } from 'vitest';
import { deposit, mail, notification } from '#drizzle/schema';
import { loadAuditPage } from '~/features/backoffice/auditLog/logs.server';
import { readBooks } from '~/features/money/books/books.server';
import { fundReserve, shiftReserve, withdrawReserve } from '~/features/money/books/reserves.server';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { addProfit, creditGoodwill, debitUser } from '~/features/people/users/moveBalance.server';
import type { UserAction } from '~/features/people/users/schema';
import { loadUserPart } from '~/features/people/users/userParts.server';
import { JOURNAL_KINDS } from '~/ledger/chartOfAccounts';
import { audit } from '~/ledger/proof/audit.server';
import { balance, readBalances, readStatement } from '~/ledger/reading/statement.server';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { now } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { done } from '~/platform/result';
import { createAdminActor } from '~/platform/states';
import { USER_FORMS } from '~/routes/admin/users/user.form.server';
import { issueKey } from '~/web/idempotency.server';
import { useDatabase } from '../../support/database';
import { onBothEngines } from '../../support/onBothEngines';
import { formOf } from '../../support/pages/files';
import { agreed } from '../../support/pages/previews';
import { makeAdmin, makeUser } from '../../support/people/people';

useDatabase();

const WALLET = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';

async function people(dollars = 1_000) {
  const admin = await makeAdmin();
  return { admin, by: createAdminActor(admin.id), user: await makeUser({}, { dollars }) };
}

const clean = async () => expect((await audit()).findings).toEqual([]);

const partOf = async (userId: string, part: string) => {
  const view = await loadUserPart(userId, part, new URLSearchParams());
  return view && 'page' in view ? (view.page?.rows ?? []) : [];
};

const ACTS = {
  'operator-credit': { act: creditGoodwill, change: 50_00n, profit: 0n },
  'operator-profit': { act: addProfit, change: 50_00n, profit: 50_00n },
  'operator-debit': { act: debitUser, change: -50_00n, profit: 0n },
} as const;

describe('an operator journal', () => {
  test.each(Object.entries(ACTS))('%s moves money with its reason, under its own name', async (kind, expected) => {
    const { by, user: ann } = await people();
    const free = await balance(read(), 'reserve:free');
    const input = { userId: ann.id, amount: 50_00n, reason: 'You told us of a fault' };
    expect((await write((tx) => expected.act(tx, by, input))).ok).toBe(true);

    const balances = await readBalances(read(), ann.id);
    expect(balances).toMatchObject({ available: 1_000_00n + expected.change, funded: 1_000_00n + expected.change });
    expect(await balance(read(), 'reserve:free')).toBe(free - expected.change);
    expect((await readBalancesAndTotals(ann.id)).totals.periodicProfit).toBe(expected.profit);
    expect((await readStatement(read(), ann.id)).at(-1)).toMatchObject({
      kind,
      reason: input.reason,
      change: expected.change,
    });

    const title = JOURNAL_KINDS[kind as keyof typeof ACTS];
    expect((await partOf(ann.id, 'statement'))[0]).toMatchObject({ title, reason: input.reason });
    expect((await partOf(ann.id, 'events'))[0]).toMatchObject({ event: kind, actor: 'Ada', reason: input.reason });
    expect(await read().select().from(mail)).toMatchObject([
      { kind, recipient: ann.email, subject: `[paper] ${title}`, text: expect.stringContaining(input.reason) },
      { kind, recipient: 'support@mirrorbook.example', text: expect.stringContaining(`${ann.email}: $50.00`) },
    ]);
    const [latest] = await read().select().from(notification);
    expect(latest?.text).toBe(`${title}: $50.00. Reason: ${input.reason}`);
    await clean();
  });

  test('debits at most the available balance', async () => {
    const { by, user: ann } = await people();
    const refused = await write((tx) => debitUser(tx, by, { userId: ann.id, amount: 1_000_01n, reason: 'Mistake' }));
    const message = 'The amount exceeds the user’s capital. A debit can be at most the available balance: $1,000.00.';
    expect(refused).toEqual({ ok: false, error: { code: 'exceeds-capital', message, field: 'amount' } });
    expect(await read().select().from(mail)).toEqual([]);
    await clean();
  });

  test('says where the rest is, if more than the available balance is debited of an account that has enough in all', async () => {
    const { by, user: ann } = await people();
    await write((tx) => requestWithdrawal(tx, ann, { method: 'BTC', amount: 600_00n, wallet: WALLET }));
    const refused = await write((tx) => debitUser(tx, by, { userId: ann.id, amount: 500_00n, reason: 'Mistake' }));
    const message = 'A debit can be at most the available balance: $400.00. $600.00 is held for withdrawals.';
    expect(refused).toMatchObject({ ok: false, error: { code: 'exceeds-capital', message } });
  });

  test('gives nothing that the reserve does not have, and says so', async () => {
    const { by, user: ann } = await people();
    const max = await balance(read(), 'reserve:free');
    await write((tx) => withdrawReserve(tx, by, { reserve: 'free', amount: max - 10_00n, reason: 'Home' }));
    for (const act of [creditGoodwill, addProfit]) {
      const refused = await write((tx) => act(tx, by, { userId: ann.id, amount: 10_01n, reason: 'Thanks' }));
      const message = 'The free reserve holds $10.00, which does not cover this. Fund it first.';
      expect(refused).toEqual({ ok: false, error: { code: 'short-reserve', message, field: 'amount' } });
    }
    await clean();
  });

  onBothEngines('idempotency and races for money', () => {
    test('racing for the same money has as many winners as the money allows', async () => {
      const { by, user: ann } = await people();
      const second = createAdminActor((await makeAdmin()).id);
      const input = { userId: ann.id, amount: 600_00n, reason: 'Sent twice' };
      const ended = await Promise.all([by, second, by].map((who) => write((tx) => debitUser(tx, who, input))));
      expect(ended.filter(({ ok }) => ok)).toHaveLength(1);
      expect((await readBalances(read(), ann.id)).available).toBe(400_00n);
      await clean();
    });
  });

  test('of an unknown user is refused', async () => {
    const { by } = await people();
    const refused = await write((tx) => debitUser(tx, by, { userId: newId(), amount: 1n, reason: 'None' }));
    expect(refused).toMatchObject({ ok: false, error: { code: 'not-found' } });
  });
});

describe('the reserves', () => {
  test('are funded, shifted and reduced; the books stay equal', async () => {
    const { by } = await people();
    const before = await readBooks();
    const of = async (name: string) => (await readBooks()).equity.find((line) => line.name === name)?.cents ?? 0n;
    const [free, market] = [await of('reserve:free'), await of('reserve:market')];
    const act = (reserve: 'free' | 'market', amount: bigint) => ({ reserve, amount, reason: 'More plans to sell' });
    expect((await write((tx) => fundReserve(tx, by, act('free', 500_00n)))).ok).toBe(true);
    expect((await write((tx) => shiftReserve(tx, by, act('free', 200_00n)))).ok).toBe(true);
    expect((await write((tx) => withdrawReserve(tx, by, act('market', 50_00n)))).ok).toBe(true);
    expect([await of('reserve:free'), await of('reserve:market')]).toEqual([free + 300_00n, market + 150_00n]);
    const { totals, liabilities } = await readBooks();
    expect(totals.assets).toBe(totals.liabilities + totals.equity);
    expect(totals.assets).toBe(before.totals.assets + 450_00n);
    expect(liabilities.find(({ name }) => name === 'available')?.cents).toBe(1_000_00n);
    const { rows } = await loadAuditPage(new URLSearchParams({ thing: 'reserve' }));
    expect(rows.map((row) => [row.event, row.actor, row.reason])).toEqual(
      ['reserve-taken-back', 'reserve-shifted', 'reserve-funded'].map((kind) => [kind, 'Ada', 'More plans to sell']),
    );
    await clean();
  });

  onBothEngines('idempotency and races for money', () => {
    test('give no more than they hold', async () => {
      const { by } = await people();
      const all = await balance(read(), 'reserve:market');
      const act = { reserve: 'market', amount: all + 1n, reason: 'Home' } as const;
      for (const useCase of [withdrawReserve, shiftReserve]) {
        const refused = await write((tx) => useCase(tx, by, act));
        expect(refused).toMatchObject({ ok: false, error: { code: 'short', field: 'amount' } });
      }
      const half = { ...act, amount: all / 2n + 1n };
      const ended = await Promise.all([half, half].map((each) => write((tx) => withdrawReserve(tx, by, each))));
      expect(ended.filter(({ ok }) => ok)).toHaveLength(1);
      await clean();
    });
  });
});

describe('the forms of a user', () => {
  /** Answer of the server to a form of the page at `?do=...`. */
  async function post(
    { admin, user: ann }: Awaited<ReturnType<typeof people>>,
    step: UserAction,
    fields: Record<string, string>,
    key = USER_FORMS[step].key(admin.id, ann.id),
  ) {
    const confirm = async () => done(null);
    const answer = await agreed((more) => {
      const form = formOf({ _key: key, ...fields, ...more });
      return USER_FORMS[step].post({ administrator: admin, confirm, form }, ann.id);
    });
    if (answer instanceof Response) return { status: answer.status, to: answer.headers.get('Location'), error: null };
    return { status: answer.init?.status, to: null, error: answer.data.result.error };
  }

  const amounts = ['', 'abc', '-1', '0', '1e9', 'NaN', '0x10', '1,000.999', '1'.repeat(30)];

  test.each(amounts)('refuse %o as an amount, and a missing reason', async (amount) => {
    const made = await people();
    for (const step of ['credit', 'debit', 'profit'] as const) {
      const answer = await post(made, step, { amount, reason: ' ', kind: 'goodwill' });
      const isNumber = /\d/.test(amount);
      const help = isNumber ? /^(Remove|Enter|Use|The most)\b/ : /^Amount must be a number($|\. Enter)/;
      const amountError = [expect.stringMatching(help)];
      const error = { amount: amountError, reason: ['Enter a reason; it is shown to the investor'] };
      expect(answer).toEqual({ status: 400, to: null, error });
    }
    expect((await readBalances(read(), made.user.id)).funded).toBe(1_000_00n);
  });

  onBothEngines('idempotency and races for money', () => {
    test('credit received money to the waiting deposit, once', async () => {
      const made = await people(0);
      const waiting = { id: newId(), userId: made.user.id, method: 'BTC', amount: 2_000_00n };
      await write(async (tx) => {
        await tx.insert(deposit).values({ ...waiting, status: 'pending', createdAt: now() });
      });
      const fields = { kind: 'deposit', amount: '2,000', reason: 'Seen on the chain' };
      const key = USER_FORMS.credit.key(made.admin.id, made.user.id);
      const answers = await Promise.all(Array.from({ length: 50 }, () => post(made, 'credit', fields, key)));
      for (const answer of answers) expect(answer).toMatchObject({ status: 303, to: `/admin/users/${made.user.id}` });
      expect(await read().select().from(deposit)).toMatchObject([{ id: waiting.id, status: 'approved' }]);
      expect(await readBalances(read(), made.user.id)).toMatchObject({ available: 2_000_00n, funded: 2_000_00n });
      expect((await readBalancesAndTotals(made.user.id)).totals.totalDeposit).toBe(2_000_00n);
      await clean();
    });
  });

  test('record an unannounced deposit, under its own name', async () => {
    const made = await people(0);
    const fields = { kind: 'deposit', amount: '75.50', reason: 'Bank transfer' };
    expect((await post(made, 'credit', fields)).status).toBe(303);
    const [line] = await partOf(made.user.id, 'statement');
    expect(line).toMatchObject({ title: 'Deposit', reason: 'Bank transfer', change: 75_50n });
    await clean();
  });

  onBothEngines('idempotency and races for money', () => {
    test('ask back before doing the same twice, and refuse a key for something else', async () => {
      const made = await people();
      const fields = { amount: '10', reason: 'Sent twice' };
      expect((await post(made, 'debit', fields)).status).toBe(303);
      expect((await post(made, 'debit', fields)).status).toBe(409);
      expect((await post(made, 'debit', { ...fields, _again: '1' })).status).toBe(303);
      expect((await post(made, 'profit', fields, issueKey(made.admin.id, 'user-debit:another'))).status).toBe(422);
      expect((await readBalances(read(), made.user.id)).available).toBe(980_00n);
      await clean();
    });
  });

  test('close only the account whose address was typed', async () => {
    const made = await people();
    const wrong = await post(made, 'close', { email: 'x@example.com', reason: 'Asked' });
    expect(wrong).toMatchObject({ status: 400, error: { email: ['This is not the email of this account'] } });
    const entered = ` ${made.user.email.toUpperCase()} `;
    expect((await post(made, 'close', { email: entered, reason: 'Asked' })).status).toBe(303);
    const again = await post(made, 'close', { email: entered, reason: 'Asked once more' });
    expect(again).toMatchObject({
      status: 400,
      error: { '': ['Nothing was changed: this account is closed.'] },
    });
  });
});
