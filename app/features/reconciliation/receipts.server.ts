import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { account, statementLine, statementMatch, user } from '#drizzle/schema';
import { act } from '~/features/approvals';
import { bookNetworkFee } from '~/features/books';
import { creditReceivedDeposit } from '~/features/wallet';
import { formatUsd } from '~/ledger/money';
import { balanceOf } from '~/ledger/posting/provenBalances.server';
import type { Handle, Reader } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { userNamed } from '~/signIns/userById.server';
import { bookReceipt } from './bookReceipt.server';
import { BREAK } from './breaks.server';
import { breakToBook, lineById, NO_BREAK, settle } from './lineToBook.server';
import { centsOf } from './movements.server';
import { bookingDetails, lineDetails } from './resolve.server';
import { creditSchema, type OfBreak, ofBreak, returnSchema } from './schema';
import type { KeptLine } from './statements/takeLines.server';

/*
 * Money that arrived from somebody unknown is held as an unidentified receipt. Once its owner is found it is credited to them as a deposit, in whole;
 * or it is sent back, and the line that tells of that is booked as its return.
 */

/** An unidentified receipt: the line that brought it, and how much of it is held still, cents. */
export type Receipt = { line: KeptLine; groupId: string; held: bigint };

const receipts = (handle: Reader) =>
  handle
    .select({ line: statementLine, groupId: statementMatch.groupId, account })
    .from(statementMatch)
    .innerJoin(statementLine, eq(statementLine.id, statementMatch.lineId))
    .innerJoin(account, eq(account.code, sql`'unidentified:' || ${statementMatch.lineId}`));

const ofRow = ({ account: row, ...receipt }: Receipt & { account: typeof account.$inferSelect }): Receipt => ({
  ...receipt,
  held: balanceOf(row),
});

/** Receipts that a page lists. */
const MOST_RECEIPTS = 100;

/** The receipts of a method of which something is held still, the newest first. */
export async function heldReceipts(handle: Reader, method: string): Promise<Receipt[]> {
  const rows = await receipts(handle)
    .where(
      and(
        eq(statementMatch.method, method),
        eq(statementMatch.how, 'unidentified'),
        gt(account.credits, account.debits),
      ),
    )
    .orderBy(desc(statementLine.at))
    .limit(MOST_RECEIPTS);
  return rows.map((row) => ofRow({ ...row, held: 0n }));
}

/** The receipt that a line of a statement was booked as, whatever is left of it; null where it was not. */
export async function receiptOf(handle: Reader, line: string): Promise<Receipt | null> {
  const [row] = await receipts(handle).where(
    and(eq(statementMatch.lineId, line), eq(statementMatch.how, 'unidentified')),
  );
  return row ? ofRow({ ...row, held: 0n }) : null;
}

const NONE_HELD = refuse('moved-on', 'Nothing of this receipt is held any more. Nothing was changed.');

async function userOf(tx: Handle, email: string) {
  const [found] = await tx.select({ id: user.id }).from(user).where(eq(user.email, email));
  return found ?? null;
}

/** The owner of an unidentified receipt is found: what is held of it becomes a deposit of theirs. */
async function creditReceipt(
  tx: Handle,
  by: Actor,
  { id, email, reason }: OfBreak<typeof creditSchema>,
): Promise<Result<{ id: string; journalId: string }>> {
  const without = await refuseUnlessMay(tx, by, 'balances:change');
  if (without) return without;
  const receipt = await receiptOf(tx, id);
  if (!receipt || receipt.held === 0n) return NONE_HELD;
  const owner = await userOf(tx, email);
  if (!owner) return refuse('no-user', 'No user has this email address. Nothing was changed.', 'email');
  const { line, groupId, held } = receipt;
  const { method, transactionId } = line;
  const sentBack = await tx
    .select({ id: statementMatch.id })
    .from(statementMatch)
    .where(and(eq(statementMatch.groupId, groupId), eq(statementMatch.how, 'returned')));
  // Of a part nobody knows what it is in the coin.
  const coin = sentBack.length === 0 ? line.amount : null;
  const asked = { userId: owner.id, amount: held, reason, receipt: { line: id, method, transactionId, coin } };
  const credited = await creditReceivedDeposit(tx, by, asked);
  if (!credited.ok) return credited;
  const { depositId, journalId } = credited.value;
  await settle(tx, by, { groupId, method, lineId: id, thing: 'deposit', thingId: depositId, how: 'credited', reason });
  const details = { amount: formatUsd(held), deposit: depositId, journal: journalId };
  await record(tx, { thing: BREAK, thingId: id, event: 'credit', by, userId: owner.id, reason, details });
  return done({ id, journalId });
}

