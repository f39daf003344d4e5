import { and, between, eq, inArray, isNull, ne, or } from 'drizzle-orm';
import { journal, payment, statementLine, statementMatch } from '#drizzle/schema';
import { act, beginDecision, claimItem, giveBackItem, type MarkedQueue, noteItem } from '~/features/backoffice';
import { STATEMENT_BREAK } from '~/features/money/wallet/internal/payments.server';
import { isOutputOf } from '~/features/money/wallet/outputs';
import { formatUsd } from '~/ledger/money';
import { after, now } from '~/platform/clock';
import { type Handle, insertAll, type Reader } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import { type Actor, formatActor } from '~/platform/states';
import { utcText } from '~/platform/text/dayText';
import { refuseUnlessMay } from '~/signIns/acting.server';
import type { Right } from '~/signIns/rights';
import { findBreakOfLine, isOpenBreak, type StatementBreak } from './breaks.server';
import { computeBalanceChange, listIds, type StoredLine, statementCoinText } from './line';
import { haveEqualAmounts, isSamePlace, MATCH_WINDOW_MS } from './matching';
import { type BookedMovement, findMovement, toCents } from './movements.server';
import { type BreakInput, getBreakSchema, isPosted, ON_NO_STATEMENT, RESOLUTIONS } from './schema';

/* Checks of all resolutions of a break, and those that post no journal: a match, a duplicate, dust, a payment on no statement. */

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

