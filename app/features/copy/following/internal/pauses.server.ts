import { event as eventTable } from '#drizzle/schema';
import { SECOND } from '~/platform/clock';
import { findAll, type Handle } from '~/platform/db/index.server';

/** Was a copy paused at the instant of an order of its leader, milliseconds? */
export type Paused = (at: number) => boolean;

/**
 * When some copies were paused, by the record of their events: on a live source an order of the leader may become known only after
 * its instant, when the owner has paused or resumed meanwhile. An order of the second in which the copy is paused, or in which it goes on,
 * passes it by: it may have been seen before.
 */
export async function pausesOf(tx: Handle, copies: string[]): Promise<(copyId: string) => Paused> {
  const events = (await findAll(tx, eventTable, { thing: 'copy', thingId: copies }))
    .filter(({ event }) => event === 'pause' || event === 'resume')
    .sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1));
  return (copyId) => {
    const pauses: { from: number; to: number }[] = [];
    for (const { thingId, event, at } of events) {
      const last = pauses.at(-1);
      if (thingId !== copyId) continue;
      if (event === 'pause') {
        pauses.push({ from: Math.floor(at.getTime() / SECOND) * SECOND, to: Number.POSITIVE_INFINITY });
      } else if (last) last.to = at.getTime();
    }
    return (at) => pauses.some(({ from, to }) => at >= from && at < to);
  };
}
