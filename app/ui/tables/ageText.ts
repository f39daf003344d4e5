const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Formats an age in milliseconds in the largest unit, rounded down: `12 min`, `3 h`, `2 days`. */
export function ageText(milliseconds: number): string {
  if (milliseconds < MINUTE) return '< 1 min';
  if (milliseconds < HOUR) return `${Math.floor(milliseconds / MINUTE)} min`;
  if (milliseconds < DAY) return `${Math.floor(milliseconds / HOUR)} h`;
  const days = Math.floor(milliseconds / DAY);
  return days === 1 ? '1 day' : `${days} days`;
}
