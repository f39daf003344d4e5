import { and, asc, count, eq, gte, inArray, lte, sql } from 'drizzle-orm';
import { copyFlow, copy as copyTable, mirror, trade } from '#drizzle/schema';
import { formatSignedUsd, formatUsd } from '~/ledger/money';
import type { Handle } from '~/platform/db/index.server';
import type { ChangedValue } from '~/platform/events/changes';
import { HOLDING, RUNNING } from '../states';
import { isFor, signed, type TypedResult } from './internal/drafts.server';
import { OPEN, voidInSome } from './internal/voidMirrors.server';
import { mirrorToSome } from './mirrorTrade.server';

/**
 * For up to so many copies an effect is found by really applying the change and taking it back, while others wait for the database. For
 * more copies it is estimated, by one query for each figure.
 */
export const MOST_REHEARSED = 200;

/** What was done to a trader's log and has yet to reach its copies: ids of trades. */
export type LogChange = { entered?: string; voided?: string };

/**
 * What a change of a trader's log does to copies, in words. It reaches them in this transaction, which the caller takes back:
 * what it moves is the effect, to the cent. With more than `MOST_REHEARSED` copies nothing is reached, and the lines say
 * what is an estimate.
 */
export async function effectOnCopies(tx: Handle, change: LogChange): Promise<ChangedValue[]> {
  const voided = change.voided ? await openMirrors(tx, change.voided) : NOTHING;
  const entered = change.entered ? await copiesFor(tx, change.entered) : NOTHING;
  if (voided.copies + entered.copies <= MOST_REHEARSED) return await reached(tx, change);
  const lines: ChangedValue[] = [];
  if (change.voided) {
    lines.push({ name: 'Copies it has reached', to: String(voided.copies) });
    lines.push({ name: TO_TAKE_BACK, to: formatSignedUsd(-voided.sum) });
  }
  if (change.entered) {
    lines.push({ name: REACHES, to: String(entered.copies) });
    lines.push({ name: ESTIMATED, to: formatSignedUsd(await estimate(tx, change.entered, entered.sum)) });
  }
  return lines;
}

const NOTHING = { copies: 0, sum: 0n };
const REACHES = 'Copies it reaches';
const TO_TAKE_BACK = 'What it brought them in all, taken back where it is still there';
const ESTIMATED = 'All copies together, estimated from what they hold now';

const sumText = (expression: ReturnType<typeof sql>) =>
  sql<bigint>`cast(coalesce(sum(${expression}), 0) as text)`.mapWith(BigInt);

/** The copies that a voided trade has still to leave, and what it brought them, cents. */
async function openMirrors(tx: Handle, tradeId: string) {
  const brought = sql`case when ${mirror.status} <> 'posted' then 0 when ${mirror.type} = 'profit' then ${mirror.amount} else -${mirror.amount} end`;
  const [row] = await tx
    .select({ copies: count(), sum: sumText(brought) })
    .from(trade)
    // Joins the trader's copies, since the index of mirrored trades begins with the copy.
    .innerJoin(copyTable, eq(copyTable.traderId, trade.traderId))
    .innerJoin(mirror, and(eq(mirror.copyId, copyTable.id), eq(mirror.tradeId, trade.id)))
    .where(and(eq(trade.id, tradeId), inArray(mirror.status, OPEN)));
  return row ?? NOTHING;
}

/** The copies that a typed result has not reached yet, and what they hold now, cents. */
async function copiesFor(tx: Handle, tradeId: string) {
  const [row] = await tx
    .select({ copies: count(), sum: sumText(sql`${copyTable.contributed} + ${copyTable.result}`) })
    .from(trade)
    .innerJoin(copyTable, isFor(tx))
    .where(eq(trade.id, tradeId));
  return row ?? NOTHING;
}

/** The share of a trade that money in copies would get if all of it had been there at the trade's date, cents, with its sign. */
async function estimate(tx: Handle, tradeId: string, held: bigint): Promise<bigint> {
  const { type, amount, capital } = await tradeById(tx, tradeId);
  const share = (amount * held) / (capital ?? 1n);
  return signed({ type, amount: type === 'loss' && share > held ? held : share });
}

