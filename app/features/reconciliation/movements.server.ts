import { and, eq, gte, inArray, isNotNull, notExists, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { deposit, journal, statementMatch, user, withdrawal } from '#drizzle/schema';
import { givenReference, referenceKey } from '~/features/wallet';
import { after } from '~/platform/clock';
import { findAll, type Reader } from '~/platform/db/index.server';
import { DAY } from '~/platform/durations';
import { type Movement, WINDOW } from './matching';

/** A deposit or a withdrawal of ours, as it is compared with statements and as a person reads it. */
export type BookedMovement = Movement & {
  thing: 'deposit' | 'withdrawal' | 'return';
  /** Of the deposit or withdrawal that it belongs to. */
  itemId: string;
  /** Dollars as they were booked, cents. */
  cents: bigint;
  status: string;
  owner: { id: string; name: string };
  /** The transaction as it was typed. */
  typed: string | null;
};

/** A transaction in the one spelling by which lines and movements are compared: payments together add the number of their output. */
export const transactionKey = (id: string): string => referenceKey(id).replace(/:\d+$/, '');

const UNITS_OF_A_CENT = 1_000_000n;

/** Dollar coins: one coin is booked as one dollar. */
const isDollar = (method: string): boolean => /^USD[CT]\b/.test(method);

/** The amount of a dollar coin in cents, without its sign; null for any other coin. */
export function centsOf(method: string, units: bigint): bigint | null {
  const size = units < 0n ? -units : units;
  return isDollar(method) ? (size + UNITS_OF_A_CENT / 2n) / UNITS_OF_A_CENT : null;
}

/** The amount in coin as an administrator entered it; for a dollar coin without an entry, the amount in dollars. */
const inCoins = (method: string, entered: bigint | null, cents: bigint): bigint | null =>
  entered ?? (isDollar(method) ? cents * UNITS_OF_A_CENT : null);

const named = ({ id, firstName, lastName, email }: typeof user.$inferSelect) => ({
  id,
  name: `${firstName} ${lastName}`.trim() || email,
});

/** Nobody has said yet which line of a statement the movement is. */
const isOpen = (handle: Reader, id: SQLiteColumn) =>
  notExists(handle.select({ one: sql`1` }).from(statementMatch).where(eq(statementMatch.thingId, id)));

const ofDeposit = ({ row, person }: { row: typeof deposit.$inferSelect; person: typeof user.$inferSelect }) => {
  const { id, method, amount, received, coinAmount, coinReceived, createdAt, decidedAt, transactionId, status } = row;
  const cents = received ?? amount;
  // Unless another amount is known to have come, the requested one counts; for a dollar coin the dollars count.
  const entered = coinReceived ?? (cents === amount && !isDollar(method) ? coinAmount : null);
  return {
    id,
    itemId: id,
    thing: 'deposit',
    direction: 'in',
    amount: inCoins(method, entered, cents),
    from: createdAt.getTime(),
    until: (decidedAt ?? createdAt).getTime(),
    transaction: transactionId && transactionKey(transactionId),
    typed: transactionId,
    // Everybody pays to the method's one address.
    address: null,
    cents,
    status,
    owner: named(person),
  } satisfies BookedMovement;
};

const ofWithdrawal = ({ row, person }: { row: typeof withdrawal.$inferSelect; person: typeof user.$inferSelect }) => {
  const { id, method, amount, fee, coinPaid, requestedAt, approvedAt, paidAt, reference, wallet, status } = row;
  const cents = amount - fee;
  const units = inCoins(method, coinPaid, cents);
  const typed = givenReference(reference);
  return {
    id,
    itemId: id,
    thing: 'withdrawal',
    direction: 'out',
    amount: units === null ? null : -units,
    from: (approvedAt ?? requestedAt).getTime(),
    until: (paidAt ?? requestedAt).getTime(),
    transaction: typed && transactionKey(typed),
    typed,
    address: wallet,
    cents,
    status,
    owner: named(person),
  } satisfies BookedMovement;
};

/** A payment of a withdrawal that came back, by the journal that booked it. */
const ofReturn = ({ journalId, ...paid }: { journalId: string } & Parameters<typeof ofWithdrawal>[0]) => {
  const { amount, ...movement } = ofWithdrawal(paid);
  const { paidAt, endedAt, requestedAt } = paid.row;
  return {
    ...movement,
    id: journalId,
    thing: 'return',
    direction: 'in',
    amount: amount === null ? null : -amount,
    from: (paidAt ?? requestedAt).getTime(),
    until: (endedAt ?? requestedAt).getTime(),
    // It comes back by another transaction, to an address of ours.
    transaction: null,
    typed: null,
    address: null,
  } satisfies BookedMovement;
};

const deposits = (handle: Reader) =>
  handle.select({ row: deposit, person: user }).from(deposit).innerJoin(user, eq(user.id, deposit.userId));

const withdrawals = (handle: Reader) =>
  handle.select({ row: withdrawal, person: user }).from(withdrawal).innerJoin(user, eq(user.id, withdrawal.userId));

const returns = (handle: Reader) =>
  handle
    .select({ journalId: journal.id, row: withdrawal, person: user })
    .from(withdrawal)
    .innerJoin(user, eq(user.id, withdrawal.userId))
    .innerJoin(journal, and(eq(journal.kind, 'withdrawal-bounced'), eq(journal.businessRef, withdrawal.id)));

/** States of withdrawals whose money went out, even where it came back later. */
const PAID = ['paid', 'bounced'] as const;

/** Deposits credited and withdrawals paid by a method since its statements begin that have no line yet. */
export async function openMovements(
  handle: Reader,
  { method, opensAt }: { method: string; opensAt: Date },
): Promise<BookedMovement[]> {
  const since = after(opensAt, -WINDOW);
  const credited = await deposits(handle).where(
    and(
      eq(deposit.method, method),
      eq(deposit.status, 'approved'),
      gte(deposit.decidedAt, since),
      isOpen(handle, deposit.id),
    ),
  );
  const paid = await withdrawals(handle).where(
    and(
      eq(withdrawal.method, method),
      inArray(withdrawal.status, [...PAID]),
      isNotNull(withdrawal.paidAt),
      gte(withdrawal.paidAt, since),
      isOpen(handle, withdrawal.id),
    ),
  );
  const cameBack = await returns(handle).where(
    and(
      eq(withdrawal.method, method),
      eq(withdrawal.status, 'bounced'),
      isNotNull(withdrawal.paidAt),
      gte(withdrawal.endedAt, since),
      isOpen(handle, journal.id),
    ),
  );
  return [...credited.map(ofDeposit), ...paid.map(ofWithdrawal), ...cameBack.map(ofReturn)];
}

/** A deposit that waits is offered for an unknown line only if it was told at most this long before the line. */
const STILL_WAITS = 30 * DAY;

/** Deposits of a method that wait for a decision: a line that our books do not know may be one of them. */
export async function waitingDeposits(handle: Reader, method: string, since: Date): Promise<BookedMovement[]> {
  const rows = await deposits(handle).where(
    and(eq(deposit.method, method), eq(deposit.status, 'pending'), gte(deposit.createdAt, after(since, -STILL_WAITS))),
  );
  return rows.map(ofDeposit);
}

/** A deposit or withdrawal by its id, whatever is known of it; null when there is none that was credited or paid. */
export async function movementById(handle: Reader, id: string): Promise<(BookedMovement & { method: string }) | null> {
  const [credited] = await deposits(handle).where(and(eq(deposit.id, id), eq(deposit.status, 'approved')));
  if (credited) return { ...ofDeposit(credited), method: credited.row.method };
  const [paid] = await withdrawals(handle).where(and(eq(withdrawal.id, id), inArray(withdrawal.status, [...PAID])));
  if (paid?.row.paidAt) return { ...ofWithdrawal(paid), method: paid.row.method };
  const [cameBack] = await returns(handle).where(and(eq(journal.id, id), isNotNull(withdrawal.paidAt)));
  return cameBack ? { ...ofReturn(cameBack), method: cameBack.row.method } : null;
}

/** Matches with the id of the deposit or withdrawal that each is about, which has a page. */
export async function withItems<M extends { thing: string | null; thingId: string | null }>(
  handle: Reader,
  matches: readonly M[],
): Promise<(M & { itemId: string | null })[]> {
  const ids = matches.flatMap(({ thing, thingId }) => (thing === 'return' && thingId ? [thingId] : []));
  const journals = ids.length > 0 ? await findAll(handle, journal, { id: ids }) : [];
  const itemOf = new Map(journals.map(({ id, businessRef }) => [id, businessRef]));
  return matches.map((match) => ({ ...match, itemId: itemOf.get(match.thingId ?? '') ?? match.thingId }));
}

/** How an administrator's "Credit" books a deposit: by none of the catalogue's methods. */
const BY_HAND = 'manual';

export const isByHand = ({ method }: { method: string }): boolean => method === BY_HAND;

/** Deposits credited by hand whose payment a line may be: those of about the time of the line, and up to a month after it. */
export async function creditedByHand(handle: Reader, at: Date): Promise<BookedMovement[]> {
  const rows = await deposits(handle).where(
    and(
      eq(deposit.method, BY_HAND),
      eq(deposit.status, 'approved'),
      gte(deposit.decidedAt, after(at, -WINDOW)),
      isOpen(handle, deposit.id),
    ),
  );
  return rows.map(ofDeposit).map((credited) => ({ ...credited, from: credited.from - STILL_WAITS }));
}
