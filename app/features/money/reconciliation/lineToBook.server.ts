import { and, between, eq, isNull, ne, or } from 'drizzle-orm';
import { payment, statementLine, statementMatch } from '#drizzle/schema';
import { beginDecision } from '~/features/backoffice';
import { STATEMENT_BREAK } from '~/features/money/wallet/internal/payments.server';
import { isOutputOf } from '~/features/money/wallet/outputs';
import { formatUsd } from '~/ledger/money';
import { after, now } from '~/platform/clock';
import { type Handle, insertAll, type Reader } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { utcText } from '~/platform/text/dayText';
import { refuseUnlessMay } from '~/signIns/acting.server';
import type { Right } from '~/signIns/rights';
import { findBreakOfLine, isOpenBreak, type StatementBreak } from './breaks.server';
import { computeBalanceChange, type StoredLine, statementCoinText } from './line';
import { isSamePlace, MATCH_WINDOW_MS } from './matching';
import { toCents } from './movements.server';
import type { BreakInput } from './schema';

export const loadLine = async (tx: Handle, id: string): Promise<StoredLine | undefined> =>
  (await tx.select().from(statementLine).where(eq(statementLine.id, id)))[0];

export const sumLines = (lines: readonly StoredLine[]): bigint => lines.reduce((sum, { amount }) => sum + amount, 0n);

export const REFUSE_PAYMENT = refuse(
  'is-payment',
  'This transaction belongs to a deposit or withdrawal. Choose it above. Nothing was changed.',
);

export const REFUSE_NO_BREAK = refuse(
  'no-break',
  'This line is not a break: match the lines of this method first, or change its opening balance. Nothing was changed.',
);

export const refuseResolved = (field?: string) =>
  refuse('settled', 'This was already resolved. Nothing was changed.', field);

export const refuseUnlessOpen = async (tx: Handle, by: Actor, id: string): Promise<Result<never> | null> =>
  (await isOpenBreak(tx, id)) ? await beginDecision(tx, by, id) : refuseResolved();

/** Returns a line whose break the administrator may resolve, or why not. */
export async function loadOpenLine(tx: Handle, by: Actor, right: Right, id: string): Promise<Result<StoredLine>> {
  const without = await refuseUnlessMay(tx, by, right);
  if (without) return without;
  const line = await loadLine(tx, id);
  if (!line) return refuse('not-found', 'There is no such line. Nothing was changed.');
  return (await refuseUnlessOpen(tx, by, id)) ?? done(line);
}

type Match = typeof statementMatch.$inferInsert;

type Resolved = Pick<Match, 'method' | 'how' | 'thing' | 'thingId'> & {
  reason: string;
  groupId?: string;
  lines?: readonly string[];
  event: string;
  userId?: string;
  details?: Record<string, string>;
};

export async function resolveBreakLines(
  tx: Handle,
  by: Actor,
  id: string,
  { lines, event, userId, details, groupId = newId(), ...match }: Resolved,
): Promise<void> {
  const row = { thing: null, thingId: null, ...match, groupId, matchedBy: by.id, at: now() };
  await insertAll(
    tx,
    statementMatch,
    (lines ?? [null]).map((lineId) => ({ ...row, id: newId(), lineId })),
  );
  await record(tx, { thing: STATEMENT_BREAK, thingId: id, event, by, userId, reason: match.reason, details });
}

export async function isPayment(tx: Handle, { transactionKey: key }: StoredLine): Promise<boolean> {
  if (key === null) return false;
  const booked = or(eq(payment.key, key), isOutputOf(payment.key, key));
  const [found] = await tx.select({ key: payment.key }).from(payment).where(booked).limit(1);
  return found !== undefined;
}

/**
 * Returns whether two lines come from the same reading or both from the chain, so that they are two movements. A file
 * and a chain may both report the same movement.
 */
const isOneReading = (one: StoredLine, other: StoredLine): boolean =>
  one.origin === other.origin && (one.origin === 'chain' || one.takenAt.getTime() === other.takenAt.getTime());

export async function findLinesLike(handle: Reader, { id, method, at, transactionKey: key }: StoredLine) {
  const near = between(statementLine.at, after(at, -MATCH_WINDOW_MS), after(at, MATCH_WINDOW_MS));
  const isLike =
    key === null ? near : or(eq(statementLine.transactionKey, key), and(isNull(statementLine.transactionKey), near));
  return await handle
    .selectDistinct({ line: statementLine, how: statementMatch.how })
    .from(statementLine)
    .leftJoin(statementMatch, eq(statementMatch.lineId, statementLine.id))
    .where(
      and(
        eq(statementLine.method, method),
        ne(statementLine.id, id),
        or(isNull(statementMatch.how), ne(statementMatch.how, 'repeated')),
        isLike,
      ),
    );
}

