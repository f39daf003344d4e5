const UTC_TIME_PATTERN = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z?)?$/;

/** Parses a date and time in UTC; null if invalid. `timeOfDay` applies to a date alone. */
export function parseUtcTime(text: string, timeOfDay = '00:00:00.000'): Date | null {
  if (!UTC_TIME_PATTERN.test(text)) return null;
  const whole = text.length === 10 ? `${text}T${timeOfDay}` : text;
  const at = new Date(whole.endsWith('Z') ? whole : `${whole}Z`);
  // `2026-02-30` would otherwise be accepted as the second of March.
  return Number.isNaN(at.getTime()) || !at.toISOString().startsWith(text.slice(0, 10)) ? null : at;
}
