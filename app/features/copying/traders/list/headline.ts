import type { RecordFigures } from './queries.server';

export type Headline = Pick<RecordFigures, 'yearReturnBps' | 'days' | 'totalReturnBps'>;

/**
 * Returns the main return of a trader, basis points, over twelve months or a shorter record; `bps` is null before a
 * day is over.
 */
export function getHeadline(record: Headline | null): { bps: number | null; periodLabel: string } {
  if (record?.yearReturnBps != null) return { bps: record.yearReturnBps, periodLabel: '12 months' };
  const days = record?.days ?? 0;
  return {
    bps: days > 0 ? (record?.totalReturnBps ?? null) : null,
    periodLabel: days === 1 ? '1 day' : `${days} days`,
  };
}
