import { createHash } from 'node:crypto';
import { and, count, eq, gt, gte, isNull, lte, or } from 'drizzle-orm';
import type { z } from 'zod';
import { copy, trade, trader } from '#drizzle/schema';
import { formatBps, formatSignedUsd, formatUsd, toSignedResult } from '~/ledger/money';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import type { ChangedValue } from '~/platform/events/changes';
import { record } from '~/platform/events/index.server';
import { yieldToRequests } from '~/platform/process/concurrency';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { utcText } from '~/platform/text/dayText';
import { calculateShareBps } from '~/platform/text/percent';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { getLeaderCapital } from '../rules';
import { enterResults, loadLog, validateTrade } from './recordTrade.server';
import { type CsvTrade, formatFault, formatFaults, getTradeContentKey, type tradeImportSchema } from './tradeCsv';

type Imported = z.output<typeof tradeImportSchema>;

/** Largest number of result and copy pairs for which the effect of an import is computed, which takes one or two seconds. */
const MAX_COPY_PAIRS = 1_000_000;

/** Enters all new results of a file, or none. @returns the IDs of the first and the last */
export async function importTrades(
  tx: Handle,
  by: Actor,
  { id: traderId, text, rows }: Imported,
): Promise<Result<{ id: string; last: string; journalId?: string }>> {
  const without = await refuseUnlessMay(tx, by, 'traders:change');
  if (without) return without;
  const log = await loadLog(tx, traderId);
  if (!log) return refuse('unknown-trader', 'Choose a trader', 'id');
  const faults: string[] = [];
  for (const row of rows) {
    await yieldToRequests();
    const fault = await validateTrade(log, row);
    if (fault) faults.push(formatFault(row.line, fault.field === 'id' ? null : fault.field, fault.message));
  }
  const [fault, ...also] = formatFaults(faults);
  if (fault) return { ok: false, error: { code: 'bad-rows', message: fault, also, field: 'log' } };
  const { fresh, known } = await findUnlikeLog(tx, traderId, rows);
  if (fresh.length === 0) return refuse('nothing-new', 'The log already has every result of this file', 'log');
  const maxAtOnce = await computeMaxResults(tx, traderId, fresh);
  if (fresh.length > maxAtOnce) {
    return refuse('too-many', `With so many copies, import at most ${maxAtOnce} results at once`, 'log');
  }

  const entered = await enterResults(tx, log.leader, 'operator', fresh);
  const { won, lost } = sumResults(fresh);
  const details = {
    results: String(fresh.length),
    'in the log already': String(known.length),
    net: formatSignedUsd(won - lost),
    sha256: sha256(text),
  };
  await record(tx, { thing: 'trader', thingId: traderId, event: 'import', by, details });
  return done({ id: entered[0] as string, last: entered.at(-1) as string });
}

export async function describeImport(tx: Handle, { id, text, rows }: Imported): Promise<ChangedValue[]> {
  const [leader] = await verified(tx, trader, eq(trader.id, id));
  const { fresh, known } = await findUnlikeLog(tx, id, rows);
  const [first, last] = [fresh[0], fresh.at(-1)];
  if (!leader || !first || !last) return [];
  const { won, lost, largest } = sumResults(fresh);
  const capital = getLeaderCapital(leader);
  return [
    { name: 'Results it enters', to: String(fresh.length) },
    { name: 'Skipped, already in the log', to: String(known.length) },
    { name: 'Profits', to: formatUsd(won) },
    { name: 'Losses', to: formatUsd(lost) },
    { name: 'All together', to: formatSignedUsd(won - lost) },
    { name: 'From', to: utcText(first.at) },
    { name: 'To', to: utcText(last.at) },
    { name: `${leader.capital === null ? 'Minimum capital' : 'Capital'} they are a share of`, to: formatUsd(capital) },
    { name: 'The largest as a share of it', to: formatBps(calculateShareBps(largest, capital)) },
    { name: 'SHA-256 of the file', to: sha256(text) },
  ];
}

const MAX_LISTED_ROWS = 100;

type AffectedCopiesSum = ReadonlyMap<string, { copies: number; sum: bigint }>;

