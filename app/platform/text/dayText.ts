/** Fixed names: versions of `Intl` differ over "Sept", and the browser would not match the server's render. */
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

export const weekdayText = (at: Date): string => WEEKDAYS[at.getUTCDay()] ?? '';

/** `2 Mar 2026`: the UTC day of an instant, as pages and mails write it. */
export const dayText = (at: Date): string => `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`;

/** `2 Mar 2026 at 14:30 UTC`: an instant in a sentence. */
export const utcText = (at: Date): string => `${dayText(at)} at ${at.toISOString().slice(11, 16)} UTC`;

export const isoDay = (at: Date): string => at.toISOString().slice(0, 10);
