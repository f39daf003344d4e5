import { and, desc, eq, ne, or } from 'drizzle-orm';
import { administrator, statementLine, statementMatch, statementSource } from '#drizzle/schema';
import { withNames } from '~/features/auditLog';
import { type QueueMark, withMarks } from '~/features/reviewQueue';
import { STATEMENT_BREAK, unitsWorth } from '~/features/wallet';
import { type Handle, type Reader, read } from '~/platform/db/index.server';
import { DAY } from '~/platform/durations';
import { timelineOf } from '~/platform/events/index.server';
import { isoDay } from '~/platform/text/dayText';
import { candidates, type Dispute, doAmountsAgree, groupedBy, inCommon, reconcile } from './matching';
import {
  type BookedMovement,
  creditedByHand,
  movementById,
  openMovements,
  waitingDeposits,
  withItems,
} from './movements.server';
import {
  chainOf,
  comparable,
  filesOf,
  type KeptLine,
  openLines,
  type Source,
  toldBefore,
} from './statements/takeLines.server';

/** What the audit log and marks call a break. */
export const BREAK = STATEMENT_BREAK;

/**
 * Reasons why something is a break: a line that our books do not know or that repeats another, small lines of one day that they do not know, a movement on no
 * statement, or two that do not fit.
 */
export type BreakKind = 'unknown' | 'small' | 'repeated' | 'unseen' | Dispute['why'];

/** Worth below which incoming lines of one day are one break, cents, so that nobody can hide a payment among thousands of lines. */
const SMALL_CENTS = 1_00n;
/** The same in hundred-millionths of a coin whose price is not known. */
const SMALL_UNITS = 1_000n;

/** Where a statement and our books differ. It is named by its first line, or by its movement where it has no line. */
export type StatementBreak = {
  id: string;
  kind: BreakKind;
  since: Date;
  lines: KeptLine[];
  movements: BookedMovement[];
  /** Hundred-millionths of the coin that the lines have more than the books; null where that is not known. */
  difference: bigint | null;
  mark?: QueueMark;
};

/** When the newest line of a source was booked: what happened later is on no statement yet. */
export async function readUntil(handle: Reader, method: string): Promise<Date | null> {
  const [newest] = await handle
    .select({ at: statementLine.at })
    .from(statementLine)
    .where(eq(statementLine.method, method))
    .orderBy(desc(statementLine.at))
    .limit(1);
  return newest?.at ?? null;
}

/**
 * The breaks of a source, the oldest first, and how many of its open lines would be matched now.
 * @param asIfReadUntil the statements are taken to go on until then, though they end before
 */
export async function findBreaks(
  handle: Reader,
  source: Source,
  asIfReadUntil = new Date(0),
): Promise<{ breaks: StatementBreak[]; matchable: number }> {
  const { method, opensAt } = source;
  const lines = await openLines(handle, method);
  const movements = await openMovements(handle, source);
  const { explained, undone } = await toldBefore(handle, method, lines);
  const matched = lines.filter(({ id }) => !undone.has(id));
  const found = reconcile(matched.map(comparable), movements, explained);
  const lineOf = new Map(lines.map((line) => [line.id, line]));
  const movementOf = new Map(movements.map((movement) => [movement.id, movement]));
  const until = await readUntil(handle, method);
  const covered = [filesOf(source), chainOf(source)].map((span) => (span?.until.getTime() ?? 0) - DAY);
  // What is paid is in a block hours later at times, also where a statement goes on beyond it.
  const expectedUntil = Math.max(until?.getTime() ?? 0, asIfReadUntil.getTime(), ...covered);
  const isExpected = ({ until: at }: BookedMovement) => at >= opensAt.getTime() && at <= expectedUntil;

  // What was before the opening is in what was held then. A chain tells the whole history of an address.
  const counts = (key: string) => (lineOf.get(key)?.at ?? opensAt) >= opensAt;

  const made = (
    kind: BreakKind,
    { lines: keys = [], movements: ids = [] }: { lines?: string[]; movements?: string[] },
    difference: bigint | null = null,
  ): StatementBreak[] => {
    const some = keys.map((key) => lineOf.get(key)).filter((line) => line !== undefined);
    const booked = ids.map((id) => movementOf.get(id)).filter((movement) => movement !== undefined);
    const [line] = some;
    const [movement] = booked;
    const id = line?.id ?? movement?.id;
    const since = line?.at ?? (movement && new Date(movement.until));
    return id && since ? [{ id, kind, since, lines: some, movements: booked, difference }] : [];
  };
  const most = unitsWorth(method, SMALL_CENTS) ?? SMALL_UNITS;
  const smallOf = (key: string): string | null => {
    const line = lineOf.get(key);
    return line && line.amount > 0n && line.amount < most ? isoDay(line.at) : null;
  };
  const unknown = found.unknown.filter(counts);
  const small = [...groupedBy(unknown, smallOf).values()].filter((keys) => keys.length > 1);
  const grouped = new Set(small.flat());
  const single = [...unknown.filter((key) => !grouped.has(key)), ...[...undone].filter(counts)];
  const breaks = [
    ...found.disputes.flatMap((dispute) => made(dispute.why, dispute, dispute.difference)),
    ...found.repeated.filter(counts).flatMap((key) => made('repeated', { lines: [key] })),
    ...single.flatMap((key) => made('unknown', { lines: [key] })),
    ...small.flatMap((keys) => made('small', { lines: keys })),
    ...found.unseen.flatMap((id) =>
      movementOf.get(id) && isExpected(movementOf.get(id) as BookedMovement) ? made('unseen', { movements: [id] }) : [],
    ),
  ].sort((one, other) => one.since.getTime() - other.since.getTime() || (one.id < other.id ? -1 : 1));
  return { breaks, matchable: found.matches.flatMap((match) => match.lines).length };
}

