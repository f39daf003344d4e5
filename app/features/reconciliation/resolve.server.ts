import { and, between, eq, isNull, ne, or } from 'drizzle-orm';
import type { z } from 'zod';
import { journal, statementLine, statementMatch } from '#drizzle/schema';
import { act } from '~/features/approvals';
import { bookNetworkFee, fundReserve, takeBackReserve } from '~/features/books';
import { giveBackItem, type MarkedQueue, noteItem, takeItem } from '~/features/reviewQueue';
import { formatUsd } from '~/ledger/money';
import { after } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import { type Actor, actorText } from '~/platform/states';
import { utcText } from '~/platform/text/dayText';
import { methodText } from '~/platform/text/methodText';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { bookReceipt } from './bookReceipt.server';
import { BREAK, breakOfLine, isOpenBreak } from './breaks.server';
import { coinText } from './coinText';
import {
  breakToBook,
  IS_PAYMENT,
  isPayment,
  lineById,
  linesTogether,
  lineText,
  refuseSettled,
  refuseTold,
  SETTLED,
  settle,
  toldElsewhere,
} from './lineToBook.server';
import { doAmountsAgree, WINDOW } from './matching';
import { type BookedMovement, centsOf, movementById } from './movements.server';
import {
  BOOKINGS,
  type Booking,
  bookSchema,
  ELSEWHERE,
  elsewhereSchema,
  isPosted,
  linkSchema,
  type noteSchema,
  type OfBreak,
  ofBreak,
  RESOLUTIONS,
  type Resolution,
  type resolveSchema,
  type takeBreakSchema,
  undoSchema,
} from './schema';
import { movedBy } from './statements/statementLine';
import { comparable, type KeptLine, UNDONE } from './statements/takeLines.server';

/*
 * What a person says that a break is. Posted here is the operator's own money, what a network took of it, and what arrived from somebody unknown.
 * How users' money is corrected and credited from a break is in `correctLine.server.ts` and `receipts.server.ts`.
 */

/** Breaks as something that is taken and noted, like what waits in the queues. */
const BREAKS: MarkedQueue = {
  right: 'statements:change',
  machine: { thing: BREAK, initial: [], events: {} },
  about: async (tx, id) => ({
    title: 'Break of a statement',
    userId: null,
    waits: await isOpenBreak(tx, id),
    called: 'the statement',
    page: '/admin/reconciliation',
  }),
};

type Said = Result<{ id: string }>;

/** A person takes a break, so that others see that it is in hand. */
export const takeBreak = async (tx: Handle, by: Actor, asked: OfBreak<typeof takeBreakSchema>): Promise<Said> =>
  await takeItem(tx, by, BREAKS, asked);

/** A person gives back a break that they have taken. */
export const giveBackBreak = async (tx: Handle, by: Actor, { id }: { id: string }): Promise<Said> =>
  await giveBackItem(tx, by, BREAKS, id);

/** A person notes something about a break, for the others. */
export const noteBreak = async (tx: Handle, by: Actor, asked: OfBreak<typeof noteSchema>): Promise<Said> =>
  await noteItem(tx, by, BREAKS, asked);

/**
 * The group that a line or movement joins which is chosen for another: a new one while it is open, and its own where people alone have said
 * what it is, so that a payment can have several lines; null where it is settled otherwise.
 */
async function groupToJoin(tx: Handle, id: string): Promise<string | null> {
  const rows = await tx
    .select()
    .from(statementMatch)
    .where(or(eq(statementMatch.lineId, id), eq(statementMatch.thingId, id)));
  if (rows.length === 0) return newId();
  return rows.every(({ how }) => how === 'hand') ? (rows[0]?.groupId ?? null) : null;
}

/** Has this person alone booked something of the deposit or withdrawal: credited it, approved it, paid it? */
async function decidedAlone(tx: Handle, by: Actor, itemId: string): Promise<boolean> {
  const ofItem = and(eq(journal.businessRef, itemId), eq(journal.actor, actorText(by)), isNull(journal.approver));
  const [found] = await tx.select({ id: journal.id }).from(journal).where(ofItem).limit(1);
  return found !== undefined;
}

