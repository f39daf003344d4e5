import { and, asc, count, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { copyFlow, copy as copyTable, mirror, trade } from '#drizzle/schema';
import { formatSignedUsd, formatUsd, toSignedResult } from '~/ledger/money';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import type { ChangedValue } from '~/platform/events/changes';
import { applyResultToBatch } from './following/closedResults.server';
import { isReceivedByCopy, type ManualResult, UNREVERSED_STATES } from './following/internal/reverseResults.server';
import { computeMirroredShare } from './rules';
import { FUNDED_COPY_STATES, RUNNING_COPY_STATES } from './states';

/**
 * Largest number of effects that are computed by a rehearsal in a transaction, during which other transactions wait. A larger number is
 * estimated by queries.
 */
export const MAX_REHEARSED_EFFECTS = 200;

/**
 * Change of a trader's log that has not reached the copies yet, as IDs of results. `entered` has the first and the last of the results
 * entered together.
 */
export type LogChange = { entered?: { first: string; last: string; several?: true }; voided?: string };

export type AffectedCopies = { copies: number; sum: bigint };

export async function describeEffectOnCopies(
  tx: Handle,
  { entered, voided }: LogChange,
): Promise<{ each: Map<string, AffectedCopies>; lines: ChangedValue[] }> {
  const [of] = await verified(tx, trade, { id: entered?.first ?? voided ?? '' });
  if (!of) throw new Error('There is no such trade');
  const isEntered = and(
    eq(trade.traderId, of.traderId),
    gte(trade.id, entered?.first ?? ''),
    lte(trade.id, entered?.last ?? ''),
  );
  const isVoided = eq(trade.id, voided ?? '');
  const due = entered ? await selectDueResults(tx, isEntered) : [];
  const reaches = entered?.several ? 'Times a result reaches a copy' : 'Copies it reaches';
  const toReverse = await estimateOutcomes(tx, and(isVoided, inArray(mirror.status, UNREVERSED_STATES)));
  const effects = due.reduce((sum, { copies }) => sum + copies, 0);
  const each = new Map<string, AffectedCopies>();
  if (effects + toReverse.length > MAX_REHEARSED_EFFECTS) {
    const brought = toReverse.reduce((sum, row) => sum + (row.status === 'posted' ? toSignedResult(row) : 0n), 0n);
    for (const { trade: row, copies, held } of due) each.set(row.id, { copies, sum: estimateResult(row, held) });
    const lines = [
      { name: 'Copies it has reached', to: String(toReverse.length) },
      { name: 'Total result of the copies, taken back as far as it is still there', to: formatSignedUsd(-brought) },
      { name: reaches, to: String(effects) },
      { name: 'All copies together, estimated from what they hold now', to: formatSignedUsd(sumEffects(each)) },
    ];
    return { each, lines: lines.slice(voided ? 0 : 2, entered ? 4 : 2) };
  }
  const before = await findRunningCopies(tx, of.traderId);
  // Results are applied in the order of their dates, which is the order of their IDs. A correction reaches copies only
  // after the voided result has left them.
  const ids = voided ? [voided, ...(entered ? [entered.first] : [])] : due.map(({ trade: row }) => row.id);
  for (const id of ids) {
    while ((await applyResultToBatch(tx, id, MAX_REHEARSED_EFFECTS)) > 0);
  }
  const after = await findRunningCopies(tx, of.traderId);
  const left = await estimateOutcomes(tx, isVoided);
  const came = entered ? await estimateOutcomes(tx, and(isEntered, inArray(mirror.status, UNREVERSED_STATES))) : [];
  for (const row of came) {
    const { copies, sum } = each.get(row.tradeId) ?? { copies: 0, sum: 0n };
    each.set(row.tradeId, { copies: copies + 1, sum: sum + toSignedResult(row) });
  }
  const withStatus = (rows: typeof came, status: string) => rows.filter((row) => row.status === status).length;
  return {
    each,
    lines: [
      ...(voided ? [{ name: 'Copies that can’t return it', to: String(withStatus(left, 'kept')) }] : []),
      ...(entered ? [{ name: reaches, to: String(came.length) }] : []),
      ...(entered?.several ? [{ name: 'All copies together', to: formatSignedUsd(sumEffects(each)) }] : []),
      ...formatCount(
        entered?.several ? 'Copies that end' : 'Copies it ends',
        before.filter((id) => !after.includes(id)),
      ),
      ...formatCount(
        'Copies that return, paused',
        after.filter((id) => !before.includes(id)),
      ),
      ...formatCount(
        'Copies that must wait for the market reserve',
        [...left, ...came].filter(({ status }) => status === 'voiding' || status === 'waiting'),
      ),
    ],
  };
}

const formatCount = (name: string, { length }: readonly unknown[]): ChangedValue[] =>
  length > 0 ? [{ name, to: String(length) }] : [];

const sumEffects = (each: ReadonlyMap<string, AffectedCopies>): bigint =>
  [...each.values()].reduce((sum, one) => sum + one.sum, 0n);

const castSumToText = (expression: ReturnType<typeof sql>) =>
  sql<bigint>`cast(coalesce(sum(${expression}), 0) as text)`.mapWith(BigInt);

/** Selects results that have not reached all copies, with the number of those copies and the money in them, in cents. */
const selectDueResults = (tx: Handle, which: SQL | undefined) =>
  tx
    .select({ trade, copies: count(), held: castSumToText(sql`${copyTable.contributed} + ${copyTable.result}`) })
    .from(trade)
    .innerJoin(copyTable, isReceivedByCopy(tx))
    .where(which)
    .groupBy(trade.id)
    .orderBy(asc(trade.id));

const estimateOutcomes = (tx: Handle, which: SQL | undefined) =>
  tx
    .select({ tradeId: mirror.tradeId, status: mirror.status, type: mirror.type, amount: mirror.amount })
    .from(trade)
    // Joins the trader's copies, since the index of copied results starts with the copy.
    .innerJoin(copyTable, eq(copyTable.traderId, trade.traderId))
    .innerJoin(mirror, and(eq(mirror.copyId, copyTable.id), eq(mirror.tradeId, trade.id)))
    .where(which);

/** Estimates a result in signed cents, as if all the money now in copies had been in them at the trade's date. */
const estimateResult = (result: ManualResult, held: bigint): bigint =>
  toSignedResult({ ...result, ...computeMirroredShare(result, { atDate: held, now: held }, result.capital) });

async function findRunningCopies(tx: Handle, traderId: string): Promise<string[]> {
  const running = and(eq(copyTable.traderId, traderId), inArray(copyTable.status, RUNNING_COPY_STATES));
  return (await tx.select({ id: copyTable.id }).from(copyTable).where(running)).map(({ id }) => id);
}

export async function sumMoneyInCopies(tx: Handle, traderId: string): Promise<ChangedValue[]> {
  const [row] = await tx
    .select({ copies: count(), sum: castSumToText(sql`${copyTable.contributed} + ${copyTable.result}`) })
    .from(copyTable)
    .where(and(eq(copyTable.traderId, traderId), inArray(copyTable.status, FUNDED_COPY_STATES)));
  return [{ name: 'Money in its copies', to: formatUsd(row?.sum ?? 0n) }];
}

export async function countCopiesHolding(tx: Handle, traderId: string): Promise<number> {
  const holding = and(eq(copyTable.traderId, traderId), inArray(copyTable.status, FUNDED_COPY_STATES));
  const [row] = await tx.select({ copies: count() }).from(copyTable).where(holding);
  return row?.copies ?? 0;
}

export async function sumWaitingMoney(tx: Handle, traderId: string, until: Date): Promise<ChangedValue[]> {
  const [stopping] = await tx
    .select({ copies: count(), sum: castSumToText(sql`${copyTable.contributed} + ${copyTable.result}`) })
    .from(copyTable)
    .where(and(eq(copyTable.traderId, traderId), eq(copyTable.status, 'stopping'), lte(copyTable.stoppedAt, until)));
  const [leaving] = await tx
    .select({ sum: castSumToText(sql`${copyFlow.amount}`) })
    .from(copyFlow)
    .innerJoin(copyTable, and(eq(copyTable.id, copyFlow.copyId), eq(copyTable.traderId, traderId)))
    .where(
      and(
        eq(copyFlow.kind, 'take-out'),
        sql`${copyFlow.movedAt} is null`,
        lte(copyFlow.at, until),
        inArray(copyTable.status, RUNNING_COPY_STATES),
      ),
    );
  return [
    { name: 'Stopping copies that end', to: String(stopping?.copies ?? 0) },
    { name: 'Money in them', to: formatUsd(stopping?.sum ?? 0n) },
    { name: 'Money taken out of running copies', to: formatUsd(leaving?.sum ?? 0n) },
  ];
}
