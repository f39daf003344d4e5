import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { account, statementLine, statementMatch, user } from '#drizzle/schema';
import { act } from '~/features/backoffice';
import { bookNetworkFee } from '~/features/money/books/reserves.server';
import { creditReceivedDeposit } from '~/features/money/wallet/deposits/creditReceivedDeposit.server';
import { type AccountRef, custody, unidentifiedReceiptAccount } from '~/ledger/chartOfAccounts';
import { formatUsd } from '~/ledger/money';
import { calculateBalance } from '~/ledger/posting/accounts.server';
import { type PostedJournal, post } from '~/ledger/posting/post.server';
import { refuseWhilePaymentsWait } from '~/ledger/proof/paymentsWait.server';
import { refuseShortCustody } from '~/ledger/reading/refuseNotCovered.server';
import { now } from '~/platform/clock';
import type { Handle, Reader } from '~/platform/db/index.server';
import { done, type Result, refuse } from '~/platform/result';
import { type Actor, formatActor } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { requireUser } from '~/signIns/userById.server';
import type { StoredLine } from './line';
import { loadBreakToBook, loadLineDetails, REFUSE_NO_BREAK, resolveBreakLines } from './lineToBook.server';
import { toCents } from './movements.server';
import { type BreakInput, getBreakSchema } from './schema';

/* Holds money of an unknown sender as an unidentified receipt, until it is credited to its owner or sent back. */

export type ReceivedLine = { line: StoredLine; groupId: string; held: bigint };

const selectReceipts = (handle: Reader) =>
  handle
    .select({ line: statementLine, groupId: statementMatch.groupId, account })
    .from(statementMatch)
    .innerJoin(statementLine, eq(statementLine.id, statementMatch.lineId))
    .innerJoin(account, eq(account.code, sql`'unidentified:' || ${statementMatch.lineId}`));

const toReceivedLine = ({
  line,
  groupId,
  account: row,
}: Awaited<ReturnType<typeof selectReceipts>>[number]): ReceivedLine => ({
  line,
  groupId,
  held: calculateBalance(row),
});

const REFUSE_RECEIPT = eq(statementMatch.how, 'unidentified');

const MAX_RECEIPTS = 100;

export async function findHeldReceipts(handle: Reader, method: string): Promise<ReceivedLine[]> {
  const rows = await selectReceipts(handle)
    .where(and(eq(statementMatch.method, method), REFUSE_RECEIPT, gt(account.credits, account.debits)))
    .orderBy(desc(statementLine.at))
    .limit(MAX_RECEIPTS);
  return rows.map(toReceivedLine);
}

export async function findReceipt(handle: Reader, line: string): Promise<ReceivedLine | null> {
  const [row] = await selectReceipts(handle).where(and(eq(statementMatch.lineId, line), REFUSE_RECEIPT));
  return row ? toReceivedLine(row) : null;
}

type Booked = { line: string; receipt: string; method: string; amount: bigint; reason: string };

/** Posts money that arrived from an unknown sender, or that was sent back. A line is posted once. The caller checks the rights. */
export async function bookReceipt(
  tx: Handle,
  by: Actor,
  kind: 'receipt-held' | 'receipt-returned',
  { line, receipt, method, amount, reason }: Booked,
): Promise<Result<PostedJournal>> {
  const isHeld = kind === 'receipt-held';
  const waits = isHeld ? null : await refuseWhilePaymentsWait(tx);
  if (waits) return waits;
  const sides: { debit: AccountRef; credit: AccountRef } = isHeld
    ? { debit: custody(method), credit: unidentifiedReceiptAccount(receipt) }
    : { debit: unidentifiedReceiptAccount(receipt), credit: custody(method) };
  const head = { kind, ref: line, actor: formatActor(by), approver: by.approver, reason, effectiveAt: now() };
  const posted = await post(tx, { ...head, legs: [{ ...sides, amount }] });
  if (posted.ok) return done(posted.value);
  if (posted.error.code === 'already-posted')
    return refuse('settled', 'This line was already booked. Nothing was changed.');
  const { account: short, balance } = posted.error;
  return short === unidentifiedReceiptAccount(receipt).code
    ? refuse('more-than-held', `${formatUsd(balance)} of this receipt is held. Nothing was changed.`, 'amount')
    : refuseShortCustody(posted.error, 'amount');
}