/** The line and the movement that a person says are one: the break is either of them, the other one what they chose. */
async function pairOf(tx: Handle, { id, other }: { id: string; other: string }) {
  const line = (await lineById(tx, id)) ?? (await lineById(tx, other));
  const movement = line ? await movementById(tx, line.id === id ? other : id) : null;
  return line && movement?.method === line.method ? { line, movement } : null;
}

/** The lines and movements that a group has once this line and movement join it. */
async function groupWith(
  tx: Handle,
  groupId: string,
  { line, movement }: { line: KeptLine; movement: BookedMovement },
) {
  const lines = new Map([[line.id, line]]);
  const movements = new Map([[movement.id, movement]]);
  for (const { lineId, thingId } of await matchesOf(tx, groupId)) {
    const [joined, booked] = [lineId && (await lineById(tx, lineId)), thingId && (await movementById(tx, thingId))];
    if (joined) lines.set(joined.id, joined);
    if (booked) movements.set(booked.id, booked);
  }
  return { lines: [...lines.values()], movements: [...movements.values()] };
}

/**
 * A person says that a line and a movement of the same amount are one. In live mode it is not the person who decided that payment alone, since a
 * match is what ends the question whether it was ever made.
 */
export const linkBreak = (tx: Handle, by: Actor, asked: OfBreak<typeof linkSchema>): Promise<Said> =>
  link(tx, by, asked, { mayDiffer: false });

async function link(
  tx: Handle,
  by: Actor,
  { id, other, reason }: OfBreak<typeof linkSchema>,
  { mayDiffer }: { mayDiffer: boolean },
): Promise<Said> {
  const without = await refuseUnlessMay(tx, by, 'statements:change');
  if (without) return without;
  const pair = await pairOf(tx, { id, other });
  if (!pair) return refuse('not-found', 'There is no such line and payment. Nothing was changed.');
  const { line, movement } = pair;
  if ((movement.direction === 'in') !== line.amount > 0n)
    return refuse('wrong-way', 'One of them came in and the other went out. Nothing was changed.', 'other');
  // Money that was credited to somebody did not come back.
  if (movement.thing === 'return' && (await isPayment(tx, line))) return IS_PAYMENT;
  if (!isPaper() && (await decidedAlone(tx, by, movement.itemId)))
    return refuse(
      'own-decision',
      'You decided this payment alone, so another administrator has to match it. Nothing was changed.',
      'other',
    );
  const settled = await refuseSettled(tx, by, id);
  if (settled) return settled;
  const told = await toldElsewhere(tx, line);
  if (told?.isSure) return refuseTold(told.line);
  const groupId = await groupToJoin(tx, other);
  if (!groupId) return refuse(SETTLED.error.code, SETTLED.error.message, 'other');
  const { lines, movements } = await groupWith(tx, groupId, pair);
  if (!mayDiffer && !doAmountsAgree(lines.map(comparable), movements))
    return refuse(
      'amount-differs',
      `${amountsText(pair)} Correct the deposit, or match them as a payment whose amount differs. Nothing was changed.`,
      'other',
    );
  const { thing } = movement;
  await settle(tx, by, {
    groupId,
    method: line.method,
    lineId: line.id,
    thing,
    thingId: movement.id,
    how: 'hand',
    reason,
  });
  await record(tx, { thing: BREAK, thingId: id, event: 'link', by, userId: movement.owner.id, reason });
  return done({ id });
}

/** The amounts of a line and of a movement that do not agree, in a sentence. */
const amountsText = ({
  line: { amount, method },
  movement,
}: NonNullable<Awaited<ReturnType<typeof pairOf>>>): string =>
  movement.amount === null
    ? `The line is of ${coinText(amount, method)}, and the books do not say how much this payment was in the coin.`
    : `The line is of ${coinText(amount, method)}, and the payment of ${coinText(movement.amount, method)}.`;

