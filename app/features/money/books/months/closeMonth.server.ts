import { and, eq, lte } from 'drizzle-orm';
import type { z } from 'zod';
import { closedMonth, investment } from '#drizzle/schema';
import { act } from '~/features/backoffice';
import { formatMonth, getMonthBounds, getNextMonth } from '~/ledger/months';
import { findLastClosedMonth } from '~/ledger/posting/closedMonths.server';
import { after, MINUTE, now } from '~/platform/clock';
import { afterCommit, type Handle } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { requestJobRun } from '~/platform/jobs/index.server';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { utcText } from '~/platform/text/dayText';
import { durationText } from '~/platform/text/durationText';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { MONTHS_JOB } from './monthReport.server';
import { closeMonthSchema } from './schema';

/**
 * Wait after a month's end, in milliseconds, until all its transactions are committed and the clocks of all processes
 * have passed the end.
 */
const CLOSE_DELAY_MS = 10 * MINUTE;

type Closed = { month: string; journalId?: undefined };

/** Closes the books of a month, so that nothing effective before its end can be posted. Months are closed in order. */
export async function closeMonth(
  tx: Handle,
  by: Actor,
  { month }: z.output<typeof closeMonthSchema>,
): Promise<Result<Closed>> {
  const without = await refuseUnlessMay(tx, by, 'reserves:change');
  if (without) return without;
  const title = formatMonth(month);
  const { end } = getMonthBounds(month);
  if (now() < after(end, CLOSE_DELAY_MS))
    return refuse('not-over', `${title} can be closed ${durationText(CLOSE_DELAY_MS)} after its end.`, 'month');
  const last = await findLastClosedMonth(tx);
  if (last && month <= last.month) return refuse('closed', `${title} is already closed.`, 'month');
  if (last && month !== getNextMonth(last.month))
    return refuse('gap', `Close ${formatMonth(getNextMonth(last.month))} first.`, 'month');
  const [unpaid] = await tx
    .select({ id: investment.id })
    .from(investment)
    .where(and(eq(investment.status, 'running'), lte(investment.nextAccrualAt, end)))
    .limit(1);
  if (unpaid)
    return refuse(
      'unpaid-days',
      `Plans have days of ${title} that were not credited yet. A job does that within a minute; otherwise see the page Jobs.`,
      'month',
    );
  const id = newId();
  await tx.insert(closedMonth).values({ id, month, endsAt: end, closedBy: by.id ?? '', closedAt: now() });
  await record(tx, { thing: 'month', thingId: id, event: 'close', by, details: { code: title } });
  afterCommit(tx, () => requestJobRun(MONTHS_JOB));
  return done({ month });
}

export const CLOSE_MONTH = act({
  name: 'close-month',
  right: 'reserves:change',
  takesTwo: 'it closes the books, for good',
  schema: closeMonthSchema,
  run: closeMonth,
  details: async (_tx, { month }) => [
    { name: 'Nothing can be posted with a date before', to: utcText(getMonthBounds(month).end) },
    { name: 'Can be reopened', to: 'Never' },
  ],
  title: async (_tx, { month }) => `Close the books of ${formatMonth(month)}`,
  toast: ({ month }) => `The books of ${formatMonth(month)} are closed`,
});
