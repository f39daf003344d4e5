/* Months of the UTC calendar by the product's clock, written `2026-10`. The books are closed by month. */

export const getMonth = (time: Date): string => time.toISOString().slice(0, 7);

export function getMonthBounds(month: string): { start: Date; end: Date } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return { start: new Date(Date.UTC(year, number - 1)), end: new Date(Date.UTC(year, number)) };
}

export const getNextMonth = (month: string): string => getMonth(getMonthBounds(month).end);

export const getPreviousMonth = (month: string): string =>
  getMonth(new Date(getMonthBounds(month).start.getTime() - 1));

const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Formats a month as `October 2026`. */
export const formatMonth = (month: string): string => `${MONTH_NAMES[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;
