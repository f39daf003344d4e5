import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { event, type LINE_ORIGINS, statementLine, statementMatch, statementSource } from '#drizzle/schema';
import { STATEMENT_BREAK } from '~/features/wallet';
import { now } from '~/platform/clock';
import { findAll, type Handle, insertAll, type Reader, write } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import { type Actor, SYSTEM } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { type Span, spanOf, startOf, withFile } from '../coverage';
import { echoes, type Line, reconcile, type ToldLine } from '../matching';
import { openMovements, transactionKey } from '../movements.server';
import { costOf, type StatementLine } from './statementLine';

export type Source = typeof statementSource.$inferSelect;
export type KeptLine = typeof statementLine.$inferSelect;

/** How many lines were new, how many were known, and how many lines of the source were matched now. */
export type Taken = { fresh: number; known: number; matched: number };

/**
 * Keeps lines that a reader of a wallet brought, and matches what can be matched. A line that was brought before is known by its key and
 * left as it was. It credits and pays nothing.
 * @param method the code of the method whose wallet it is; its source begins with the first lines that come, with nothing held
 * @param covers from when to when everything that moved in the wallet is a line now, where the reader knows
 */
export const takeLines = (
  method: string,
  lines: readonly StatementLine[],
  covers: Span | null = null,
): Promise<Taken> => write((tx) => keepLines(tx, SYSTEM, { method, lines, origin: 'chain', covers }));

/**
 * An administrator reads a statement in. All new lines are stored together, or none.
 * @param covers the days, both whole, of which the statement has everything, as the administrator says
 */
export async function importStatement(
  tx: Handle,
  by: Actor,
  {
    method,
    lines,
    covers,
  }: { method: string; lines: readonly StatementLine[]; covers: { from: string; until: string } },
): Promise<Result<Taken>> {
  const without = await refuseUnlessMay(tx, by, 'statements:change');
  if (without) return without;
  if (lines.length === 0) return refuse('no-lines', 'The statement has no lines. Nothing was stored.');
  if (startOf(covers.until) > now())
    return refuse('future', 'No statement has a day that has not begun. Nothing was stored.', 'until');
  if (covers.from > covers.until) return refuse('order', 'It ends before it begins. Nothing was stored.', 'until');
  return done(await keepLines(tx, by, { method, lines, origin: 'file', covers: spanOf(covers, now()), said: covers }));
}

/** An administrator has open lines matched again, with what was approved and paid since the last statement was read in. */
export async function matchAgain(tx: Handle, by: Actor, method: string): Promise<Result<Taken>> {
  const without = await refuseUnlessMay(tx, by, 'statements:change');
  if (without) return without;
  const [source] = await tx.select().from(statementSource).where(eq(statementSource.method, method));
  if (!source) return refuse('no-source', 'No statement of this method has been imported yet.');
  return done(await keepLines(tx, by, { method, lines: [], origin: 'file', covers: null }));
}

/** Lines as they come, from where, and what they cover; `said` are the days that a person said. */
type Brought = {
  method: string;
  lines: readonly StatementLine[];
  origin: (typeof LINE_ORIGINS)[number];
  covers: Span | null;
  said?: { from: string; until: string };
};

async function keepLines(tx: Handle, by: Actor, brought: Brought): Promise<Taken> {
  const { method, lines, origin, said } = brought;
  const takenAt = now();
  const source = await beginTaking(tx, brought, takenAt);
  // That a chain was read without a line of ours in it changes no match.
  if (!source || (lines.length === 0 && by.kind !== 'admin')) return { fresh: 0, known: 0, matched: 0 };
  const unique = [...new Map(lines.map((line) => [line.key, line])).values()];
  const kept = await findAll(tx, statementLine, { method, key: unique.map(({ key }) => key) });
  const known = new Set(kept.map(({ key }) => key));
  const fresh = unique
    .filter(({ key }) => !known.has(key))
    .map((line) => keptLine(line, { id: newId(), method, origin, takenAt }));
  await insertAll(tx, statementLine, fresh);
  const matched = await matchOpen(tx, source);
  const taken = { fresh: fresh.length, known: known.size, matched };
  if (fresh.length > 0 || by.kind === 'admin') {
    const details = {
      new: String(taken.fresh),
      'known before': String(taken.known),
      matched: String(matched),
      ...(said && { 'said to have everything': `${said.from} to ${said.until}` }),
    };
    await record(tx, { thing: 'statement', thingId: method, event: lines.length > 0 ? 'take' : 'match', by, details });
  }
  return taken;
}

/**
 * Finds the source, or begins it. The first lines that come begin it no later than with the day of the oldest of them. Of two who bring lines
 * at once, one waits here for the other.
 */
async function beginTaking(
  tx: Handle,
  { method, lines, origin, covers }: Brought,
  takenAt: Date,
): Promise<Source | null> {
  const source = eq(statementSource.method, method);
  const [found] = await tx.select().from(statementSource).where(source);
  if (lines.length === 0 && !covers) return found ?? null;
  // A wallet that was read, and in which nothing moved, begins with the day of its reading.
  const first = new Date(lines.reduce((least, { at }) => Math.min(least, at), takenAt.getTime()));
  first.setUTCHours(0, 0, 0, 0);
  const isBegun = found && (found.takenAt !== null || found.opensAt <= first);
  const opensAt = isBegun ? found.opensAt : first;
  const kept = { takenAt: lines.length > 0 ? takenAt : (found?.takenAt ?? null), opensAt };
  const set = covers ? { ...kept, ...covered(found ?? null, { origin, covers, opensAt }) } : kept;
  const [now_] = found
    ? await tx.update(statementSource).set(set).where(source).returning()
    : await tx
        .insert(statementSource)
        .values({ method, opening: 0n, columns: null, ...set })
        .returning();
  return now_ ?? null;
}

