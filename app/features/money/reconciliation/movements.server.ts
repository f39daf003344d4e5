import { and, eq, gte, inArray, isNotNull, notExists, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { deposit, journal, statementMatch, user, withdrawal } from '#drizzle/schema';
import { getRealReference, normalizeReference } from '~/features/money/wallet/referenceKey';
import { after } from '~/platform/clock';
import { findAll, type Reader } from '~/platform/db/index.server';
import { DAY } from '~/platform/durations';
import { MATCH_WINDOW_MS, type Movement } from './matching';

export type BookedMovement = Movement & {
  thing: 'deposit' | 'withdrawal' | 'return';
  method: string;
  itemId: string;
  /** Booked amount, in US cents. */
  cents: bigint;
  owner: { id: string; name: string };
  enteredTransactionId: string | null;
};

/**
 * Returns the normalised transaction ID by which lines and movements are compared. Removes the number of an output
 * (`:1`), which distinguishes payments within one transaction.
 */
export const getTransactionKey = (id: string): string => normalizeReference(id).replace(/:\d+$/, '');

const UNITS_OF_A_CENT = 1_000_000n;

const isDollar = (method: string): boolean => /^USD[CT]\b/.test(method);

/** Returns the amount of a dollar coin in cents, without its sign; null for any other coin. */
export function toCents(method: string, units: bigint): bigint | null {
  const size = units < 0n ? -units : units;
  return isDollar(method) ? (size + UNITS_OF_A_CENT / 2n) / UNITS_OF_A_CENT : null;
}

const toCoins = (method: string, entered: bigint | null, cents: bigint): bigint | null =>
  entered ?? (isDollar(method) ? cents * UNITS_OF_A_CENT : null);

const withFullName = ({ id, firstName, lastName, email }: typeof user.$inferSelect) => ({
  id,
  name: `${firstName} ${lastName}`.trim() || email,
});

type OfDeposit = { row: typeof deposit.$inferSelect; person: typeof user.$inferSelect };

function toDepositMovement({ row, person }: OfDeposit): BookedMovement {
  const { id, method, amount, received, coinAmount, coinReceived, createdAt, decidedAt, transactionId } = row;
  const cents = received ?? amount;
  // Uses the received coin amount if it is known, else the requested one; for a dollar coin, the booked dollars.
  const entered = coinReceived ?? (cents === amount && !isDollar(method) ? coinAmount : null);
  return {
    id,
    itemId: id,
    thing: 'deposit',
    method,
    direction: 'in',
    amount: toCoins(method, entered, cents),
    from: createdAt.getTime(),
    until: (decidedAt ?? createdAt).getTime(),
    transaction: transactionId && getTransactionKey(transactionId),
    enteredTransactionId: transactionId,
    // All users pay to the same address of the method, so it does not identify a user.
    address: null,
    cents,
    owner: withFullName(person),
  };
}

type OfWithdrawal = { row: typeof withdrawal.$inferSelect; person: typeof user.$inferSelect };

function toWithdrawalMovement({ row, person }: OfWithdrawal): BookedMovement {
  const { id, method, amount, fee, coinPaid, requestedAt, approvedAt, paidAt, reference, wallet } = row;
  const cents = amount - fee;
  const units = toCoins(method, coinPaid, cents);
  const enteredTransactionId = getRealReference(reference);
  return {
    id,
    itemId: id,
    thing: 'withdrawal',
    method,
    direction: 'out',
    amount: units === null ? null : -units,
    from: (approvedAt ?? requestedAt).getTime(),
    until: (paidAt ?? requestedAt).getTime(),
    transaction: enteredTransactionId && getTransactionKey(enteredTransactionId),
    enteredTransactionId,
    address: wallet,
    cents,
    owner: withFullName(person),
  };
}

/** Returns the reverse movement: a withdrawal that came back, or a deposit that was charged back. */
const toReverseMovement = (made: BookedMovement, journalId: string, until = made.until): BookedMovement => ({
  ...made,
  id: journalId,
  thing: 'return',
  direction: made.direction === 'in' ? 'out' : 'in',
  amount: made.amount === null ? null : -made.amount,
  from: made.until,
  until,
  // The return has another transaction and address than the payment.
  transaction: null,
  enteredTransactionId: null,
  address: null,
});

const isOpen = (handle: Reader, id: SQLiteColumn) =>
  notExists(handle.select({ one: sql`1` }).from(statementMatch).where(eq(statementMatch.thingId, id)));

async function findDeposits(handle: Reader, ...which: SQL[]): Promise<BookedMovement[]> {
  const of = handle.select({ row: deposit, person: user }).from(deposit);
  const rows = await of.innerJoin(user, eq(user.id, deposit.userId)).where(and(...which));
  return rows.map(toDepositMovement);
}

async function findWithdrawals(handle: Reader, ...which: SQL[]): Promise<BookedMovement[]> {
  const isPaid = and(inArray(withdrawal.status, ['paid', 'bounced']), isNotNull(withdrawal.paidAt));
  const of = handle.select({ row: withdrawal, person: user }).from(withdrawal);
  const rows = await of.innerJoin(user, eq(user.id, withdrawal.userId)).where(and(isPaid, ...which));
  return rows.map(toWithdrawalMovement);
}

const hasArrived = or(eq(deposit.status, 'approved'), isNotNull(deposit.chargedBackAt)) as SQL;

/** Finds the reverse movements of deposits that were charged back. */
async function findChargeBacks(handle: Reader, ...which: SQL[]): Promise<BookedMovement[]> {
  const isReversal = and(eq(journal.kind, 'deposit-reversed'), eq(journal.businessRef, deposit.id));
  const of = handle.select({ id: journal.id, row: deposit, person: user }).from(deposit).innerJoin(journal, isReversal);
  const isChargedBack = isNotNull(deposit.chargedBackAt);
  const rows = await of.innerJoin(user, eq(user.id, deposit.userId)).where(and(isChargedBack, ...which));
  return rows.map(({ id, ...made }) => toReverseMovement(toDepositMovement(made), id));
}

/** Finds the reverse movements of withdrawals that came back. */
async function findReturns(handle: Reader, ...which: SQL[]): Promise<BookedMovement[]> {
  const isReturn = and(eq(journal.kind, 'withdrawal-bounced'), eq(journal.businessRef, withdrawal.id));
  const of = handle.select({ id: journal.id, row: withdrawal, person: user }).from(withdrawal);
  const joined = of.innerJoin(journal, isReturn).innerJoin(user, eq(user.id, withdrawal.userId));
  const rows = await joined.where(and(isNotNull(withdrawal.paidAt), ...which));
  return rows.map(({ id, ...made }) => {
    const until = made.row.endedAt ?? made.row.requestedAt;
    return toReverseMovement(toWithdrawalMovement(made), id, until.getTime());
  });
}

/** Finds a method's credited deposits and paid withdrawals without a matching line, since the start of its statements. */
export async function findOpenMovements(
  handle: Reader,
  { method, opensAt }: { method: string; opensAt: Date },
): Promise<BookedMovement[]> {
  const since = after(opensAt, -MATCH_WINDOW_MS);
  const [ofDeposits, ofWithdrawals] = [eq(deposit.method, method), eq(withdrawal.method, method)];
  const hasBounced = and(eq(withdrawal.status, 'bounced'), gte(withdrawal.endedAt, since)) as SQL;
  const isReverseOpen = isOpen(handle, journal.id);
  const isCredited = [hasArrived, gte(deposit.decidedAt, since), isOpen(handle, deposit.id)];
  return [
    ...(await findDeposits(handle, ofDeposits, ...isCredited)),
    ...(await findWithdrawals(handle, ofWithdrawals, gte(withdrawal.paidAt, since), isOpen(handle, withdrawal.id))),
    ...(await findReturns(handle, ofWithdrawals, hasBounced, isReverseOpen)),
    ...(await findChargeBacks(handle, ofDeposits, gte(deposit.chargedBackAt, since), isReverseOpen)),
  ];
}

/** Longest time between a deposit's report and an unknown line that may be its payment, milliseconds. */
const MAX_PENDING_AGE_MS = 30 * DAY;

export const findWaitingDeposits = (handle: Reader, method: string, since: Date): Promise<BookedMovement[]> =>
  findDeposits(
    handle,
    eq(deposit.method, method),
    eq(deposit.status, 'pending'),
    gte(deposit.createdAt, after(since, -MAX_PENDING_AGE_MS)),
  );

export async function findMovement(handle: Reader, id: string): Promise<BookedMovement | null> {
  const ofJournal = eq(journal.id, id);
  const found = [
    ...(await findDeposits(handle, eq(deposit.id, id), hasArrived)),
    ...(await findWithdrawals(handle, eq(withdrawal.id, id))),
    ...(await findReturns(handle, ofJournal)),
    ...(await findChargeBacks(handle, ofJournal)),
  ];
  return found[0] ?? null;
}

export async function addItems<M extends { thing: string | null; thingId: string | null }>(
  handle: Reader,
  matches: readonly M[],
): Promise<(M & { itemId: string | null })[]> {
  const ids = matches.flatMap(({ thing, thingId }) => (thing === 'return' && thingId ? [thingId] : []));
  const journals = await findAll(handle, journal, { id: ids });
  const itemOf = new Map(journals.map(({ id, businessRef }) => [id, businessRef]));
  return matches.map((match) => ({ ...match, itemId: itemOf.get(match.thingId ?? '') ?? match.thingId }));
}

/** Method of deposits credited by an administrator; it is not in the catalogue. */
const MANUAL_METHOD = 'manual';

export const isManual = ({ method }: { method: string }): boolean => method === MANUAL_METHOD;

/** Finds manually credited deposits that a line may belong to, from about the time of the line to a month later. */
export async function findCreditedManually(handle: Reader, at: Date): Promise<BookedMovement[]> {
  const since = gte(deposit.decidedAt, after(at, -MATCH_WINDOW_MS));
  const ofHand = [eq(deposit.method, MANUAL_METHOD), eq(deposit.status, 'approved'), isOpen(handle, deposit.id)];
  const found = await findDeposits(handle, since, ...ofHand);
  return found.map((credited) => ({ ...credited, from: credited.from - MAX_PENDING_AGE_MS }));
}
