import { sql } from 'drizzle-orm';
import { after, DAY, now } from '~/platform/clock';
import { read, rows } from '~/platform/db/index.server';
import { DECISION_DAYS } from './schema';

const QUEUES = {
  deposit: { title: 'Deposits', events: ['approve', 'reject'] },
  withdrawal: { title: 'Withdrawals', events: ['approve', 'reject'] },
  'KYC submission': { title: 'Identity checks', events: ['approve', 'reject'] },
  'support request': { title: 'Support', events: ['answer'] },
  'request to be copied': { title: 'Trader applications', events: ['accept', 'reject'] },
} as const;

export type DecisionTimes = { id: string; who: string; queue: string; count: number; median: number; longest: number };

type Decided = { id: string; who: string; thing: keyof typeof QUEUES; wait: number | string };

export async function decisionTimes(): Promise<DecisionTimes[]> {
  const decides = Object.entries(QUEUES).map(
    ([thing, { events }]) =>
      sql`(e.thing = ${thing} and e.event in (${sql.join(
        events.map((name) => sql`${name}`),
        sql`, `,
      )}))`,
  );
  const since = after(now(), -DECISION_DAYS * DAY).getTime();
  const found = await rows<Decided>(
    read(),
    sql`select a.id as id, a.name as who, e.thing as thing, e.at - (
        select max(b.at) from event b
        where b.thing = e.thing and b.thing_id = e.thing_id and b.actor_kind = 'investor' and b.at <= e.at
      ) as wait
      from event e join administrator a on a.id = e.actor_id
      where e.actor_kind = 'admin' and e.at >= ${since} and (${sql.join(decides, sql` or `)})`,
  );
  const waits = new Map<string, Omit<Decided, 'wait'> & { waits: number[] }>();
  for (const { wait, ...of } of found) {
    const key = `${of.id} ${of.thing}`;
    const known = waits.get(key) ?? { ...of, waits: [] };
    // An administrator enters some of them, for which no investor waited.
    known.waits.push(Number(wait ?? 0));
    waits.set(key, known);
  }
  return Array.from(waits.values(), ({ id, who, thing, waits }) => {
    const sorted = waits.toSorted((a, b) => a - b);
    const median = sorted[(sorted.length - 1) >> 1] ?? 0;
    return { id, who, queue: QUEUES[thing].title, count: sorted.length, median, longest: sorted.at(-1) ?? 0 };
  }).sort((a, b) => (a.who < b.who || (a.who === b.who && a.queue < b.queue) ? -1 : 1));
}
