import { eq, sql } from 'drizzle-orm';
import { type COPY_ACTS, copyAct, copy as copyTable } from '#drizzle/schema';
import { now } from '~/platform/clock';
import { AlteredRowError, findAll, type Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { advance } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { calculateMac, isMacValid } from '~/platform/mac';
import type { Result } from '~/platform/result';
import { copyMachine } from '../../states';

type Copy = typeof copyTable.$inferSelect;
type CopyAct = typeof copyAct.$inferSelect;
type Change = Parameters<typeof advance<typeof copyTable, Copy['status'], keyof typeof copyMachine.events>>[3];

const listMacParts = ({ id, copyId, number, act, daySpreadBefore, at }: Omit<CopyAct, 'mac'>) => [
  id,
  copyId,
  String(number),
  act,
  daySpreadBefore === null ? null : String(daySpreadBefore),
  String(at.getTime()),
];

export async function recordAct(
  tx: Handle,
  { id: copyId, acts }: Pick<Copy, 'id' | 'acts'>,
  act: (typeof COPY_ACTS)[number],
  { daySpreadBefore = null, at = now() }: { daySpreadBefore?: number | null; at?: Date } = {},
): Promise<void> {
  await tx
    .update(copyTable)
    .set({ acts: acts + 1 })
    .where(eq(copyTable.id, copyId));
  await insertAct(tx, { copyId, number: acts + 1, act, daySpreadBefore, at });
}

async function insertAct(tx: Handle, input: Omit<CopyAct, 'id' | 'mac'>): Promise<void> {
  const row = { id: newId(), ...input };
  await tx.insert(copyAct).values({ ...row, mac: calculateMac('act of a copy', listMacParts(row)) });
}

/** Advances a copy's state by an event of its machine, as `advance` does, and records the act. */
export async function advanceCopy(tx: Handle, change: Change): Promise<Result<Copy>> {
  const { event } = change;
  if (event === 'finish-stop') return await advance(tx, copyTable, copyMachine, change);
  const counted = { ...change.set, acts: sql<number>`${copyTable.acts} + 1` };
  const moved = await advance(tx, copyTable, copyMachine, { ...change, set: counted });
  if (moved.ok) {
    const { id: copyId, acts: number } = moved.value;
    await insertAct(tx, { copyId, number, act: event, daySpreadBefore: null, at: now() });
  }
  return moved;
}

/** Returns the acts of some copies in order. Throws `AlteredRowError` if one was altered, added or deleted. */
export async function findActs(tx: Handle, ids: readonly string[]): Promise<Map<string, CopyAct[]>> {
  // The number of acts is taken from the current rows, since the caller may have read its copies before an act of the
  // same transaction.
  const copies = await verified(tx, copyTable, { id: [...ids] });
  const acted = copies.filter(({ acts }) => acts > 0).map(({ id }) => id);
  const rows = acted.length > 0 ? await findAll(tx, copyAct, { copyId: acted }) : [];
  const byCopy = new Map<string, CopyAct[]>(copies.map(({ id }) => [id, []]));
  for (const row of rows.toSorted((one, other) => one.number - other.number)) byCopy.get(row.copyId)?.push(row);
  for (const { id, acts } of copies) {
    const own = byCopy.get(id) ?? [];
    const areAll = own.length === acts && own.every(({ number }, at) => number === at + 1);
    if (!areAll || !own.every((row) => isMacValid(row.mac, 'act of a copy', listMacParts(row)))) {
      throw new AlteredRowError('acts of copy', id);
    }
  }
  return byCopy;
}
