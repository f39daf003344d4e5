import { and, asc, desc, eq, type InferSelectModel, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { administrator, event as eventTable, notification } from '#drizzle/schema';
import { now } from '../clock';
import { findAll, type Handle, insertAll, type Reader } from '../db/index.server';
import { newId } from '../ids';
import { getCurrentAddress, getCurrentMeans } from '../process/callContext.server';
import { done, type Result, refuse } from '../result';
import { type Actor, formatThingName, getNextState, type Machine } from '../states';
import { utcText } from '../text/dayText';

export type RecordedEvent = {
  thing: string;
  thingId: string;
  event: string;
  from?: string | null;
  to?: string | null;
  by: Actor;
  userId?: string | null;
  reason?: string | null;
  details?: Record<string, string>;
  at?: Date;
};

/** Name of the event detail with the IP address of the actor. */
export const ADDRESS_DETAIL = 'from';

/** Name of the event detail with the API key that the actor used. */
const API_KEY_DETAIL = 'api key';

export async function record(tx: Handle, happened: RecordedEvent): Promise<void> {
  const { thing, thingId, event, from = null, to = null, by, userId = null, reason = null, at = now() } = happened;
  // Acts of administrators are recorded with their address.
  const address = by.kind === 'admin' ? getCurrentAddress() : undefined;
  const means = by.kind === 'system' ? undefined : getCurrentMeans();
  const about = {
    ...happened.details,
    ...(address && { [ADDRESS_DETAIL]: address }),
    ...(means && { [API_KEY_DETAIL]: means }),
  };
  const details = address || means ? about : (happened.details ?? null);
  await tx.insert(eventTable).values({
    id: newId(),
    thing,
    thingId,
    event,
    fromState: from,
    toState: to,
    actorKind: by.kind,
    actorId: by.id,
    userId,
    reason,
    details: by.approver ? { ...details, approver: by.approver } : details,
    at,
  });
}

export async function findTimeline(handle: Reader, thing: string, thingId: string) {
  return await handle
    .select()
    .from(eventTable)
    .where(and(eq(eventTable.thing, thing), eq(eventTable.thingId, thingId)))
    .orderBy(asc(eventTable.at), asc(eventTable.id));
}

/** Adds a notification to a user's pages, dated now or `at`. */
export async function notify(
  tx: Handle,
  { at = now(), ...notice }: { userId: string; text: string; href: string; at?: Date },
): Promise<void> {
  await insertAll(tx, notification, [{ id: newId(), ...notice, at, readAt: null }]);
}

async function describeEarlierDecision(
  tx: Handle,
  { thing }: Machine<string, string>,
  { id, status }: { id: string; status: string },
  by: Actor,
): Promise<string> {
  const led = and(eq(eventTable.thing, thing), eq(eventTable.thingId, id), eq(eventTable.toState, status));
  const [last] = await tx
    .select({
      actorKind: eventTable.actorKind,
      actorId: eventTable.actorId,
      at: eventTable.at,
      name: administrator.name,
    })
    .from(eventTable)
    .leftJoin(administrator, eq(administrator.id, eventTable.actorId))
    .where(led)
    .orderBy(desc(eventTable.id))
    .limit(1);
  if (!last || last.actorId === by.id) return '';
  const who = last.name ?? (last.actorKind === 'investor' ? 'The investor' : 'The system');
  return ` ${who} did this on ${utcText(last.at)}.`;
}

type StatefulRow = SQLiteTable & { id: SQLiteColumn; status: SQLiteColumn; userId?: SQLiteColumn };

/**
 * Changes the state of one row by an event: checks the state table, updates the row only if its state is still the one that was read (so
 * that one of two concurrent decisions wins), and writes the event.
 * @param change.set other columns that change with the state
 * @param change.userId user of the event, if the row has no `userId`
 * @param change.owner if set, a row of another user counts as missing
 * @returns the row after the change
 */
export async function advance<T extends StatefulRow, S extends string, E extends string>(
  tx: Handle,
  table: T,
  machine: Machine<S, E>,
  change: {
    id: string;
    event: E;
    by: Actor;
    reason?: string;
    userId?: string;
    owner?: string;
    set?: { [column in keyof InferSelectModel<T>]?: InferSelectModel<T>[column] | SQL };
    details?: Record<string, string>;
    at?: Date;
  },
): Promise<Result<InferSelectModel<T>>> {
  const { id, event, by, reason, owner, set, details, at } = change;
  const [found] = (await findAll(tx, table as SQLiteTable, { id } as object)) as (InferSelectModel<T> & {
    status: S;
    userId?: string;
  })[];
  if (!found || (owner && table.userId && found.userId !== owner))
    return refuse('not-found', `There is no such ${formatThingName(machine)}.`);
  const next = getNextState(machine, found.status, event, by.kind);
  if (!next.ok) {
    if (next.error.code !== 'wrong-state' || by.kind !== 'admin') return next;
    return refuse(
      'wrong-state',
      next.error.message + (await describeEarlierDecision(tx, machine, { id, status: found.status }, by)),
    );
  }
  const changed = (await tx
    .update(table as SQLiteTable)
    .set({ ...set, status: next.value } as never)
    .where(and(eq(table.id, id), eq(table.status, found.status)))
    .returning()) as InferSelectModel<T>[];
  const [row] = changed;
  if (!row)
    return refuse('wrong-state', `This ${formatThingName(machine)} was changed meanwhile, so nothing was done.`);
  const states = { from: found.status, to: next.value };
  const userId = change.userId ?? found.userId;
  await record(tx, { thing: machine.thing, thingId: id, event, ...states, by, userId, reason, details, at });
  return done(row);
}
