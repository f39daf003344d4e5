const TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z?)?$/;

/**
 * Reads an instant typed in UTC, as in `2026-03-02T14:30`; null where the text is no date.
 * @param timeOfDay the time to use where the text has a day alone
 */
export function utcTime(text: string, timeOfDay = '00:00:00.000'): Date | null {
  if (!TIME.test(text)) return null;
  const whole = text.length === 10 ? `${text}T${timeOfDay}` : text;
  const at = new Date(whole.endsWith('Z') ? whole : `${whole}Z`);
  // `2026-02-30` would pass as the second of March.
  return Number.isNaN(at.getTime()) || !at.toISOString().startsWith(text.slice(0, 10)) ? null : at;
}
