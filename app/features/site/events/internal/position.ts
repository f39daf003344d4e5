/*
 * Position of a reader in the events of one person. Rows get their IDs before the commit, so a row can appear after rows with later IDs.
 * A position is therefore an instant before which all events were sent, and the IDs sent since.
 */

/** Longest time after which a row may still appear, milliseconds. Transactions are shorter, and clocks differ by less. */
export const MAX_ROW_DELAY_MS = 60_000;

/** Largest number of events that a position lists. All events before the first listed one are regarded as sent. */
const MAX_NAMED_EVENTS = 1_000;

const ID_SUFFIX_BYTES = 4;
const POSITION_PATTERN = /^([0-9a-z]{1,9})\.([\w-]*)$/;

/** Returns the creation time in an ID (UUIDv7), in milliseconds. */
export const getCreationTime = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** Returns the lowest ID of a given instant. */
export function createLowestId(milliseconds: number): string {
  const hex = Math.max(0, milliseconds).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** Returns the random end of an ID, which distinguishes it from others with the same time. */
const idSuffixOf = (id: string): string => id.slice(-2 * ID_SUFFIX_BYTES);

/** Position: all events before `since` (milliseconds) were sent, and `hasSent` returns whether a later one was sent. */
export type EventPosition = { since: number; hasSent: (id: string) => boolean };

/** Log of the events sent to one person: all events before `since`, and those whose IDs it contains. */
export class SentLog {
  readonly #ids = new Set<string>();
  #since: number;
  #newest = 0;

  constructor(since: number) {
    this.#since = since;
  }

  has = (id: string): boolean => getCreationTime(id) < this.#since || this.#ids.has(id);

  isOlderThan = (instant: number): boolean => this.#newest < instant;

  note(id: string): void {
    this.#ids.add(id);
    this.#newest = Math.max(this.#newest, getCreationTime(id));
    this.#since = Math.max(this.#since, this.#newest - MAX_ROW_DELAY_MS);
    for (const oldest of this.#ids) {
      if (this.#ids.size <= MAX_NAMED_EVENTS && getCreationTime(oldest) >= this.#since) break;
      this.#ids.delete(oldest);
      this.#since = Math.max(this.#since, getCreationTime(oldest) + 1);
    }
  }

  /** Encodes the position of a reader who has received all events of this log. */
  position(): string {
    const names = [...this.#ids].filter((id) => getCreationTime(id) >= this.#since).map(idSuffixOf);
    return `${this.#since.toString(36)}.${Buffer.from(names.join(''), 'hex').toString('base64url')}`;
  }
}

/** Parses a position; null if invalid. */
export function parsePosition(text: string): EventPosition | null {
  const [, since, named = ''] = POSITION_PATTERN.exec(text) ?? [];
  if (since === undefined || named.length > (MAX_NAMED_EVENTS * ID_SUFFIX_BYTES * 4) / 3 + 4) return null;
  const names = new Set(Buffer.from(named, 'base64url').toString('hex').match(/.{8}/g));
  return { since: Number.parseInt(since, 36), hasSent: (id) => names.has(idSuffixOf(id)) };
}
