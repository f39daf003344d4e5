import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { isPaper } from '~/platform/env';
import { log } from '~/platform/log/index.server';
import { createReadableStreamFromReadable } from './responses.server';

/** Places where a spreadsheet would find a formula: the start of a cell, also after separators used in other languages. */
const FORMULA_START = /(^|[;\t\r\n])([\s"]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
const NEGATIVE_NUMBER = /^-\d+(\.\d+)?$/;

const escapeFormula = (value: string): string => {
  const text = NEGATIVE_NUMBER.test(value) ? value : value.replace(FORMULA_START, "$1$2'");
  return /^[\t\r]/.test(text) ? `'${text}` : text;
};

/** Streams a CSV download. Formulas become text; negative numbers stay numbers. The header is sent even without rows. */
export function respondWithCsv<Column extends string>(
  name: string,
  columns: readonly Column[],
  rows: AsyncIterable<Record<Column, string>>,
): Response {
  const mode = isPaper() ? 'paper' : 'live';
  const lines = stringify({
    bom: true,
    header: true,
    columns: [...columns, 'mode'],
    cast: { string: escapeFormula },
    record_delimiter: 'windows',
  });
  const marked = Readable.from(
    (async function* () {
      for await (const row of rows) yield { ...row, mode };
    })(),
  );
  pipeline(marked, lines, (error) => {
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
      log().error({ err: error }, 'a download could not be written');
  });
  return new Response(createReadableStreamFromReadable(lines), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="mirrorbook-${name}${isPaper() ? '-paper' : ''}.csv"`,
      'Cache-Control': 'no-store',
    },
  });
}
