import { createHash } from 'node:crypto';
import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import {
  depositMethod,
  event,
  type StatementColumns,
  statementLine,
  statementMatch,
  statementSignOff,
  statementSource,
  withdrawalMethod,
} from '#drizzle/schema';
import { writeCoinAmount } from '~/ledger/coinAmount';
import { now } from '~/platform/clock';
import { findAll, type Handle, read } from '~/platform/db/index.server';
import { cursorPage, everyRow, ROWS_AT_A_TIME, type Stretch } from '~/platform/db/paging';
import { newestAlong } from '~/platform/db/stretch.server';
import { record } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { isoDay, utcText } from '~/platform/text/dayText';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { findBreaks, readUntil, sourceOf } from './breaks.server';
import { custodyDays } from './days.server';
import { reconcile } from './matching';
import { openMovements, withItems } from './movements.server';
import type { LeftOut } from './statements/leftOut';
import { columnsMissing, guessColumns, isWithoutDirection, undecidedColumns } from './statements/statementColumns';
import { readStatementTable, statementLines } from './statements/statementCsv';
import type { StatementLine } from './statements/statementLine';
import { comparable, keptLine, openLines, toldBefore } from './statements/takeLines.server';

/** A method of payment whose wallet or account has statements. */
export type Method = { code: string; name: string };

/** Every method that takes money in or pays it out, by its code. */
export async function methods(): Promise<Method[]> {
  const taking = await read().select().from(depositMethod).orderBy(asc(depositMethod.position));
  const paying = await read().select().from(withdrawalMethod).orderBy(asc(withdrawalMethod.position));
  const named = new Map([...paying, ...taking].map(({ code, name }) => [code, { code, name }]));
  return [...new Set([...taking, ...paying].map(({ code }) => code))].map((code) => named.get(code) as Method);
}

/** The method with a code, or null. */
export const methodNamed = async (code: string | undefined): Promise<Method | null> =>
  (await methods()).find((each) => each.code === code) ?? null;

/** Every method with how far its statements were read, what is open, and which day was signed last. */
export async function sourcesPage() {
  const sources = await read().select().from(statementSource);
  const listed = [];
  for (const method of await methods()) {
    const source = sources.find((each) => each.method === method.code);
    if (!source) {
      listed.push({ ...method, source: null });
      continue;
    }
    const { breaks, matchable } = await findBreaks(read(), source);
    const [signed] = await read()
      .select({ day: statementSignOff.day, countersignedAt: statementSignOff.countersignedAt })
      .from(statementSignOff)
      .where(eq(statementSignOff.method, method.code))
      .orderBy(desc(statementSignOff.day))
      .limit(1);
    listed.push({
      ...method,
      source: {
        until: await readUntil(read(), method.code),
        held: (await custodyDays(read(), source)).at(-1)?.closing ?? source.opening,
        takenAt: source.takenAt,
        breaks: breaks.length,
        oldest: breaks[0]?.since ?? null,
        matchable,
        signed: signed ?? null,
      },
    });
  }
  return { rows: listed, at: now() };
}

export type ListedSource = Awaited<ReturnType<typeof sourcesPage>>['rows'][number];

/**
 * Adds to the columns that were chosen for a file which of its other columns seemed to decide about its lines, and were not chosen; and the
 * file itself where they alone say which way its money went.
 */
export async function withDeclined(method: string, text: string, columns: StatementColumns): Promise<StatementColumns> {
  const file = await readStatementTable(text);
  const declined = file.ok ? undecidedColumns(file.table, columns, method).map(({ name }) => name) : [];
  const isOneWay = file.ok && isWithoutDirection(file.table, columns, method);
  return { ...columns, ...(declined.length > 0 && { declined }), ...(isOneWay && { confirmed: digestOf(text) }) };
}

/** An administrator says which columns of a source's files have what. It is remembered for its next file. */
export async function mapColumns(
  tx: Handle,
  by: Actor,
  { method, columns }: { method: string; columns: StatementColumns },
): Promise<Result<{ method: string }>> {
  const without = await refuseUnlessMay(tx, by, 'statements:change');
  if (without) return without;
  const known = await methodNamed(method);
  if (!known) return refuse('not-found', 'There is no such method.');
  const found = await sourceOf(tx, method);
  if (found) await tx.update(statementSource).set({ columns }).where(eq(statementSource.method, method));
  else {
    const today = new Date(now());
    today.setUTCHours(0, 0, 0, 0);
    await tx.insert(statementSource).values({ method, opensAt: today, opening: 0n, columns, takenAt: null });
  }
  await record(tx, { thing: 'statement', thingId: method, event: 'map-columns', by });
  return done({ method });
}

