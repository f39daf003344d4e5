import { and, desc, eq, ne, or } from 'drizzle-orm';
import { administrator, statementLine, statementMatch } from '#drizzle/schema';
import { type QueueMark, withMarks, withNames } from '~/features/backoffice';
import { STATEMENT_BREAK } from '~/features/money/wallet/internal/payments.server';
import { convertToUnits } from '~/features/money/wallet/internal/worth.server';
import { type Handle, type Reader, read } from '~/platform/db/index.server';
import { DAY } from '~/platform/durations';
import { findTimeline } from '~/platform/events/index.server';
import { isoDay } from '~/platform/text/dayText';
import type { StoredLine } from './line';
import { type Dispute, findCandidates, findCommonEvidence, groupBy, haveEqualAmounts } from './matching';
import {
  addItems,
  type BookedMovement,
  findCreditedManually,
  findMovement,
  findOpenMovements,
  findWaitingDeposits,
} from './movements.server';
import { compareLines, findOpenLines, findSource, type Source } from './statements/importLines.server';

/** Reasons for a break. `small`: a day's small lines that the books do not have. `unseen`: a movement on no statement. */
export type BreakKind = 'unknown' | 'small' | 'repeated' | 'unseen' | Dispute['why'];

/** Amount in cents below which a day's incoming lines form one break, so that dust cannot hide a payment among thousands of lines. */
const SMALL_CENTS = 1_00n;
/** The same limit for a coin without a known price, in hundred-millionths. */
const SMALL_UNITS = 1_000n;

/** Difference between a statement and our books. Its ID is that of its first line or, without a line, of its movement. */
export type StatementBreak = {
  id: string;
  kind: BreakKind;
  since: Date;
  lines: StoredLine[];
  movements: BookedMovement[];
  /** Amount by which the lines exceed the books, in hundred-millionths of the coin; null if unknown. */
  difference: bigint | null;
  mark?: QueueMark;
};

export async function findReadUntil(handle: Reader, method: string): Promise<Date | null> {
  const [newest] = await handle
    .select({ at: statementLine.at })
    .from(statementLine)
    .where(eq(statementLine.method, method))
    .orderBy(desc(statementLine.at))
    .limit(1);
  return newest?.at ?? null;
}

const indexById = <T extends { id: string }>(things: readonly T[]) => new Map(things.map((thing) => [thing.id, thing]));

/**
 * Finds the breaks of a source, oldest first, and counts the open lines that would be matched now. Statements are
 * treated as complete until `asIfReadUntil` at least.
 */
export async function findBreaks(
  handle: Reader,
  source: Source,
  asIfReadUntil = new Date(0),
): Promise<{ breaks: StatementBreak[]; matchable: number }> {
  const { method, opensAt } = source;
  const found = await compareLines(handle, source);
  const [lineOf, movementOf] = [indexById(found.lines), indexById(found.movements)];
  const until = await findReadUntil(handle, method);
  // A payment may enter a block hours later, so the last day of the covered period is not complete.
  const covered = (source.coveredUntil?.getTime() ?? 0) - DAY;
  const expectedUntil = Math.max(until?.getTime() ?? 0, asIfReadUntil.getTime(), covered);
  const isExpected = (id: string) => {
    const at = movementOf.get(id)?.until ?? 0;
    return at >= opensAt.getTime() && at <= expectedUntil;
  };
  // Lines before the opening are part of the opening balance. They exist because a chain reports the whole history of
  // an address.
  const counts = (key: string) => (lineOf.get(key)?.at ?? opensAt) >= opensAt;

  const made = (kind: BreakKind, keys: string[], ids: string[] = [], difference: bigint | null = null) => {
    const lines = keys.flatMap((key) => lineOf.get(key) ?? []);
    const movements = ids.flatMap((id) => movementOf.get(id) ?? []);
    const id = lines[0]?.id ?? movements[0]?.id ?? '';
    const since = lines[0]?.at ?? new Date(movements[0]?.until ?? 0);
    return { id, kind, since, lines, movements, difference };
  };
  const max = convertToUnits(method, SMALL_CENTS) ?? SMALL_UNITS;
  const smallOf = (key: string): string | null => {
    const line = lineOf.get(key);
    return line && line.amount > 0n && line.amount < max ? isoDay(line.at) : null;
  };
  const unknown = found.unknown.filter(counts);
  const small = [...groupBy(unknown, smallOf).values()].filter((keys) => keys.length > 1);
  const grouped = new Set(small.flat());
  const single = [...unknown.filter((key) => !grouped.has(key)), ...[...found.undone].filter(counts)];
  const repeated = [...found.repeated, ...found.repeating].filter(counts);
  const breaks = [
    ...found.disputes.map(({ why, lines, movements, difference }) => made(why, lines, movements, difference)),
    ...repeated.map((key) => made('repeated', [key])),
    ...single.map((key) => made('unknown', [key])),
    ...small.map((keys) => made('small', keys)),
    ...found.unseen.filter(isExpected).map((id) => made('unseen', [], [id])),
  ].sort((one, other) => one.since.getTime() - other.since.getTime() || (one.id < other.id ? -1 : 1));
  return { breaks, matchable: found.matches.flatMap((match) => match.lines).length };
}