const REFUSE_NONE_HELD = refuse('moved-on', 'This receipt is no longer held. Nothing was changed.');

async function findUserByEmailForCredit(tx: Handle, email: string) {
  const [found] = await tx.select({ id: user.id }).from(user).where(eq(user.email, email));
  return found ?? null;
}

type Booking = Promise<Result<{ id: string; journalId: string }>>;

/** Credits the rest of an unidentified receipt as a deposit of the owner whom an administrator has identified. */
async function creditReceipt(tx: Handle, by: Actor, { id, email, reason }: BreakInput<'credit'>): Booking {
  const without = await refuseUnlessMay(tx, by, 'balances:change');
  if (without) return without;
  const receipt = await findReceipt(tx, id);
  if (!receipt || receipt.held === 0n) return REFUSE_NONE_HELD;
  const owner = await findUserByEmailForCredit(tx, email);
  if (!owner) return refuse('no-user', 'No user has this email address. Nothing was changed.', 'email');
  const { line, groupId, held } = receipt;
  const { method, transactionId } = line;
  const sentBack = await tx
    .select({ id: statementMatch.id })
    .from(statementMatch)
    .where(and(eq(statementMatch.groupId, groupId), eq(statementMatch.how, 'returned')));
  // After a partial return, the coin amount of the rest is unknown.
  const coin = sentBack.length === 0 ? line.amount : null;
  const asked = { userId: owner.id, amount: held, reason, receipt: { line: id, method, transactionId, coin } };
  const credited = await creditReceivedDeposit(tx, by, asked);
  if (!credited.ok) return credited;
  const { depositId, journalId } = credited.value;
  const match = { groupId, method, lines: [id], thing: 'deposit', thingId: depositId, how: 'credited' } as const;
  const details = { amount: formatUsd(held), deposit: depositId, journal: journalId };
  await resolveBreakLines(tx, by, id, { ...match, reason, event: 'credit', userId: owner.id, details });
  return done({ id, journalId });
}

/** Books a line as money of an unidentified receipt that was sent back, in whole or in part. */
export async function returnReceipt(
  tx: Handle,
  by: Actor,
  line: StoredLine,
  { id, as: from, amount, another, reason }: BreakInput<'book'>,
): Booking {
  const { method } = line;
  const receipt = await findReceipt(tx, from);
  if (receipt?.line.method !== method)
    return refuse('not-found', 'There is no such line or receipt. Nothing was changed.');
  if (line.amount > 0n) return refuse('wrong-way', 'This line is money in. Nothing was changed.');
  if (receipt.held === 0n) return REFUSE_NONE_HELD;
  const found = await loadBreakToBook(tx, by, line, { amount, another });
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
  const match = { groupId: receipt.groupId, method, lines: [id], how: 'returned' } as const;
  const details = { amount: formatUsd(back), receipt: from, journal: journalId };
  await resolveBreakLines(tx, by, id, { ...match, reason, event: 'return', details });
  return done({ id, journalId });
}

export const STATEMENT_CREDIT = act({
  name: 'statement-credit',
  right: 'balances:change',
  takesTwo: 'it credits a user',
  schema: getBreakSchema('credit'),
  run: creditReceipt,
  title: async (tx, { email }) => {
    const owner = await findUserByEmailForCredit(tx, email);
    return `Credit an unidentified receipt to ${owner ? await requireUser(tx, owner.id) : email}`;
  },
  details: (tx, { id }) => loadLineDetails(tx, id),
  toast: ({ email }) => `Credited to ${email} as a deposit`,
});
