const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Writes an age of milliseconds in the largest unit, rounded down: `12 minutes`, `3 hours`, `2 days`. */
export function ageText(milliseconds: number): string {
  if (milliseconds < MINUTE) return 'less than a minute';
  if (milliseconds < HOUR) return counted(Math.floor(milliseconds / MINUTE), 'minute');
  if (milliseconds < DAY) return counted(Math.floor(milliseconds / HOUR), 'hour');
  return counted(Math.floor(milliseconds / DAY), 'day');
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;