/** What a source covers once more was read of it: of its chain what the reader says, of files what belongs together. */
function covered(
  source: Source | null,
  { origin, covers, opensAt }: { origin: Brought['origin']; covers: Span; opensAt: Date },
) {
  if (origin === 'chain') return { chainFrom: covers.from, chainUntil: covers.until };
  const files = withFile(source && filesOf(source), covers, opensAt);
  return { filesFrom: files.from, filesUntil: files.until };
}

/** From when to when files of a source have everything; null where nobody said so. */
export const filesOf = ({ filesFrom: from, filesUntil: until }: Source): Span | null =>
  from && until && { from, until };

/** The same of its chain. */
export const chainOf = ({ chainFrom: from, chainUntil: until }: Source): Span | null =>
  from && until && { from, until };

/** A line as it is kept. */
export const keptLine = (
  { at, transactionId, ...line }: StatementLine,
  kept: Pick<KeptLine, 'id' | 'method' | 'origin' | 'takenAt'>,
): KeptLine => ({
  ...line,
  ...kept,
  at: new Date(at),
  transactionId,
  transactionKey: transactionId && transactionKey(transactionId),
});

/** The stored line as `reconcile` compares it. */
export const comparable = (line: KeptLine): Line => ({
  key: line.id,
  at: line.at.getTime(),
  amount: line.amount,
  fee: costOf(line),
  transaction: line.transactionKey,
  address: line.address,
});

/** The lines of a method that are neither matched nor settled, the oldest first. */
export async function openLines(handle: Reader, method: string): Promise<KeptLine[]> {
  const rows = await handle
    .select({ line: statementLine })
    .from(statementLine)
    .leftJoin(statementMatch, eq(statementMatch.lineId, statementLine.id))
    .where(and(eq(statementLine.method, method), isNull(statementMatch.id)))
    .orderBy(asc(statementLine.at), asc(statementLine.id));
  return rows.map(({ line }) => line);
}

/** The event of a line whose automatic match a person has undone. */
export const UNDONE = 'undo-match';

/** One query asks for so many values. */
const ASKED_AT_ONCE = 500;

/**
 * What is known of some open lines: `explained`, settled lines of the same transactions, so that what only repeats one of them is seen;
 * `repeating`, the ids of open lines that tell what a line of the other kind of source, file or chain, has told; and `undone`, the ids of those whose
 * automatic match a person has undone, which a person alone matches.
 */
export async function toldBefore(handle: Reader, method: string, open: readonly KeptLine[]) {
  const keys = [...new Set(open.map((line) => line.transactionKey).filter((key) => key !== null))];
  const settled = new Map<string, ToldLine>();
  for (let from = 0; from < keys.length; from += ASKED_AT_ONCE) {
    const rows = await handle
      .select({ line: statementLine, how: statementMatch.how, by: statementMatch.matchedBy })
      .from(statementLine)
      .innerJoin(statementMatch, eq(statementMatch.lineId, statementLine.id))
      .where(
        and(
          eq(statementLine.method, method),
          inArray(statementLine.transactionKey, keys.slice(from, from + ASKED_AT_ONCE)),
        ),
      );
    for (const { line, how, by } of rows) {
      const state = how !== 'repeated' ? 'settled' : by === null ? 'echo' : 'repeated';
      settled.set(line.id, { ...comparable(line), origin: line.origin, state });
    }
  }
  const undone = await undoneAmong(handle, open);
  const told = open
    .filter(({ id }) => !undone.has(id))
    .map((line): ToldLine => ({ ...comparable(line), origin: line.origin, state: 'open' }));
  return {
    undone,
    explained: [...settled.values()].filter(({ state }) => state === 'settled'),
    repeating: new Set(echoes([...told, ...settled.values()])),
  };
}

async function undoneAmong(handle: Reader, lines: readonly KeptLine[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (let from = 0; from < lines.length; from += ASKED_AT_ONCE) {
    const ids = lines.slice(from, from + ASKED_AT_ONCE).map(({ id }) => id);
    const rows = await handle
      .select({ id: event.thingId })
      .from(event)
      .where(and(eq(event.thing, STATEMENT_BREAK), eq(event.event, UNDONE), inArray(event.thingId, ids)));
    for (const { id } of rows) found.add(id);
  }
  return found;
}

/** Matches the open lines of a source that can be one movement only. @returns how many lines were matched */
async function matchOpen(tx: Handle, source: Source): Promise<number> {
  const { method } = source;
  const at = now();
  const all = await openLines(tx, method);
  const { explained, repeating, undone } = await toldBefore(tx, method, all);
  const none = { thing: null, thingId: null, reason: null, matchedBy: null };
  const twins = [...repeating].map((lineId) => ({ ...none, id: newId(), groupId: newId(), method, lineId, at }));
  await insertAll(
    tx,
    statementMatch,
    twins.map((twin) => ({ ...twin, how: 'repeated' as const })),
  );
  const lines = all.filter(({ id }) => !repeating.has(id) && !undone.has(id));
  const movements = await openMovements(tx, source);
  const { matches } = reconcile(lines.map(comparable), movements, explained);
  const things = new Map(movements.map(({ id, thing }) => [id, thing]));
  const rows = matches.flatMap(({ how, lines: lineIds, movements: thingIds }) => {
    const group = { groupId: newId(), method, how, reason: null, matchedBy: null, at };
    return lineIds.flatMap((lineId) =>
      thingIds.map((thingId) => ({ id: newId(), lineId, thing: things.get(thingId) ?? null, thingId, ...group })),
    );
  });
  await insertAll(tx, statementMatch, rows);
  return new Set(rows.map(({ lineId }) => lineId)).size;
}
