// On both engines: bulk writes and pages.
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  account,
  deposit,
  event,
  type StatementColumns,
  statementLine,
  statementMatch,
  withdrawal,
} from '#drizzle/schema';
import type { Act, Fields } from '~/features/backoffice/approvals/act';
import { performIfShown } from '~/features/backoffice/approvals/perform.server';
import { performSeveral } from '~/features/backoffice/approvals/performSeveral.server';
import { readBooks } from '~/features/money/books/books.server';
import {
  findHeldReceipts,
  STATEMENT_BOOK,
  STATEMENT_CORRECT,
  STATEMENT_CREDIT,
} from '~/features/money/reconciliation/book.server';
import { loadBreakPage, loadBreaksPage, loadResolvedPage } from '~/features/money/reconciliation/breaks.server';
import { countersignDay, loadDaysPage, signDay, streamCustodyRows } from '~/features/money/reconciliation/days.server';
import type { SourceLine } from '~/features/money/reconciliation/line';
import {
  claimBreak,
  resolveBreak,
  STATEMENT_ELSEWHERE,
  STATEMENT_LINK,
  STATEMENT_UNDO,
} from '~/features/money/reconciliation/resolve.server';
import type { BreakInput } from '~/features/money/reconciliation/schema';
import {
  loadColumns,
  loadSourcesPage,
  loadStatementLinesPage,
  mapColumns,
  previewStatementImport,
  setOpening,
} from '~/features/money/reconciliation/sources.server';
import {
  findSource,
  importLines,
  importStatement,
  matchAgain,
} from '~/features/money/reconciliation/statements/importLines.server';
import { DEPOSIT_ACTS, DEPOSITS } from '~/features/money/wallet/acts/depositActs.server';
import { creditReceivedDeposit } from '~/features/money/wallet/deposits/creditReceivedDeposit.server';
import { approveDeposit, reverseDeposit } from '~/features/money/wallet/deposits/decideDeposit.server';
import { submitDeposit } from '~/features/money/wallet/deposits/submitDeposit.server';
import {
  approveAndPayWithdrawal,
  approveWithdrawal,
  bounceWithdrawal,
  payWithdrawal,
} from '~/features/money/wallet/withdrawals/decideWithdrawal.server';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { audit } from '~/ledger/proof/audit.server';
import { readBalances } from '~/ledger/reading/statement.server';
import { HOUR } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { type Actor, type AdminActor, createAdminActor } from '~/platform/states';
import { clock, useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { LIVE } from '../../support/liveEnvironment';
import { must } from '../../support/must';
import { makeAdmin, makeUser } from '../../support/people/people';

useDatabase();

const TX = 'ab'.repeat(32);
const WALLET = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';

const line = (input: Partial<SourceLine>): SourceLine => ({
  key: String(input.transactionId ?? input.amount),
  at: clock.at.getTime(),
  amount: 1_000_000n,
  fee: 0n,
  transactionId: null,
  address: null,
  note: '',
  ...input,
});

/** Approves a deposit whose owner named this transaction. */
async function credited(transactionId: string, owner?: Parameters<typeof submitDeposit>[1]) {
  const user = owner ?? (await makeUser());
  const by = createAdminActor((await makeAdmin()).id);
  const sent = must(await write((tx) => submitDeposit(tx, user, { method: 'BTC', amount: 1_000_00n, proof: null })));
  await write((tx) => tx.update(deposit).set({ transactionId }).where(eq(deposit.id, sent.id)));
  const approved = await write((tx) => approveDeposit(tx, by, sent.id, 1_000_00n, undefined, { coin: 1_000_000n }));
  if (!approved.ok) throw new Error(approved.error.message);
  return sent.id;
}

async function breaksOf(method: string) {
  const source = await findSource(read(), method);
  return source ? (await loadBreaksPage(source)).breaks : [];
}

const reasonsToTakeTwo = (by: AdminActor, request: Parameters<typeof STATEMENT_LINK.run>[2]) => {
  const { when } = STATEMENT_LINK.takesTwo as Exclude<typeof STATEMENT_LINK.takesTwo, string>;
  return write((tx) => when(tx, by, request));
};

const act = <I extends Fields>({ run }: Act<I>, by: AdminActor, input: NoInfer<I>) => write((tx) => run(tx, by, input));
const resolve = (by: Actor, request: BreakInput<'resolve'>) => write((tx) => resolveBreak(tx, by, request));

const kindsOf = async (method: string) => (await breaksOf(method)).map(({ kind }) => kind);

describe('lines of a statement', () => {
  test('are stored once, matched with credits and payments, and credit nothing', async () => {
    const user = await makeUser({}, { dollars: 1_000 });
    const by = createAdminActor((await makeAdmin()).id);
    const request = { method: 'BTC', amount: 200_00n, wallet: WALLET };
    const { id } = must(await write((tx) => requestWithdrawal(tx, user, request)));
    await write((tx) => approveAndPayWithdrawal(tx, by, id, `0x${TX.toUpperCase()}:1`, 300_000n));
    const depositId = await credited('cd'.repeat(32));
    const lines = [
      line({ transactionId: TX, amount: -300_000n, fee: 400n, address: WALLET }),
      line({ transactionId: 'CD'.repeat(32) }),
      line({ transactionId: 'ef'.repeat(32), amount: 7n }),
    ];
    expect(await importLines('BTC', lines)).toEqual({ fresh: 3, known: 0, matched: 2 });
    expect(await importLines('BTC', lines)).toEqual({ fresh: 0, known: 3, matched: 0 });
    const matches = await read().select().from(statementMatch);
    expect(matches.map(({ thing, thingId, how }) => [thing, thingId, how]).toSorted()).toEqual([
      ['deposit', depositId, 'transaction'],
      ['withdrawal', id, 'transaction'],
    ]);
    // The user's initial deposit is only in our books.
    expect((await kindsOf('BTC')).toSorted()).toEqual(['unknown', 'unseen']);
    const rows = (await loadStatementLinesPage('BTC', new URLSearchParams())).rows;
    expect(rows.map(({ matches: [match] }) => match?.how ?? null).toSorted()).toEqual(
      [null, 'transaction', 'transaction'].toSorted(),
    );
    expect((await audit()).findings).toEqual([]);
  });

  test('are breaks until a later credit, and an entry only in our books is a break once a statement goes beyond it', async () => {
    await importLines('BTC', [line({ transactionId: TX, at: clock.at.getTime() - HOUR })]);
    expect(await kindsOf('BTC')).toEqual(['unknown']);
    await credited(TX);
    expect(await kindsOf('BTC')).toEqual([]);
    await credited('0123'.repeat(16));
    expect(await kindsOf('BTC')).toEqual([]);
    clock.advance(2 * HOUR);
    await importLines('BTC', [line({ amount: 5n })]);
    expect((await kindsOf('BTC')).toSorted()).toEqual(['unknown', 'unseen']);
    // A second deposit with the transaction of a resolved line does not match the line, even if the line is repeated.
    await importLines('BTC', [line({ key: 'again', transactionId: TX })]);
    expect((await kindsOf('BTC')).toSorted()).toEqual(['repeated', 'unknown', 'unseen']);
  });
});

describe('a break', () => {
  test('is assigned, resolved as our payment, and reopened', async () => {
    const [one, two] = [createAdminActor((await makeAdmin()).id), createAdminActor((await makeAdmin()).id)];
    const depositId = await credited('cd'.repeat(32));
    await importLines('BTC', [line({ transactionId: TX, amount: -3n }), line({ transactionId: 'ef'.repeat(32) })]);
    clock.advance(HOUR);
    const [found] = (await breaksOf('BTC')).filter(({ lines: [first] }) => (first?.amount ?? 0n) > 0n);
    const id = found?.id ?? '';
    expect(await write((tx) => claimBreak(tx, two, { id }))).toMatchObject({ ok: true });
    expect(await write((tx) => claimBreak(tx, one, { id, to: one.id }))).toMatchObject({ error: { code: 'taken' } });
    // To a colleague, by its assignee.
    expect(await write((tx) => claimBreak(tx, two, { id, from: two.id, to: one.id }))).toMatchObject({ ok: true });
    expect((await breaksOf('BTC')).find((each) => each.id === id)?.mark?.takenBy?.id).toBe(one.id);
    const link = { id, other: depositId, reason: 'The owner sent a picture' };
    expect(await act(STATEMENT_LINK, two, link)).toMatchObject({ error: { code: 'taken' } });
    expect(await reasonsToTakeTwo(one, link)).toEqual([]);
    expect(await act(STATEMENT_LINK, one, link)).toMatchObject({ ok: true });
    expect(await act(STATEMENT_LINK, one, link)).toMatchObject({ error: { code: 'settled' } });
    expect(await kindsOf('BTC')).toEqual(['unknown']);
    const settled = await loadResolvedPage(id);
    expect(settled?.matches).toMatchObject([{ how: 'hand', thingId: depositId }]);
    const undo = {
      id: settled?.matches[0]?.groupId ?? '',
      group: settled?.matches[0]?.groupId ?? '',
      reason: 'Another’s',
    };
    expect(await act(STATEMENT_UNDO, one, undo)).toMatchObject({ ok: true });
    expect(await kindsOf('BTC')).toHaveLength(3);
    // An outgoing payment is no deposit.
    const out = (await breaksOf('BTC')).find(({ lines: [first] }) => (first?.amount ?? 0n) < 0n)?.id ?? '';
    expect(await act(STATEMENT_LINK, one, { ...link, id: out })).toMatchObject({
      error: { code: 'wrong-way' },
    });
    const dust = { id: out, as: 'dust', reason: 'Three units' } as const;
    // Neither a hundredth of a bitcoin is, nor the network fee of it.
    expect(await resolve(one, { ...dust, id })).toMatchObject({
      error: { code: 'worth-more' },
    });
    await importLines('BTC', [line({ key: 'costly', amount: -1n, fee: 1_000_000n })]);
    const costly = (await breaksOf('BTC')).find(({ lines: [first] }) => first?.fee === 1_000_000n)?.id ?? '';
    expect(await resolve(one, { ...dust, id: costly })).toMatchObject({
      error: { code: 'worth-more' },
    });
    expect(await resolve(one, dust)).toMatchObject({ ok: true });
    expect(await resolve(one, dust)).toMatchObject({ error: { code: 'settled' } });
  });

  test('of the operator’s own money is booked in the custody of its method, once', async () => {
    const by = createAdminActor((await makeAdmin()).id);
    const [lineIn, lineOut] = [
      line({ amount: 5_000_000_000n, key: 'in' }),
      line({ amount: -100_000_000n, key: 'out' }),
    ];
    await importLines('USDT-TRC20', [lineIn, lineOut]);
    const broken = await breaksOf('USDT-TRC20');
    const idOf = (amount: bigint) => broken.find(({ lines: [first] }) => first?.amount === amount)?.id ?? '';
    const book = (id: string, as: 'own' | 'fee', amount: bigint) =>
      act(STATEMENT_BOOK, by, { id, as, amount, reason: 'Ours' });
    expect(await book(idOf(lineIn.amount), 'fee', 50_00n)).toMatchObject({ error: { code: 'wrong-way' } });
    expect(await book(idOf(lineIn.amount), 'own', 49_99n)).toMatchObject({ error: { code: 'wrong-amount' } });
    expect(await book(idOf(lineIn.amount), 'own', 50_00n)).toMatchObject({ ok: true });
    expect(await book(idOf(lineIn.amount), 'own', 50_00n)).toMatchObject({ error: { code: 'settled' } });
    const dust = { id: idOf(lineOut.amount), as: 'dust', reason: 'Small' } as const;
    expect(await resolve(by, dust)).toMatchObject({ error: { code: 'worth-more' } });
    expect(await book(idOf(lineOut.amount), 'fee', 1_00n)).toMatchObject({ ok: true });
    const [held] = await read().select().from(account).where(eq(account.code, 'custody:USDT-TRC20'));
    expect(held && held.debits - held.credits).toBe(49_00n);
    expect(await kindsOf('USDT-TRC20')).toEqual([]);
    expect((await audit()).findings).toEqual([]);
  });
});

test('a line booked as the operator’s own money is credited to nobody, and the other way round', async () => {
  const by = createAdminActor((await makeAdmin()).id);
  const book = (id: string) => act(STATEMENT_BOOK, by, { id, as: 'own', amount: 10_00n, reason: 'Ours' });
  await importLines('BTC', [line({ transactionId: TX })]);
  const [own] = await breaksOf('BTC');
  expect(await book(own?.id ?? '')).toMatchObject({ ok: true });
  await expect(credited(TX)).rejects.toThrow('was booked as the operator’s own money');
  const other = 'cd'.repeat(32);
  await credited(other);
  await importLines('ETH', [line({ transactionId: other })]);
  const [theirs] = await breaksOf('ETH');
  expect(await book(theirs?.id ?? '')).toMatchObject({ error: { code: 'is-payment' } });
});

/** Approves a deposit in a stablecoin, with the user's transaction ID. */
async function dollarsOf(user: Awaited<ReturnType<typeof makeUser>>, amount: bigint, transactionId: string) {
  const by = createAdminActor((await makeAdmin()).id);
  const sent = must(await write((tx) => submitDeposit(tx, user, { method: USDT, amount, proof: null })));
  await write((tx) => tx.update(deposit).set({ transactionId }).where(eq(deposit.id, sent.id)));
  const approve = async () => await write((tx) => approveDeposit(tx, by, sent.id, amount));
  return { id: sent.id, approve };
}

const USDT = 'USDT-TRC20';
const DOLLAR = 100_000_000n;
const heldIn = async (method: string) => (await findHeldReceipts(read(), method)).map(({ held }) => held);
const linesOfBooks = async () => {
  const { assets, liabilities } = await readBooks();
  const of = (name: string) => [...assets, ...liabilities].find((line) => line.name === name)?.cents ?? 0n;
  return { custody: of(`custody:${USDT}`), unidentified: of('unidentified') };
};

describe('a wrongly credited amount', () => {
  test('is corrected to the amount of the statement, once, and takes only the difference from its owner', async () => {
    const by = createAdminActor((await makeAdmin()).id);
    const [user, friend] = [await makeUser(), await makeUser()];
    const { id: wrong, approve } = await dollarsOf(user, 500_00n, TX);
    await approve();
    const ofOthers = await dollarsOf(friend, 300_00n, 'cd'.repeat(32));
    await ofOthers.approve();
    const spent = { method: 'BTC', amount: 470_00n, wallet: WALLET };
    must(await write((tx) => requestWithdrawal(tx, user, spent)));
    await importLines(USDT, [
      line({ transactionId: TX, amount: 480n * DOLLAR }),
      line({ transactionId: 'ef'.repeat(32), amount: 20n * DOLLAR }),
    ]);
    const broken = await breaksOf(USDT);
    const [differs, unknown] = ['amount-differs', 'unknown'].map(
      (of) => broken.find(({ kind }) => kind === of)?.id ?? '',
    );
    const correct = (id: string | undefined, to: string, amount: bigint) =>
      act(STATEMENT_CORRECT, by, { id: id ?? '', deposit: to, amount, reason: 'Mistyped' });
    // Refuses a correction with another transaction, with another amount than the statement's, and with more than the owner has.
    expect(await correct(unknown, ofOthers.id, 20_00n)).toMatchObject({ error: { code: 'other-payment' } });
    expect(await correct(differs, ofOthers.id, 480_00n)).toMatchObject({ error: { code: 'other-payment' } });
    expect(await correct(differs, wrong, 470_00n)).toMatchObject({ error: { code: 'wrong-amount' } });
    const done = await correct(differs, wrong, 480_00n);
    expect(done).toMatchObject({ ok: true });
    expect((await readBalances(read(), user.id)).available).toBe(10_00n);
    expect((await linesOfBooks()).custody).toBe(780_00n);
    expect(await correct(differs, wrong, 480_00n)).toMatchObject({ ok: false });
    expect(await correct(unknown, wrong, 20_00n)).toMatchObject({ ok: false });
    // The friend's deposit is on no statement.
    expect((await kindsOf(USDT)).toSorted()).toEqual(['unknown', 'unseen']);
    const settled = await loadResolvedPage(differs ?? '');
    expect(settled?.matches).toMatchObject([{ how: 'corrected', thing: 'deposit' }]);
    const group = settled?.matches[0]?.groupId ?? '';
    expect(await act(STATEMENT_UNDO, by, { id: group, group, reason: 'Back' })).toMatchObject({
      error: { code: 'booked' },
    });
    const rows = await read().select().from(deposit).where(eq(deposit.userId, user.id));
    expect(rows.map(({ status, received }) => [status, received]).toSorted()).toEqual([
      ['approved', 480_00n],
      ['reversed', 500_00n],
    ]);
    expect((await audit()).findings).toEqual([]);
  });

  test('is left if its owner has spent the excess', async () => {
    const by = createAdminActor((await makeAdmin()).id);
    const user = await makeUser();
    const { id: wrong, approve } = await dollarsOf(user, 500_00n, TX);
    await approve();
    await write((tx) => requestWithdrawal(tx, user, { method: 'BTC', amount: 490_00n, wallet: WALLET }));
    await importLines(USDT, [line({ transactionId: TX, amount: 480n * DOLLAR })]);
    const [found] = await breaksOf(USDT);
    const request = { id: found?.id ?? '', deposit: wrong, amount: 480_00n, reason: 'Mistyped' };
    const refused = await act(STATEMENT_CORRECT, by, request);
    expect(refused).toMatchObject({
      error: { message: expect.stringContaining('$10.00 available, less than the $20.00') },
    });
    expect(await kindsOf(USDT)).toEqual(['amount-differs']);
    expect((await readBalances(read(), user.id)).available).toBe(10_00n);
  });
});

describe('money of an unknown sender', () => {
  const book = (by: AdminActor, id: string, amount: bigint) =>
    act(STATEMENT_BOOK, by, { id, as: 'unidentified', amount, reason: 'Nobody knows' });
  const credit = (by: AdminActor, id: string, email: string) =>
    act(STATEMENT_CREDIT, by, { id, email, reason: 'The owner wrote' });

  test('is held once, and credited once to its owner; a reversal holds it again', async () => {
    const by = createAdminActor((await makeAdmin()).id);
    const [user, friend] = [await makeUser(), await makeUser()];
    await importLines(USDT, [
      line({ transactionId: TX, amount: 480n * DOLLAR }),
      line({ key: '2', transactionId: TX, amount: 480n * DOLLAR }),
    ]);
    const broken = await breaksOf(USDT);
    const idOf = (of: string) => broken.find(({ kind }) => kind === of)?.id ?? '';
    const id = idOf('unknown');
    expect(await book(by, idOf('repeated'), 480_00n)).toMatchObject({ error: { code: 'repeats' } });
    expect(await book(by, id, 481_00n)).toMatchObject({ error: { code: 'wrong-amount' } });
    const races = await Promise.allSettled([book(by, id, 480_00n), book(by, id, 480_00n)]);
    expect(races.filter((each) => each.status === 'fulfilled' && each.value.ok)).toHaveLength(1);
    expect(await linesOfBooks()).toEqual({ custody: 480_00n, unidentified: 480_00n });
    expect((await audit()).findings).toEqual([]);

    // The queue can't credit it a second time.
    const output = await dollarsOf(user, 500_00n, TX);
    expect(await output.approve()).toMatchObject({
      error: { message: expect.stringContaining('is held as an unidentified receipt') },
    });
    expect(await credit(by, id, 'nobody@example.com')).toMatchObject({ error: { code: 'no-user' } });
    const credits = await Promise.allSettled([user, friend].map(({ email }) => credit(by, id, email)));
    expect(credits.filter((each) => each.status === 'fulfilled' && each.value.ok)).toHaveLength(1);
    expect(await credit(by, id, user.email)).toMatchObject({ error: { code: 'moved-on' } });
    expect(await linesOfBooks()).toEqual({ custody: 480_00n, unidentified: 0n });
    expect(await kindsOf(USDT)).toEqual(['repeated']);

    const [credited] = (await loadResolvedPage(id))?.matches.filter(({ thing }) => thing !== null) ?? [];
    const depositId = credited?.thingId ?? '';
    expect(await write((tx) => reverseDeposit(tx, by, depositId, 'Another’s'))).toMatchObject({ ok: true });
    expect(await heldIn(USDT)).toEqual([480_00n]);
    expect(await linesOfBooks()).toEqual({ custody: 480_00n, unidentified: 480_00n });
    expect(await credit(by, id, friend.email)).toMatchObject({ ok: true });
    expect((await readBalances(read(), friend.id)).available).toBe(480_00n);
    expect((await audit()).findings).toEqual([]);
  });

  test('settles the announced deposit of its owner', async () => {
    const by = createAdminActor((await makeAdmin()).id);
    const user = await makeUser();
    await importLines(USDT, [line({ transactionId: TX, amount: 480n * DOLLAR })]);
    const id = (await breaksOf(USDT))[0]?.id ?? '';
    await book(by, id, 480_00n);
    const output = await dollarsOf(user, 500_00n, `0x${TX}`);
    expect(await credit(by, id, user.email)).toMatchObject({ ok: true });
    const rows = await read().select().from(deposit);
    expect(rows.map((row) => [row.id, row.status, row.received])).toEqual([[output.id, 'approved', 480_00n]]);
  });

  test('of two lines of one transaction is credited to the owner of each, and to nobody again', async () => {
    const by = createAdminActor((await makeAdmin()).id);
    const [user, friend] = [await makeUser(), await makeUser()];
    await importLines(USDT, [
      line({ key: '0', transactionId: TX, amount: 300n * DOLLAR }),
      line({ key: '1', transactionId: TX, amount: 200n * DOLLAR }),
    ]);
    const idOf = async (key: string) =>
      (await read().select().from(statementLine).where(eq(statementLine.key, key)))[0]?.id ?? '';
    const [one, two] = [await idOf('0'), await idOf('1')];
    for (const [id, amount] of [
      [one, 300_00n],
      [two, 200_00n],
    ] as const)
      expect(await book(by, id, amount)).toMatchObject({ ok: true });
    expect(await credit(by, one, user.email)).toMatchObject({ ok: true });
    expect(await credit(by, two, friend.email)).toMatchObject({ ok: true });
    expect(await credit(by, two, friend.email)).toMatchObject({ error: { code: 'moved-on' } });
    // The first deposit is reversed: the transaction remains with the second deposit, and the held money is credited only to its owner.
    const [first] = await read().select().from(deposit).where(eq(deposit.userId, user.id));
    expect(await write((tx) => reverseDeposit(tx, by, first?.id ?? '', 'Another’s'))).toMatchObject({ ok: true });
    for (const named of [TX, `${TX}:5`])
      expect(await (await dollarsOf(user, 300_00n, named)).approve()).toMatchObject({
        error: { code: 'reference-used' },
      });
    expect(await credit(by, one, friend.email)).toMatchObject({ ok: true });
    expect((await readBalances(read(), friend.id)).available).toBe(500_00n);
    expect(await linesOfBooks()).toEqual({ custody: 500_00n, unidentified: 0n });
    expect((await audit()).findings).toEqual([]);
  });

  test('is sent back by an outgoing line, up to the held amount', async () => {
    const by = createAdminActor((await makeAdmin()).id);
    await importLines(USDT, [
      line({ key: 'in', amount: 500n * DOLLAR }),
      line({ key: 'most', amount: -499n * DOLLAR }),
      line({ key: 'more', amount: -2n * DOLLAR }),
    ]);
    const broken = await breaksOf(USDT);
    const idOf = (amount: bigint) => broken.find(({ lines: [first] }) => first?.amount === amount * DOLLAR)?.id ?? '';
    const receipt = idOf(500n);
    const back = (id: string, amount: bigint) =>
      act(STATEMENT_BOOK, by, { id, as: receipt, amount, reason: 'Sent back' });
    expect(await back(idOf(-499n), 499_00n)).toMatchObject({ error: { code: 'not-found' } });
    await book(by, receipt, 500_00n);
    expect(await book(by, idOf(-499n), 499_00n)).toMatchObject({ error: { code: 'wrong-way' } });
    expect(await back(idOf(-499n), 499_00n)).toMatchObject({ ok: true });
    expect(await back(idOf(-499n), 499_00n)).toMatchObject({ error: { code: 'settled' } });
    expect(await back(idOf(-2n), 2_00n)).toMatchObject({ error: { code: 'more-than-held' } });
    expect(await heldIn(USDT)).toEqual([1_00n]);
    expect(await linesOfBooks()).toEqual({ custody: 1_00n, unidentified: 1_00n });
    expect((await audit()).findings).toEqual([]);
  });
});

describe('a day', () => {
  test('adds up the previous balance and the movements, is signed by one, countersigned by another, and again if lines come later', async () => {
    const [one, two] = [createAdminActor((await makeAdmin()).id), createAdminActor((await makeAdmin()).id)];
    clock.at = new Date('2026-03-03T12:00:00Z');
    const at = (text: string) => new Date(text).getTime();
    const request = { method: 'BTC', day: '2026-03-02' };
    const sign = (by: Actor, day = request.day) => write((tx) => signDay(tx, by, { ...request, day }));
    const countersign = (by: Actor) => write((tx) => countersignDay(tx, by, request));
    expect(await sign(one)).toMatchObject({ error: { code: 'no-source' } });
    const first = line({ key: '1', at: at('2026-03-01T10:00Z'), amount: 500n });
    const second = line({ key: '2', at: at('2026-03-02T23:59:59.999Z'), amount: -200n, fee: 7n });
    await importLines('BTC', [first, second, line({ key: '3', at: at('2026-03-03T00:00Z'), amount: 1n })]);
    await write((tx) => setOpening(tx, one, { method: 'BTC', day: '2026-03-01', opening: 1_000n }));
    expect(await sign(one)).toMatchObject({ error: { code: 'not-read' } });
    const readState = (from: string, until: string) =>
      write((tx) => importStatement(tx, one, { method: 'BTC', lines: [first], covers: { from, until } }));
    expect(await readState('2026-03-01', '2026-03-04')).toMatchObject({ error: { code: 'future', field: 'until' } });
    expect(await readState('2026-03-02', '2026-03-01')).toMatchObject({ error: { code: 'order', field: 'until' } });
    // The days of a file count, whenever it is imported; it can't have all of the current day.
    await readState('2026-03-01', '2026-03-01');
    expect(await sign(one)).toMatchObject({ error: { message: expect.stringContaining('until 2 Mar 2026') } });
    await readState('2026-03-02', '2026-03-03');
    const days = async () => {
      const source = await findSource(read(), 'BTC');
      return source ? await loadDaysPage(source) : [];
    };
    const [newest] = await days();
    expect(newest).toMatchObject({ opening: 1_500n, moneyIn: 0n, moneyOut: 200n, fees: 7n, closing: 1_293n, lines: 1 });
    expect(await countersign(two)).toMatchObject({ error: { code: 'unsigned' } });
    expect(await sign(one)).toMatchObject({ ok: true });
    expect(await sign(two)).toMatchObject({ error: { code: 'signed' } });
    expect(await sign(one, '2026-03-03')).toMatchObject({ error: { code: 'not-over' } });
    expect(await sign(one, '2026-02-27')).toMatchObject({ error: { code: 'before' } });
    expect(await countersign(one)).toMatchObject({ error: { code: 'same-person' } });
    expect(await countersign(two)).toMatchObject({ ok: true });
    expect(await countersign(two)).toMatchObject({ error: { code: 'signed' } });
    expect((await days())[0]?.signed).toMatchObject({ breaks: 2, isSame: true, counter: {} });
    await importLines('BTC', [line({ key: '4', at: at('2026-03-02T08:00Z'), amount: 10n })]);
    expect((await days())[0]?.signed).toMatchObject({ isSame: false });
    // The second one's screen still shows the earlier sum.
    for (const run of [signDay, countersignDay])
      expect(await write((tx) => run(tx, two, { ...request, shown: newest?.shown }))).toMatchObject({
        error: { code: 'changed', field: 'day' },
      });
    const shown = (await days())[0]?.shown;
    expect(await write((tx) => signDay(tx, two, { ...request, shown }))).toMatchObject({ ok: true });
    expect((await days())[0]?.signed).toMatchObject({ breaks: 3, isSame: true, counter: null });
    const found: string[] = [];
    for await (const row of streamCustodyRows()) found.push(`${row.day} ${row.closing}`);
    expect(found).toEqual(['2026-03-02 0.00001303', '2026-03-01 0.000015']);
    // The current sum of the day is not signed.
    await write((tx) => setOpening(tx, one, { method: 'BTC', day: '2026-03-01', opening: 1_100n }));
    const signers: string[] = [];
    for await (const row of streamCustodyRows())
      signers.push(row.signed_by + row.countersigned_by + row.breaks_when_signed);
    expect(signers).toEqual(['', '']);
  });

  test('of a wallet that its chain reports nothing of is signed once it was read beyond', async () => {
    const by = createAdminActor((await makeAdmin()).id);
    const readTo = (until: string) => importLines('BTC', [], { from: new Date(0), until: new Date(until) });
    clock.at = new Date('2026-03-02T12:00:00Z');
    await readTo('2026-03-02T11:30:00Z');
    clock.at = new Date('2026-03-03T00:20:00Z');
    await readTo('2026-03-02T23:59:00Z');
    const sign = () => write((tx) => signDay(tx, by, { method: 'BTC', day: '2026-03-02' }));
    expect(await sign()).toMatchObject({ error: { code: 'not-read' } });
    await readTo('2026-03-03T00:10:00Z');
    expect(await sign()).toMatchObject({ ok: true });
  });

  test('excludes lines that repeat others', async () => {
    const by = createAdminActor((await makeAdmin()).id);
    clock.at = new Date('2026-03-03T12:00:00Z');
    const moved = { at: new Date('2026-03-02T10:00Z').getTime(), amount: 500n, transactionId: TX };
    await importLines('BTC', [line({ ...moved, key: 'file' }), line({ ...moved, key: 'chain' })]);
    const settle = (id: string, as: 'repeated' | 'dust') =>
      resolve(by, { id, as, reason: 'The file has what the chain told' });
    const closing = async () => {
      const source = await findSource(read(), 'BTC');
      return source && (await loadDaysPage(source)).find(({ day }) => day === '2026-03-02')?.closing;
    };
    for (const { id, kind } of await breaksOf('BTC')) if (kind === 'repeated') await settle(id, 'repeated');
    expect(await closing()).toBe(500n);
    await importLines('BTC', [line({ key: 'alone', at: moved.at, amount: 7n })]);
    const of = (await breaksOf('BTC')).flatMap(({ lines }) => lines);
    const alone = of.find(({ amount }) => amount === 7n)?.id ?? '';
    expect(await settle(alone, 'repeated')).toMatchObject({ error: { code: 'no-other' } });
    // A line of the same amount, weeks later and without a transaction, is another payment.
    await importLines('BTC', [line({ key: 'earlier', at: moved.at - 20 * 86_400_000, amount: 7n })]);
    expect(await settle(alone, 'repeated')).toMatchObject({ error: { code: 'no-other' } });
    expect(await closing()).toBe(507n);
  });
});

describe('a payment whose amount in coin the books do not know', () => {
  /** Lines that may belong to a payment worth about $1,000. */
  const AMOUNTS = [1_000n, 1_000_000n, 99_999_999_999n];
  const deposited = async (by: Actor, transactionId: string | null) => {
    const request = { method: 'BTC', amount: 1_000_00n, proof: null };
    const user = await makeUser();
    const { id } = must(await write((tx) => submitDeposit(tx, user, request)));
    await write((tx) => tx.update(deposit).set({ transactionId, coinAmount: null }).where(eq(deposit.id, id)));
    expect(await write((tx) => approveDeposit(tx, by, id, 1_000_00n))).toMatchObject({ ok: true });
    return id;
  };
  const paidOut = async (by: Actor, transactionId: string | null) => {
    const user = await makeUser({}, { dollars: 1_000 });
    const { id } = must(
      await write((tx) => requestWithdrawal(tx, user, { method: 'BTC', amount: 200_00n, wallet: WALLET })),
    );
    const reference = transactionId ?? null;
    expect(await write((tx) => approveAndPayWithdrawal(tx, by, id, reference))).toMatchObject({ ok: true });
    return id;
  };

  test.each([
    ['a deposit, by its transaction', deposited, TX, 1n],
    ['a deposit, by nothing', deposited, null, 1n],
    ['a payout, by its transaction', paidOut, TX, -1n],
    ['a payout, by its address', paidOut, null, -1n],
  ])(
    '%s: no line is matched with it automatically, and one person alone matches none',
    async (_, made, named, sign) => {
      const [by, other] = [createAdminActor((await makeAdmin()).id), createAdminActor((await makeAdmin()).id)];
      const id = await made(by, named);
      for (const units of AMOUNTS) {
        const amount = units * sign;
        const taken = await importLines('BTC', [
          line({ key: `${amount}`, amount, transactionId: named, address: WALLET }),
        ]);
        expect(taken.matched).toBe(0);
      }
      const [first] = await read()
        .select()
        .from(statementLine)
        .where(eq(statementLine.amount, 1_000n * sign));
      const request = { id: first?.id ?? '', other: id, reason: 'So I say' };
      expect(await read().select().from(statementMatch)).toEqual([]);
      // In live mode two confirm it: one of them sees both amounts before.
      for (const each of [request, { ...request, id, other: request.id }])
        expect(await reasonsToTakeTwo(other, each)).toEqual([expect.stringContaining('same amount')]);
      const details = await write((tx) => Promise.resolve(STATEMENT_LINK.details?.(tx, request)));
      expect(details).toContainEqual({ name: 'Payment in the coin', to: 'not known' });
      expect(await act(STATEMENT_LINK, other, request)).toMatchObject({ ok: true });
      expect((await audit()).findings).toEqual([]);
    },
  );

  test('is impossible in live mode: the approval or the payment records the coin amount', async () => {
    const user = await makeUser({}, { dollars: 1_000 });
    const [one, two] = [createAdminActor((await makeAdmin()).id), createAdminActor((await makeAdmin()).id)];
    const sent = await write((tx) => submitDeposit(tx, user, { method: 'BTC', amount: 1_000_00n, proof: null }));
    const request = { method: 'BTC', amount: 200_00n, wallet: WALLET };
    const out = await write((tx) => requestWithdrawal(tx, user, request));
    if (!sent.ok || !out.ok) throw new Error('Neither was refused');
    await write((tx) => approveWithdrawal(tx, one, out.value.id));
    testEnv(LIVE);
    const error = { code: 'no-coin', field: 'coin', message: expect.stringContaining('BTC') };
    const seen = { id: sent.value.id, received: 1_000_00n };
    const several = await write((tx) =>
      performSeveral(tx, one, DEPOSITS, { decision: 'approve', entries: [{ id: sent.value.id, fields: {} }] }, null),
    );
    expect(JSON.stringify(several)).toContain('Enter the amount in BTC');
    expect(await write((tx) => performIfShown(tx, one, DEPOSIT_ACTS['deposit-approve'], seen, null))).toMatchObject({
      error,
    });
    expect(await write((tx) => payWithdrawal(tx, two, out.value.id, TX))).toMatchObject({ error });
    expect(await write((tx) => payWithdrawal(tx, two, out.value.id, TX, 1n))).not.toMatchObject({ error });
  });
});

test('thousands of small lines are one break a day, which is resolved at once', async () => {
  const by = createAdminActor((await makeAdmin()).id);
  const at = clock.at.getTime();
  const flood = (day: number, count: number, amount: bigint) =>
    Array.from({ length: count }, (_, n) =>
      line({
        key: `${day} ${amount} ${n}`,
        at: at - day * 24 * HOUR + n,
        amount,
        transactionId: `${day}${amount}x${n}`,
      }),
    );
  await importLines('BTC', [
    ...flood(1, 1_500, 7n),
    ...flood(0, 40, 3n),
    line({ key: 'real', amount: 2_000_000n, at: at - 1 }),
    line({ key: 'out', amount: -9n, at: at - 1 }),
  ]);
  const found = await breaksOf('BTC');
  expect(found.map(({ kind, lines }) => [kind, lines.length])).toEqual([
    ['small', 1_500],
    ['unknown', 1],
    ['unknown', 1],
    ['small', 40],
  ]);
  const [small] = found;
  const dust = { id: small?.id ?? '', as: 'dust', reason: 'A flood' } as const;
  expect(await resolve(by, dust)).toMatchObject({ ok: true });
  expect((await breaksOf('BTC')).map(({ kind }) => kind)).toEqual(['unknown', 'unknown', 'small']);

  // Dust can be booked only at its value.
  await importLines(USDT, flood(0, 30, DOLLAR / 2n));
  const [cents, ...others] = await breaksOf(USDT);
  expect(others).toEqual([]);
  const request = { id: cents?.id ?? '', as: 'own', reason: 'A flood' } as const;
  expect(await resolve(by, { ...request, as: 'dust' })).toMatchObject({
    error: { code: 'worth-more' },
  });
  for (const [as, sum, code] of [
    ['own', 50n, 'wrong-amount'],
    ['unidentified', 15_00n, 'several'],
  ] as const)
    expect(await act(STATEMENT_BOOK, by, { ...request, as, amount: sum })).toMatchObject({
      error: { code },
    });
  const booked = await act(STATEMENT_BOOK, by, { ...request, amount: 15_00n });
  expect(booked).toMatchObject({ ok: true });
  expect(await breaksOf(USDT)).toEqual([]);
  expect((await linesOfBooks()).custody).toBe(15_00n);
  expect((await audit()).findings).toEqual([]);
});

test('who alone decided a payment does not match it with its line in live mode', async () => {
  const user = await makeUser({}, { dollars: 1_000 });
  const [one, two] = [createAdminActor((await makeAdmin()).id), createAdminActor((await makeAdmin()).id)];
  const request = { method: 'BTC', amount: 200_00n, wallet: WALLET };
  const { id } = must(await write((tx) => requestWithdrawal(tx, user, request)));
  expect(await write((tx) => approveAndPayWithdrawal(tx, one, id, null, 5n))).toMatchObject({ ok: true });
  await importLines('BTC', [line({ amount: -5n })]);
  const [found] = (await breaksOf('BTC')).filter(({ lines }) => lines.length > 0);
  const match = (by: AdminActor) => act(STATEMENT_LINK, by, { id: found?.id ?? '', other: id, reason: 'The same day' });
  testEnv(LIVE);
  expect(await match(one)).toMatchObject({ error: { code: 'own-decision' } });
  expect(await match(two)).toMatchObject({ ok: true });
});

test('a payment that came back is a line of its own, which is credited to nobody else', async () => {
  const user = await makeUser({}, { dollars: 1_000 });
  const by = createAdminActor((await makeAdmin()).id);
  const request = { method: 'USDT-TRC20', amount: 200_00n, wallet: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' };
  const { id } = must(await write((tx) => requestWithdrawal(tx, user, request)));
  const paid = await write((tx) => approveAndPayWithdrawal(tx, by, id, TX));
  expect(paid).toMatchObject({ ok: true });
  const { journalId } = must(await write((tx) => bounceWithdrawal(tx, by, id, 'No such wallet')));
  const [row] = await read().select().from(withdrawal).where(eq(withdrawal.id, id));
  const sum = ((row?.amount ?? 0n) - (row?.fee ?? 0n)) * 1_000_000n;
  const back = 'cd'.repeat(32);
  await importLines('USDT-TRC20', [
    line({ key: 'out', transactionId: TX, amount: -sum }),
    line({ key: 'back', transactionId: back, amount: sum - 1_000_000n }),
  ]);
  clock.advance(HOUR);
  await importLines('USDT-TRC20', [line({ key: 'later', transactionId: 'ef'.repeat(32), amount: 7n })]);
  const open = await breaksOf('USDT-TRC20');
  expect(open.map(({ kind }) => kind).toSorted()).toEqual(['unknown', 'unknown', 'unseen']);
  const unseen = open.find(({ id: found }) => found === journalId);
  expect(unseen).toMatchObject({ movements: [{ thing: 'return', direction: 'in', amount: sum, itemId: id }] });
  const link = { id: journalId, reason: 'A cent was kept' };
  const lineOf = async (key: string) =>
    (await read().select().from(statementLine).where(eq(statementLine.key, key)))[0]?.id ?? '';
  expect(await write(async (tx) => STATEMENT_LINK.run(tx, by, { ...link, other: await lineOf('out') }))).toMatchObject({
    error: { code: 'wrong-way' },
  });
  const other = await lineOf('back');
  expect(await act(STATEMENT_LINK, by, { ...link, other })).toMatchObject({ ok: true });
  expect(await act(STATEMENT_LINK, by, { ...link, other })).toMatchObject({
    error: { code: 'settled' },
  });
  expect((await loadResolvedPage(other))?.matches).toMatchObject([{ thing: 'return', thingId: journalId, itemId: id }]);
  await expect(credited(back)).rejects.toThrow('is a withdrawal that came back');
  expect(await kindsOf('USDT-TRC20')).toEqual(['unknown']);
  expect((await audit()).findings).toEqual([]);
});

test('a deposit that was credited by hand gets the method and the transaction of its line, once', async () => {
  const by = createAdminActor((await makeAdmin()).id);
  const user = await makeUser();
  const { depositId } = must(
    await write((tx) => creditReceivedDeposit(tx, by, { userId: user.id, amount: 50_00n, reason: 'Seen' })),
  );
  await importLines('USDT-TRC20', [line({ key: 'in', amount: 5_000_000_000n, transactionId: TX })]);
  const [found] = await breaksOf('USDT-TRC20');
  const id = found?.id ?? '';
  const source = await findSource(read(), 'USDT-TRC20');
  expect((source && (await loadBreakPage(source, id)))?.byHand).toMatchObject([{ id: depositId, cents: 50_00n }]);
  const correct = (amount: bigint) => act(STATEMENT_CORRECT, by, { id, deposit: depositId, amount, reason: 'By hand' });
  expect(await correct(49_00n)).toMatchObject({ error: { code: 'wrong-amount' } });
  expect(await correct(50_00n)).toMatchObject({ ok: true });
  expect(await correct(50_00n)).toMatchObject({ error: { code: 'settled' } });
  const rows = await read().select().from(deposit).where(eq(deposit.userId, user.id));
  expect(rows.map(({ method, status, transactionId }) => [method, status, transactionId]).toSorted()).toEqual([
    ['USDT-TRC20', 'approved', TX],
    ['manual', 'reversed', null],
  ]);
  expect((await readBalances(read(), user.id)).available).toBe(50_00n);
  const held = async (method: string) => {
    const [row] = await read()
      .select()
      .from(account)
      .where(eq(account.code, `custody:${method}`));
    return row ? row.debits - row.credits : 0n;
  };
  expect(await held('USDT-TRC20')).toBe(50_00n);
  await expect(credited(TX)).rejects.toThrow('credited');
  expect(await kindsOf('USDT-TRC20')).toEqual([]);
  expect((await audit()).findings).toEqual([]);
});

test('a payment that was matched with a deposit without a transaction is credited to no other one', async () => {
  const by = createAdminActor((await makeAdmin()).id);
  const user = await makeUser();
  const request = { method: USDT, amount: 123_45n, proof: null };
  const first = must(await write((tx) => submitDeposit(tx, user, request)));
  await write((tx) => approveDeposit(tx, by, first.id, 123_45n));
  const paid = line({ key: '0', transactionId: TX, amount: 12_345_000_000n });
  expect(await importLines(USDT, [paid])).toMatchObject({ matched: 1 });
  const again = await dollarsOf(await makeUser(), 123_45n, TX);
  expect(await again.approve()).toMatchObject({
    error: { code: 'reference-used', message: expect.stringContaining(first.id) },
  });
  // A second output of the transaction, whose line is still open, is another payment.
  await importLines(USDT, [line({ key: '1', transactionId: TX, amount: 50n * DOLLAR })]);
  const other = await dollarsOf(await makeUser(), 50_00n, `${TX}:1`);
  expect(await other.approve()).toMatchObject({ ok: true });
  expect((await audit()).findings).toEqual([]);
});

test('lines that a file and the chain both report are stored twice and count once, whichever comes first', async () => {
  const by = createAdminActor((await makeAdmin()).id);
  clock.at = new Date('2026-03-03T12:00:00Z');
  const at = new Date('2026-03-02T10:00Z').getTime();
  const covers = { from: '2026-03-01', until: '2026-03-02' };
  const ofFile = (lines: SourceLine[]) => write((tx) => importStatement(tx, by, { method: 'BTC', lines, covers }));
  const depositId = await credited(TX);
  const other = { at: at + HOUR, transactionId: 'cd'.repeat(32), amount: 30n };
  await ofFile([line({ key: 'f1', at, transactionId: TX }), line({ key: 'f2', ...other })]);
  await importLines('BTC', [
    line({ key: 'c1', at: at + 60_000, transactionId: `0x${TX}`, address: WALLET }),
    line({ key: 'c2', ...other }),
    line({ key: 'c3', ...other, amount: 40n }),
  ]);
  await ofFile([line({ key: 'f3', ...other, amount: 40n })]);
  const source = await findSource(read(), 'BTC');
  const [day] = source ? await loadDaysPage(source) : [];
  expect(day).toMatchObject({ moneyIn: 1_000_070n, lines: 3 });
  const settled = await read()
    .select({ key: statementLine.key, how: statementMatch.how, thingId: statementMatch.thingId })
    .from(statementMatch)
    .innerJoin(statementLine, eq(statementLine.id, statementMatch.lineId));
  expect(settled.map(({ key, how, thingId }) => [key, how, thingId]).toSorted()).toEqual([
    ['c1', 'repeated', null],
    ['f1', 'transaction', depositId],
    ['f2', 'repeated', null],
    ['f3', 'repeated', null],
  ]);
  const [small, ...others] = await breaksOf('BTC');
  expect([small?.kind, small?.lines.length, others]).toEqual(['small', 2, []]);
  // Neither can be marked as a repetition of the line that repeats it.
  for (const { id } of small?.lines ?? [])
    expect(await resolve(by, { id, as: 'repeated', reason: 'Gone' })).toMatchObject({
      error: { code: 'no-other' },
    });
});

describe('a match that was found automatically', () => {
  /** A deposit without a transaction, and the line that has its amount by chance. */
  async function byChance() {
    const by = createAdminActor((await makeAdmin()).id);
    const sent = await dollarsOf(await makeUser(), 123_45n, TX);
    await write((tx) => tx.update(deposit).set({ transactionId: null }).where(eq(deposit.id, sent.id)));
    await sent.approve();
    await importLines(USDT, [line({ amount: 12_345_000_000n, key: '0' })]);
    const [match] = await read().select().from(statementMatch);
    if (!match) throw new Error('Nothing was matched');
    return { by, depositId: sent.id, id: match.lineId ?? '', group: match.groupId };
  }

  test('is undone for good: only a person matches its line again', async () => {
    const { by, depositId, id, group } = await byChance();
    const undo = { id: group, group, reason: 'Another’s' };
    expect(await act(STATEMENT_UNDO, by, undo)).toMatchObject({ ok: true });
    expect(await act(STATEMENT_UNDO, by, undo)).toMatchObject({ error: { code: 'not-found' } });
    // The line is marked, not an event: events may be deleted.
    await write((tx) => tx.delete(event).where(eq(event.event, 'undo-match')));
    expect(await write((tx) => matchAgain(tx, by, USDT))).toMatchObject({ value: { matched: 0 } });
    expect((await kindsOf(USDT)).toSorted()).toEqual(['unknown', 'unseen']);
    const link = { id, other: depositId, reason: 'It is, after all' };
    expect(await act(STATEMENT_LINK, by, link)).toMatchObject({ ok: true });
    expect(await kindsOf(USDT)).toEqual([]);
  });

  test('needs two to undo where a payment counts again, and so does resolving one as another payment', async () => {
    const { by, depositId, group } = await byChance();
    const { when } = STATEMENT_UNDO.takesTwo as Exclude<typeof STATEMENT_UNDO.takesTwo, string>;
    const reasons = (requested: string) =>
      write((tx) => when(tx, by, { id: requested, group: requested, reason: 'Another’s' }));
    expect(await reasons(group)).toEqual(['its payment could be booked or credited again']);
    await act(STATEMENT_UNDO, by, { id: group, group, reason: 'Another’s' });
    const elsewhere = () => act(STATEMENT_ELSEWHERE, by, { id: depositId, reason: 'Paid in cash' });
    expect(await elsewhere()).toMatchObject({ ok: true });
    expect(await elsewhere()).toMatchObject({ error: { code: 'settled' } });
    expect(typeof STATEMENT_ELSEWHERE.takesTwo).toBe('string');
    const [output] = await read().select().from(statementMatch);
    expect(await reasons(output?.groupId ?? '')).toEqual([]);
  });

  test('ends with its deposit: the line of a reversed one is open, and may be another’s', async () => {
    const { by, depositId, id } = await byChance();
    expect(await write((tx) => reverseDeposit(tx, by, depositId, 'Never arrived'))).toMatchObject({ ok: true });
    expect((await breaksOf(USDT)).map((each) => [each.kind, each.id])).toEqual([['unknown', id]]);
    const history = (await loadResolvedPage(id))?.history;
    expect(history).toBeUndefined();
    const other = await dollarsOf(await makeUser(), 123_45n, 'cd'.repeat(32));
    await other.approve();
    expect(await write((tx) => matchAgain(tx, by, USDT))).toMatchObject({ value: { matched: 1 } });
    expect((await loadResolvedPage(id))?.matches).toMatchObject([{ how: 'amount', thingId: other.id }]);
    expect((await loadResolvedPage(id))?.history).toMatchObject([{ event: 'open-again', reason: 'Never arrived' }]);
  });
});

test('a deposit with the amount of unidentified money is approved only with a reason, and by two', async () => {
  const { id: adminId } = await makeAdmin();
  const by = createAdminActor(adminId);
  await importLines(USDT, [line({ amount: 50n * DOLLAR, note: 'From a bank' })]);
  const [found] = await breaksOf(USDT);
  const held = { id: found?.id ?? '', as: 'unidentified', amount: 50_00n, reason: 'Nobody knows' } as const;
  expect(await act(STATEMENT_BOOK, by, held)).toMatchObject({ ok: true });
  const alike = await dollarsOf(await makeUser(), 50_10n, TX);
  const other = await dollarsOf(await makeUser(), 60_00n, 'cd'.repeat(32));
  const approve = DEPOSIT_ACTS['deposit-approve'];
  const { when } = approve.takesTwo as Exclude<typeof approve.takesTwo, string>;
  const request = { id: alike.id, received: 50_10n };
  const shown = await write(async (tx) => await performIfShown(tx, by, approve, request, null));
  expect(shown).toMatchObject({
    error: {
      code: 'preview',
      preview: {
        needsReason: true,
        lines: expect.arrayContaining([
          { name: 'Held as an unidentified receipt, of about this amount', to: expect.stringContaining('From a bank') },
        ]),
      },
    },
  });
  expect(await write((tx) => when(tx, by, request))).toContain('about this amount is held as an unidentified receipt');
  expect(await write((tx) => when(tx, by, { id: other.id, received: 60_00n }))).not.toContain(
    'about this amount is held as an unidentified receipt',
  );
  // A batch has no field for a reason of one.
  const several = { decision: 'approve', entries: [alike, other].map(({ id }) => ({ id, fields: {} })) };
  const digest = await write((tx) => performSeveral(tx, by, DEPOSITS, several, null));
  const ran = await write((tx) =>
    performSeveral(tx, by, DEPOSITS, several, digest.ok ? '' : (digest.error.preview?.digest ?? '')),
  );
  expect(ran).toMatchObject({ value: { results: [{ ok: false }, { ok: true }] } });
});

describe('movements of two statements', () => {
  const covers = { from: '2026-03-01', until: '2026-03-02' };
  const read_ = async (by: AdminActor, lines: Partial<SourceLine>[]) => {
    clock.advance(1_000);
    await write((tx) => importStatement(tx, by, { method: 'BTC', lines: lines.map(line), covers }));
    return await breaksOf('BTC');
  };
  const book = (by: AdminActor, id: string | undefined, another?: 'on') =>
    act(STATEMENT_BOOK, by, { id: id ?? '', as: 'unidentified', amount: 50_00n, another, reason: 'Nobody knows' });

  test('of one transaction are booked once in any spelling, and two payments in one file are booked separately', async () => {
    const by = createAdminActor((await makeAdmin()).id);
    const [first] = await read_(by, [{ key: 'a', transactionId: TX }]);
    expect(await book(by, first?.id)).toMatchObject({ ok: true });
    const [again] = await read_(by, [{ key: 'b', transactionId: TX, address: WALLET }]);
    const refused = { error: { code: 'told-elsewhere', message: expect.stringContaining(TX) } };
    expect(await book(by, again?.id)).toMatchObject(refused);
    // Another resolution of the second line is refused too.
    expect(await book(by, again?.id, 'on')).toMatchObject(refused);
    expect(await resolve(by, { id: again?.id ?? '', as: 'repeated', reason: 'Told twice' })).toMatchObject({
      ok: true,
    });
    // Of two concurrent bookings one is refused.
    const one = (await read_(by, [{ key: 'e', transactionId: 'ef'.repeat(32) }]))[0];
    const two = (await read_(by, [{ key: 'f', transactionId: 'ef'.repeat(32), address: WALLET }])).at(-1);
    const race = await Promise.allSettled([one, two].map((each) => book(by, each?.id)));
    expect(race.filter((each) => each.status === 'fulfilled' && each.value.ok)).toHaveLength(1);
    const left = (await breaksOf('BTC'))[0]?.id ?? '';
    await resolve(by, { id: left, as: 'repeated', reason: 'Told twice' });
    const both = await read_(by, [
      { key: 'c', transactionId: 'cd'.repeat(32), address: WALLET },
      { key: 'd', transactionId: 'cd'.repeat(32) },
    ]);
    for (const { id } of both) expect(await book(by, id)).toMatchObject({ ok: true });
  });

  test('without a transaction are booked again only by a person who resolves them as another movement', async () => {
    const by = createAdminActor((await makeAdmin()).id);
    const [first] = await read_(by, [{ key: 'a' }]);
    expect(await book(by, first?.id)).toMatchObject({ ok: true });
    const [near, far] = await read_(by, [
      { key: 'b', at: clock.at.getTime() + HOUR },
      { key: 'c', at: clock.at.getTime() + 200 * HOUR },
    ]);
    expect(await book(by, near?.id)).toMatchObject({ error: { code: 'told-elsewhere', field: 'another' } });
    const request = { id: near?.id ?? '', as: 'unidentified', amount: 50_00n, another: 'on', reason: 'Two' } as const;
    expect(await write(async (tx) => await STATEMENT_BOOK.details?.(tx, request))).toContainEqual({
      name: 'Confirmed as a different movement from',
      to: expect.stringContaining('0.01 on 2 Mar 2026'),
    });
    expect(await book(by, near?.id, 'on')).toMatchObject({ ok: true });
    expect(await book(by, far?.id)).toMatchObject({ ok: true });
  });
});

test('incoming money is worth what arrived, whatever fee its sender paid', async () => {
  const by = createAdminActor((await makeAdmin()).id);
  await importLines(USDT, [line({ amount: 5n * DOLLAR, fee: 12n * DOLLAR })]);
  const [found] = await breaksOf(USDT);
  const book = (amount: bigint) => act(STATEMENT_BOOK, by, { id: found?.id ?? '', as: 'own', amount, reason: 'Ours' });
  expect(await book(7_00n)).toMatchObject({ error: { message: expect.stringContaining('$5.00') } });
  expect(await book(5_00n)).toMatchObject({ ok: true });
  const [listed] = (await loadSourcesPage()).rows.filter(({ code }) => code === USDT);
  expect(listed?.source?.held).toBe(5n * DOLLAR);
});

test('an opening balance excludes no open break', async () => {
  const by = createAdminActor((await makeAdmin()).id);
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const at = clock.at.getTime();
  await credited(TX);
  await importLines('BTC', [
    line({ key: 'old', at: at - 240 * HOUR }),
    line({ key: 'new', at: at + HOUR, amount: 7n }),
  ]);
  clock.advance(48 * HOUR);
  const open = (days: number) =>
    write((tx) => setOpening(tx, by, { method: 'BTC', day: day(at + days * 24 * HOUR), opening: 5n }));
  // A deposit that is on no statement is never excluded; lines of before the first opening are.
  expect(await open(1)).toMatchObject({ error: { code: 'open-breaks', field: 'day' } });
  expect(await open(-5)).toMatchObject({ ok: true });
  expect((await kindsOf('BTC')).toSorted()).toEqual(['unknown', 'unseen']);
  expect(await open(-20)).toMatchObject({ ok: true });
  expect(await open(-5)).toMatchObject({ error: { message: expect.stringContaining('An open break is from before') } });
  // Nor a deposit of which no statement is read yet.
  await write((tx) => setOpening(tx, by, { method: USDT, day: day(at), opening: 0n }));
  const unread = await dollarsOf(await makeUser(), 50_00n, 'cd'.repeat(32));
  await unread.approve();
  clock.advance(24 * HOUR);
  expect(await kindsOf(USDT)).toEqual([]);
  const past = { method: USDT, day: day(clock.at.getTime()), opening: 0n };
  expect(await write((tx) => setOpening(tx, by, past))).toMatchObject({ error: { code: 'open-breaks' } });
});

test('a withdrawal with another outgoing amount is suggested by its address', async () => {
  const user = await makeUser({}, { dollars: 1_000 });
  const by = createAdminActor((await makeAdmin()).id);
  const others = [1, 2, 3, 4, 5].map((each) => ({ wallet: `0x${String(each).repeat(40)}`, amount: 50_00n }));
  const own = { wallet: `0x${'ab'.repeat(20)}`, amount: 300_00n };
  for (const { wallet, amount } of [...others, own]) {
    const request = must(await write((tx) => requestWithdrawal(tx, user, { method: 'ETH', amount, wallet })));
    const paid = await write((tx) => approveAndPayWithdrawal(tx, by, request.id, null, amount * 1_000n));
    if (!paid.ok) throw new Error(paid.error.message);
  }
  await importLines('ETH', [line({ transactionId: TX, amount: -5_000_001n, address: `0x${'AB'.repeat(20)}` })]);
  const [found] = (await breaksOf('ETH')).filter(({ lines }) => lines.length > 0);
  const source = await findSource(read(), 'ETH');
  const page = source && (await loadBreakPage(source, found?.id ?? ''));
  expect(page?.booked.map(({ address, common }) => [address === own.wallet, common])).toEqual([
    [true, 'address'],
    ...[1, 2, 3, 4].map(() => [false, null]),
  ]);
});

describe('a file', () => {
  const FILE = 'Date,Amount,Tx\n2026-01-02 10:00,0.01,aa\n2026-01-03,-0.02,bb';
  const columns = {
    date: 'Date',
    dateOrder: 'day',
    decimals: 'point',
    amount: 'Amount',
    moneyIn: null,
    moneyOut: null,
    fee: null,
    transactionId: 'Tx',
    address: null,
    note: null,
    header: ['Date', 'Amount', 'Tx'],
  } satisfies StatementColumns;

  test('without signs asks each time for the direction of its money', async () => {
    const by = createAdminActor((await makeAdmin({ role: 'payments' })).id);
    const withdrawals = FILE.replace('-0.02', '0.02');
    const others = `${withdrawals}\n2026-01-04,0.03,cc`;
    for (const [text, amounts, chosen] of [
      [withdrawals, [1_000_000n, 2_000_000n], columns],
      [others, [-1_000_000n, -2_000_000n, -3_000_000n], { ...columns, amount: null, moneyOut: 'Amount' }],
    ] as const) {
      expect(await write(async (tx) => mapColumns(tx, by, { method: 'BTC', columns: chosen }))).toMatchObject({
        ok: true,
      });
      expect(await previewStatementImport('BTC', text)).toMatchObject({
        at: 'columns',
        why: expect.stringContaining('have no sign'),
      });
      const confirmed = await loadColumns('BTC', text, chosen);
      await write(async (tx) => mapColumns(tx, by, { method: 'BTC', columns: confirmed }));
      const run = await previewStatementImport('BTC', text);
      expect(run.at === 'lines' && run.lines.map(({ amount }) => amount)).toEqual(amounts);
    }
    expect(await previewStatementImport('BTC', withdrawals)).toMatchObject({ at: 'columns' });
  });

  test('asks for its columns once, is shown, and is imported as a whole or not at all', async () => {
    const by = createAdminActor((await makeAdmin({ role: 'payments' })).id);
    expect(await previewStatementImport('BTC', FILE)).toMatchObject({
      at: 'columns',
      columns: { date: 'Date', amount: 'Amount' },
    });
    expect(await write((tx) => mapColumns(tx, by, { method: 'BTC', columns }))).toMatchObject({ ok: true });
    const run = await previewStatementImport('BTC', FILE);
    if (run.at !== 'lines') throw new Error(run.at);
    expect(run.counts).toEqual({ fresh: 2, known: 0, matched: 0, breaks: 2 });
    expect(await read().select().from(statementLine)).toEqual([]);
    const { lines, covers } = run;
    expect(covers).toEqual({ from: '2026-01-02', until: '2026-01-03' });
    // An import with other columns or another file than shown is refused.
    expect((await previewStatementImport('BTC', FILE)) as object).toMatchObject({ digest: run.digest });
    expect(((await previewStatementImport('BTC', `${FILE}\n`)) as { digest?: string }).digest).not.toBe(run.digest);
    const other = { method: 'BTC', columns: { ...columns, dateOrder: 'month' } } as const;
    await write((tx) => mapColumns(tx, by, other));
    expect(((await previewStatementImport('BTC', FILE)) as { digest?: string }).digest).not.toBe(run.digest);
    await write((tx) => mapColumns(tx, by, { method: 'BTC', columns }));
    expect(await write((tx) => importStatement(tx, by, { method: 'BTC', lines, covers }))).toMatchObject({ ok: true });
    expect(await previewStatementImport('BTC', `${FILE}\n2026-01-04,0.03,cc`)).toMatchObject({
      counts: { fresh: 1, known: 2 },
    });
    expect(await previewStatementImport('BTC', 'Day,Sum\n1,2')).toMatchObject({
      at: 'columns',
      why: expect.stringContaining('other columns'),
    });
    expect(await previewStatementImport('BTC', FILE.replace('0.02', '=1'))).toMatchObject({ at: 'faults' });
    expect(await previewStatementImport('BTC', FILE.replace('0.02', '1000000000000'))).toMatchObject({ at: 'faults' });
    expect(await previewStatementImport('BTC', '')).toMatchObject({ at: 'unreadable' });
    const opening = { method: 'BTC', day: '2026-01-01', opening: 5n };
    expect(await write((tx) => setOpening(tx, by, opening))).toMatchObject({ ok: true });
    expect(await write((tx) => matchAgain(tx, by, 'BTC'))).toMatchObject({ ok: true, value: { matched: 0 } });
    const [first] = (await loadSourcesPage()).rows;
    expect(first).toMatchObject({ code: 'BTC', source: { breaks: 2 } });
    const events = await read().select({ event: event.event }).from(event).where(eq(event.thing, 'statement'));
    expect(events.map((each) => each.event).toSorted()).toEqual([
      ...['map-columns', 'map-columns', 'map-columns', 'match', 'open', 'take'],
    ]);
    const auditor = createAdminActor((await makeAdmin({ role: 'auditor' })).id);
    expect(await write((tx) => importStatement(tx, auditor, { method: 'BTC', lines, covers }))).toMatchObject({
      error: { code: 'forbidden' },
    });
  });
});
