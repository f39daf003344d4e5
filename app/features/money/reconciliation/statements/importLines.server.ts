import { and, asc, eq, isNull } from 'drizzle-orm';
import { type LINE_ORIGINS, statementLine, statementMatch, statementSource } from '#drizzle/schema';
import { now } from '~/platform/clock';
import { findAll, type Handle, insertAll, type Reader, write } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import { type Actor, SYSTEM_ACTOR } from '~/platform/states';
import { isoDay } from '~/platform/text/dayText';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { type CoveredRange, extendCoverage, getCoveredRangeOfDays, getUtcStartOfDay } from '../coverage';
import { listIds, type SourceLine, type StoredLine } from '../line';
import { findRepeatedLines, reconcile, type SourcedLine } from '../matching';
import { findOpenMovements, getTransactionKey } from '../movements.server';

export type Source = typeof statementSource.$inferSelect;

type Days = { from: string; until: string };

export type ImportedLines = { fresh: number; known: number; matched: number };

export async function findSource(handle: Reader, method: string): Promise<Source | null> {
  const [found] = await verified(handle, statementSource, { method });
  return found ?? null;
}

/**
 * Stores statement lines read from a chain and matches them. Skips repeated keys. Posts no journal.
 * @param method code of the wallet's payment method, whose source is created with a zero balance on first use
 * @param covers interval for which the lines are complete, if known
 */
export const importLines = (
  method: string,
  lines: readonly SourceLine[],
  covers: CoveredRange | null = null,
): Promise<ImportedLines> => write((tx) => storeLines(tx, SYSTEM_ACTOR, { method, lines, origin: 'chain', covers }));

export async function importStatement(
  tx: Handle,
  by: Actor,
  { method, lines, covers }: { method: string; lines: readonly SourceLine[]; covers: Days },
): Promise<Result<ImportedLines>> {
  const without = await refuseUnlessMay(tx, by, 'statements:change');
  if (without) return without;
  if (lines.length === 0) return refuse('no-lines', 'The statement has no lines. Nothing was stored.');
  if (getUtcStartOfDay(covers.until) > now())
    return refuse('future', 'A statement can’t have a day in the future. Nothing was stored.', 'until');
  if (covers.from > covers.until) return refuse('order', 'It ends before it begins. Nothing was stored.', 'until');
  return done(
    await storeLines(tx, by, {
      method,
      lines,
      origin: 'file',
      covers: getCoveredRangeOfDays(covers, now()),
      stated: covers,
    }),
  );
}

/** Matches open lines again, including payments booked since the last import. */
export async function matchAgain(tx: Handle, by: Actor, method: string): Promise<Result<ImportedLines>> {
  const without = await refuseUnlessMay(tx, by, 'statements:change');
  if (without) return without;
  if (!(await findSource(tx, method))) return refuse('no-source', 'No statement of this method has been imported yet.');
  return done(await storeLines(tx, by, { method, lines: [], origin: 'file', covers: null }));
}

type ImportInput = {
  method: string;
  lines: readonly SourceLine[];
  origin: (typeof LINE_ORIGINS)[number];
  covers: CoveredRange | null;
  stated?: Days;
};

async function storeLines(tx: Handle, by: Actor, input: ImportInput): Promise<ImportedLines> {
  const { method, lines, origin, stated } = input;
  const takenAt = now();
  const source = await saveReadSource(tx, input, takenAt);
  // A reading of the chain without new lines changes no match.
  if (!source || (lines.length === 0 && by.kind !== 'admin')) return { fresh: 0, known: 0, matched: 0 };
  const unique = [...new Map(lines.map((line) => [line.key, line])).values()];
  const stored = await findAll(tx, statementLine, { method, key: unique.map(({ key }) => key) });
  const known = new Set(stored.map(({ key }) => key));
  const fresh = unique
    .filter(({ key }) => !known.has(key))
    .map((line) => toStoredLine(line, { id: newId(), method, origin, takenAt }));
  await insertAll(tx, statementLine, fresh);
  const taken = { fresh: fresh.length, known: known.size, matched: await matchOpenLines(tx, source) };
  if (fresh.length > 0 || by.kind === 'admin') {
    const details = {
      new: String(taken.fresh),
      'known before': String(taken.known),
      matched: String(taken.matched),
      ...(stated && { 'said to have everything': `${stated.from} to ${stated.until}` }),
    };
    await record(tx, { thing: 'statement', thingId: method, event: lines.length > 0 ? 'take' : 'match', by, details });
  }
  return taken;
}

/** Creates or changes a source. Concurrent imports wait here for each other. */
export async function saveSource(tx: Handle, method: string, set: Partial<Source>): Promise<Source> {
  const unread = { openingSetAt: null, columns: null, takenAt: null, coveredFrom: null, coveredUntil: null };
  const created = { method, opensAt: getUtcStartOfDay(isoDay(now())), opening: 0n, ...unread };
  const source = { ...((await findSource(tx, method)) ?? created), ...set };
  await insertAll(tx, statementSource, [source], Object.keys(set) as (keyof Source)[]);
  return source;
}