/**
 * Finds a resolved line of another statement that seems to report the same movement. `isSure`: both lines have the same transaction;
 * otherwise it may be another payment.
 */
export async function findBookedElsewhere(
  handle: Reader,
  line: StoredLine,
): Promise<{ line: StoredLine; isSure: boolean } | null> {
  const key = line.transactionKey;
  const echoed = (await findLinesLike(handle, line)).flatMap(({ line: other, how }) =>
    how &&
    computeBalanceChange(other) === computeBalanceChange(line) &&
    isSamePlace(other, line) &&
    !isOneReading(other, line)
      ? [other]
      : [],
  );
  const sure = key === null ? undefined : echoed.find(({ transactionKey }) => transactionKey === key);
  const first = sure ?? echoed[0];
  return first ? { line: first, isSure: sure !== undefined } : null;
}

export const formatStatementLine = ({ amount, at, transactionId, note }: StoredLine): string =>
  [`${statementCoinText(amount)} on ${utcText(at)}`, transactionId ?? note].filter(Boolean).join(', ');

export const selectLinesTogether = ({ kind, lines }: StatementBreak, line: StoredLine): StoredLine[] =>
  kind === 'small' ? lines : [line];

/** Returns the break of an open line that may be booked: the books lack its payment, the amount fits, and no other statement reports it. */
export async function loadBreakToBook(
  tx: Handle,
  line: StoredLine,
  { as, amount, another }: BreakInput<'book'>,
): Promise<Result<StatementBreak>> {
  if (as !== 'fee' && (await isPayment(tx, line))) return REFUSE_PAYMENT;
  const found = await findBreakOfLine(tx, line);
  if (!found) return REFUSE_NO_BREAK;
  const lines = selectLinesTogether(found, line);
  const moved = lines.reduce((sum, each) => sum + computeBalanceChange(each), 0n);
  const worth = toCents(line.method, moved);
  if (worth !== null && worth !== amount) {
    const which = lines.length > 1 ? `The ${lines.length} lines are` : 'The line is';
    return refuse('wrong-amount', `${which} of ${formatUsd(worth)}. Nothing was changed.`, 'amount');
  }
  if (found.kind === 'repeated')
    return refuse('repeats', 'This line repeats another one. Resolve it as a duplicate. Nothing was changed.');
  const echoed = await findBookedElsewhere(tx, line);
  if (echoed?.isSure) return refuseBookedElsewhere(echoed.line);
  if (echoed && !another)
    return refuse(
      'told-elsewhere',
      `Another statement has the same amount at about the same time, and that line is resolved: ${formatStatementLine(echoed.line)}. If this is the same movement, resolve it as a duplicate; if not, confirm that here. Nothing was changed.`,
      'another',
    );
  return done(found);
}

export const refuseBookedElsewhere = (echoed: StoredLine) =>
  refuse(
    'told-elsewhere',
    `Another statement contains this movement, and that line is resolved: ${formatStatementLine(echoed)}. Resolve this one as a duplicate. Nothing was changed.`,
  );

export async function loadLineDetails(tx: Handle, id: string, name = 'Statement line') {
  const line = await loadLine(tx, id);
  if (!line) return [];
  const { amount, at, transactionId, address, note } = line;
  const rest = Object.entries({ transaction: transactionId, address, note });
  return [
    { name, to: `${statementCoinText(amount)} on ${utcText(at)}` },
    ...rest.flatMap(([part, to]) => (to ? [{ name: `${name}: ${part}`, to }] : [])),
  ];
}

export async function loadBookingDetails(tx: Handle, { id, another }: { id: string; another?: 'on' }) {
  const line = await loadLine(tx, id);
  if (!line) return [];
  const echoed = another && (await findBookedElsewhere(tx, line));
  const found = await findBreakOfLine(tx, line);
  const lines = found ? selectLinesTogether(found, line) : [];
  const together = `${lines.length} lines, ${statementCoinText(sumLines(lines))}`;
  return [
    ...(await loadLineDetails(tx, id)),
    ...(lines.length > 1 ? [{ name: 'With the other small lines of the day', to: together }] : []),
    ...(echoed ? [{ name: 'Confirmed as a different movement from', to: formatStatementLine(echoed.line) }] : []),
  ];
}
