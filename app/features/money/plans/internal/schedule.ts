import { after, DAY } from '~/platform/clock';

type RunningPlan = { openedAt: Date; days: number };

const ACCRUAL_PERIOD_MS = DAY;

export const getDayEnd = ({ openedAt }: Pick<RunningPlan, 'openedAt'>, day: number): Date =>
  after(openedAt, day * ACCRUAL_PERIOD_MS);

/** Returns the number of completed days of an investment, from zero up to its duration. */
export function countCompleteDays({ openedAt, days }: RunningPlan, time: Date): number {
  const whole = Math.floor((time.getTime() - openedAt.getTime()) / ACCRUAL_PERIOD_MS);
  return Math.min(Math.max(whole, 0), days);
}
