import type { QueueRow, QueueView } from '~/features/backoffice/reviewQueue/view';
import { queueView } from '~/features/backoffice/reviewQueue/view';
import { plainUsd } from '~/ledger/money';
import { everyRow } from '~/platform/db/paging';
import type { Right } from '~/signIns/rights';
import { admin } from '~/web/guard/index.server';
import { type Columns, type Lines, listFile } from '~/web/listFile.server';

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