async function tradeById(tx: Handle, id: string): Promise<TypedResult> {
  const [found] = await tx.select().from(trade).where(eq(trade.id, id));
  if (!found) throw new Error(`There is no trade ${id}`);
  return found;
}

/** Brings the change to its copies, as the job soon would, and counts what became of them. */
async function reached(tx: Handle, { entered, voided }: LogChange): Promise<ChangedValue[]> {
  const { traderId } = await tradeById(tx, entered ?? voided ?? '');
  const before = await runningOf(tx, traderId);
  if (voided) while ((await voidInSome(tx, voided, MOST_REHEARSED)) > 0);
  if (entered) while ((await mirrorToSome(tx, entered, MOST_REHEARSED)) > 0);
  const after = await runningOf(tx, traderId);
  const left = voided ? await statuses(tx, voided) : {};
  const came = entered ? await statuses(tx, entered) : {};
  return [
    ...(voided ? [{ name: 'Copies that can’t give it back', to: String(left.kept ?? 0) }] : []),
    ...(entered ? [{ name: REACHES, to: String((came.posted ?? 0) + (came.waiting ?? 0)) }] : []),
    ...some('Copies it ends', [...before].filter((id) => !after.has(id)).length),
    ...some('Copies that return, paused', [...after].filter((id) => !before.has(id)).length),
    ...some(MUST_WAIT, (left.voiding ?? 0) + (came.waiting ?? 0)),
  ];
}

const MUST_WAIT = 'Copies that must wait for the market reserve';
const some = (name: string, n: number): ChangedValue[] => (n > 0 ? [{ name, to: String(n) }] : []);

async function runningOf(tx: Handle, traderId: string): Promise<Set<string>> {
  const running = and(eq(copyTable.traderId, traderId), inArray(copyTable.status, RUNNING));
  const rows = await tx.select({ id: copyTable.id }).from(copyTable).where(running);
  return new Set(rows.map(({ id }) => id));
}

/** Counts the copies of a trade by the state that it has with them. */
async function statuses(tx: Handle, tradeId: string): Promise<Partial<Record<string, number>>> {
  const rows = await tx
    .select({ status: mirror.status, copies: count() })
    .from(trade)
    .innerJoin(copyTable, eq(copyTable.traderId, trade.traderId))
    .innerJoin(mirror, and(eq(mirror.copyId, copyTable.id), eq(mirror.tradeId, trade.id)))
    .where(eq(trade.id, tradeId))
    .groupBy(mirror.status);
  return Object.fromEntries(rows.map(({ status, copies }) => [status, copies]));
}

/** Results of one trader that were just entered together: the ids of the first and the last. */
export type Entered = { traderId: string; first: string; last: string };

/** What one of these results brings in all, cents, and to how many copies. */
export type Reach = { copies: number; sum: bigint };

/**
 * What results that were entered together do to copies, each by its id and in words in sum. As `effectOnCopies`: found by reaching the
 * copies, in this transaction, which the caller takes back; above `MOST_REHEARSED` effects estimated from what copies hold now.
 */