export async function sourceOf(handle: Reader, method: string): Promise<Source | null> {
  const [found] = await handle.select().from(statementSource).where(eq(statementSource.method, method));
  return found ?? null;
}

/** The break that a line of a statement is in; null where it is matched, settled, or from before the opening. */
export async function breakOfLine(handle: Reader, { id, method }: KeptLine): Promise<StatementBreak | null> {
  const source = await sourceOf(handle, method);
  const { breaks } = source ? await findBreaks(handle, source) : { breaks: [] };
  return breaks.find(({ lines }) => lines.some((line) => line.id === id)) ?? null;
}

/** Breaks that a page lists. */
const MOST_BREAKS = 100;

/** The breaks of a source for its page, with who has taken each. */
export async function breaksPage(source: Source) {
  const { breaks, matchable } = await findBreaks(read(), source);
  return { breaks: await withMarks(breaks.slice(0, MOST_BREAKS)), total: breaks.length, matchable };
}

/** A break with what a person wants to know who decides: what it could be, and what was done about it. */
export async function breakPage(source: Source, id: string) {
  const { breaks } = await findBreaks(read(), source);
  const found = breaks.find((each) => each.id === id);
  if (!found) return null;
  const [marked] = await withMarks([found]);
  const [line] = found.lines;
  const movements = await openMovements(read(), source);
  const waiting = line ? await waitingDeposits(read(), source.method, line.at) : [];
  const open = found.lines.length === 0 ? await openLines(read(), source.method) : [];
  const [movement] = found.movements;
  const compared = (one: KeptLine, other: BookedMovement) => ({
    common: inCommon(comparable(one), other),
    isAlike: doAmountsAgree([comparable(one)], [other]),
  });
  const booked = line
    ? [
        ...found.movements,
        ...candidates(comparable(line), movements).filter((each) => !found.movements.some(({ id }) => id === each.id)),
      ].map((each) => ({ ...each, ...compared(line, each) }))
    : [];
  const lines = movement ? open.filter((each) => candidates(comparable(each), [movement]).length > 0) : [];
  const alike = movement ? lines.map((each) => ({ ...each, ...compared(each, movement) })) : [];
  return {
    found: marked as StatementBreak,
    /** Movements that a line could be: those of the dispute first. `common` is what speaks for them beside the amount, which agrees where `isAlike`. */
    booked,
    /** Deposits that wait for a decision and may be it. */
    waiting: line ? candidates(comparable(line), waiting) : [],
    /** Deposits that were credited by hand, without a method, and may be it. */
    byHand: line && line.amount > 0n ? candidates(comparable(line), await creditedByHand(read(), line.at)) : [],
    /** Lines that a movement could be. */
    lines: [...alike.filter(({ common }) => common), ...alike.filter(({ common }) => !common)].slice(0, 5),
    /** Other lines of the same transaction, settled or not. */
    same: line?.transactionKey ? await linesOfTransaction(line) : [],
    history: await historyOf(id),
  };
}

const linesOfTransaction = async ({ id, method, transactionKey }: KeptLine) =>
  await read()
    .select()
    .from(statementLine)
    .where(
      and(
        eq(statementLine.method, method),
        eq(statementLine.transactionKey, transactionKey ?? ''),
        ne(statementLine.id, id),
      ),
    )
    .limit(5);

/** Whether something is still open: a line or a movement of which nobody has said what it is. */
export async function isOpenBreak(tx: Handle, id: string): Promise<boolean> {
  const [line] = await tx.select({ id: statementLine.id }).from(statementLine).where(eq(statementLine.id, id));
  const is = line ? eq(statementMatch.lineId, id) : eq(statementMatch.thingId, id);
  const [match] = await tx.select({ id: statementMatch.id }).from(statementMatch).where(is).limit(1);
  return !match && (line !== undefined || (await movementById(tx, id)) !== null);
}

const historyOf = async (id: string) => await withNames(await timelineOf(read(), BREAK, id));

/** What people or the rules have said that a line or a movement is; null where nobody has. */
export async function settledPage(id: string) {
  const rows = await read()
    .select({ match: statementMatch, name: administrator.name })
    .from(statementMatch)
    .leftJoin(administrator, eq(administrator.id, statementMatch.matchedBy))
    .where(or(eq(statementMatch.lineId, id), eq(statementMatch.thingId, id)));
  if (rows.length === 0) return null;
  const matches = rows.map(({ match, name }) => ({ ...match, name }));
  return { matches: await withItems(read(), matches), history: await historyOf(id) };
}
