import { after, DAY } from '~/platform/clock';

type Running = { openedAt: Date; days: number };

const ACCRUAL_PERIOD = DAY;

export const dayEnds = ({ openedAt }: Pick<Running, 'openedAt'>, day: number): Date =>
  after(openedAt, day * ACCRUAL_PERIOD);

/** Returns the complete days of an investment: none before it was opened, never more than it has. */
export function daysComplete({ openedAt, days }: Running, time: Date): number {
  const whole = Math.floor((time.getTime() - openedAt.getTime()) / ACCRUAL_PERIOD);
  return Math.min(Math.max(whole, 0), days);
}