export async function effectOfTrades(
  tx: Handle,
  entered: Entered,
): Promise<{ each: Map<string, Reach>; lines: ChangedValue[] }> {
  const due = await tx
    .select({ id: trade.id, copies: count(), held: sumText(sql`${copyTable.contributed} + ${copyTable.result}`) })
    .from(trade)
    .innerJoin(copyTable, isFor(tx))
    .where(isAmong(entered))
    .groupBy(trade.id)
    .orderBy(asc(trade.id));
  const effects = due.reduce((sum, { copies }) => sum + copies, 0);
  const each = new Map<string, Reach>();
  if (effects > MOST_REHEARSED) {
    for (const { id, copies, held } of due) each.set(id, { copies, sum: await estimate(tx, id, held) });
    const sum = [...each.values()].reduce((total, one) => total + one.sum, 0n);
    return {
      each,
      lines: [
        { name: EFFECTS, to: String(effects) },
        { name: ESTIMATED, to: formatSignedUsd(sum) },
      ],
    };
  }
  const before = await runningOf(tx, entered.traderId);
  // In the order of their dates, which is that of their ids.
  for (const { id } of due) while ((await mirrorToSome(tx, id, MOST_REHEARSED)) > 0);
  const after = await runningOf(tx, entered.traderId);
  const came = await tx
    .select({ id: mirror.tradeId, status: mirror.status, type: mirror.type, amount: mirror.amount })
    .from(trade)
    .innerJoin(copyTable, eq(copyTable.traderId, trade.traderId))
    .innerJoin(mirror, and(eq(mirror.copyId, copyTable.id), eq(mirror.tradeId, trade.id)))
    .where(and(isAmong(entered), inArray(mirror.status, ['posted', 'waiting'])));
  for (const row of came) {
    const { copies, sum } = each.get(row.id) ?? { copies: 0, sum: 0n };
    each.set(row.id, { copies: copies + 1, sum: sum + signed(row) });
  }
  const lines = [
    { name: EFFECTS, to: String(came.length) },
    { name: 'All copies together', to: formatSignedUsd(came.reduce((sum, row) => sum + signed(row), 0n)) },
    ...some('Copies they end', [...before].filter((id) => !after.has(id)).length),
    ...some(MUST_WAIT, came.filter(({ status }) => status === 'waiting').length),
  ];
  return { each, lines };
}

const EFFECTS = 'Times a result reaches a copy';

const isAmong = ({ traderId, first, last }: Entered) =>
  and(eq(trade.traderId, traderId), gte(trade.id, first), lte(trade.id, last));

/** What is in a trader's copies, in words: how many hold money, and how much. */
export async function moneyInCopies(tx: Handle, traderId: string): Promise<ChangedValue[]> {
  const [row] = await tx
    .select({ copies: count(), sum: sumText(sql`${copyTable.contributed} + ${copyTable.result}`) })
    .from(copyTable)
    .where(and(eq(copyTable.traderId, traderId), inArray(copyTable.status, HOLDING)));
  return [{ name: 'Money in its copies', to: formatUsd(row?.sum ?? 0n) }];
}

/** How many copies of a trader hold money. */
export async function copiesHolding(tx: Handle, traderId: string): Promise<number> {
  const holding = and(eq(copyTable.traderId, traderId), inArray(copyTable.status, HOLDING));
  const [row] = await tx.select({ copies: count() }).from(copyTable).where(holding);
  return row?.copies ?? 0;
}

/** Money that left copies of a trader up to an instant and still waits for results of before, in words. */
export async function moneyWaiting(tx: Handle, traderId: string, until: Date): Promise<ChangedValue[]> {
  const [stopping] = await tx
    .select({ copies: count(), sum: sumText(sql`${copyTable.contributed} + ${copyTable.result}`) })
    .from(copyTable)
    .where(and(eq(copyTable.traderId, traderId), eq(copyTable.status, 'stopping'), lte(copyTable.stoppedAt, until)));
  const [leaving] = await tx
    .select({ sum: sumText(sql`${copyFlow.amount}`) })
    .from(copyFlow)
    .innerJoin(copyTable, and(eq(copyTable.id, copyFlow.copyId), eq(copyTable.traderId, traderId)))
    .where(
      and(
        eq(copyFlow.kind, 'take-out'),
        sql`${copyFlow.movedAt} is null`,
        lte(copyFlow.at, until),
        inArray(copyTable.status, RUNNING),
      ),
    );
  return [
    { name: 'Stopping copies that end', to: String(stopping?.copies ?? 0) },
    { name: 'Money in them', to: formatUsd(stopping?.sum ?? 0n) },
    { name: 'Money taken out of running copies', to: formatUsd(leaving?.sum ?? 0n) },
  ];
}
