import { DAY } from '../durations';

export const UTC = 'UTC';

/** Current names of time zones with their former names, which older engines know instead. */
export const FORMER_NAMES: Record<string, string> = {
  'Africa/Asmara': 'Africa/Asmera',
  'America/Argentina/Buenos_Aires': 'America/Buenos_Aires',
  'America/Argentina/Catamarca': 'America/Catamarca',
  'America/Argentina/Cordoba': 'America/Cordoba',
  'America/Argentina/Jujuy': 'America/Jujuy',
  'America/Argentina/Mendoza': 'America/Mendoza',
  'America/Atikokan': 'America/Coral_Harbour',
  'America/Indiana/Indianapolis': 'America/Indianapolis',
  'America/Kentucky/Louisville': 'America/Louisville',
  'America/Nuuk': 'America/Godthab',
  'Asia/Ho_Chi_Minh': 'Asia/Saigon',
  'Asia/Kathmandu': 'Asia/Katmandu',
  'Asia/Kolkata': 'Asia/Calcutta',
  'Asia/Yangon': 'Asia/Rangoon',
  'Atlantic/Faroe': 'Atlantic/Faeroe',
  'Europe/Kyiv': 'Europe/Kiev',
  'Pacific/Chuuk': 'Pacific/Truk',
  'Pacific/Kanton': 'Pacific/Enderbury',
  'Pacific/Pohnpei': 'Pacific/Ponape',
};

/** Returns whether a time zone of this name exists, current or former. Offsets are not accepted. */
export function isZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

const formatsByZone = new Map<string, Intl.DateTimeFormat>();

function getZoneFormat(zone: string): Intl.DateTimeFormat {
  const known = formatsByZone.get(zone);
  if (known) return known;
  // Swedish dates have the format of ISO 8601. A zone unknown to this engine falls back to UTC, since an error would
  // hide the page.
  const timeZone = [zone, FORMER_NAMES[zone] ?? ''].find(isZone) ?? UTC;
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  formatsByZone.set(zone, made);
  return made;
}

export const formatTimeInZone = (zone: string, at: Date): string => getZoneFormat(zone).format(at);

export const formatDayInZone = (zone: string, at: Date): string => formatTimeInZone(zone, at).slice(0, 10);

/** Returns the offset of a zone from UTC at an instant, in milliseconds; positive is east. */
const getUtcOffsetMs = (zone: string, at: number): number =>
  Date.parse(`${formatTimeInZone(zone, new Date(at)).replace(' ', 'T')}Z`) - at;

/** Returns the first instant of a day (`2026-03-02`): midnight or, if clocks skip it, the next existing time. */
export function getStartOfDay(zone: string, day: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const [early, late] = [midnight - DAY, midnight + DAY]
    .map((near) => midnight - getUtcOffsetMs(zone, near))
    .sort((a, b) => a - b) as [number, number];
  return new Date(formatDayInZone(zone, new Date(early)) === day ? early : late);
}

export const getNextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + DAY).toISOString().slice(0, 10);

export function getDayRange(zone: string, at: Date): { from: Date; to: Date } {
  const day = formatDayInZone(zone, at);
  return { from: getStartOfDay(zone, day), to: getStartOfDay(zone, getNextDay(day)) };
}
