/*
 * What is kept of a person on this device, by name: what they typed, what they sent and had no answer to. It is theirs alone, and goes
 * when they sign out or another person signs in.
 */

/** What holds text by name: `localStorage`, or less of it in a test. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

type What = 'typed' | 'waiting';

const PREFIX = 'kept ';
const nameOf = (what: What, person: string) => `${PREFIX}${what} ${person}`;

/** Local storage; where a browser forbids it, one that keeps nothing. */
export function deviceStore(): Store {
  try {
    return localStorage;
  } catch {
    const refuse = () => {
      throw new Error('Nothing can be kept on this device');
    };
    return { getItem: () => null, setItem: refuse, removeItem() {}, key: () => null, length: 0 };
  }
}

/** What is kept of a person, each with the time it was kept at; nothing where storage is forbidden, or holds something else. */
export function readKept<T extends { at: number }>(store: Store, what: What, person: string): Record<string, T> {
  try {
    const all: Record<string, T> = JSON.parse(store.getItem(nameOf(what, person)) ?? '{}');
    return Object.fromEntries(Object.entries(all).filter(([, { at }]) => typeof at === 'number'));
  } catch {
    return {};
  }
}

/** Keeps these in place of those before. Answers whether it could: a storage may be full, or forbidden. */
export function writeKept(store: Store, what: What, person: string, all: Record<string, { at: number }>): boolean {
  try {
    if (Object.keys(all).length > 0) store.setItem(nameOf(what, person), JSON.stringify(all));
    else store.removeItem(nameOf(what, person));
    return true;
  } catch {
    return false;
  }
}

/** Forgets what is kept of all but one person, or of all. */
export function forgetOthers(store: Store, person?: string): void {
  try {
    const names = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');
    const theirs = names.filter((name) => name.startsWith(PREFIX) && !(person && name.endsWith(` ${person}`)));
    for (const name of theirs) store.removeItem(name);
  } catch {
    // Then there is nothing to forget.
  }
}
