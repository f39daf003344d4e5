import { createHash } from 'node:crypto';
import { and, asc, desc, eq } from 'drizzle-orm';
import {
  depositMethod,
  type StatementColumns,
  statementLine,
  statementMatch,
  statementSignOff,
  statementSource,
  withdrawalMethod,
} from '#drizzle/schema';
import { type CoinOfMethod, findCoinOfMethod } from '~/features/money/wallet/internal/coins';
import { now } from '~/platform/clock';
import { findAll, type Handle, read } from '~/platform/db/index.server';
import { readCursorPage } from '~/platform/db/paging';
import { createNewestFirstRange } from '~/platform/db/rowRange.server';
import { verified } from '~/platform/db/verified.server';
import { record } from '~/platform/events/index.server';
import { findCoinIcon } from '~/platform/networks/lookups';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { isoDay, utcText } from '~/platform/text/dayText';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { findBreaks, findReadUntil } from './breaks.server';
import { getUtcStartOfDay } from './coverage';
import { computeCustodyDays } from './days.server';
import { listIds, type SourceLine } from './line';
import { addItems } from './movements.server';
import { compareLines, findSource, type Source, saveSource, toStoredLine } from './statements/importLines.server';
import {
  guessColumns,
  isWithoutDirection,
  readStatementLines,
  readStatementTable,
} from './statements/statementFile.server';

export type Method = { code: string; name: string; icon: string; coin: CoinOfMethod | null };

export async function listMethods(): Promise<Method[]> {
  const taking = await verified(read(), depositMethod, undefined, asc(depositMethod.position));
  const paying = await verified(read(), withdrawalMethod, undefined, asc(withdrawalMethod.position));
  const named = new Map<string, Method>();
  for (const method of [...taking, ...paying]) {
    const { code, name } = method;
    if (!named.has(code))
      named.set(code, { code, name, icon: findCoinIcon(method.icon), coin: findCoinOfMethod(method) });
  }
  return [...named.values()];
}

export const findMethod = async (code: string | undefined): Promise<Method | null> =>
  (await listMethods()).find((each) => each.code === code) ?? null;

export async function loadSourcesPage() {
  const sources = await read().select().from(statementSource);
  const rows = [];
  for (const method of await listMethods()) {
    const source = sources.find((each) => each.method === method.code);
    rows.push({ ...method, source: source ? await summarizeSource(source) : null });
  }
  return { rows, at: now() };
}

async function summarizeSource(source: Source) {
  const { method, opening } = source;
  const { breaks } = await findBreaks(read(), source);
  const [signed] = await read()
    .select({ day: statementSignOff.day, countersignedAt: statementSignOff.countersignedAt })
    .from(statementSignOff)
    .where(eq(statementSignOff.method, method))
    .orderBy(desc(statementSignOff.day))
    .limit(1);
  return {
    until: await findReadUntil(read(), method),
    held: (await computeCustodyDays(read(), source)).at(-1)?.closing ?? opening,
    breaks: breaks.length,
    oldest: breaks[0]?.since ?? null,
    signed: signed ?? null,
  };
}

export type ListedSource = Awaited<ReturnType<typeof loadSourcesPage>>['rows'][number];

/** Returns the chosen columns of a file. Files with another header, or without a direction of payments, need a new choice. */
export async function loadColumns(method: string, text: string, columns: StatementColumns): Promise<StatementColumns> {
  const file = await readStatementTable(text);
  if (!file.ok) return columns;
  const isOneWay = isWithoutDirection(file.table, columns, method);
  return { ...columns, header: file.table.header, ...(isOneWay && { confirmed: computeDigest(text) }) };
}

type Changed = Result<{ method: string }>;

export async function mapColumns(
  tx: Handle,
  by: Actor,
  { method, columns }: { method: string; columns: StatementColumns },
): Promise<Changed> {
  const without = await refuseUnlessMay(tx, by, 'statements:change');
  if (without) return without;
  if (!(await findMethod(method))) return refuse('not-found', 'There is no such method.');
  await saveSource(tx, method, { columns });
  await record(tx, { thing: 'statement', thingId: method, by, event: 'map-columns' });
  return done({ method });
}

/**
 * Sets the start of a source and its opening balance, and reports which signed days change. Refused if a break would be older than the
 * start, since nobody would check it. Before the first opening, older unknown lines are allowed, because a chain reports the whole history
 * of an address.
 */
export async function setOpening(
  tx: Handle,
  by: Actor,
  { method, day, opening }: { method: string; day: string; opening: bigint },
): Promise<Changed> {
  const without = await refuseUnlessMay(tx, by, 'statements:change');
  if (without) return without;
  const opensAt = getUtcStartOfDay(day);
  if (opensAt > now()) return refuse('future', 'Choose today or an earlier day.', 'day');
  const found = await findSource(tx, method);
  const before = found ? (await findBreaks(tx, found, opensAt)).breaks.filter(({ since }) => since < opensAt) : [];
  const [oldest, ...others] = found?.openingSetAt ? before : before.filter(({ movements }) => movements.length > 0);
  if (oldest)
    return refuse(
      'open-breaks',
      `${others.length > 0 ? `${others.length + 1} open breaks are` : 'An open break is'} from before that day, the oldest of ${utcText(oldest.since)}. Resolve what is open before it, or choose an earlier day. Nothing was changed.`,
      'day',
    );
  const details = {
    'first day': day,
    'held, hundred-millionths': String(opening),
    ...(before.length > 0 && { 'lines from before it that the books do not know': String(before.length) }),
  };
  await saveSource(tx, method, { opensAt, opening, openingSetAt: now() });
  await record(tx, { thing: 'statement', thingId: method, by, event: 'open', details });
  return done({ method });
}

