import { after, DAY } from '~/platform/clock';

type Running = { openedAt: Date; days: number };

/** How often an investment accrues: a day of its term, in milliseconds. */
const ACCRUAL_PERIOD = DAY;

/** When a day of an investment, counted from 1, is complete: an accrual period for each since it was opened. */
export const dayEnds = ({ openedAt }: Pick<Running, 'openedAt'>, day: number): Date =>
  after(openedAt, day * ACCRUAL_PERIOD);

/** How many of an investment's days are complete at a time: none before it was opened, never more than it has. */
export function daysComplete({ openedAt, days }: Running, time: Date): number {
  const whole = Math.floor((time.getTime() - openedAt.getTime()) / ACCRUAL_PERIOD);
  return Math.min(Math.max(whole, 0), days);
}