/** Describes the results of an import and their effects on copies; by month for more than a hundred. */
export async function describeImportEffect(
  tx: Handle,
  { id, rows }: Imported,
  { first, last, reach }: { first: string; last: string; reach: AffectedCopiesSum },
): Promise<ChangedValue[]> {
  const range = and(eq(trade.traderId, id), gte(trade.id, first), lte(trade.id, last));
  const entered = new Map(
    (await tx.select().from(trade).where(range)).map((each) => [getTradeContentKey(each), each.id]),
  );
  const listed = rows.map((row) => {
    const tradeId = entered.get(getTradeContentKey(row));
    return { ...row, isNew: tradeId !== undefined, reach: reach.get(tradeId ?? '') ?? { copies: 0, sum: 0n } };
  });
  if (listed.length <= MAX_LISTED_ROWS) return listed.map(describeTrade);
  const months = new Map<string, typeof listed>();
  for (const row of listed.filter(({ isNew }) => isNew)) {
    const month = row.at.toISOString().slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), row]);
  }
  return [...months].sort(([a], [b]) => (a < b ? -1 : 1)).map(([month, of]) => describeMonth(month, of));
}

type ImportedTrade = CsvTrade & { isNew: boolean; reach: { copies: number; sum: bigint } };

const formatAffectedCopies = ({ copies, sum }: ImportedTrade['reach']): string =>
  copies === 0 ? 'no copy' : `${copies} ${copies === 1 ? 'copy' : 'copies'} ${formatSignedUsd(sum)}`;

function describeTrade(row: ImportedTrade): ChangedValue {
  const result = `${utcText(row.at)}, ${row.pair} ${formatSignedUsd(toSignedResult(row))}`;
  return {
    name: `Line ${row.line}`,
    to: row.isNew ? `${result}: ${formatAffectedCopies(row.reach)}` : `${result}: left out`,
  };
}

function describeMonth(month: string, of: ImportedTrade[]): ChangedValue {
  const sum = of.reduce((total, row) => total + toSignedResult(row), 0n);
  const brought = of.reduce((total, { reach }) => total + reach.sum, 0n);
  const reached = of.filter(({ reach }) => reach.copies > 0).length;
  return {
    name: month,
    to: `${of.length} results ${formatSignedUsd(sum)}; ${reached} reach copies, ${formatSignedUsd(brought)}`,
  };
}

async function findUnlikeLog(tx: Handle, traderId: string, rows: readonly CsvTrade[]) {
  const sorted = [...rows].sort((a, b) => a.at.getTime() - b.at.getTime() || a.line - b.line);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last) return { fresh: [], known: [] };
  const between = and(gte(trade.at, first.at), lte(trade.at, last.at));
  const there = await tx
    .select({ pair: trade.pair, type: trade.type, amount: trade.amount, at: trade.at })
    .from(trade)
    .where(and(eq(trade.traderId, traderId), isNull(trade.voidedAt), between));
  const logged = new Set(there.map(getTradeContentKey));
  const isKnown = (row: CsvTrade) => logged.has(getTradeContentKey(row));
  return { fresh: sorted.filter((row) => !isKnown(row)), known: sorted.filter(isKnown) };
}

/** Returns the largest number of results in one import, which decreases with the number of copies at the time. */
async function computeMaxResults(tx: Handle, traderId: string, rows: readonly CsvTrade[]): Promise<number> {
  const [first, last] = [rows[0] as CsvTrade, rows.at(-1) as CsvTrade];
  const wasThere = and(lte(copy.startedAt, last.at), or(isNull(copy.stoppedAt), gt(copy.stoppedAt, first.at)));
  const [found] = await tx
    .select({ copies: count() })
    .from(copy)
    .where(and(eq(copy.traderId, traderId), wasThere));
  return Math.floor(MAX_COPY_PAIRS / Math.max(1, found?.copies ?? 0));
}

function sumResults(rows: readonly CsvTrade[]) {
  const sums = { won: 0n, lost: 0n, largest: 0n };
  for (const { type, amount } of rows) {
    if (type === 'profit') sums.won += amount;
    else sums.lost += amount;
    if (amount > sums.largest) sums.largest = amount;
  }
  return sums;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