/** Matching a line with a payment of another amount, or of one that the books do not say. */
export const STATEMENT_LINK = act({
  name: 'statement-link',
  right: 'statements:change',
  takesTwo: 'the statement and the books do not have the same amount',
  schema: ofBreak(linkSchema),
  run: (tx, by, asked) => link(tx, by, asked, { mayDiffer: true }),
  title: async () => 'Match a statement line with a payment whose amount differs',
  details: async (tx, asked) => {
    const pair = await pairOf(tx, asked);
    if (!pair) return [];
    const { line, movement } = pair;
    return [
      ...(await lineDetails(tx, line.id)),
      { name: 'Payment in the books', to: await movementText(tx, movement.id) },
      { name: 'Payment in the coin', to: movement.amount === null ? 'not known' : coinText(movement.amount) },
    ];
  },
  said: () => 'Matched',
});

/**
 * Is there another line of the same amount and the same transaction, which counts? Of two that repeat each other neither would. Where
 * neither names a transaction, the other line is of about the same time: equal amounts of other weeks are other payments.
 */
async function hasTwin(tx: Handle, { id, method, at, amount, transactionKey: key }: KeptLine): Promise<boolean> {
  const sameTransaction =
    key === null
      ? and(isNull(statementLine.transactionKey), between(statementLine.at, after(at, -WINDOW), after(at, WINDOW)))
      : eq(statementLine.transactionKey, key);
  const [twin] = await tx
    .select({ id: statementLine.id })
    .from(statementLine)
    .leftJoin(statementMatch, eq(statementMatch.lineId, statementLine.id))
    .where(
      and(
        eq(statementLine.method, method),
        eq(statementLine.amount, amount),
        sameTransaction,
        ne(statementLine.id, id),
        or(isNull(statementMatch.how), ne(statementMatch.how, 'repeated')),
      ),
    )
    .limit(1);
  return twin !== undefined;
}

const sumOf = (lines: readonly KeptLine[]): bigint => lines.reduce((sum, { amount }) => sum + amount, 0n);

/** Keeps what a person has said that lines of one method are, as one group. */
async function settleTogether(
  tx: Handle,
  by: Actor,
  lines: readonly KeptLine[],
  said: { how: Resolution | Booking; reason: string },
) {
  const groupId = newId();
  for (const { id, method } of lines) await settle(tx, by, { groupId, method, lineId: id, ...said });
}

/** How much of a coin that is no dollar is too small to book, hundred-millionths: readers of chains leave out what is less. */
const DUST = 1_000n;

/** Is what a line moved, the fee of the network included, too small to book? */
function isDust(line: KeptLine): boolean {
  const moved = movedBy(line);
  const cents = centsOf(line.method, moved);
  return cents === null ? -DUST < moved && moved < DUST : cents === 0n;
}

/** A person says what a line is for which nothing is posted. */
export async function resolveBreak(
  tx: Handle,
  by: Actor,
  { id, as, reason }: OfBreak<typeof resolveSchema>,
): Promise<Said> {
  const without = await refuseUnlessMay(tx, by, 'statements:change');
  if (without) return without;
  const line = await lineById(tx, id);
  if (!line) return refuse('not-found', 'There is no such line. Nothing was changed.');
  const settled = await refuseSettled(tx, by, id);
  if (settled) return settled;
  const found = as === 'dust' ? await breakOfLine(tx, line) : null;
  const lines = found ? linesTogether(found, line) : [line];
  if (as === 'dust' && !lines.every(isDust))
    return refuse('worth-more', 'This may be worth a cent or more. Nothing was changed.', 'as');
  if (as === 'repeated' && !(await hasTwin(tx, line)))
    return refuse('no-other', 'No other line has its amount and its transaction. Nothing was changed.', 'as');
  await settleTogether(tx, by, lines, { how: as, reason });
  const details = { as: RESOLUTIONS[as], ...(lines.length > 1 && { lines: String(lines.length) }) };
  await record(tx, { thing: BREAK, thingId: id, event: 'resolve', by, reason, details });
  return done({ id });
}

