import { and, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import { account, deposit as depositTable, statementLine, statementMatch, user } from '#drizzle/schema';
import { act } from '~/features/backoffice';
import { bookNetworkFee, fundReserve, withdrawReserve } from '~/features/money/books/reserves.server';
import { correctDeposit } from '~/features/money/wallet/deposits/correctDeposit.server';
import { creditReceivedDeposit } from '~/features/money/wallet/deposits/creditReceivedDeposit.server';
import { custody, unidentifiedReceiptAccount } from '~/ledger/chartOfAccounts';
import { formatUsd } from '~/ledger/money';
import { calculateBalance } from '~/ledger/posting/accounts.server';
import { type PostedJournal, post } from '~/ledger/posting/post.server';
import { refuseWhilePaymentsWait } from '~/ledger/proof/paymentsWait.server';
import { refuseShortCustody } from '~/ledger/reading/refuseNotCovered.server';
import { now } from '~/platform/clock';
import type { Handle, Reader } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { done, type Result, refuse } from '~/platform/result';
import { type Actor, formatActor } from '~/platform/states';
import { methodText } from '~/platform/text/methodText';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { requireUser } from '~/signIns/userById.server';
import { findBreakOfLine, isOpenBreak, type StatementBreak } from './breaks.server';
import { listIds, type StoredLine } from './line';
import { type BookedMovement, findMovement, isManual, toCents } from './movements.server';
import {
  findBookedElsewhere,
  loadBookingDetails,
  loadBreakToBook,
  loadLine,
  loadLineDetails,
  loadOpenLine,
  REFUSE_NO_BREAK,
  refuseBookedElsewhere,
  refuseResolved,
  resolveBreakLines,
  selectLinesTogether,
  sumLines,
} from './resolve.server';
import { BOOKINGS, type BreakInput, getBreakSchema, isBooking } from './schema';

/* Resolutions of a line that post a journal: a booking, an unidentified receipt and its credit or return, a corrected deposit. */

type Posted = Promise<Result<{ id: string; journalId: string }>>;

/** Line of an unknown sender's money, which is held as an unidentified receipt until it is credited to its owner or sent back. */
export type ReceivedLine = { line: StoredLine; groupId: string; held: bigint };

const MAX_RECEIPTS = 100;

async function findReceipts(handle: Reader, ...which: SQL[]): Promise<ReceivedLine[]> {
  const rows = await handle
    .select({ line: statementLine, groupId: statementMatch.groupId, account })
    .from(statementMatch)
    .innerJoin(statementLine, eq(statementLine.id, statementMatch.lineId))
    .innerJoin(account, eq(account.code, sql`'unidentified:' || ${statementMatch.lineId}`))
    .where(and(eq(statementMatch.how, 'unidentified'), ...which))
    .orderBy(desc(statementLine.at))
    .limit(MAX_RECEIPTS);
  return rows.map(({ account: row, ...receipt }) => ({ ...receipt, held: calculateBalance(row) }));
}

export const findHeldReceipts = (handle: Reader, method: string): Promise<ReceivedLine[]> =>
  findReceipts(handle, eq(statementMatch.method, method), gt(account.credits, account.debits));

export const findReceipt = async (handle: Reader, line: string): Promise<ReceivedLine | null> =>
  (await findReceipts(handle, eq(statementMatch.lineId, line)))[0] ?? null;

type Receipt = { line: string; receipt: string; method: string; amount: bigint; reason: string };

/** Posts money that arrived from an unknown sender, or that was sent back. A line is posted once. The caller checks the rights. */
async function bookReceipt(
  tx: Handle,
  by: Actor,
  kind: 'receipt-held' | 'receipt-returned',
  { line, receipt, method, amount, reason }: Receipt,
): Promise<Result<PostedJournal>> {
  const isHeld = kind === 'receipt-held';
  const waits = isHeld ? null : await refuseWhilePaymentsWait(tx);
  if (waits) return waits;
  const held = unidentifiedReceiptAccount(receipt);
  const sides = isHeld ? { debit: custody(method), credit: held } : { debit: held, credit: custody(method) };
  const head = { kind, ref: line, actor: formatActor(by), approver: by.approver, reason, effectiveAt: now() };
  const posted = await post(tx, { ...head, legs: [{ ...sides, amount }] });
  if (posted.ok) return done(posted.value);
  if (posted.error.code === 'already-posted')
    return refuse('settled', 'This line was already booked. Nothing was changed.');
  const { account: short, balance } = posted.error;
  return short === held.code
    ? refuse('more-than-held', `${formatUsd(balance)} of this receipt is held. Nothing was changed.`, 'amount')
    : refuseShortCustody(posted.error, 'amount');
}

/** Books a line: against the free reserve as the operator's own money or a network fee, or as an unidentified receipt or its return. */
async function bookLine(tx: Handle, by: Actor, input: BreakInput<'book'>): Posted {
  const { id, as, amount, reason } = input;
  const opened = await loadOpenLine(tx, by, 'reserves:change', id);
  if (!opened.ok) return opened;
  const line = opened.value;
  if (!isBooking(as)) return await returnReceipt(tx, by, line, input);
  const { method } = line;
  const isIn = line.amount > 0n;
  if (as === 'fee' && isIn)
    return refuse('wrong-way', 'A fee is money out, and this is money in. Nothing was changed.', 'as');
  if (as === 'unidentified' && !isIn)
    return refuse('wrong-way', 'A receipt is money in, and this is money out. Nothing was changed.', 'as');
  const found = await loadBreakToBook(tx, line, input);
  if (!found.ok) return found;
  const lines = selectLinesTogether(found.value, line);
  if (as === 'unidentified' && lines.length > 1)
    return refuse('several', 'Each of these lines may have another owner. Nothing was changed.', 'as');
  const bookReserve = as === 'fee' ? bookNetworkFee : isIn ? fundReserve : withdrawReserve;
  const posted =
    as === 'unidentified'
      ? await bookReceipt(tx, by, 'receipt-held', { line: id, receipt: id, method, amount, reason })
      : await bookReserve(tx, by, { reserve: 'free', amount, reason, method });
  if (!posted.ok) return posted;
  const { journalId } = posted.value;
  const details = { as: BOOKINGS[as], amount: formatUsd(amount), journal: journalId };
  const match = { method, lines: listIds(lines), how: as, reason };
  await resolveBreakLines(tx, by, id, { ...match, event: 'resolve', details });
  return done({ id, journalId });
}

const REFUSE_NONE_HELD = refuse('moved-on', 'This receipt is no longer held. Nothing was changed.');

/** Books a line as money of an unidentified receipt that was sent back, in whole or in part. */
async function returnReceipt(tx: Handle, by: Actor, line: StoredLine, input: BreakInput<'book'>): Posted {
  const { id, as: from, amount, reason } = input;
  const { method } = line;
  const receipt = await findReceipt(tx, from);
  if (receipt?.line.method !== method)
    return refuse('not-found', 'There is no such line or receipt. Nothing was changed.');
  if (line.amount > 0n) return refuse('wrong-way', 'This line is money in. Nothing was changed.');
  if (receipt.held === 0n) return REFUSE_NONE_HELD;
  const found = await loadBreakToBook(tx, line, input);
  if (!found.ok) return found;
  if (found.value.kind !== 'unknown') return REFUSE_NO_BREAK;
  // The network's fee beyond the whole receipt is the operator's cost.
  const cost = amount - receipt.held;
  const isCost = cost > 0n && cost <= (toCents(method, line.fee) ?? 0n);
  const back = isCost ? receipt.held : amount;
  const returned = { line: id, receipt: from, method, amount: back, reason };
  const posted = await bookReceipt(tx, by, 'receipt-returned', returned);
  if (!posted.ok) return posted;
  if (isCost) {
    const fee = await bookNetworkFee(tx, by, { reserve: 'free', amount: cost, reason, method });
    if (!fee.ok) return fee;
  }
  const { journalId } = posted.value;
  const match = { groupId: receipt.groupId, method, lines: [id], how: 'returned', reason } as const;
  const details = { amount: formatUsd(back), receipt: from, journal: journalId };
  await resolveBreakLines(tx, by, id, { ...match, event: 'return', details });
  return done({ id, journalId });
}

export const STATEMENT_BOOK = act({
  name: 'statement-book',
  right: 'reserves:change',
  takesTwo: 'it books money in custody',
  schema: getBreakSchema('book'),
  run: bookLine,
  title: async (tx, { id, as, amount }) => {
    const line = await loadLine(tx, id);
    return `Book a statement line${line ? ` of ${methodText(line.method)}` : ''}, ${formatUsd(amount)}: ${isBooking(as) ? BOOKINGS[as] : 'An unidentified receipt, sent back'}`;
  },
  details: async (tx, input) => [
    ...(await loadBookingDetails(tx, input)),
    ...(isBooking(input.as) ? [] : await loadLineDetails(tx, input.as, 'Receipt')),
  ],
  toast: ({ amount }) => `${formatUsd(amount)} booked`,
});

const findUserByEmail = async (tx: Handle, email: string) =>
  (await tx.select({ id: user.id }).from(user).where(eq(user.email, email)))[0];

/** Credits the rest of an unidentified receipt as a deposit of the owner whom an administrator has identified. */
async function creditReceipt(tx: Handle, by: Actor, { id, email, reason }: BreakInput<'credit'>): Posted {
  const without = await refuseUnlessMay(tx, by, 'balances:change');
  if (without) return without;
  const receipt = await findReceipt(tx, id);
  if (!receipt || receipt.held === 0n) return REFUSE_NONE_HELD;
  const owner = await findUserByEmail(tx, email);
  if (!owner) return refuse('no-user', 'No user has this email address. Nothing was changed.', 'email');
  const { line, groupId, held } = receipt;
  const { method, transactionId } = line;
  const isReturn = and(eq(statementMatch.groupId, groupId), eq(statementMatch.how, 'returned'));
  const sentBack = await tx.select({ id: statementMatch.id }).from(statementMatch).where(isReturn);
  // After a partial return, the coin amount of the rest is unknown.
  const coin = sentBack.length === 0 ? line.amount : null;
  const requested = { userId: owner.id, amount: held, reason, receipt: { line: id, method, transactionId, coin } };
  const credited = await creditReceivedDeposit(tx, by, requested);
  if (!credited.ok) return credited;
  const { depositId, journalId } = credited.value;
  const match = {
    groupId,
    method,
    lines: [id],
    thing: 'deposit',
    thingId: depositId,
    how: 'credited',
    reason,
  } as const;
  const details = { amount: formatUsd(held), deposit: depositId, journal: journalId };
  await resolveBreakLines(tx, by, id, { ...match, event: 'credit', userId: owner.id, details });
  return done({ id, journalId });
}

export const STATEMENT_CREDIT = act({
  name: 'statement-credit',
  right: 'balances:change',
  takesTwo: 'it credits a user',
  schema: getBreakSchema('credit'),
  run: creditReceipt,
  title: async (tx, { email }) => {
    const owner = await findUserByEmail(tx, email);
    return `Credit an unidentified receipt to ${owner ? await requireUser(tx, owner.id) : email}`;
  },
  details: (tx, { id }) => loadLineDetails(tx, id),
  toast: ({ email }) => `Credited to ${email} as a deposit`,
});

const selectLinesFor = ({ lines, movements }: StatementBreak, deposit: string, line: StoredLine): StoredLine[] =>
  movements.some(({ id }) => id === deposit) ? lines : [line];

/**
 * Returns whether a line can be the payment of a deposit credited with another amount. If both have a transaction, it must be the same.
 */
export const canBePaymentFor = (line: StoredLine, { thing, transaction }: BookedMovement): boolean =>
  thing === 'deposit' &&
  line.amount > 0n &&
  (!transaction || !line.transactionKey || transaction === line.transactionKey);

/** Returns the corrected amount of a deposit by its lines, cents; null if the books have no amount of its coin. */
export function computeCorrectedWorth(
  found: StatementBreak,
  line: StoredLine,
  { id, amount, cents }: BookedMovement,
): bigint | null {
  const units = sumLines(selectLinesFor(found, id, line));
  return toCents(line.method, units) ?? (amount ? (cents * units) / amount : null);
}

async function correctLine(tx: Handle, by: Actor, { id, deposit, amount, reason }: BreakInput<'correct'>): Posted {
  const opened = await loadOpenLine(tx, by, 'payments:decide', id);
  if (!opened.ok) return opened;
  const line = opened.value;
  const movement = await findMovement(tx, deposit);
  if (!movement || (movement.method !== line.method && !isManual(movement)))
    return refuse('not-found', 'There is no such line or deposit. Nothing was changed.');
  if (!(await isOpenBreak(tx, deposit))) return refuseResolved('deposit');
  const found = await findBreakOfLine(tx, line);
  if (!found || found.kind === 'repeated') return REFUSE_NO_BREAK;
  if (!canBePaymentFor(line, movement))
    return refuse('other-payment', 'The line is not a payment for this deposit. Nothing was changed.', 'deposit');
  if (found.movements.length > 1 || (found.movements[0] && found.movements[0].id !== deposit))
    return refuse(
      'several',
      'Several deposits have this transaction. Reverse those that did not arrive in the queue, then check the break again.',
      'deposit',
    );
  const echoed = await findBookedElsewhere(tx, line);
  if (echoed?.isSure) return refuseBookedElsewhere(echoed.line);
  const lines = selectLinesFor(found, deposit, line);
  const worth = toCents(line.method, sumLines(lines));
  if (worth !== null && worth !== amount)
    return refuse('wrong-amount', `The statement says ${formatUsd(worth)}. Nothing was changed.`, 'amount');
  const { method, transactionId: onStatement } = line;
  const arrived = { method, received: amount, coin: sumLines(lines), onStatement, reason };
  const corrected = await correctDeposit(tx, by, deposit, arrived);
  if (!corrected.ok) return corrected;
  const { depositId: thingId, journalId } = corrected.value;
  const match = { method, lines: listIds(lines), thing: 'deposit', thingId, how: 'corrected', reason } as const;
  const details = {
    'credited before': formatUsd(movement.cents),
    corrected: formatUsd(amount),
    'deposit reversed': deposit,
    'deposit credited': thingId,
  };
  await resolveBreakLines(tx, by, id, { ...match, event: 'correct', userId: movement.owner.id, details });
  return done({ id, journalId });
}

export const STATEMENT_CORRECT = act({
  name: 'statement-correct',
  right: 'payments:decide',
  takesTwo: 'it takes back a deposit and credits another amount',
  schema: getBreakSchema('correct'),
  run: correctLine,
  title: async (tx, { deposit, amount }) => {
    const [found] = await verified(tx, depositTable, { id: deposit });
    return `Correct a deposit of ${found ? await requireUser(tx, found.userId) : deposit} to ${formatUsd(amount)}`;
  },
  details: async (tx, { id, deposit }) => {
    const [found] = await verified(tx, depositTable, { id: deposit });
    const line = await loadLine(tx, id);
    return [
      ...(found && isManual(found) && line ? [{ name: 'Credited by hand; its method will be', to: line.method }] : []),
      ...(found?.received ? [{ name: 'Credited so far', to: formatUsd(found.received) }] : []),
      ...(found?.transactionId ? [{ name: 'Transaction of the deposit', to: found.transactionId }] : []),
      ...(await loadLineDetails(tx, id)),
    ];
  },
  toast: ({ amount }) => `Deposit corrected to ${formatUsd(amount)}`,
});