/** Saves the source of new lines. Its start is at the latest the day of its first line; without lines, the day of the reading. */
async function saveReadSource(
  tx: Handle,
  { method, lines, covers }: ImportInput,
  takenAt: Date,
): Promise<Source | null> {
  const found = await findSource(tx, method);
  if (lines.length === 0 && !covers) return found;
  const oldest = lines.reduce((least, { at }) => Math.min(least, at), takenAt.getTime());
  const first = getUtcStartOfDay(isoDay(new Date(oldest)));
  const hasStarted = found && (found.takenAt !== null || found.opensAt <= first);
  const covered = covers && extendCoverage(found && getCoveredRange(found), covers);
  return await saveSource(tx, method, {
    takenAt: lines.length > 0 ? takenAt : (found?.takenAt ?? null),
    opensAt: hasStarted ? found.opensAt : first,
    ...(covered && { coveredFrom: covered.from, coveredUntil: covered.until }),
  });
}

/** Returns the period for which the statements of a source are complete; null if unknown. */
export const getCoveredRange = ({ coveredFrom: from, coveredUntil: until }: Source): CoveredRange | null =>
  from && until && { from, until };

export const toStoredLine = (
  { at, transactionId, ...line }: SourceLine,
  stored: Pick<StoredLine, 'id' | 'method' | 'origin' | 'takenAt'>,
): StoredLine => ({
  ...line,
  ...stored,
  at: new Date(at),
  transactionId,
  transactionKey: transactionId && getTransactionKey(transactionId),
  undoneAt: null,
});

export async function findOpenLines(handle: Reader, method: string): Promise<StoredLine[]> {
  const rows = await handle
    .select({ line: statementLine })
    .from(statementLine)
    .leftJoin(statementMatch, eq(statementMatch.lineId, statementLine.id))
    .where(and(eq(statementLine.method, method), isNull(statementMatch.id)))
    .orderBy(asc(statementLine.at), asc(statementLine.id));
  return rows.map(({ line }) => line);
}

/**
 * Compares the open lines of a source, and new lines, with the movements of the books. `repeating` are lines that the other kind of
 * source, file or chain, has reported; `undone` are lines whose automatic match was undone: neither is matched automatically. A repetition
 * of a settled line of its transaction is returned as repeated.
 */
export async function compareLines(
  handle: Reader,
  source: Pick<Source, 'method' | 'opensAt'>,
  coming: readonly StoredLine[] = [],
) {
  const { method } = source;
  const lines = [...(await findOpenLines(handle, method)), ...coming];
  const undone = new Set(listIds(lines.filter(({ undoneAt }) => undoneAt !== null)));
  const keys = [...new Set(lines.map((line) => line.transactionKey).filter((key) => key !== null))];
  const ofKeys = await findAll(handle, statementLine, { method, transactionKey: keys });
  const matches = await findAll(handle, statementMatch, { lineId: listIds(ofKeys) });
  const matchOf = new Map(matches.map((match) => [match.lineId, match]));
  const settled = ofKeys.flatMap((line): SourcedLine[] => {
    const match = matchOf.get(line.id);
    if (!match) return [];
    const state = match.how !== 'repeated' ? 'settled' : match.matchedBy === null ? 'echo' : 'repeated';
    return [{ ...line, state }];
  });
  const left = lines.filter(({ id }) => !undone.has(id));
  const open = left.map((line): SourcedLine => ({ ...line, state: 'open' }));
  const repeating = new Set(findRepeatedLines([...open, ...settled]));
  const movements = await findOpenMovements(handle, source);
  const explained = settled.filter(({ state }) => state === 'settled');
  const compared = left.filter(({ id }) => !repeating.has(id));
  return { lines, movements, undone, repeating, ...reconcile(compared, movements, explained) };
}

async function matchOpenLines(tx: Handle, source: Source): Promise<number> {
  const { method } = source;
  const { matches, movements, repeating } = await compareLines(tx, source);
  const row = { method, reason: null, matchedBy: null, at: now() };
  const alone = { thing: null, thingId: null, how: 'repeated' as const };
  const twins = [...repeating].map((lineId) => ({ ...row, ...alone, id: newId(), groupId: newId(), lineId }));
  const things = new Map(movements.map(({ id, thing }) => [id, thing]));
  const rows = matches.flatMap(({ how, lines, movements: thingIds }) => {
    const group = { ...row, groupId: newId(), how };
    return lines.flatMap((lineId) =>
      thingIds.map((thingId) => ({ ...group, id: newId(), lineId, thing: things.get(thingId) ?? null, thingId })),
    );
  });
  await insertAll(tx, statementMatch, [...twins, ...rows]);
  return new Set(rows.map(({ lineId }) => lineId)).size;
}
