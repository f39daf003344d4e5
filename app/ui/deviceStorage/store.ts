/* Data of a person on this device by name, stored for a week, or until they log out or another person logs in. */

export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

type EntryKind = 'typed' | 'waiting';
type StoredEntries<T> = Record<string, T & { at: number }>;

const STORAGE_PREFIX = 'kept ';
const storageName = (what: EntryKind, person: string) => `${STORAGE_PREFIX}${what} ${person}`;

/** Age in milliseconds after which entries expire, also of entries that far in the future due to a wrong clock. */
const ENTRY_LIFETIME_MS = 7 * 24 * 3_600_000;

/** Returns the browser's storage, only of the tab unless the device is remembered. If forbidden, returns one that stores nothing. */
export function deviceStore(isRemembered: boolean): Store {
  try {
    return isRemembered ? localStorage : sessionStorage;
  } catch {
    const refuse = () => {
      throw new Error('Nothing can be kept on this device');
    };
    return { getItem: () => null, setItem: refuse, removeItem() {}, key: () => null, length: 0 };
  }
}

/** Returns a person's stored entries with their times, without expired ones; none if storage is forbidden or contains other data. */
export const readStored = <T extends { at: number }>(
  store: Store,
  what: EntryKind,
  person: string,
  now: number,
): StoredEntries<T> => readNamed<T>(store, storageName(what, person), now);

function readNamed<T extends { at: number }>(store: Store, name: string, now: number): StoredEntries<T> {
  try {
    const all: StoredEntries<T> = JSON.parse(store.getItem(name) ?? '{}');
    return Object.fromEntries(Object.entries(all).filter(([, { at }]) => Math.abs(now - at) <= ENTRY_LIFETIME_MS));
  } catch {
    return {};
  }
}

/** Replaces the stored entries. @returns false if the storage is full or forbidden */
export const writeStored = (store: Store, what: EntryKind, person: string, all: StoredEntries<object>): boolean =>
  writeNamed(store, storageName(what, person), all);

function writeNamed(store: Store, name: string, all: StoredEntries<object>): boolean {
  try {
    if (Object.keys(all).length > 0) store.setItem(name, JSON.stringify(all));
    else store.removeItem(name);
    return true;
  } catch {
    return false;
  }
}

function listNames(store: Store): string[] {
  try {
    const names = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');
    return names.filter((name) => name.startsWith(STORAGE_PREFIX));
  } catch {
    return [];
  }
}

export function deleteOthersEntries(store: Store, person?: string): void {
  for (const name of listNames(store)) if (!(person && name.endsWith(` ${person}`))) writeNamed(store, name, {});
}

/** Deletes expired entries of all people, including those who never return. */
export function deleteExpiredEntries(store: Store, now: number): void {
  for (const name of listNames(store)) writeNamed(store, name, readNamed(store, name, now));
}
