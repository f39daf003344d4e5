import { and, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import {
  account,
  deposit,
  depositMethod,
  payment,
  paymentReference,
  statementLine,
  statementMatch,
  user,
  withdrawal,
  type withdrawalMethod,
} from '#drizzle/schema';
import { isDifferentByMore } from '~/features/backoffice';
import { formatUsd } from '~/ledger/money';
import { calculateBalance } from '~/ledger/posting/accounts.server';
import { type Handle, lockRule, type Reader } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { record } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { dayText } from '~/platform/text/dayText';
import { formatCoinAmount } from '../coinAmountText';
import { isOutputOf } from '../outputs';
import { listSpellings, normalizeReference, OLD_NO_REFERENCE, removeOutput } from '../referenceKey';
import { describeTransactionId, readTransactionId } from '../transactionIds';
import { type CoinOfMethod, findCoinOfMethod } from './coins';

type Methods = typeof depositMethod | typeof withdrawalMethod;

export async function findMethodOf(
  handle: Reader,
  methods: Methods,
  code: string,
): Promise<{ network: string | null; coin: CoinOfMethod | null }> {
  const [method] = await handle.select({ network: methods.network }).from(methods).where(eq(methods.code, code));
  return {
    network: method?.network ?? null,
    coin: method ? findCoinOfMethod({ code, network: method.network }) : null,
  };
}

/** Reads the coin amount that an administrator entered; null if empty. Live mode requires it, unless `mayBeUnknown`. */
export function parseEnteredPayment(
  coin: CoinOfMethod | null,
  units: bigint | undefined,
  { mayBeUnknown = isPaper() } = {},
): Result<{ units: bigint; text: string } | null> {
  if (!coin) return done(null);
  if (units !== undefined) return done({ units, text: formatCoinAmount(coin.coin, units) ?? '' });
  if (mayBeUnknown) return done(null);
  return refuse('no-coin', `Enter the amount in ${coin.coin}, as the wallet shows it`, 'coin');
}

export const STATEMENT_BREAK = 'statement break';

/* A transaction credits one deposit or pays one withdrawal. The unique key of `payment` guarantees that. */

type Booked =
  /** `receipt`: line of a statement whose unidentified receipt held the money. */
  { depositId: string; field: 'transactionId'; receipt?: string } | { withdrawalId: string; field: 'reference' };

/** Parses a payment ID in the form of its network (null: unknown). The field's error describes that form. */
export function readPaymentId(
  input: string,
  network: string | null,
  /** Administrators may add the number of an output, as in `abc123:1`. Investors may not, since each number would be another payment. */
  { field, by }: { field: Booked['field']; by: 'admin' | 'investor' },
): Result<string> {
  const id = readTransactionId(input, network, { practice: isPaper(), output: by === 'admin' });
  return id === null ? refuse('no-transaction', describeTransactionId(network), field) : done(id);
}

/** Returns the transaction ID of a statement line as deposits store it; null for other references, such as a bank's. */
export async function findPaymentOnStatement(tx: Handle, method: string, named: string | null): Promise<string | null> {
  const { network } = await findMethodOf(tx, depositMethod, method);
  return named === null ? null : readTransactionId(named, network, { practice: isPaper(), output: true });
}

/**
 * Reserves a transaction for one approved deposit or paid withdrawal, or refuses with the other one. With an output's number (`abc123:1`)
 * it is a payment of its own; once outputs were booked, the whole transaction is refused.
 */
export async function claimPayment(tx: Handle, transactionId: string, booked: Booked): Promise<Result<null>> {
  const { field, receipt, ...payee } = { receipt: undefined, ...booked };
  const key = normalizeReference(transactionId);
  // The key is unique, but a transaction and its outputs have different keys.
  await lockRule(tx, `payments of ${removeOutput(key)}`);
  const stored = await tx
    .insert(payment)
    .values({ key, ...payee })
    .onConflictDoNothing()
    .returning({ key: payment.key });
  const used =
    stored.length === 0
      ? await describeBooking(tx, key, receipt)
      : ((await describeOldBooking(tx, transactionId, booked)) ??
        (await describeBookingInParts(tx, key, receipt)) ??
        // A receipt's money belongs to its own line, so other lines of the transaction do not matter.
        (receipt ? null : ((await describeOtherBooking(tx, key)) ?? (await describeEarlierMatch(tx, key)))));
  if (used === null) return done(null);
  const message = `This transaction ${used}. If one transaction pays several, add the number of its output, as in abc123:1.`;
  return refuse('reference-used', message, field);
}

/**
 * Releases the transaction of a reversed deposit, so that another deposit can be credited with it. Does not release
 * it while another receipt of the transaction is credited.
 */
export async function releasePayment(tx: Handle, depositId: string, transactionId: string): Promise<void> {
  const key = normalizeReference(transactionId);
  const released = await tx
    .delete(payment)
    .where(and(eq(payment.key, key), eq(payment.depositId, depositId)))
    .returning({ key: payment.key });
  if (released.length === 0) return;
  const [other] = await tx
    .select({ id: deposit.id })
    .from(deposit)
    .innerJoin(statementMatch, and(eq(statementMatch.thingId, deposit.id), eq(statementMatch.how, 'credited')))
    .where(and(inArray(deposit.transactionId, listSpellings(transactionId)), eq(deposit.status, 'approved')))
    .limit(1);
  if (other) await tx.insert(payment).values({ key, depositId: other.id });
}

/** Reopens the lines matched with a reversed deposit and all lines of their groups. Credited receipts are held again. */
export async function reopenLines(tx: Handle, by: Actor, depositId: string, reason: string): Promise<void> {
  const groups = tx
    .select({ groupId: statementMatch.groupId })
    .from(statementMatch)
    .where(
      and(eq(statementMatch.thingId, depositId), isNotNull(statementMatch.lineId), ne(statementMatch.how, 'credited')),
    );
  const opened = await tx
    .delete(statementMatch)
    .where(inArray(statementMatch.groupId, groups))
    .returning({ line: statementMatch.lineId, how: statementMatch.how });
  const lines = new Map(opened.flatMap(({ line, how }) => (line ? [[line, how] as const] : [])));
  for (const [line, how] of lines) {
    const details = { was: how, 'deposit reversed': depositId };
    await record(tx, { thing: STATEMENT_BREAK, thingId: line, event: 'open-again', by, reason, details });
  }
}

/** Largest difference between amounts that count as similar, basis points, since two quotes of a coin differ. */
const ALIKE_BPS = 500;

/** Finds unidentified receipts within 5% of an amount (cents), to warn that one may be the payment of a deposit. */
export async function findSimilarReceipts(
  handle: Reader,
  { method, transactionId, amount }: { method: string; transactionId: string | null; amount: bigint },
) {
  const found = await handle
    .select({ line: statementLine, account })
    .from(statementMatch)
    .innerJoin(statementLine, eq(statementLine.id, statementMatch.lineId))
    .innerJoin(account, eq(account.code, sql`'unidentified:' || ${statementMatch.lineId}`))
    .where(
      and(
        eq(statementMatch.method, method),
        eq(statementMatch.how, 'unidentified'),
        transactionId === null ? undefined : isNull(statementLine.transactionKey),
      ),
    );
  return found.flatMap(({ line, account: row }) => {
    const held = calculateBalance(row);
    return held > 0n && !isDifferentByMore(held, amount, ALIKE_BPS) ? [line] : [];
  });
}

async function isOfReceipt(tx: Handle, depositId: string): Promise<boolean> {
  const [found] = await tx
    .select({ id: statementMatch.id })
    .from(statementMatch)
    .where(and(eq(statementMatch.thingId, depositId), eq(statementMatch.how, 'credited')))
    .limit(1);
  return found !== undefined;
}

/** Describes the booking of a transaction; null if the booking and `receipt` are different receipts of it. */
async function describeBooking(tx: Handle, key: string, receipt?: string): Promise<string | null> {
  const [row] = await tx.select().from(payment).where(eq(payment.key, key));
  if (row?.depositId)
    return receipt && (await isOfReceipt(tx, row.depositId)) ? null : await describeCredit(tx, row.depositId);
  if (row?.withdrawalId) return await describePaid(tx, row.withdrawalId);
  throw new Error(`The payment ${key} is kept for nothing`);
}

/** Describes the earlier booking of one output of a transaction; null if there is none or if `key` names an output. */
async function describeBookingInParts(tx: Handle, key: string, receipt?: string): Promise<string | null> {
  if (removeOutput(key) !== key) return null;
  const [part] = await tx.select({ key: payment.key }).from(payment).where(isOutputOf(payment.key, key)).limit(1);
  return part ? await describeBooking(tx, part.key, receipt) : null;
}

/** Describes how a statement line of this transaction was booked, if not as a payment; null otherwise. */
async function describeOtherBooking(tx: Handle, key: string): Promise<string | null> {
  const [found] = await tx
    .select({ how: statementMatch.how })
    .from(statementMatch)
    .innerJoin(statementLine, eq(statementLine.id, statementMatch.lineId))
    .where(
      and(
        eq(statementLine.transactionKey, removeOutput(key)),
        or(inArray(statementMatch.how, ['own', 'unidentified']), eq(statementMatch.thing, 'return')),
      ),
    )
    .limit(1);
  if (!found) return null;
  if (found.how === 'own') return 'was booked as the operator’s own money, under Reconciliation';
  return found.how === 'unidentified'
    ? 'is held as an unidentified receipt: credit it to its owner under Reconciliation'
    : 'is a withdrawal that came back, under Reconciliation';
}

/** Describes the match of a transaction with a line that does not name it; null if there is none or another line is open. */
async function describeEarlierMatch(tx: Handle, key: string): Promise<string | null> {
  const lines = await tx
    .select({ id: statementMatch.thingId, match: statementMatch.id })
    .from(statementLine)
    .leftJoin(statementMatch, eq(statementMatch.lineId, statementLine.id))
    .where(eq(statementLine.transactionKey, removeOutput(key)));
  const ids = lines.flatMap(({ id }) => id ?? []);
  if (ids.length === 0 || lines.some(({ match }) => match === null)) return null;
  const [credited] = await tx
    .select({ id: deposit.id })
    .from(deposit)
    .where(and(inArray(deposit.id, ids), eq(deposit.status, 'approved'), isNull(deposit.transactionId)));
  if (credited) return await describeCredit(tx, credited.id);
  const [paid] = await tx
    .select({ id: withdrawal.id })
    .from(withdrawal)
    .where(
      and(
        inArray(withdrawal.id, ids),
        isNotNull(withdrawal.paidAt),
        or(isNull(withdrawal.reference), eq(withdrawal.reference, OLD_NO_REFERENCE)),
      ),
    );
  return paid ? await describePaid(tx, paid.id) : null;
}

/** Describes a deposit or withdrawal booked before the table `payment` existed; null without one. */
async function describeOldBooking(tx: Handle, transactionId: string, booked: Booked): Promise<string | null> {
  const [paid] = await tx
    .select()
    .from(paymentReference)
    .where(eq(paymentReference.key, normalizeReference(transactionId)));
  if (paid) return await describePaid(tx, paid.withdrawalId);
  const { depositId: own, receipt } = 'depositId' in booked ? booked : { depositId: '', receipt: undefined };
  const credited = await tx
    .select({ id: deposit.id })
    .from(deposit)
    .where(
      and(
        inArray(deposit.transactionId, listSpellings(transactionId)),
        eq(deposit.status, 'approved'),
        ne(deposit.id, own),
      ),
    );
  for (const { id } of credited) if (!receipt || !(await isOfReceipt(tx, id))) return await describeCredit(tx, id);
  return null;
}

async function describeCredit(tx: Handle, id: string): Promise<string> {
  const [found] = await tx
    .select({ row: deposit, first: user.firstName, last: user.lastName })
    .from(deposit)
    .innerJoin(user, eq(user.id, deposit.userId))
    .where(eq(deposit.id, id));
  if (!found) throw new Error(`There is no deposit ${id}`);
  const { received, amount, decidedAt } = found.row;
  return `credited ${found.first} ${found.last} ${formatUsd(received ?? amount)}${formatOnDay(decidedAt)} (deposit ${id})`;
}

async function describePaid(tx: Handle, id: string): Promise<string> {
  const [found] = await tx
    .select({ row: withdrawal, first: user.firstName, last: user.lastName })
    .from(withdrawal)
    .innerJoin(user, eq(user.id, withdrawal.userId))
    .where(eq(withdrawal.id, id));
  if (!found) throw new Error(`There is no withdrawal ${id}`);
  const { amount, fee, paidAt } = found.row;
  return `paid ${found.first} ${found.last} ${formatUsd(amount - fee)}${formatOnDay(paidAt)} (withdrawal ${id})`;
}

const formatOnDay = (at: Date | null): string => (at ? ` on ${dayText(at)}` : '');
