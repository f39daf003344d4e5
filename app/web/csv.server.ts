import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { isPaper } from '~/platform/env';
import { log } from '~/platform/log/index.server';
import { createReadableStreamFromReadable } from './responses.server';

/** The beginnings of cells that a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
const NUMBER = /^-\d+(\.\d+)?$/;

const asText = (value: string): string => (FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value);

/**
 * A CSV file to download, sent while its rows are read. What a spreadsheet would run as a formula is made text; a number
 * below zero stays one, so that it counts in a sum. In paper
 * mode the mark is in its name and in every row.
 * @param columns in order; the header, which is there without any rows too
 */
export function csvFile<Column extends string>(
  name: string,
  columns: readonly Column[],
  rows: AsyncIterable<Record<Column, string>>,
): Response {
  const mode = isPaper() ? 'paper' : 'live';
  const lines = stringify({
    header: true,
    columns: [...columns, 'mode'],
    cast: { string: asText },
    record_delimiter: 'windows',
  });
  const marked = Readable.from(
    (async function* () {
      for await (const row of rows) yield { ...row, mode };
    })(),
  );
  pipeline(marked, lines, (error) => {
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
      log().error({ err: error }, 'a file could not be written');
  });
  return new Response(createReadableStreamFromReadable(lines), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="mirrorbook-${name}${isPaper() ? '-paper' : ''}.csv"`,
      'Cache-Control': 'no-store',
    },
  });
}
