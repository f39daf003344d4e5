const KEY = /^[a-z0-9-]{1,100}$/i;

/** The key, which names a file or an object; throws when it is not one of our making. */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error('A storage key is letters, digits and dashes');
  return key;
}
