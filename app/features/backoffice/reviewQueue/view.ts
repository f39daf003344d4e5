import { z } from 'zod';
import type { EntryRequest } from '~/features/backoffice/approvals/waitingApprovals.server';
import { requiredLineField } from '~/platform/fields/line';

export const QUEUE_SORTS = ['oldest', 'newest', 'largest', 'smallest', 'name'] as const;
export type Sort = (typeof QUEUE_SORTS)[number];

export const QUEUE_FILTERS = ['user', 'q', 'status', 'method', 'least', 'most', 'days', 'risk', 'taken'] as const;
export type Filters = { [name in (typeof QUEUE_FILTERS)[number]]?: string };

export type QueueView = Filters & {
  show: 'waiting' | 'held' | 'all';
  page: number;
  /** Number of rows on a page, if it is not the usual one. */
  size?: number;
  sort?: Sort;
  item?: string;
  /** ID after which a file continues, since files have no pages; null starts with the newest. */
  below?: string | null;
};

/** Parses the view from a URL, and ignores invalid parameters. */
export function parseQueueView(query: URLSearchParams): QueueView {
  const page = Number(query.get('page') ?? '1');
  const isPage = Number.isInteger(page) && page >= 1 && page <= 100_000;
  const readParam = (name: string) => query.get(name)?.trim().slice(0, 100) || undefined;
  return {
    ...Object.fromEntries(QUEUE_FILTERS.flatMap((name) => (readParam(name) ? [[name, readParam(name)]] : []))),
    show: (['all', 'held'] as const).find((show) => show === query.get('show')) ?? 'waiting',
    page: isPage ? page : 1,
    sort: QUEUE_SORTS.find((sort) => sort === query.get('sort')),
    item: readParam('item'),
  };
}

export function buildQueueAddress(path: string, view: QueueView): string {
  const query = new URLSearchParams();
  for (const name of QUEUE_FILTERS) if (view[name]) query.set(name, view[name]);
  if (view.show !== 'waiting') query.set('show', view.show);
  if (view.sort) query.set('sort', view.sort);
  if (view.page > 1) query.set('page', String(view.page));
  if (view.item) query.set('item', view.item);
  return query.size > 0 ? `${path}?${query}` : path;
}

export type QueueMark = {
  takenBy: { id: string; name: string; at: Date } | null;
  held: { by: string; at: Date; reason: string; isInvestorNotified: boolean } | null;
};

export const HIGH_RISK = 'High risk';
export const NEW_ACCOUNT = 'New account';

export const RISK_DESCRIPTIONS: Readonly<Record<string, string>> = {
  [HIGH_RISK]: 'Rated as high risk',
  [NEW_ACCOUNT]: 'New account, opened less than a week ago',
};

export type QueueRow = {
  id: string;
  owner: { id: string; firstName: string; lastName: string; email: string };
  status: string;
  shown?: string;
  /** Next step of a waiting row, in a queue with several waiting states. */
  next?: string;
  since: Date;
  amount?: bigint;
  what: string;
  risks: string[];
  mark?: QueueMark;
  /** Waiting request for a second administrator about the row. */
  request?: EntryRequest;
};

export const decisionSchema = z.object({ id: z.uuid('There is no such entry.') });

export const decisionLine = (missing: string) => requiredLineField(missing, 300);

export const reasonSchema = decisionSchema.extend({
  reason: decisionLine('Enter a reason; it is shown to the investor'),
});
