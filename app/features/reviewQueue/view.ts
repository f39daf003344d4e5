import { z } from 'zod';
import { requiredLine } from '~/platform/fields/line';

/** The orders of a queue: by age, by amount, or by the name of the investor. */
export const SORTS = ['oldest', 'newest', 'largest', 'smallest', 'name'] as const;
export type Sort = (typeof SORTS)[number];

/** What a queue can be narrowed to, by the name in the address. */
export const FILTERS = ['user', 'q', 'status', 'method', 'least', 'most', 'days', 'risk', 'taken'] as const;
export type Filters = { [name in (typeof FILTERS)[number]]?: string };

/** What an administrator looks at: what waits for a decision, what of it is held, or everything; narrowed, in an order, page after page. */
export type QueueView = Filters & {
  show: 'waiting' | 'held' | 'all';
  page: number;
  sort?: Sort;
  /** The id of the thing that is open beside the list. */
  item?: string;
  /** For files, which have no pages: reads on after the thing with this id, newest first; null begins with the newest. */
  below?: string | null;
};

/** Reads the view from an address; what can't be understood is ignored. */
export function queueView(query: URLSearchParams): QueueView {
  const page = Number(query.get('page') ?? '1');
  const isPage = Number.isInteger(page) && page >= 1 && page <= 100_000;
  const given = (name: string) => query.get(name)?.trim().slice(0, 100) || undefined;
  return {
    ...Object.fromEntries(FILTERS.flatMap((name) => (given(name) ? [[name, given(name)]] : []))),
    show: (['all', 'held'] as const).find((show) => show === query.get('show')) ?? 'waiting',
    page: isPage ? page : 1,
    sort: SORTS.find((sort) => sort === query.get('sort')),
    item: given('item'),
  };
}

/** The address of a view of the queue at `path`. */
export function queueAddress(path: string, view: QueueView): string {
  const query = new URLSearchParams();
  for (const name of FILTERS) if (view[name]) query.set(name, view[name]);
  if (view.show !== 'waiting') query.set('show', view.show);
  if (view.sort) query.set('sort', view.sort);
  if (view.page > 1) query.set('page', String(view.page));
  if (view.item) query.set('item', view.item);
  return query.size > 0 ? `${path}?${query}` : path;
}

/** To whom an entry is assigned, and whether it is held; with names of the staff. */
export type QueueMark = {
  takenBy: { id: string; name: string; at: Date } | null;
  held: { by: string; at: Date; reason: string; told: boolean } | null;
};

/** What the list calls two risks that every queue has. */
export const HIGH_RISK = 'High risk';
export const NEW_ACCOUNT = 'New account';

/** The same in words, on the entry. */
export const RISKS_IN_WORDS: Readonly<Record<string, string>> = {
  [HIGH_RISK]: 'Rated as high risk',
  [NEW_ACCOUNT]: 'New account, opened less than a week ago',
};

/** One line of a queue's list. */
export type QueueRow = {
  id: string;
  owner: { id: string; firstName: string; lastName: string; email: string };
  status: string;
  /** What its state is called, where that is not the name of the state. */
  shown?: string;
  since: Date;
  /** Cents; of things with an amount. */
  amount?: bigint;
  /** What distinguishes it from other lines, in a word or two: the method, the country. */
  what: string;
  /** The labels of what an administrator checks before deciding, the weightiest first. */
  risks: string[];
  mark?: QueueMark;
};

/** A form that names one thing of the queue by its id. */
export const decisionSchema = z.object({ id: z.uuid('There is no such entry.') });

/** A line of text that a decision needs. */
export const decisionLine = (missing: string) => requiredLine(missing, 300);

/** The investor reads the reason. */
export const reasonSchema = decisionSchema.extend({ reason: decisionLine('Say why; the investor reads it') });
