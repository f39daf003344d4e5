import type { SQL } from 'drizzle-orm';
import { ROWS_ON_A_PAGE } from '../pageSizes';

/** Range of a list: `limit` rows after or before the row with an ID. */
export type RowRange = { from: string | null; backwards: boolean; limit: number };

/** Filter of a list's rows, and the size of its pages. */
export type PageFilter = { only?: SQL; size?: number };

/** Page of a list that continues after a row instead of at an offset, so that new rows do not shift it. */
export type CursorPage<T> = {
  rows: T[];
  /** Values of `before` and `after` in the URLs of the adjacent pages; null if there is no such page. */
  previous: string | null;
  next: string | null;
};

/** Reads the page that the URL requests. `read` returns rows in order, or in reverse order for `backwards`. */
export async function readCursorPage<T extends { id: string }>(
  query: URLSearchParams,
  read: (range: RowRange) => Promise<T[]>,
  size = ROWS_ON_A_PAGE,
): Promise<CursorPage<T>> {
  const before = query.get('before');
  const from = before || query.get('after') || null;
  const backwards = Boolean(before);
  const found = await read({ from, backwards, limit: size + 1 });
  const more = found.length > size;
  const some = found.slice(0, size);
  const rows = backwards ? some.reverse() : some;
  return {
    rows,
    previous: (backwards ? more : from) ? (rows[0]?.id ?? null) : null,
    next: more || backwards ? (rows.at(-1)?.id ?? null) : null,
  };
}

/** Reads a page of a list that has no links to newer rows. `next` is the ID of the last row if there are more. */
export async function readForwardPage<T extends { id: string }>(
  read: (limit: number) => Promise<T[]>,
  size = ROWS_ON_A_PAGE,
): Promise<{ rows: T[]; next: string | null }> {
  const found = await read(size + 1);
  const rows = found.slice(0, size);
  return { rows, next: found.length > size ? (rows.at(-1)?.id ?? null) : null };
}

export const EXPORT_BATCH_ROWS = 500;

/**
 * Yields all rows of a list, read in small batches. Each batch starts after the last ID, so that new rows cause no
 * repetition.
 */
export async function* yieldAllRows<T extends { id: string }>(
  read: (from: string | null) => Promise<T[]>,
): AsyncGenerator<T> {
  let from: string | null = null;
  for (;;) {
    const found: T[] = await read(from);
    yield* found;
    from = found.at(-1)?.id ?? null;
    if (from === null) return;
  }
}

/** Yields each row of a table as texts by column name. */
export async function* yieldTextRows<Row, Name extends string>(
  columns: Readonly<Record<Name, (row: Row) => string>>,
  rows: AsyncIterable<Row>,
): AsyncGenerator<Record<Name, string>> {
  const cells = Object.entries(columns) as [Name, (row: Row) => string][];
  for await (const row of rows)
    yield Object.fromEntries(cells.map(([name, cell]) => [name, cell(row)])) as Record<Name, string>;
}

export const countPages = (total: number, size: number = ROWS_ON_A_PAGE): number =>
  Math.max(1, Math.ceil(total / size));

export function clampPageNumber(total: number, requested: number, size: number = ROWS_ON_A_PAGE) {
  const pages = countPages(total, size);
  const page = Math.min(requested, pages);
  return { page, pages, ...getPageRange(page, size) };
}

export const getPageRange = (page: number, size: number = ROWS_ON_A_PAGE) => ({
  limit: size,
  offset: (page - 1) * size,
});

/** Returns the URL with changes of its query; an empty value removes a parameter. */
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

export const createPageLinks = (
  search: string,
  { previous, next }: Pick<CursorPage<unknown>, 'previous' | 'next'>,
) => ({
  previous: previous === null ? null : withQuery(search, { before: previous, after: '' }),
  next: next && withQuery(search, { after: next, before: '' }),
});
