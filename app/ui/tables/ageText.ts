const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Formats an age in milliseconds in the largest unit, rounded down: `12 min`, `3 h`, `2 days`. */
export function ageText(milliseconds: number): string {
  if (milliseconds < MINUTE_MS) return '< 1 min';
  if (milliseconds < HOUR_MS) return `${Math.floor(milliseconds / MINUTE_MS)} min`;
  if (milliseconds < DAY_MS) return `${Math.floor(milliseconds / HOUR_MS)} h`;
  const days = Math.floor(milliseconds / DAY_MS);
  return days === 1 ? '1 day' : `${days} days`;
}