/**
 * A person says from when on a source counts, and what was held then. Days that were signed come to something else afterwards, and say so.
 * It is refused while a break is from before that day, or would be one once its statement is read, as nobody would look at it any more. The first time lines that the books do not know may be
 * from before it: a chain tells the whole history of an address.
 */
export async function setOpening(
  tx: Handle,
  by: Actor,
  { method, day, opening }: { method: string; day: string; opening: bigint },
): Promise<Result<{ method: string }>> {
  const without = await refuseUnlessMay(tx, by, 'statements:change');
  if (without) return without;
  const opensAt = new Date(`${day}T00:00:00Z`);
  if (opensAt > now()) return refuse('future', 'Choose a day that has begun.', 'day');
  const found = await sourceOf(tx, method);
  const before = found ? (await findBreaks(tx, found, opensAt)).breaks.filter(({ since }) => since < opensAt) : [];
  const [oldest, ...others] = (await isOpened(tx, method))
    ? before
    : before.filter(({ movements }) => movements.length > 0);
  if (oldest)
    return refuse(
      'open-breaks',
      `${others.length > 0 ? `${others.length + 1} open breaks are` : 'An open break is'} from before that day, the oldest of ${utcText(oldest.since)}. Resolve what is open before it, or choose an earlier day. Nothing was changed.`,
      'day',
    );
  if (found) await tx.update(statementSource).set({ opensAt, opening }).where(eq(statementSource.method, method));
  else await tx.insert(statementSource).values({ method, opensAt, opening, columns: null, takenAt: null });
  const details = {
    'first day': day,
    'held, hundred-millionths': String(opening),
    ...(before.length > 0 && { 'lines from before it that the books do not know': String(before.length) }),
  };
  await record(tx, { thing: 'statement', thingId: method, event: 'open', by, details });
  return done({ method });
}

/** Has somebody said before from when on a source counts? */
async function isOpened(tx: Handle, method: string): Promise<boolean> {
  const [said] = await tx
    .select({ id: event.id })
    .from(event)
    .where(and(eq(event.thing, 'statement'), eq(event.thingId, method), eq(event.event, 'open')))
    .limit(1);
  return said !== undefined;
}

/** Lines of a file that its page shows. */
const LINES_SHOWN = 100;

/** What a line of a file would be: known already, a movement of ours, or a break. */
export type DryLine = StatementLine & { is: 'known' | 'matched' | 'differs' | 'repeated' | 'break'; with: string[] };

/** A file before it is read in: it can't be read, its columns have to be named, its lines have faults, or what each of them would be. */
export type DryRun =
  | { at: 'unreadable'; fault: string }
  | { at: 'columns'; header: string[]; first: string[][]; columns: StatementColumns; why: string | null }
  | { at: 'faults'; faults: string[] }
  | {
      at: 'lines';
      lines: StatementLine[];
      /** Tells this file by these columns from any other that could be read in. */
      digest: string;
      /** The days of the first and the last line. */
      covers: { from: string; until: string };
      shown: DryLine[];
      counts: { fresh: number; known: number; matched: number; breaks: number };
      leftOut: LeftOut;
    };

/**
 * Reads a file as it would be read in, and writes nothing.
 * @param text the file
 * @param asked.remap the columns are to be named anew
 */
