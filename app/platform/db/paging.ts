export const SIZE = 25;

/** A piece of a list: so many, beyond the row with this id, onwards or back. */
export type Stretch = { from: string | null; backwards: boolean; limit: number };

/** One page of a list that leads on from a row rather than from a number, so that it stays put while rows arrive. */
export type CursorPage<T> = {
  rows: T[];
  /**
   * The ids to go on from, as `before` and `after` in the address; null where there is nothing that way, '' for the
   * first page.
   */
  previous: string | null;
  next: string | null;
};

/**
 * The page that the address names: `after` or `before` the row with an id, or the first.
 * @param read gives a stretch in the order of reading, for `backwards` in the opposite one
 */
export async function cursorPage<T extends { id: string }>(
  query: URLSearchParams,
  read: (stretch: Stretch) => Promise<T[]>,
): Promise<CursorPage<T>> {
  const before = query.get('before');
  const from = before || query.get('after') || null;
  const backwards = Boolean(before);
  const found = await read({ from, backwards, limit: SIZE + 1 });
  const more = found.length > SIZE;
  const rows = backwards ? found.slice(0, SIZE).reverse() : found.slice(0, SIZE);
  return {
    rows,
    previous: (backwards ? more : from) ? (rows[0]?.id ?? null) : null,
    next: more || backwards ? (rows.at(-1)?.id ?? null) : null,
  };
}

/** The same address with some of its query changed; an empty value leaves the name out. */
export function withQuery(search: string, changes: Record<string, string>): string {
  const query = new URLSearchParams(search);
  query.delete('index');
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  const text = query.toString();
  return text ? `?${text}` : '?';
}

/** The two ways on from a page, with all else of the address as it is. */
export const waysOn = (search: string, { previous, next }: Pick<CursorPage<unknown>, 'previous' | 'next'>) => ({
  previous: previous === null ? null : withQuery(search, { before: previous, after: '' }),
  next: next && withQuery(search, { after: next, before: '' }),
});
