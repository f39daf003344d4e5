import type { copy } from '#drizzle/schema';
import { SECOND } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { actsOf } from './copyActs.server';

type Copy = typeof copy.$inferSelect;

export type AsOf = {
  paused: (at: number) => boolean;
  daySpreadBps: (at: number) => number;
};

/**
 * Returns how some copies were set, by the acts of their owners: on a live source an order of the leader may become known only after its
 * instant, when the owner has changed the copy meanwhile. What an owner does comes after the orders of its second: they may have been
 * seen before it.
 */
export async function termsAsOf(tx: Handle, copies: readonly Copy[]): Promise<(copy: Copy) => AsOf> {
  const acts = await actsOf(
    tx,
    copies.map(({ id }) => id),
  );
  return ({ id, daySpreadBps }) =>
    asOf(
      (acts.get(id) ?? []).map((row) => ({ ...row, since: Math.floor(row.at.getTime() / SECOND) * SECOND })),
      daySpreadBps,
    );
}

type OwnerAct = { act: string; since: number; daySpreadBefore: number | null };

/** Returns how a copy was set, from its owner's acts in order and its present bound on spread. */
export function asOf(acts: readonly OwnerAct[], daySpreadBps: number): AsOf {
  const pauses = acts.filter(({ act }) => act === 'pause' || act === 'resume');
  const limits = acts.filter(({ act }) => act === 'limit-day-spread');
  return {
    paused: (at) => pauses.findLast(({ since }) => since < at)?.act === 'pause',
    daySpreadBps: (at) => limits.find(({ since }) => since >= at)?.daySpreadBefore ?? daySpreadBps,
  };
}
