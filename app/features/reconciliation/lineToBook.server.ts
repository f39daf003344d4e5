import { and, between, eq, isNull, ne, or } from 'drizzle-orm';
import { payment, statementLine, statementMatch } from '#drizzle/schema';
import { beginDecision } from '~/features/reviewQueue';
import { isOutputOf } from '~/features/wallet';
import { formatUsd } from '~/ledger/money';
import { after, now } from '~/platform/clock';
import type { Handle, Reader } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { utcText } from '~/platform/text/dayText';
import { breakOfLine, isOpenBreak, type StatementBreak } from './breaks.server';
import { coinText } from './coinText';
import { isSamePlace, WINDOW } from './matching';
import { centsOf } from './movements.server';
import { movedBy } from './statements/statementLine';
import type { KeptLine } from './statements/takeLines.server';

/* What every booking and resolution of a line asks first, and how it is kept. */

/** A line of a statement. */
export const lineById = async (tx: Handle, id: string): Promise<KeptLine | undefined> =>
  (await tx.select().from(statementLine).where(eq(statementLine.id, id)))[0];

export const IS_PAYMENT = refuse(
  'is-payment',
  'A deposit or withdrawal has this transaction. Choose it above. Nothing was changed.',
);

export const SETTLED = refuse('settled', 'This was resolved already. Nothing was changed.');

/** A line that is no break, though nobody has resolved it: it is from before the opening, or what was decided since would be matched with it. */
export const NO_BREAK = refuse(
  'no-break',
  'This line is no break: match the lines of this method first, or change its opening. Nothing was changed.',
);

/** Refuses what is settled, or in another's hands; null for what is open. */
export async function refuseSettled(tx: Handle, by: Actor, id: string): Promise<Result<never> | null> {
  return (await isOpenBreak(tx, id)) ? await beginDecision(tx, by, id) : SETTLED;
}

type Settled = Pick<
  typeof statementMatch.$inferInsert,
  'groupId' | 'lineId' | 'thing' | 'thingId' | 'method' | 'how' | 'reason'
>;

/** Keeps what a person has said that a line or a movement is. */
export async function settle(
  tx: Handle,
  by: Actor,
  { groupId, ...said }: Omit<Settled, 'groupId'> & { groupId?: string },
) {
  const kept = { lineId: null, thing: null, thingId: null, ...said };
  await tx
    .insert(statementMatch)
    .values({ id: newId(), groupId: groupId ?? newId(), ...kept, matchedBy: by.id, at: now() });
}

/** Was the transaction of a line credited to a deposit, or has it paid a withdrawal? */
export async function isPayment(tx: Handle, { transactionKey: key }: KeptLine): Promise<boolean> {
  if (key === null) return false;
  const booked = or(eq(payment.key, key), isOutputOf(payment.key, key));
  const [found] = await tx.select({ key: payment.key }).from(payment).where(booked).limit(1);
  return found !== undefined;
}

/** Two lines of one reading, or of a chain, are two movements: a file and a chain tell each once. */
const isOneReading = (one: KeptLine, other: KeptLine): boolean =>
  one.origin === other.origin && (one.origin === 'chain' || one.takenAt.getTime() === other.takenAt.getTime());

/**
 * Another line, resolved already, that seems to tell of the same movement in another statement: of the same sum and nothing that differs.
 * `isSure` where both name one transaction; else they are of about one time, as payments of equal amounts may be too.
 */
export async function toldElsewhere(
  handle: Reader,
  line: KeptLine,
): Promise<{ line: KeptLine; isSure: boolean } | null> {
  const { id, method, at, transactionKey: key } = line;
  const near = between(statementLine.at, after(at, -WINDOW), after(at, WINDOW));
  const rows = await handle
    .selectDistinct({ line: statementLine })
    .from(statementLine)
    .innerJoin(statementMatch, eq(statementMatch.lineId, statementLine.id))
    .where(
      and(
        eq(statementLine.method, method),
        ne(statementLine.id, id),
        ne(statementMatch.how, 'repeated'),
        key === null
          ? near
          : or(eq(statementLine.transactionKey, key), and(isNull(statementLine.transactionKey), near)),
      ),
    );
  const told = rows
    .map((row) => row.line)
    .filter((other) => movedBy(other) === movedBy(line) && isSamePlace(other, line) && !isOneReading(other, line));
  const sure = key === null ? undefined : told.find(({ transactionKey }) => transactionKey === key);
  const [first] = sure ? [sure] : told;
  return first ? { line: first, isSure: sure !== undefined } : null;
}

/** How a booking names another line: by its amount, its time and its transaction or note. */
export const lineText = ({ amount, at, transactionId, note }: KeptLine): string =>
  [`${coinText(amount)} on ${utcText(at)}`, transactionId ?? note].filter(Boolean).join(', ');

/** The lines that are resolved together with a line: the small ones of its day, else it alone. */
export const linesTogether = ({ kind, lines }: StatementBreak, line: KeptLine): KeptLine[] =>
  kind === 'small' ? lines : [line];

/** What is booked for a line: cents; `another`: a person says that it is another movement than a line like it; `isFee`: what a network took. */
type Booking = { amount: bigint; another?: 'on'; isFee?: boolean };

/**
 * The break that a line is in, if the line may be booked: its payment is not in the books, it is worth the amount, nobody has resolved it, and no other
 * statement has told of it before.
 */
export async function breakToBook(
  tx: Handle,
  by: Actor,
  line: KeptLine,
  { amount, another, isFee = false }: Booking,
): Promise<Result<StatementBreak>> {
  if (!isFee && (await isPayment(tx, line))) return IS_PAYMENT;
  const settled = await refuseSettled(tx, by, line.id);
  if (settled) return settled;
  const found = await breakOfLine(tx, line);
  if (!found) return NO_BREAK;
  const lines = linesTogether(found, line);
  const worth = centsOf(
    line.method,
    lines.reduce((sum, each) => sum + movedBy(each), 0n),
  );
  if (worth !== null && worth !== amount)
    return refuse(
      'wrong-amount',
      `${lines.length > 1 ? `The ${lines.length} lines are` : 'The line is'} of ${formatUsd(worth)}. Nothing was changed.`,
      'amount',
    );
  if (found.kind === 'repeated')
    return refuse('repeats', 'This line repeats another one. Resolve it as a duplicate. Nothing was changed.');
  const told = await toldElsewhere(tx, line);
  if (told?.isSure) return refuseTold(told.line);
  if (told && !another)
    return refuse(
      'told-elsewhere',
      `Another statement has the same amount at about the same time, and that line is resolved: ${lineText(told.line)}. If this is the same movement, resolve it as a duplicate; if not, say so here. Nothing was changed.`,
      'another',
    );
  return done(found);
}

/** Refuses a line whose transaction and sum another statement has told, where that line is resolved. */
export const refuseTold = (told: KeptLine) =>
  refuse(
    'told-elsewhere',
    `Another statement has told of this movement, and that line is resolved: ${lineText(told)}. Resolve this one as a duplicate. Nothing was changed.`,
  );