export async function dryRun(method: string, text: string, { remap = false } = {}): Promise<DryRun> {
  const read_ = await readStatementTable(text);
  if (!read_.ok) return { at: 'unreadable', fault: read_.fault };
  const { table } = read_;
  const source = await sourceOf(read(), method);
  const columns = source?.columns ?? null;
  const missing = columns ? columnsMissing(table.header, columns) : [];
  const fitting = missing.length === 0 ? columns : null;
  const undecided = fitting ? undecidedColumns(table, fitting, method) : [];
  const isUnclear =
    fitting !== null && isWithoutDirection(table, fitting, method) && fitting.confirmed !== digestOf(text);
  if (!fitting || remap || undecided.length > 0 || isUnclear) {
    const names = undecided.map(({ name }) => name).join(', ');
    const why = [
      missing.length > 0 && `The files of before had other columns: this one has no ${missing.join(', ')}.`,
      undecided.length > 0 &&
        `Check the columns again: ${names} may say which lines count, when, or which way money went.`,
      isUnclear &&
        'No amount of this file has a sign, and no column says in or out. If its money went out, choose the column of the amounts as money out.',
    ];
    return {
      at: 'columns',
      header: table.header,
      first: table.body.slice(0, 3).map(({ cells }) => cells),
      columns: fitting
        ? { ...fitting, ...Object.fromEntries(undecided.map(({ column, name }) => [column, name])) }
        : guessColumns(table, method),
      why: why.find(Boolean) || null,
    };
  }
  const parsed = await statementLines(table, fitting, { method, until: now() });
  if (!parsed.ok) return { at: 'faults', faults: parsed.faults };
  const { lines, leftOut } = parsed;
  const times = lines.map(({ at }) => at);
  const day = (at: number) => isoDay(new Date(at));
  const covers = {
    from: day(times.reduce((a, b) => Math.min(a, b))),
    until: day(times.reduce((a, b) => Math.max(a, b))),
  };
  return {
    at: 'lines',
    lines,
    digest: digestOf(JSON.stringify({ method, columns: fitting, text })),
    covers,
    leftOut,
    ...(await tried(method, lines)),
  };
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

async function tried(method: string, lines: StatementLine[]) {
  const kept = await findAll(read(), statementLine, { method, key: lines.map(({ key }) => key) });
  const known = new Set(kept.map(({ key }) => key));
  const open = await openLines(read(), method);
  const asKept = lines
    .filter(({ key }) => !known.has(key))
    .map((line) => keptLine(line, { id: line.key, method, origin: 'file', takenAt: now() }));
  // What the chain told too is kept, and counts once.
  const { explained, repeating, undone } = await toldBefore(read(), method, [...open, ...asKept]);
  for (const { key } of asKept) if (repeating.has(key)) known.add(key);
  const fresh = asKept.filter(({ key }) => !known.has(key));
  const source = (await sourceOf(read(), method)) ?? { method, opensAt: new Date(fresh[0]?.at ?? now()) };
  const movements = await openMovements(read(), source);
  const nameOf = new Map(movements.map(({ id, thing, owner }) => [id, `${thing} of ${owner.name}`]));
  const left = open.filter(({ id }) => !repeating.has(id) && !undone.has(id));
  const found = reconcile([...left, ...fresh].map(comparable), movements, explained);
  const placed = new Map<string, { is: DryLine['is']; with: string[] }>();
  const names = (ids: string[]) => ids.map((id) => nameOf.get(id) ?? id);
  for (const match of found.matches)
    for (const key of match.lines) placed.set(key, { is: 'matched', with: names(match.movements) });
  for (const dispute of found.disputes)
    for (const key of dispute.lines) placed.set(key, { is: 'differs', with: names(dispute.movements) });
  for (const key of found.repeated) placed.set(key, { is: 'repeated', with: [] });
  const isOf = (key: string) =>
    known.has(key) ? { is: 'known' as const, with: [] } : (placed.get(key) ?? { is: 'break' as const, with: [] });
  const matched = fresh.filter(({ key }) => placed.get(key)?.is === 'matched').length;
  return {
    shown: lines.slice(0, LINES_SHOWN).map((line) => ({ ...line, ...isOf(line.key) })),
    counts: { fresh: fresh.length, known: known.size, matched, breaks: fresh.length - matched },
  };
}

/** The lines of a source beyond the one with an id, those that were read in last first, with what each is. */
async function linesAlong(method: string, stretch: Stretch) {
  const { beyond, order } = newestAlong(statementLine.id, stretch);
  const lines = await read()
    .select()
    .from(statementLine)
    .where(and(eq(statementLine.method, method), beyond))
    .orderBy(order)
    .limit(stretch.limit);
  const ids = lines.map(({ id }) => id);
  const matches = ids.length
    ? await withItems(read(), await read().select().from(statementMatch).where(inArray(statementMatch.lineId, ids)))
    : [];
  return lines.map((line) => ({ ...line, matches: matches.filter(({ lineId }) => lineId === line.id) }));
}

/** The page of a source's lines that the address names. */
export const linesPage = (method: string, query: URLSearchParams) =>
  cursorPage(query, (stretch) => linesAlong(method, stretch));

/** The columns of a file of lines, in order. */
export const LINE_COLUMNS = ['booked_at', 'amount', 'fee', 'transaction', 'address', 'note', 'is', 'found_by'] as const;

/** The lines of a file of them. */
export async function* lineRows(method: string): AsyncGenerator<Record<(typeof LINE_COLUMNS)[number], string>> {
  const next = (from: string | null) => linesAlong(method, { from, backwards: false, limit: ROWS_AT_A_TIME });
  for await (const { at, amount, fee, transactionId, address, note, matches } of everyRow(next)) {
    yield {
      booked_at: at.toISOString(),
      amount: writeCoinAmount(amount),
      fee: writeCoinAmount(fee),
      transaction: transactionId ?? '',
      address: address ?? '',
      note,
      is: matches.map(({ thing, thingId }) => (thing ? `${thing} ${thingId}` : '')).join('; '),
      found_by: matches[0]?.how ?? '',
    };
  }
}

export type ListedLine = Awaited<ReturnType<typeof linesPage>>['rows'][number];
