/** One page of a long list, and how many there are. */
export type Paged<T> = { rows: T[]; page: number; pages: number; total: number };

const SIZE = 25;

/** The page that the address names: at least the first; a page past the end shows nothing. */
export function pageOf(query: URLSearchParams): { page: number; limit: number; offset: number } {
  const asked = Number(query.get('page') ?? '1');
  const page = Number.isInteger(asked) && asked >= 1 && asked <= 100_000 ? asked : 1;
  return { page, limit: SIZE, offset: (page - 1) * SIZE };
}

export const paged = <T>(rows: T[], page: number, total: number): Paged<T> => ({
  rows,
  page,
  pages: Math.max(1, Math.ceil(total / SIZE)),
  total,
});

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
