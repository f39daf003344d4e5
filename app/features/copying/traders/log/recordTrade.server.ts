import { and, eq, gt } from 'drizzle-orm';
import type { z } from 'zod';
import { copy, trade, trader } from '#drizzle/schema';
import { formatUsd } from '~/ledger/money';
import { now } from '~/platform/clock';
import { type Handle, insertAll } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { yieldToRequests } from '~/platform/process/concurrency';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { utcText } from '~/platform/text/dayText';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { findPair } from '../pairs';
import { invalidateFigures } from '../record/internal/saveFigures.server';
import { getLeaderCapital } from '../rules';
import { parseTradeTime, type tradeSchema } from '../schema';

/** Multiple of the trader's capital above which a result is refused as a typing error, which copies would repeat. */
const MAX_CAPITAL_MULTIPLE = 10n;

/** Age in years of the oldest result that can be entered. An older date is probably a typing error, and would lengthen the record. */
const MAX_RESULT_AGE_YEARS = 5;

/** Enters one closed result in a trader's log. A correction, which `replaces` a voided result, is accepted in a completed log too. */
export async function recordTrade(
  tx: Handle,
  by: Actor,
  { id: traderId, pair: named, amount, tradeType, date }: z.output<typeof tradeSchema>,
  replaces?: { at: Date },
): Promise<Result<{ id: string; journalId?: string }>> {
  const without = await refuseUnlessMay(tx, by, 'traders:change');
  if (without) return without;
  const pair = findPair(named);
  if (!pair) return refuse('unknown-pair', 'Choose a trade pair', 'pair');
  const log = await loadLog(tx, traderId);
  if (!log) return refuse('unknown-trader', 'Choose a trader', 'id');
  const at = parseTradeTime(date, log.time);
  if (!at) return refuse('bad-date', 'Enter a date, as in 2026-03-02 or 2026-03-02T14:30', 'date');
  const fault = await validateTrade(log, { at, amount }, replaces);
  if (fault) return refuse(fault.code, fault.message, fault.field);
  const [id = ''] = await enterResults(tx, log.leader, 'operator', [{ pair, amount, type: tradeType, at }]);
  const details = { trader: traderId, pair, amount: formatUsd(amount), type: tradeType, at: utcText(at) };
  await record(tx, { thing: 'trade', thingId: id, event: 'record', by, details });
  return done({ id });
}

export type ClosedResult = { pair: string; amount: bigint; type: 'profit' | 'loss'; at: Date };

/** Number of results that one statement inserts. SQLite blocks other work during the statement. */
const RESULTS_PER_INSERT = 200;

/** Writes closed results into a trader's log, as shares of the current capital. @returns their IDs, in the same order */
export async function enterResults(
  tx: Handle,
  leader: typeof trader.$inferSelect,
  source: (typeof trade.$inferSelect)['source'],
  results: readonly ClosedResult[],
): Promise<string[]> {
  const head = { traderId: leader.id, capital: getLeaderCapital(leader), source, recordedAt: now() };
  const open = { voidedAt: null, voidReason: null, reachedAt: null };
  const rows = results.map(({ pair, amount, type, at }) => ({ id: newId(), pair, amount, type, at, ...head, ...open }));
  for (let from = 0; from < rows.length; from += RESULTS_PER_INSERT) {
    await yieldToRequests();
    await insertAll(tx, trade, rows.slice(from, from + RESULTS_PER_INSERT));
  }
  await invalidateFigures(tx, leader.id);
  return rows.map(({ id }) => id);
}

export type Log = { tx: Handle; leader: typeof trader.$inferSelect; time: Date };

export async function loadLog(tx: Handle, traderId: string): Promise<Log | null> {
  const [leader] = await verified(tx, trader, eq(trader.id, traderId));
  return leader ? { tx, leader, time: now() } : null;
}

type Fault = { code: string; message: string; field: 'id' | 'date' | 'amount' };

export async function validateTrade(
  { tx, leader, time }: Log,
  { at, amount }: { at: Date; amount: bigint },
  replaces?: { at: Date },
): Promise<Fault | null> {
  if (at > time) return { code: 'future', message: 'The date is in the future', field: 'date' };
  const earliest = new Date(time);
  earliest.setUTCFullYear(earliest.getUTCFullYear() - MAX_RESULT_AGE_YEARS);
  const closed = at.getTime() !== replaces?.at.getTime();
  if (closed && at < earliest) {
    const message = `The date is too long ago. Enter ${earliest.toISOString().slice(0, 10)} or later.`;
    return { code: 'too-old', message, field: 'date' };
  }
  if (closed && leader.logCompleteUntil && at < leader.logCompleteUntil) {
    const message = `This log was declared complete up to ${utcText(leader.logCompleteUntil)}: older results can’t be entered.`;
    return { code: 'log-complete', message, field: 'date' };
  }
  // Copies that are stopping wait for results dated before their stop.
  if (closed && leader.status === 'retired' && !(await isAwaitedByWithdrawal(tx, leader.id, at))) {
    return { code: 'retired', message: 'This trader has retired: the log is closed.', field: 'id' };
  }
  const maxCents = getLeaderCapital(leader) * MAX_CAPITAL_MULTIPLE;
  if (amount <= maxCents) return null;
  const message = `This is more than ${MAX_CAPITAL_MULTIPLE} times the trader’s capital (${formatUsd(maxCents)}).`;
  return { code: 'too-much', message, field: 'amount' };
}

async function isAwaitedByWithdrawal(tx: Handle, traderId: string, at: Date): Promise<boolean> {
  const stopping = and(eq(copy.traderId, traderId), eq(copy.status, 'stopping'), gt(copy.stoppedAt, at));
  const [found] = await tx.select({ id: copy.id }).from(copy).where(stopping).limit(1);
  return found !== undefined;
}
