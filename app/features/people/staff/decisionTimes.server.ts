import { findEndedWaits } from '~/features/backoffice';
import { after, DAY, now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { calculateMedianWait } from '~/platform/text/usualWait';
import { DECISION_TIMES_DAYS } from './schema';

/** Queues with the events that decide their entries. */
const DECISION_QUEUES: Record<string, { title: string; events: readonly string[] }> = {
  deposit: { title: 'Deposits', events: ['approve', 'reject'] },
  withdrawal: { title: 'Withdrawals', events: ['approve', 'reject'] },
  'KYC submission': { title: 'Identity checks', events: ['approve', 'reject', 'ask-again'] },
  'support request': { title: 'Support', events: ['answer'] },
  'request to be copied': { title: 'Trader applications', events: ['accept', 'reject'] },
};

/** Decisions of one administrator in one queue. Waits start at the investor's last step, in milliseconds; null if no investor waited. */
export type DecisionTimes = {
  id: string;
  who: string;
  queue: string;
  count: number;
  median: number | null;
  longest: number | null;
};

/** Computes the times of the decisions of the last `DECISION_TIMES_DAYS` days, per person and queue. */
export async function computeDecisionTimes(staff: readonly { id: string; name: string }[]): Promise<DecisionTimes[]> {
  const awaited = Object.fromEntries(Object.entries(DECISION_QUEUES).map(([thing, { events }]) => [thing, events]));
  const found = await findEndedWaits(read(), awaited, { since: after(now(), -DECISION_TIMES_DAYS * DAY) });
  const times = staff.flatMap(({ id, name: who }) =>
    Object.entries(DECISION_QUEUES).flatMap(([thing, { title }]) => {
      const own = found.filter((each) => each.administratorId === id && each.thing === thing);
      if (own.length === 0) return [];
      const waits = own.flatMap(({ wait }) => wait ?? []);
      return [
        {
          id,
          who,
          queue: title,
          count: own.length,
          median: waits.length > 0 ? calculateMedianWait(waits) : null,
          longest: waits.length > 0 ? Math.max(...waits) : null,
        },
      ];
    }),
  );
  return times.sort((a, b) => (a.who < b.who || (a.who === b.who && a.queue < b.queue) ? -1 : 1));
}
