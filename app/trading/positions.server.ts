import { tradingPosition } from '#drizzle/schema';
import { findAll, type Handle, insertAll } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import type { Account } from './account';
import type { Position } from './position';

type Row = typeof tradingPosition.$inferSelect;

/** Writes what an account holds. What it held before and doesn't any more stays as a row of size zero. */
export async function savePositions(tx: Handle, accountId: string, { positions }: Account): Promise<void> {
  const before = new Map((await findAll(tx, tradingPosition, { accountId })).map((row) => [row.instrument, row]));
  const changed: Row[] = [];
  for (const position of Object.values(positions)) {
    const known = before.get(position.id);
    const row = rowOf(position, known?.id ?? newId(), accountId);
    if (!known || !isSame(known, row)) changed.push(row);
  }
  for (const row of before.values()) {
    if (!positions[row.instrument] && row.size !== 0n) changed.push({ ...row, ...FLAT });
  }
  if (changed.length > 0) await insertAll(tx, tradingPosition, changed, [...CHANGING]);
}

const FLAT = { size: 0n, cost: 0n, resultSum: 0n, posted: 0n, stop: null, takeProfit: null };
const CHANGING = ['size', 'cost', 'resultSum', 'posted', 'leverage', 'stop', 'takeProfit', 'since'] as const;

const rowOf = (
  { id: instrument, parts, leverage, since, ...position }: Position,
  id: string,
  accountId: string,
): Row => ({
  ...position,
  id,
  accountId,
  instrument,
  resultSum: parts.sum,
  posted: parts.posted,
  leverage: Number(leverage),
  since: new Date(since),
});

const isSame = (a: Row, b: Row): boolean => CHANGING.every((key) => String(a[key]) === String(b[key]));

/** What an account holds, by instrument. */
export async function positionsOf(handle: Handle, accountId: string): Promise<Record<string, Position>> {
  const rows = await findAll(handle, tradingPosition, { accountId });
  return Object.fromEntries(
    rows
      .filter(({ size }) => size !== 0n)
      .map(({ instrument, size, cost, resultSum, posted, leverage, stop, takeProfit, since }): [string, Position] => [
        instrument,
        {
          id: instrument,
          size,
          cost,
          parts: { sum: resultSum, posted },
          leverage: BigInt(leverage),
          stop,
          takeProfit,
          since: since.getTime(),
        },
      ]),
  );
}
