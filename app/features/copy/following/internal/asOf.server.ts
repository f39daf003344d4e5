import { type copy, event as eventTable } from '#drizzle/schema';
import { SECOND } from '~/platform/clock';
import { findAll, type Handle } from '~/platform/db/index.server';
import { daySpreadIn } from '../../daySpread';

type Copy = typeof copy.$inferSelect;

/** How a copy was set at the instant of an order of its leader, milliseconds. */
export type AsOf = {
  paused: (at: number) => boolean;
  /** What a day might cost it in spread, basis points of its equity. */
  daySpreadBps: (at: number) => number;
};

const ACTS = ['pause', 'resume', 'limit-day-spread'];

/**
 * How some copies were set, by the record of their events: on a live source an order of the leader may become known only after its
 * instant, when the owner has changed the copy meanwhile. What an owner does comes after the orders of its second: they may have been
 * seen before it.
 */
export async function termsAsOf(tx: Handle, copies: readonly Copy[]): Promise<(copy: Copy) => AsOf> {
  const ids = copies.map(({ id }) => id);
  const events = (await findAll(tx, eventTable, { thing: 'copy', thingId: ids }))
    .filter(({ event }) => ACTS.includes(event))
    .sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1))
    .map((row) => ({ ...row, since: Math.floor(row.at.getTime() / SECOND) * SECOND }));
  return ({ id, daySpreadBps }) =>
    asOf(
      events.filter(({ thingId }) => thingId === id),
      daySpreadBps,
    );
}

/** An act of a copy's owner, as its event has it, in the second that it was done, milliseconds. */
type OwnerAct = { event: string; since: number; details: Record<string, string> | null };

/** How a copy was set, by the acts of its owner in order and what a day may cost it in spread now. */
export function asOf(acts: readonly OwnerAct[], daySpreadBps: number): AsOf {
  const pauses = acts.filter(({ event }) => event !== 'limit-day-spread');
  const limits = acts.filter(({ event }) => event === 'limit-day-spread');
  return {
    paused: (at) => pauses.findLast(({ since }) => since < at)?.event === 'pause',
    daySpreadBps: (at) => {
      const changed = limits.find(({ since }) => since >= at);
      return changed ? daySpreadIn(changed.details?.from ?? '') : daySpreadBps;
    },
  };
}
