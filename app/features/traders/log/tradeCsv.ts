import { Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import { z } from 'zod';
import { letOthersIn } from '~/platform/turn';
import { PAIRS, pairOf } from '../pairs';
import { tradeSchema, tradeTime } from '../schema';

/** The columns of a file of results, in the template's order; a file may have them in any order, and others beside them. */
export const TRADE_COLUMNS = ['pair', 'type', 'amount', 'date'] as const;
type Column = (typeof TRADE_COLUMNS)[number];

/** One result of a file: `line` counts from 1, with the header; `amount` in cents, positive. */
export type CsvTrade = { line: number; pair: string; type: 'profit' | 'loss'; amount: bigint; at: Date };

/** As much of a file as is parsed before others are let in, bytes. */
const SLICE = 16_384;
/** Results of one file. */
const MOST_ROWS = 10_000;
/** Faults that are told one by one. */
const MOST_FAULTS = 20;

/** What is wrong with a file: each fault with its line and column, and of many how many more there are. */
export const faultsTold = (faults: readonly string[]): string[] =>
  faults.length <= MOST_FAULTS
    ? [...faults]
    : [...faults.slice(0, MOST_FAULTS), `And ${faults.length - MOST_FAULTS} more faults.`];

/** A fault of a file in words. */
export const faultAt = (line: number, column: Column | null, words: string): string =>
  `Line ${line}${column ? `, ${column}` : ''}: ${words}`;

const cells = z.object({
  pair: z.string().transform((text, context) => {
    const pair = pairOf(text);
    if (pair) return pair;
    context.addIssue({ code: 'custom', message: `use one of ${PAIRS.join(', ')}` });
    return z.NEVER;
  }),
  type: z
    .string()
    .transform((text) => text.toLowerCase())
    .pipe(z.enum(['profit', 'loss'], { error: 'use profit or loss' })),
  amount: tradeSchema.shape.amount,
  date: z.string().transform((text, context) => {
    const at = text === '' ? null : tradeTime(text.replace(' ', 'T'), new Date(0));
    if (at) return at;
    context.addIssue({ code: 'custom', message: 'use a date, as in 2026-03-02 or 2026-03-02T14:30, in UTC' });
    return z.NEVER;
  }),
});

type CsvRecord = { record: string[]; info: { lines: number } };
type Read = { ok: true; rows: CsvTrade[] } | { ok: false; faults: string[] };

/**
 * Reads results from the text of a CSV file: separated by commas, semicolons or tabs, with or without a byte order mark, quotes and
 * Windows line ends. Amounts of a file with semicolons may have a decimal comma.
 * @returns the results in the order of the file, or every fault of it, in words with line and column
 */
export async function readTradeCsv(text: string): Promise<Read> {
  const failed = (...faults: string[]): Read => ({ ok: false, faults });
  const delimiter = delimiterOf(text);
  const records: CsvRecord[] = [];
  try {
    const parser = parse({
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      to: MOST_ROWS + 2,
    });
    for await (const record of Readable.from(slicesOf(text)).pipe(parser)) {
      await letOthersIn();
      records.push(record);
    }
  } catch (error) {
    const { lines = 1, code } = error as CsvError & { lines?: number };
    return failed(faultAt(lines, null, QUOTES.test(code) ? 'a quotation mark is out of place' : 'it can’t be read'));
  }
  const [header, ...body] = records;
  if (!header) return failed('The file is empty');
  if (body.length > MOST_ROWS) return failed(`A file holds at most ${MOST_ROWS.toLocaleString('en')} results`);
  const names = header.record.map((name) => name.toLowerCase());
  const missing = TRADE_COLUMNS.filter((column) => names.indexOf(column) === -1);
  const twice = TRADE_COLUMNS.filter((column) => names.indexOf(column) !== names.lastIndexOf(column));
  if (missing.length > 0) return failed(faultAt(1, null, `the header has no column ${missing.join(', ')}`));
  if (twice.length > 0) return failed(faultAt(1, null, `the header has the column ${twice.join(', ')} twice`));
  if (body.length === 0) return failed('The file has a header and no results');
  return await readRows(body, names, delimiter === ';');
}

async function* slicesOf(text: string): AsyncGenerator<Buffer> {
  // As bytes: a slice of text may end in the middle of a character.
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += SLICE) {
    await letOthersIn();
    yield bytes.subarray(from, from + SLICE);
  }
}

const QUOTES = /QUOTE/;

async function readRows(body: CsvRecord[], names: string[], decimalComma: boolean): Promise<Read> {
  const faults: string[] = [];
  const rows: CsvTrade[] = [];
  const seen = new Map<string, number>();
  for (const { record, info } of body) {
    await letOthersIn();
    // Where a quoted cell breaks lines, the last of them.
    const line = info.lines;
    const cell = (column: Column) => record[names.indexOf(column)] ?? '';
    if (record.length > names.length) faults.push(faultAt(line, null, 'it has more cells than the header'));
    const amount = decimalComma ? cell('amount').replace(/^([\d.]+),(\d{1,2})$/, withPoint) : cell('amount');
    const read = cells.safeParse({ pair: cell('pair'), type: cell('type'), amount, date: cell('date') });
    if (!read.success) {
      faults.push(...read.error.issues.map(({ path, message }) => faultAt(line, path[0] as Column, message)));
      continue;
    }
    const { date: at, ...rest } = read.data;
    const row = { line, at, ...rest };
    const first = seen.get(sameTrade(row));
    if (first === undefined) seen.set(sameTrade(row), line);
    else faults.push(faultAt(line, null, `it is the same as line ${first}; give each its time if both happened`));
    rows.push(row);
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, rows };
}

/** `1.234,50` as `1234.50`. */
const withPoint = (_: string, whole: string, part: string) => `${whole.replaceAll('.', '')}.${part}`;

/** Equal for two results that can't be told from each other. */
export const sameTrade = ({ pair, type, amount, at }: Omit<CsvTrade, 'line' | 'pair'> & { pair: string }): string =>
  `${pair} ${type} ${amount} ${at.getTime()}`;

/** What separates the cells: what the first line has most of. */
function delimiterOf(text: string): string {
  const header = text.slice(0, 1_000).split(/\r|\n/, 1)[0] ?? '';
  const times = (mark: string) => header.split(mark).length;
  return [';', '\t'].reduce((best, mark) => (times(mark) > times(best) ? mark : best), ',');
}

/** The act of importing a file of results: the trader, and the file's text, which is read into results. */
export const importSchema = z
  .object({ id: tradeSchema.shape.id, text: z.string() })
  .transform(async ({ id, text }, context) => {
    const read = await readTradeCsv(text);
    if (read.ok) return { id, text, rows: read.rows };
    for (const message of faultsTold(read.faults)) context.addIssue({ code: 'custom', message, path: ['log'] });
    return z.NEVER;
  });