/** A payment of our books is on no statement of its method: it was made another way. */
async function sayElsewhere(tx: Handle, by: Actor, { id, reason }: OfBreak<typeof elsewhereSchema>): Promise<Said> {
  const without = await refuseUnlessMay(tx, by, 'statements:change');
  if (without) return without;
  const movement = await movementById(tx, id);
  if (!movement) return refuse('not-found', 'There is no such payment. Nothing was changed.');
  const settled = await refuseSettled(tx, by, id);
  if (settled) return settled;
  await settle(tx, by, { method: movement.method, thing: movement.thing, thingId: id, how: 'elsewhere', reason });
  const details = { as: ELSEWHERE };
  await record(tx, { thing: BREAK, thingId: id, event: 'resolve', by, userId: movement.owner.id, reason, details });
  return done({ id });
}

/** Saying that a payment is on no statement, which in live mode takes two: else who approved it could hide that it never was. */
export const STATEMENT_ELSEWHERE = act({
  name: 'statement-elsewhere',
  right: 'statements:change',
  takesTwo: 'no statement will be asked for this payment any more',
  schema: ofBreak(elsewhereSchema),
  run: sayElsewhere,
  title: async () => 'Say that a payment in the books was made another way, on no statement of its method',
  details: async (tx, { id }) => [{ name: 'Payment in the books', to: await movementText(tx, id) }],
  said: () => 'The break is resolved',
});

/** A movement in a line: what, whose, how much. */
async function movementText(tx: Handle, id: string): Promise<string> {
  const found = await movementById(tx, id);
  return found ? `${found.thing} of ${found.owner.name}, ${formatUsd(found.cents)}` : id;
}

/** An administrator books a line: the operator's own money or what a network took, against the free reserve, or what arrived from somebody unknown. */
async function bookLine(
  tx: Handle,
  by: Actor,
  { id, as, amount, another, reason }: OfBreak<typeof bookSchema>,
): Promise<Result<{ id: string; journalId: string }>> {
  const without = await refuseUnlessMay(tx, by, 'reserves:change');
  if (without) return without;
  const line = await lineById(tx, id);
  if (!line) return refuse('not-found', 'There is no such line. Nothing was changed.');
  const isIn = line.amount > 0n;
  if (as === 'fee' && isIn) return refuse('wrong-way', 'A fee goes out, and this came in. Nothing was changed.', 'as');
  if (as === 'unidentified' && !isIn)
    return refuse('wrong-way', 'A receipt comes in, and this went out. Nothing was changed.', 'as');
  const found = await breakToBook(tx, by, line, { amount, another, isFee: as === 'fee' });
  if (!found.ok) return found;
  const lines = linesTogether(found.value, line);
  if (as === 'unidentified' && lines.length > 1)
    return refuse('several', 'Each of these lines may have another owner. Nothing was changed.', 'as');
  const { method } = line;
  const booked = { reserve: 'free', amount, reason, method } as const;
  const post = as === 'fee' ? bookNetworkFee : isIn ? fundReserve : takeBackReserve;
  const posted =
    as === 'unidentified'
      ? await bookReceipt(tx, by, 'receipt-held', { line: id, receipt: id, method, amount, reason })
      : await post(tx, by, booked);
  if (!posted.ok) return posted;
  const { journalId } = posted.value;
  await settleTogether(tx, by, lines, { how: as, reason });
  const details = { as: BOOKINGS[as], amount: formatUsd(amount), journal: journalId };
  await record(tx, { thing: BREAK, thingId: id, event: 'resolve', by, reason, details });
  return done({ id, journalId });
}

/** Booking a line, which in live mode takes two. */
export const STATEMENT_BOOK = act({
  name: 'statement-book',
  right: 'reserves:change',
  takesTwo: 'it books money in custody',
  schema: ofBreak(bookSchema),
  run: bookLine,
  title: async (tx, { id, as, amount }) => {
    const line = await lineById(tx, id);
    return `Book a statement line${line ? ` of ${methodText(line.method)}` : ''}, ${formatUsd(amount)}: ${BOOKINGS[as]}`;
  },
  details: (tx, asked) => bookingDetails(tx, asked),
  said: ({ amount }) => `${formatUsd(amount)} booked`,
});