/** A line that went out is an unidentified receipt, or a part of it, that was sent back. */
async function returnReceipt(
  tx: Handle,
  by: Actor,
  { id, receipt: from, amount, another, reason }: OfBreak<typeof returnSchema>,
): Promise<Result<{ id: string; journalId: string }>> {
  const without = await refuseUnlessMay(tx, by, 'reserves:change');
  if (without) return without;
  const line = await lineById(tx, id);
  const receipt = await receiptOf(tx, from);
  if (!line || !receipt || receipt.line.method !== line.method)
    return refuse('not-found', 'There is no such line and receipt. Nothing was changed.');
  if (line.amount > 0n) return refuse('wrong-way', 'This line came in. Nothing was changed.');
  if (receipt.held === 0n) return NONE_HELD;
  const found = await breakToBook(tx, by, line, { amount, another });
  if (!found.ok) return found;
  if (found.value.kind !== 'unknown') return NO_BREAK;
  // What the network took on top of the whole receipt is the operator's cost.
  const cost = amount - receipt.held;
  const isCost = cost > 0n && cost <= (centsOf(line.method, line.fee) ?? 0n);
  const back = isCost ? receipt.held : amount;
  const { method } = line;
  const posted = await bookReceipt(tx, by, 'receipt-returned', {
    line: id,
    receipt: from,
    method,
    amount: back,
    reason,
  });
  if (!posted.ok) return posted;
  if (isCost) {
    const fee = await bookNetworkFee(tx, by, { reserve: 'free', amount: cost, reason, method });
    if (!fee.ok) return fee;
  }
  const { journalId } = posted.value;
  await settle(tx, by, { groupId: receipt.groupId, method, lineId: id, how: 'returned', reason });
  const details = { amount: formatUsd(back), receipt: from, journal: journalId };
  await record(tx, { thing: BREAK, thingId: id, event: 'return', by, reason, details });
  return done({ id, journalId });
}

/** What is done with an unidentified receipt, each by two in live mode. */
export const RECEIPT_ACTS = {
  'statement-credit': act({
    name: 'statement-credit',
    right: 'balances:change',
    takesTwo: 'it credits a user',
    schema: ofBreak(creditSchema),
    run: creditReceipt,
    title: async (tx, { email }) => {
      const owner = await userOf(tx, email);
      return `Credit an unidentified receipt to ${owner ? await userNamed(tx, owner.id) : email}`;
    },
    details: (tx, { id }) => lineDetails(tx, id),
    said: ({ email }) => `Credited to ${email} as a deposit`,
  }),
  'statement-return': act({
    name: 'statement-return',
    right: 'reserves:change',
    takesTwo: 'it books money as sent back',
    schema: ofBreak(returnSchema),
    run: returnReceipt,
    title: async (_tx, { amount }) => `Book ${formatUsd(amount)} as an unidentified receipt sent back`,
    details: async (tx, { receipt, ...asked }) => [
      ...(await bookingDetails(tx, asked)),
      ...(await lineDetails(tx, receipt, 'Receipt')),
    ],
    said: ({ amount }) => `${formatUsd(amount)} booked as sent back`,
  }),
};
