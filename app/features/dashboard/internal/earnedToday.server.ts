import type { OwnedCopy } from '~/features/copy';
import { isMove } from '~/ledger/reading/statement.server';
import { linesNewestFirst } from '~/ledger/reading/statementPages.server';
import type { LifetimeTotals } from '~/ledger/reading/userTotals.server';
import { DAY } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { earned } from './balanceChart';

/**
 * What a user has earned since the UTC day began, cents, below zero what they lost: of running copies as these say it, with their open
 * positions at the prices of now, and of all else what was booked.
 */
export async function earnedToday(
  userId: string,
  { course, lateness }: Pick<LifetimeTotals, 'course' | 'lateness'>,
  { copies, time }: { copies: readonly Pick<OwnedCopy, 'id' | 'live' | 'today'>[]; time: Date },
): Promise<bigint> {
  const midnight = Math.floor(time.getTime() / DAY) * DAY;
  const booked = course.filter(({ at }) => at >= midnight).reduce((sum, span) => sum + earned(span), 0n);
  const live = new Map(copies.filter((copy) => copy.live).map(({ id, today }) => [id, today]));
  if (live.size === 0) return booked;
  let sum = [...live.values()].reduce((all, today) => all + today, 0n);
  // What copies booked today is in their results of today.
  if (!course.some(({ at }) => at >= midnight)) return sum;
  for await (const { kind, ref, at, change } of linesNewestFirst(read(), userId)) {
    if (at.getTime() < midnight - lateness) break;
    const isOfCopy = live.has(ref.split(':')[0] ?? '');
    if (at.getTime() >= midnight && !isMove(kind) && !isOfCopy) sum += change;
  }
  return sum;
}
