import { AsyncLocalStorage } from 'node:async_hooks';
import { write } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { createAdminActor } from '~/platform/states';
import { respondWithCsv } from './csv.server';

export type CsvColumns<Column extends string> = readonly Column[] | Readonly<Record<Column, unknown>>;

export type CsvLines<Column extends string> = (query: URLSearchParams) => AsyncIterable<Record<Column, string>>;

/** Streams a list as CSV. Logs an audit event before the first row, and another with the number of rows after the last. */
export async function respondWithListFile<Column extends string>(
  name: string,
  columns: CsvColumns<Column>,
  lines: CsvLines<Column>,
  { administrator, url }: { administrator: { id: string }; url: URL },
): Promise<Response> {
  // Rows are read after the handler has returned; the snapshot keeps the request's IP address for the audit log.
  const asRequested = AsyncLocalStorage.snapshot();
  const thingId = newId();
  const logProgress = (more: Record<string, string>) =>
    write((tx) =>
      record(tx, {
        thing: 'list',
        thingId,
        event: 'export',
        by: createAdminActor(administrator.id),
        details: { list: name, filter: url.search.slice(1, 1_000) || 'none', ...more },
      }),
    );
  await logProgress({ file: 'begun' });
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
      await asRequested(() => logProgress({ rows: String(rows), file: isWhole ? 'whole' : 'broken off' }));
    }
  }
  return respondWithCsv(name, (Array.isArray(columns) ? columns : Object.keys(columns)) as Column[], counted());
}
