import { sql } from 'drizzle-orm';
import { type Reader, read, readShared, rows } from '~/platform/db/index.server';
import { usualWaitText, WAIT_SAMPLE_SIZE } from '~/platform/text/usualWait';

/** Entities that investors wait for, with the administrators' events that end the wait. */
export type DecisionEvents = Readonly<Record<string, readonly string[]>>;

/** Act of an administrator. `wait` is the time since the investor's last step, milliseconds; null if no investor waited. */
type Wait = { administratorId: string; thing: string; wait: number | null };

/** Returns the waits ended by administrators: since a time, or the newest ones of one entity. */
export async function findEndedWaits(
  handle: Reader,
  awaited: DecisionEvents,
  { since = new Date(0), newest }: { since?: Date; newest?: number },
): Promise<Wait[]> {
  const ends = Object.entries(awaited).map(
    ([thing, events]) =>
      sql`(e.thing = ${thing} and e.event in (${sql.join(
        events.map((name) => sql`${name}`),
        sql`, `,
      )}))`,
  );
  const found = await rows<{ by: string; thing: string; wait: number | string | null }>(
    handle,
    sql`select e.actor_id as by, e.thing as thing, e.at - (
        select max(b.at) from event b
        where b.thing = e.thing and b.thing_id = e.thing_id and b.actor_kind = 'investor' and b.at <= e.at
      ) as wait
      from event e
      where e.actor_kind = 'admin' and e.at >= ${since.getTime()} and (${sql.join(ends, sql` or `)})
      ${newest === undefined ? sql`` : sql`order by e.thing desc, e.thing_id desc limit ${newest}`}`,
  );
  return found.map(({ by, thing, wait }) => ({
    administratorId: by,
    thing,
    wait: wait === null ? null : Number(wait),
  }));
}

/** Returns the usual wait of investors for an event as text; null with too few samples. */
export async function readUsualWait(handle: Reader, awaited: DecisionEvents): Promise<string | null> {
  const newest = await findEndedWaits(handle, awaited, { newest: WAIT_SAMPLE_SIZE.newest });
  return usualWaitText(newest.flatMap(({ wait }) => wait ?? []));
}

/** Returns the usual wait; concurrent callers share one read. */
export const readSharedUsualWait = (awaited: DecisionEvents): Promise<string | null> =>
  readShared(`usual wait ${JSON.stringify(awaited)}`, () => readUsualWait(read(), awaited));
