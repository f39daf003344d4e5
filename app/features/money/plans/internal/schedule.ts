import { after, DAY } from '~/platform/clock';

type Running = { openedAt: Date; days: number };

/** Length of a day of the term, milliseconds. */
const ACCRUAL_PERIOD = DAY;

/** Returns the end of a day of an investment (counted from 1): one accrual period each since it was opened. */
export const dayEnds = ({ openedAt }: Pick<Running, 'openedAt'>, day: number): Date =>
  after(openedAt, day * ACCRUAL_PERIOD);

/** Returns the complete days of an investment: none before it was opened, never more than it has. */
export function daysComplete({ openedAt, days }: Running, time: Date): number {
  const whole = Math.floor((time.getTime() - openedAt.getTime()) / ACCRUAL_PERIOD);
  return Math.min(Math.max(whole, 0), days);
}
