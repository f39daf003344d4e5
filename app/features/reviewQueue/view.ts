import { z } from 'zod';
import { requiredLine } from '~/platform/fields/line';

/** What an administrator looks at: what waits for a decision, or everything; of all users or one; page after page. */
export type QueueView = { show: 'waiting' | 'all'; page: number; user?: string };

export const PAGE_SIZE = 25;

/** Reads the view from an address; what makes no sense is what waits, from the beginning. */
export function queueView(query: URLSearchParams): QueueView {
  const page = Number(query.get('page') ?? '1');
  const isPage = Number.isInteger(page) && page >= 1 && page <= 100_000;
  const user = query.get('user') || undefined;
  return { show: query.get('show') === 'all' ? 'all' : 'waiting', page: isPage ? page : 1, user };
}

/** The address of a view of the queue at `path`. */
export function queueAddress(path: string, { show, page, user }: QueueView): string {
  const query = new URLSearchParams();
  if (user) query.set('user', user);
  if (show === 'all') query.set('show', show);
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `${path}?${query}` : path;
}

/** How many pages so many entries fill. */
export const pagesOf = (total: number): number => Math.ceil(total / PAGE_SIZE);

/** A form that names one thing of the queue by its id. */
export const decisionSchema = z.object({ id: z.uuid('There is no such entry.') });

/** A line of text that a decision needs. */
export const decisionLine = (missing: string) => requiredLine(missing, 300);

/** The investor reads the reason. */
export const reasonSchema = decisionSchema.extend({ reason: decisionLine('Say why; the investor reads it') });
