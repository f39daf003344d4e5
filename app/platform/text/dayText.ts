/** Fixed month names. Versions of `Intl` differ over "Sept", so the browser's text might not match the server's. */
const MONTH_NAMES = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

const WEEKDAY_NAMES = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

export const weekdayText = (at: Date): string => WEEKDAY_NAMES[at.getUTCDay()] ?? '';

/** Formats the UTC day of an instant for pages and mails: `2 Mar 2026`. */
export const dayText = (at: Date): string =>
  `${at.getUTCDate()} ${MONTH_NAMES[at.getUTCMonth()]} ${at.getUTCFullYear()}`;

/** Formats an instant for a sentence: `2 Mar 2026 at 14:30 UTC`. */
export const utcText = (at: Date): string => `${dayText(at)} at ${at.toISOString().slice(11, 16)} UTC`;

export const isoDay = (at: Date): string => at.toISOString().slice(0, 10);
