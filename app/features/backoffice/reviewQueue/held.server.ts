import { and, eq, exists, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { administrator, queueMark } from '#drizzle/schema';
import { type Handle, prepared, type Reader, read } from '~/platform/db/index.server';
import { type Result, refuse } from '~/platform/result';
import { type Actor, createAdminActor, formatActor } from '~/platform/states';
import { utcText } from '~/platform/text/dayText';

export const isHeld = (id: SQLiteColumn): SQL =>
  exists(
    read()
      .select({ one: sql`1` })
      .from(queueMark)
      .where(and(eq(queueMark.thingId, id), isNotNull(queueMark.heldAt))),
  );

const getMarkById = prepared('queue.mark', (handle) =>
  handle
    .select()
    .from(queueMark)
    .where(eq(queueMark.thingId, sql.placeholder('id'))),
);

export async function findQueueMark(handle: Reader, id: string): Promise<typeof queueMark.$inferSelect | undefined> {
  const [found] = await getMarkById(handle, { id });
  return found;
}

export async function findMarks(ids: string[]): Promise<Map<string, typeof queueMark.$inferSelect>> {
  if (ids.length === 0) return new Map();
  const rows = await read().select().from(queueMark).where(inArray(queueMark.thingId, ids));
  return new Map(rows.map((row) => [row.thingId, row]));
}

/** Sort key by marks: 0 if free or assigned to the caller, 1 if assigned to another, 2 if on hold. */
export const createMarkSortKey = (id: SQLiteColumn, by: Actor): SQL => sql`coalesce((
  select case
    when ${queueMark.heldAt} is not null then 2
    when 'admin:' || ${queueMark.takenBy} not in (${formatActor(by)}, ${by.approver ?? ''}) then 1
    else 0
  end from ${queueMark} where ${queueMark.thingId} = ${id}), 0)`;

/**
 * Starts a decision and unassigns the entry, unless `goesOn` is true. Refuses an entry on hold (`held`) or assigned
 * to another administrator (`taken`).
 */
export async function beginDecision(
  tx: Handle,
  by: Actor,
  id: string,
  { goesOn = false } = {},
): Promise<Result<never> | null> {
  const mark = await findQueueMark(tx, id);
  if (mark?.heldAt) {
    return refuse('held', `This is on hold: ${mark.heldReason}. Release it first.`);
  }
  const taken = await refuseIfAssigned(tx, by, mark);
  if (!taken && mark?.takenBy && !goesOn) {
    await tx.update(queueMark).set({ takenBy: null, takenAt: null }).where(eq(queueMark.thingId, id));
  }
  return taken;
}

export async function endHold(tx: Handle, thingId: string): Promise<void> {
  const held = and(eq(queueMark.thingId, thingId), isNotNull(queueMark.heldAt));
  const none = { heldBy: null, heldAt: null, heldReason: null, heldTold: false };
  await tx.update(queueMark).set(none).where(held);
}

export async function refuseIfAssigned(
  tx: Handle,
  by: Actor,
  mark: typeof queueMark.$inferSelect | undefined,
): Promise<Result<never> | null> {
  if (!mark?.takenBy || mark.takenBy === by.id || by.approver === formatActor(createAdminActor(mark.takenBy)))
    return null;
  const [who] = await tx
    .select({ name: administrator.name })
    .from(administrator)
    .where(eq(administrator.id, mark.takenBy));
  const since = mark.takenAt ? ` since ${utcText(mark.takenAt)}` : '';
  return refuse(
    'taken',
    `This is assigned to ${who?.name ?? 'another administrator'}${since}. Reassign it to yourself first. Nothing was changed.`,
  );
}

/** Returns the reason for a hold if the investor may read it; otherwise null. */
export async function findVisibleHoldReason(id: string): Promise<string | null> {
  const mark = await findQueueMark(read(), id);
  return mark?.heldAt && mark.heldTold ? mark.heldReason : null;
}
