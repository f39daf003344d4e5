import { AsyncLocalStorage } from 'node:async_hooks';
import type { QueueRow, QueueView } from '~/features/backoffice/reviewQueue/view';
import { queueView } from '~/features/backoffice/reviewQueue/view';
import { plainUsd } from '~/ledger/money';
import { write } from '~/platform/db/index.server';
import { everyRow } from '~/platform/db/paging';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { byAdmin } from '~/platform/states';
import type { Right } from '~/signIns/rights';
import { csvFile } from '~/web/csv.server';
import { admin } from '~/web/guard/index.server';

type Columns<Column extends string> = readonly Column[] | Readonly<Record<Column, unknown>>;

type Lines<Column extends string> = (query: URLSearchParams) => AsyncIterable<Record<Column, string>>;

/** Streams a list as CSV. The audit log gets an entry before the first row and one with the row count after the last. */
export async function listFile<Column extends string>(
  name: string,
  columns: Columns<Column>,
  lines: Lines<Column>,
  { administrator, url }: { administrator: { id: string }; url: URL },
): Promise<Response> {
  // The rows are read after the handler has answered; the address that the request came from belongs in the audit log.
  const asRequested = AsyncLocalStorage.snapshot();
  const thingId = newId();
  const tell = (more: Record<string, string>) =>
    write((tx) =>
      record(tx, {
        thing: 'list',
        thingId,
        event: 'export',
        by: byAdmin(administrator.id),
        details: { list: name, filter: url.search.slice(1, 1_000) || 'none', ...more },
      }),
    );
  await tell({ file: 'begun' });
  async function* counted() {
    let rows = 0;
    let isWhole = false;
    try {
      for await (const line of lines(url.searchParams)) {
        rows += 1;
        yield line;
      }
      isWhole = true;
    } finally {
      await asRequested(() => tell({ rows: String(rows), file: isWhole ? 'whole' : 'broken off' }));
    }
  }
  return csvFile(name, (Array.isArray(columns) ? columns : Object.keys(columns)) as Column[], counted());
}

/** The loader of such a file. Whoever may see the list may download it. */
export const exportList = <Column extends string>(
  right: Right,
  name: string,
  columns: Columns<Column>,
  lines: Lines<Column>,
) => admin.loader(right, async (context) => listFile(name, columns, lines, context));

const QUEUE_COLUMNS = ['id', 'status', 'since', 'name', 'email', 'user_id', 'amount_usd', 'what', 'risks'] as const;

export const exportQueue = <Row extends object, More extends string = never>(
  right: Right,
  name: string,
  {
    find,
    row,
    more,
  }: {
    find: (view: QueueView) => Promise<{ rows: Row[] }>;
    row: (found: Row) => QueueRow;
    more?: Record<More, (found: Row) => string>;
  },
) => {
  const further = Object.entries(more ?? {}) as [More, (found: Row) => string][];
  const columns = [...QUEUE_COLUMNS, ...further.map(([column]) => column)];
  return exportList(right, name, columns, async function* (query) {
    const next = async (below: string | null) =>
      (await find({ ...queueView(query), below })).rows.map((found) => ({ id: row(found).id, found }));
    for await (const { found } of everyRow(next)) {
      const { id, status, since, owner, amount, what, risks } = row(found);
      yield {
        id,
        status,
        since: since.toISOString(),
        name: `${owner.firstName} ${owner.lastName}`,
        email: owner.email,
        user_id: owner.id,
        amount_usd: amount === undefined ? '' : plainUsd(amount),
        what,
        risks: risks.join('; '),
        ...Object.fromEntries(further.map(([column, of]) => [column, of(found)])),
      } as Record<(typeof QUEUE_COLUMNS)[number] | More, string>;
    }
  });
};
