import { formatPlainUsd } from '~/ledger/money';
import { yieldAllRows } from '~/platform/db/paging';
import { parseQueueView, type QueueRow, type QueueView } from './view';

const QUEUE_COLUMNS = ['id', 'status', 'since', 'name', 'email', 'user_id', 'amount_usd', 'what', 'risks'];

/** Creates the file of a queue: its columns, and a function that streams the rows of the view in a query. */
export function createQueueFile<Row extends object>(
  find: (view: QueueView) => Promise<{ rows: Row[] }>,
  row: (found: Row) => QueueRow,
  more: Readonly<Record<string, (found: Row) => string>> = {},
) {
  return {
    isQueue: true as const,
    columns: [...QUEUE_COLUMNS, ...Object.keys(more)],
    lines: async function* (query: URLSearchParams): AsyncGenerator<Record<string, string>> {
      const next = async (below: string | null) =>
        (await find({ ...parseQueueView(query), below })).rows.map((found) => ({ id: row(found).id, found }));
      for await (const { found } of yieldAllRows(next)) {
        const { id, status, since, owner, amount, what, risks } = row(found);
        yield {
          id,
          status,
          since: since.toISOString(),
          name: `${owner.firstName} ${owner.lastName}`,
          email: owner.email,
          user_id: owner.id,
          amount_usd: amount === undefined ? '' : formatPlainUsd(amount),
          what,
          risks: risks.join('; '),
          ...Object.fromEntries(Object.entries(more).map(([column, of]) => [column, of(found)])),
        };
      }
    },
  };
}
