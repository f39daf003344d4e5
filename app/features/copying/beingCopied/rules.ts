import { DAY } from '~/platform/clock';
import { MIN_TRADES, MIN_TRADING_DAYS } from './schema';

export type OwnRecord = { since: Date | null; closed: number };

export const countDays = ({ since }: Pick<OwnRecord, 'since'>, time: Date): number =>
  since ? Math.max(0, Math.floor((time.getTime() - since.getTime()) / DAY)) : 0;

/** Lists the unmet requirements for an application to be copied; empty if all are met. */
export function listUnmetRequirements(record: OwnRecord, time: Date): string[] {
  const days = countDays(record, time);
  const short = [];
  if (days < MIN_TRADING_DAYS) short.push(`${days} of ${MIN_TRADING_DAYS} days of trading`);
  if (record.closed < MIN_TRADES) short.push(`${record.closed} of ${MIN_TRADES} closed trades`);
  return short;
}