/** Returns the break of a statement line; null if the line is matched, resolved, or older than the opening. */
export async function findBreakOfLine(handle: Reader, { id, method }: StoredLine): Promise<StatementBreak | null> {
  const source = await findSource(handle, method);
  const { breaks } = source ? await findBreaks(handle, source) : { breaks: [] };
  return breaks.find(({ lines }) => lines.some((line) => line.id === id)) ?? null;
}

const MAX_BREAKS = 100;

export async function loadBreaksPage(source: Source) {
  const { breaks, matchable } = await findBreaks(read(), source);
  return { breaks: await withMarks(breaks.slice(0, MAX_BREAKS)), total: breaks.length, matchable };
}

const MAX_OFFERED_LINES = 5;

export async function loadBreakPage(source: Source, id: string) {
  const { breaks } = await findBreaks(read(), source);
  const found = breaks.find((each) => each.id === id);
  if (!found) return null;
  const [marked = found] = await withMarks([found]);
  const [line] = found.lines;
  const suggestions = line
    ? await suggestForLine(source, line, found.movements)
    : await suggestForMovement(source.method, found.movements[0]);
  return { found: marked, ...suggestions, history: await loadHistory(id) };
}

const compare = (line: StoredLine, movement: BookedMovement) => ({
  common: findCommonEvidence(line, movement),
  isAlike: haveEqualAmounts([line], [movement]),
});

/** Finds what a line may be: movements, those of its dispute first, and deposits that are pending or were credited manually. */
async function suggestForLine(source: Source, line: StoredLine, disputed: readonly BookedMovement[]) {
  const { method, at, transactionKey } = line;
  const open = findCandidates(line, await findOpenMovements(read(), source));
  const booked = [...indexById([...disputed, ...open]).values()];
  const [isOfMethod, isOther] = [eq(statementLine.method, method), ne(statementLine.id, line.id)];
  const isSame = and(isOfMethod, isOther, eq(statementLine.transactionKey, transactionKey ?? ''));
  return {
    booked: booked.map((each) => ({ ...each, ...compare(line, each) })),
    waiting: findCandidates(line, await findWaitingDeposits(read(), method, at)),
    byHand: line.amount > 0n ? findCandidates(line, await findCreditedManually(read(), at)) : [],
    same: transactionKey ? await read().select().from(statementLine).where(isSame).limit(MAX_OFFERED_LINES) : [],
    lines: [],
  };
}

/** Finds the open lines that may be a movement, those with common evidence first. */
async function suggestForMovement(method: string, movement: BookedMovement | undefined) {
  const open = movement ? await findOpenLines(read(), method) : [];
  const lines = open
    .flatMap((line) =>
      movement && findCandidates(line, [movement]).length > 0 ? [{ ...line, ...compare(line, movement) }] : [],
    )
    .toSorted((one, other) => Number(other.common !== null) - Number(one.common !== null));
  return {
    booked: [],
    waiting: [],
    byHand: [] as BookedMovement[],
    same: [],
    lines: lines.slice(0, MAX_OFFERED_LINES),
  };
}

const isOf = (id: string) => or(eq(statementMatch.lineId, id), eq(statementMatch.thingId, id));

export async function isOpenBreak(tx: Handle, id: string): Promise<boolean> {
  const [match] = await tx.select({ id: statementMatch.id }).from(statementMatch).where(isOf(id)).limit(1);
  if (match) return false;
  const [line] = await tx.select({ id: statementLine.id }).from(statementLine).where(eq(statementLine.id, id));
  return line !== undefined || (await findMovement(tx, id)) !== null;
}

const loadHistory = async (id: string) => await withNames(await findTimeline(read(), STATEMENT_BREAK, id));

export async function loadResolvedPage(id: string) {
  const rows = await read()
    .select({ match: statementMatch, name: administrator.name })
    .from(statementMatch)
    .leftJoin(administrator, eq(administrator.id, statementMatch.matchedBy))
    .where(isOf(id));
  if (rows.length === 0) return null;
  const matches = rows.map(({ match, name }) => ({ ...match, name }));
  return { matches: await addItems(read(), matches), history: await loadHistory(id) };
}