type Resolution = Pick<Match, 'method' | 'how' | 'thing' | 'thingId'> & {
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
  { lines, event, userId, details, groupId = newId(), ...match }: Resolution,
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

const BREAK_EVENTS: MarkedQueue = {
  right: 'statements:change',
  machine: { thing: STATEMENT_BREAK, initial: [], events: {} },
  about: async (tx, id) => ({
    title: 'Break of a statement',
    userId: null,
    waits: await isOpenBreak(tx, id),
    called: 'the statement',
    page: '/admin/reconciliation',
  }),
};

type Resolved = Result<{ id: string }>;

/** Assigns a break to the administrator `to`, or to the caller. */
export const claimBreak = (tx: Handle, by: Actor, input: BreakInput<'take'> & { to?: string }): Promise<Resolved> =>
  claimItem(tx, by, BREAK_EVENTS, input);

export const giveBackBreak = (tx: Handle, by: Actor, { id }: { id: string }): Promise<Resolved> =>
  giveBackItem(tx, by, BREAK_EVENTS, id);

export const noteBreak = (tx: Handle, by: Actor, input: BreakInput<'note'>): Promise<Resolved> =>
  noteItem(tx, by, BREAK_EVENTS, input);

const findMatches = (tx: Handle, group: string) =>
  tx.select().from(statementMatch).where(eq(statementMatch.groupId, group));

async function isDecidedAlone(tx: Handle, by: Actor, itemId: string): Promise<boolean> {
  const ofItem = and(eq(journal.businessRef, itemId), eq(journal.actor, formatActor(by)), isNull(journal.approver));
  const [found] = await tx.select({ id: journal.id }).from(journal).where(ofItem).limit(1);
  return found !== undefined;
}

type Pair = { line: StoredLine; movement: BookedMovement };

async function loadPair(tx: Handle, { id, other }: { id: string; other: string }): Promise<Pair | null> {
  const line = (await loadLine(tx, id)) ?? (await loadLine(tx, other));
  const movement = line ? await findMovement(tx, line.id === id ? other : id) : null;
  return line && movement?.method === line.method ? { line, movement } : null;
}

/** Finds the group that a match joins, so that a payment can have several lines; null if part of it was matched automatically. */
async function findGroupToJoin(tx: Handle, chosen: string, { line, movement }: Pair) {
  const of = or(eq(statementMatch.lineId, chosen), eq(statementMatch.thingId, chosen));
  const rows = await tx.select().from(statementMatch).where(of);
  if (!rows.every(({ how }) => how === 'hand')) return null;
  const groupId = rows[0]?.groupId ?? newId();
  const lines = new Map([[line.id, line]]);
  const movements = new Map([[movement.id, movement]]);
  for (const { lineId, thingId } of await findMatches(tx, groupId)) {
    const [joined, booked] = [lineId && (await loadLine(tx, lineId)), thingId && (await findMovement(tx, thingId))];
    if (joined) lines.set(joined.id, joined);
    if (booked) movements.set(booked.id, booked);
  }
  return { groupId, agrees: haveEqualAmounts([...lines.values()], [...movements.values()]) };
}

/**
 * Matches a line with a movement. In live mode the sole decider of a payment can't match it, since a match proves that the payment was
 * made.
 */
async function linkLine(tx: Handle, by: Actor, { id, other, reason }: BreakInput<'link'>): Promise<Resolved> {
  const without = await refuseUnlessMay(tx, by, 'statements:change');
  if (without) return without;
  const pair = await loadPair(tx, { id, other });
  if (!pair) return refuse('not-found', 'There is no such line or payment. Nothing was changed.');
  const { line, movement } = pair;
  if ((movement.direction === 'in') !== line.amount > 0n)
    return refuse('wrong-way', 'One is money in, the other money out. Nothing was changed.', 'other');
  // Money that was credited to a user was not sent back.
  if (movement.thing === 'return' && (await isPayment(tx, line))) return REFUSE_PAYMENT;
  if (!isPaper() && (await isDecidedAlone(tx, by, movement.itemId)))
    return refuse(
      'own-decision',
      'You decided this payment alone, so another administrator must match it. Nothing was changed.',
      'other',
    );
  const settled = await refuseUnlessOpen(tx, by, id);
  if (settled) return settled;
  const echoed = await findBookedElsewhere(tx, line);
  if (echoed?.isSure) return refuseBookedElsewhere(echoed.line);
  const group = await findGroupToJoin(tx, other, pair);
  if (!group) return refuseResolved('other');
  const { thing, id: thingId, owner } = movement;
  const match = { groupId: group.groupId, method: line.method, lines: [line.id], thing, thingId, how: 'hand' } as const;
  await resolveBreakLines(tx, by, id, { ...match, reason, event: 'link', userId: owner.id });
  return done({ id });
}

export const STATEMENT_LINK = act({
  name: 'statement-link',
  right: 'statements:change',
  takesTwo: {
    when: async (tx, _by, input) => {
      const pair = await loadPair(tx, input);
      const group = pair && (await findGroupToJoin(tx, input.other, pair));
      return !group || group.agrees ? [] : ['the statement and the books do not have the same amount'];
    },
  },
  schema: getBreakSchema('link'),
  run: linkLine,
  title: async () => 'Match a statement line with a payment',
  details: async (tx, input) => {
    const pair = await loadPair(tx, input);
    if (!pair) return [];
    const { line, movement } = pair;
    return [
      ...(await loadLineDetails(tx, line.id)),
      { name: 'Payment in the books', to: await describeMovement(tx, movement.id) },
      { name: 'Payment in the coin', to: movement.amount === null ? 'not known' : statementCoinText(movement.amount) },
    ];
  },
  toast: () => 'Matched',
});

/** Largest amount of a coin that is too small to book, hundred-millionths. Chain readers omit smaller amounts. */
const DUST_UNITS = 1_000n;

function isDust(line: StoredLine): boolean {
  const moved = computeBalanceChange(line);
  const cents = toCents(line.method, moved);
  return cents === null ? -DUST_UNITS < moved && moved < DUST_UNITS : cents === 0n;
}

export async function resolveBreak(
  tx: Handle,
  by: Actor,
  { id, as, reason }: BreakInput<'resolve'>,
): Promise<Resolved> {
  const opened = await loadOpenLine(tx, by, 'statements:change', id);
  if (!opened.ok) return opened;
  const line = opened.value;
  const found = as === 'dust' ? await findBreakOfLine(tx, line) : null;
  const lines = found ? selectLinesTogether(found, line) : [line];
  if (as === 'dust' && !lines.every(isDust))
    return refuse('worth-more', 'This may be worth a cent or more. Nothing was changed.', 'as');
  // If both of two equal lines were marked as repetitions, their movement would be in no line, so the other line must
  // remain.
  const isSameTransaction = ({ line: { amount, transactionKey } }: { line: StoredLine }) =>
    amount === line.amount && transactionKey === line.transactionKey;
  if (as === 'repeated' && !(await findLinesLike(tx, line)).some(isSameTransaction))
    return refuse('no-other', 'No other line has its amount and its transaction. Nothing was changed.', 'as');
  const details = { as: RESOLUTIONS[as], ...(lines.length > 1 && { lines: String(lines.length) }) };
  const match = { method: line.method, lines: listIds(lines), how: as };
  await resolveBreakLines(tx, by, id, { ...match, reason, event: 'resolve', details });
  return done({ id });
}

async function markElsewhere(tx: Handle, by: Actor, { id, reason }: BreakInput<'elsewhere'>): Promise<Resolved> {
  const without = await refuseUnlessMay(tx, by, 'statements:change');
  if (without) return without;
  const movement = await findMovement(tx, id);
  if (!movement) return refuse('not-found', 'There is no such payment. Nothing was changed.');
  const settled = await refuseUnlessOpen(tx, by, id);
  if (settled) return settled;
  const { method, thing, owner } = movement;
  const match = { method, thing, thingId: id, how: 'elsewhere', userId: owner.id } as const;
  await resolveBreakLines(tx, by, id, { ...match, reason, event: 'resolve', details: { as: ON_NO_STATEMENT } });
  return done({ id });
}

/**
 * Act that marks a payment as missing from all statements. In live mode it needs two administrators, because the approver of a payment
 * could hide that it was never made.
 */
export const STATEMENT_ELSEWHERE = act({
  name: 'statement-elsewhere',
  right: 'statements:change',
  takesTwo: 'no statement will be asked for this payment any more',
  schema: getBreakSchema('elsewhere'),
  run: markElsewhere,
  title: async () => 'Mark a payment in the books as paid another way, on no statement of its method',
  details: async (tx, { id }) => [{ name: 'Payment in the books', to: await describeMovement(tx, id) }],
  toast: () => 'Break resolved',
});

async function describeMovement(tx: Handle, id: string): Promise<string> {
  const found = await findMovement(tx, id);
  return found ? `${found.thing} of ${found.owner.name}, ${formatUsd(found.cents)}` : id;
}

/** Reopens a break. Lines that were matched automatically then wait for a person. */
async function undoMatch(tx: Handle, by: Actor, { group, reason }: BreakInput<'undo'>): Promise<Resolved> {
  const without = await refuseUnlessMay(tx, by, 'statements:change');
  if (without) return without;
  const rows = await findMatches(tx, group);
  const [first] = rows;
  if (!first) return refuse('not-found', 'This break was already reopened. Nothing was changed.');
  if (rows.some(({ how }) => isPosted(how)))
    return refuse(
      'booked',
      'This was booked, and journal entries can’t be removed. Correct it with another entry on the page Books.',
    );
  await tx.delete(statementMatch).where(eq(statementMatch.groupId, group));
  const event = first.matchedBy ? 'open-again' : 'undo-match';
  if (!first.matchedBy) {
    const lines = rows.flatMap(({ lineId }) => lineId ?? []);
    await tx.update(statementLine).set({ undoneAt: now() }).where(inArray(statementLine.id, lines));
  }
  const ids = [...new Set(rows.map(({ lineId, thingId }) => lineId ?? thingId ?? group))];
  for (const id of ids)
    await record(tx, { thing: STATEMENT_BREAK, thingId: id, event, by, reason, details: { was: first.how } });
  return done({ id: ids[0] ?? group });
}

/** Act that reopens a break. In live mode it needs two administrators if one of its payments could then count twice. */
export const STATEMENT_UNDO = act({
  name: 'statement-undo',
  right: 'statements:change',
  takesTwo: {
    when: async (tx, _by, { group }) => {
      const rows = await findMatches(tx, group);
      return [
        ...(rows.some(({ lineId, thing }) => lineId && thing) ? ['its payment could be booked or credited again'] : []),
        ...(rows.some(({ how }) => how === 'repeated') ? ['the line counts again in what was held'] : []),
      ];
    },
  },
  schema: getBreakSchema('undo'),
  run: undoMatch,
  title: async () => 'Reopen a break of a statement',
  details: async (tx, { group }) => {
    const rows = await findMatches(tx, group);
    const details = [];
    for (const id of new Set(rows.flatMap(({ lineId }) => lineId ?? [])))
      details.push(...(await loadLineDetails(tx, id)));
    for (const id of new Set(rows.flatMap(({ thingId }) => thingId ?? [])))
      details.push({ name: 'Payment in the books', to: await describeMovement(tx, id) });
    return details;
  },
  toast: () => 'The break is open again',
});