const MAX_SHOWN_LINES = 100;

export type DryLine = SourceLine & { is: 'known' | 'matched' | 'differs' | 'repeated' | 'break'; with: string[] };

/** Previews a file: as unreadable, with columns to choose, with faulty lines, or with the result of each line. */
export async function previewStatementImport(method: string, text: string, { remap = false } = {}) {
  const file = await readStatementTable(text);
  if (!file.ok) return { at: 'unreadable' as const, fault: file.fault };
  const { table } = file;
  const columns = (await findSource(read(), method))?.columns;
  const fitting = columns && String(columns.header) === String(table.header) ? columns : null;
  const isUnclear =
    fitting !== null && isWithoutDirection(table, fitting, method) && fitting.confirmed !== computeDigest(text);
  if (!fitting || remap || isUnclear) {
    const unclear =
      'The amounts in this file have no sign, and no column for in or out. If they are payments out, choose the column as money out.';
    const unfitting = columns && !fitting ? 'Earlier files had other columns. Check the columns.' : null;
    return {
      at: 'columns' as const,
      header: table.header,
      first: table.body.slice(0, 3).map(({ cells }) => cells),
      columns: fitting ?? guessColumns(table, method),
      why: isUnclear ? unclear : unfitting,
    };
  }
  const parsed = await readStatementLines(table, fitting, { method, until: now() });
  if (!parsed.ok) return { at: 'faults' as const, faults: parsed.faults };
  const { lines, leftOut } = parsed;
  const days = lines.map(({ at }) => isoDay(new Date(at))).toSorted();
  const digest = computeDigest(JSON.stringify({ method, columns: fitting, text }));
  const covers = { from: days[0] ?? '', until: days.at(-1) ?? '' };
  return { at: 'lines' as const, lines, digest, covers, leftOut, ...(await tryImportLines(method, lines)) };
}

export type DryRun = Awaited<ReturnType<typeof previewStatementImport>>;

const computeDigest = (text: string): string => createHash('sha256').update(text).digest('base64url');

async function tryImportLines(method: string, lines: SourceLine[]) {
  const stored = await findAll(read(), statementLine, { method, key: lines.map(({ key }) => key) });
  const known = new Set(stored.map(({ key }) => key));
  const coming = lines
    .filter(({ key }) => !known.has(key))
    .map((line) => toStoredLine(line, { id: line.key, method, origin: 'file', takenAt: now() }));
  const source = (await findSource(read(), method)) ?? { method, opensAt: coming[0]?.at ?? now() };
  const found = await compareLines(read(), source, coming);
  // Lines that the chain also reports are stored but count once.
  const fresh = coming.filter(({ key }) => !found.repeating.has(key));
  const nameOf = new Map(found.movements.map(({ id, thing, owner }) => [id, `${thing} of ${owner.name}`]));
  const placed = new Map<string, Pick<DryLine, 'is' | 'with'>>();
  const place = (is: DryLine['is'], keys: Iterable<string>, ids: string[] = []) => {
    for (const key of keys) placed.set(key, { is, with: ids.map((id) => nameOf.get(id) ?? id) });
  };
  for (const match of found.matches) place('matched', match.lines, match.movements);
  for (const dispute of found.disputes) place('differs', dispute.lines, dispute.movements);
  place('repeated', found.repeated);
  place('known', [...known, ...found.repeating]);
  const isOf = (key: string) => placed.get(key) ?? { is: 'break' as const, with: [] };
  const matched = fresh.filter(({ key }) => isOf(key).is === 'matched').length;
  return {
    shown: lines.slice(0, MAX_SHOWN_LINES).map((line) => ({ ...line, ...isOf(line.key) })),
    counts: { fresh: fresh.length, known: lines.length - fresh.length, matched, breaks: fresh.length - matched },
  };
}

export const loadStatementLinesPage = (method: string, query: URLSearchParams) =>
  readCursorPage(query, async (range) => {
    const { beyond, order } = createNewestFirstRange(statementLine.id, range);
    const isListed = and(eq(statementLine.method, method), beyond);
    const lines = await read().select().from(statementLine).where(isListed).orderBy(order).limit(range.limit);
    const matches = await addItems(read(), await findAll(read(), statementMatch, { lineId: listIds(lines) }));
    return lines.map((line) => ({ ...line, matches: matches.filter(({ lineId }) => lineId === line.id) }));
  });

export type ListedLine = Awaited<ReturnType<typeof loadStatementLinesPage>>['rows'][number];
