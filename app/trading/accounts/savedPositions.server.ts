import { and, eq, exists, ne, type SQL, sql } from 'drizzle-orm';
import { tradingAccount, tradingPosition } from '#drizzle/schema';
import { findAll, type Handle, insertAll, isTransaction, type Reader, updateAll } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { newId } from '~/platform/ids';
import type { Account } from './account';
import type { Position } from './position';

type PositionRow = typeof tradingPosition.$inferSelect;

/** Saves positions of accounts. A closed position remains as a row of size zero. */
export async function savePositions(tx: Handle, accounts: readonly (readonly [string, Account])[]): Promise<void> {
  const before = await rowsOf(
    tx,
    accounts.map(([id]) => id),
  );
  const changed = accounts.flatMap(([id, { positions }]) => changedRows(id, positions, before.get(id) ?? []));
  const known = new Set([...before.values()].flatMap((rows) => rows.map(({ id }) => id)));
  await updateAll(
    tx,
    tradingPosition,
    changed.filter(({ id }) => known.has(id)).map(({ accountId: _, instrument: __, ...change }) => change),
  );
  await insertAll(
    tx,
    tradingPosition,
    changed.filter(({ id }) => !known.has(id)),
  );
}

function changedRows(
  accountId: string,
  positions: Account['positions'],
  before: readonly PositionRow[],
): PositionRow[] {
  const known = new Map(before.map((row) => [row.instrument, row]));
  const held = Object.values(positions).flatMap((position) => {
    const was = known.get(position.id);
    const row = rowOf(position, was?.id ?? newId(), accountId);
    return was && isSame(was, row) ? [] : [row];
  });
  const left = before.filter(({ instrument, size }) => !positions[instrument] && size !== 0n);
  return [...held, ...left.map((row) => ({ ...row, ...FLAT_POSITION }))];
}

async function rowsOf(handle: Reader, accounts: string[], compared = false): Promise<Map<string, PositionRow[]>> {
  const rows = new Map<string, PositionRow[]>();
  const find = compared && isTransaction(handle) ? verified : findAll;
  for (const row of await find(handle, tradingPosition, { accountId: accounts })) {
    const own = rows.get(row.accountId);
    if (own) own.push(row);
    else rows.set(row.accountId, [row]);
  }
  return rows;
}

const FLAT_POSITION = { size: 0n, cost: 0n, resultSum: 0n, posted: 0n, stop: null, takeProfit: null };
const CHANGING_COLUMNS = ['size', 'cost', 'resultSum', 'posted', 'leverage', 'stop', 'takeProfit', 'since'] as const;

const rowOf = (
  { id: instrument, parts, leverage, since, ...position }: Position,
  id: string,
  accountId: string,
): PositionRow => ({
  ...position,
  id,
  accountId,
  instrument,
  resultSum: parts.sum,
  posted: parts.posted,
  leverage: Number(leverage),
  since: new Date(since),
});

const isSame = (a: PositionRow, b: PositionRow): boolean =>
  CHANGING_COLUMNS.every((key) => String(a[key]) === String(b[key]));

/**
 * Returns the open positions of accounts by instrument. If `compared` is true, an altered position throws
 * `AlteredRowError`.
 */
export async function findSavedPositions(
  handle: Reader,
  accounts: string[],
  compared = false,
): Promise<Map<string, Record<string, Position>>> {
  const rows = await rowsOf(handle, accounts, compared);
  return new Map(Array.from(rows, ([id, own]) => [id, openPositionsIn(own)]));
}

export const openPositionsIn = (rows: readonly PositionRow[]): Record<string, Position> =>
  Object.fromEntries(
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

export const openPositionExists = (handle: Reader): SQL =>
  exists(
    handle
      .select({ one: sql`1` })
      .from(tradingPosition)
      .where(and(eq(tradingPosition.accountId, tradingAccount.id), ne(tradingPosition.size, 0n))),
  );