/** A line of a statement as the second administrator sees it. */
export async function lineDetails(tx: Handle, id: string, name = 'Statement line') {
  const line = await lineById(tx, id);
  if (!line) return [];
  const { amount, at, transactionId, address, note } = line;
  return [
    { name, to: `${coinText(amount)} on ${utcText(at)}` },
    ...(transactionId ? [{ name: `${name}: transaction`, to: transactionId }] : []),
    ...(address ? [{ name: `${name}: address`, to: address }] : []),
    ...(note ? [{ name: `${name}: note`, to: note }] : []),
  ];
}

/** The same of a line that is booked, with the line like it that somebody says is another movement. */
export async function bookingDetails(tx: Handle, { id, another }: { id: string; another?: 'on' }) {
  const line = await lineById(tx, id);
  const told = another && line && (await toldElsewhere(tx, line));
  const found = line && (await breakOfLine(tx, line));
  const lines = found ? linesTogether(found, line) : [];
  return [
    ...(await lineDetails(tx, id)),
    ...(lines.length > 1
      ? [
          {
            name: 'Together with the other small lines of its day',
            to: `${lines.length} lines, ${coinText(sumOf(lines))}`,
          },
        ]
      : []),
    ...(told ? [{ name: 'Said to be another movement than', to: lineText(told.line) }] : []),
  ];
}

/**
 * A person takes back what some lines and movements are, whoever or whatever found it: they are breaks again. Lines that were matched automatically
 * wait for a person from now on.
 */
async function undoMatch(tx: Handle, by: Actor, { group, reason }: z.output<typeof undoSchema>): Promise<Said> {
  const without = await refuseUnlessMay(tx, by, 'statements:change');
  if (without) return without;
  const rows = await matchesOf(tx, group);
  const [first] = rows;
  if (!first) return refuse('not-found', 'This break was reopened already. Nothing was changed.');
  if (rows.some(({ how }) => isPosted(how)))
    return refuse(
      'booked',
      'This was booked, and journal entries stay. Correct it with another one on the page Books.',
    );
  await tx.delete(statementMatch).where(eq(statementMatch.groupId, group));
  const event = first.matchedBy ? 'open-again' : UNDONE;
  for (const id of new Set(rows.map(({ lineId, thingId }) => lineId ?? thingId ?? group)))
    await record(tx, { thing: BREAK, thingId: id, event, by, reason, details: { was: first.how } });
  return done({ id: first.lineId ?? first.thingId ?? group });
}

const matchesOf = (tx: Handle, group: string) =>
  tx.select().from(statementMatch).where(eq(statementMatch.groupId, group));

/** Opening a break again. In live mode it takes two where a payment of it could count a second time afterwards. */
export const STATEMENT_UNDO = act({
  name: 'statement-undo',
  right: 'statements:change',
  takesTwo: {
    when: async (tx, _by, { group }) => {
      const rows = await matchesOf(tx, group);
      return [
        ...(rows.some(({ lineId, thing }) => lineId && thing) ? ['its payment could be booked or credited again'] : []),
        ...(rows.some(({ how }) => how === 'repeated') ? ['the line counts again in what was held'] : []),
      ];
    },
  },
  schema: undoSchema,
  run: undoMatch,
  title: async () => 'Reopen a break of a statement',
  details: async (tx, { group }) => {
    const rows = await matchesOf(tx, group);
    const idsOf = (of: 'lineId' | 'thingId') => [...new Set(rows.flatMap((row) => row[of] ?? []))];
    const lines = [];
    for (const id of idsOf('lineId')) lines.push(...(await lineDetails(tx, id)));
    for (const id of idsOf('thingId')) lines.push({ name: 'Payment in the books', to: await movementText(tx, id) });
    return lines;
  },
  said: () => 'The break is open again',
});
