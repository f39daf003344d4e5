import { z } from 'zod';
import { usdField } from '~/ledger/usdField';
import { yieldToRequests } from '~/platform/process/concurrency';
import { type AmountFormat, DOLLAR_FORMAT, DOLLAR_FORMAT_EITHER_MARK, isMarkShown } from '~/platform/text/amount';
import { type CsvRow, readCsvTable } from '~/platform/text/csvTable';
import { findPair, KNOWN_PAIRS } from '../pairs';
import { parseTradeTime, tradeSchema } from '../schema';

/** Columns of a file of results, in the template's order; a file may have them in any order, and additional ones. */
export const TRADE_COLUMNS = ['pair', 'type', 'amount', 'date'] as const;
type Column = (typeof TRADE_COLUMNS)[number];

/** Result in a file: `line` counts from 1 including the header; `amount` in cents, positive. */
export type CsvTrade = { line: number; pair: string; type: 'profit' | 'loss'; amount: bigint; at: Date };

const MAX_CSV_ROWS = 10_000;
const MAX_LISTED_FAULTS = 20;

export const formatFaults = (faults: readonly string[]): string[] =>
  faults.length <= MAX_LISTED_FAULTS
    ? [...faults]
    : [...faults.slice(0, MAX_LISTED_FAULTS), `And ${faults.length - MAX_LISTED_FAULTS} more faults.`];

export const formatFault = (line: number, column: Column | null, message: string): string =>
  `Line ${line}${column ? `, ${column}` : ''}: ${message}`;

const cells = (format: AmountFormat) =>
  z.object({
    pair: z.string().transform((text, context) => {
      const pair = findPair(text);
      if (pair) return pair;
      context.addIssue({ code: 'custom', message: `use one of ${KNOWN_PAIRS.join(', ')}` });
      return z.NEVER;
    }),
    type: z
      .string()
      .transform((text) => text.toLowerCase())
      .pipe(z.enum(['profit', 'loss'], { error: 'use profit or loss' })),
    amount: usdField('Amount must be a number', { format }),
    date: z.string().transform((text, context) => {
      const at = text === '' ? null : parseTradeTime(toIsoText(text), new Date(0));
      if (at) return at;
      context.addIssue({ code: 'custom', message: 'use a date, as in 2026-03-02 or 2026-03-02T14:30, in UTC' });
      return z.NEVER;
    }),
  });

/** Rewrites a date of a trading terminal, `2026.11.20 14:30`, as `2026-11-20T14:30`. */
const toIsoText = (text: string): string =>
  text.replace(/^(\d{4})\.(\d{2})\.(\d{2})(?=$|[ T])/, '$1-$2-$3').replace(' ', 'T');

const findHeader = (rows: readonly CsvRow[]): number =>
  rows.findIndex(({ cells }) => TRADE_COLUMNS.every((column) => cells.some((cell) => cell.toLowerCase() === column)));

type Read = { ok: true; rows: CsvTrade[] } | { ok: false; faults: string[] };

/**
 * Parses results from CSV with commas, semicolons or tabs; semicolons imply a decimal comma.
 * @returns the results, or every fault as text
 */
export async function readTradeCsv(text: string): Promise<Read> {
  const failed = (...faults: string[]): Read => ({ ok: false, faults });
  const table = await readCsvTable(text, { maxRows: MAX_CSV_ROWS, what: 'results', findHeader });
  if (!table.ok) return failed(table.line === null ? table.message : formatFault(table.line, null, table.message));
  const { header, body, delimiter } = table;
  const names = header.map((name) => name.toLowerCase());
  const missing = TRADE_COLUMNS.filter((column) => !names.includes(column));
  const twice = TRADE_COLUMNS.filter((column) => names.indexOf(column) !== names.lastIndexOf(column));
  if (missing.length > 0)
    return failed(formatFault(table.line, null, `the header has no column ${missing.join(', ')}`));
  if (twice.length > 0)
    return failed(formatFault(table.line, null, `the header has the column ${twice.join(', ')} twice`));
  if (body.length === 0) return failed('The file has a header and no results');
  return await parseTradeRows(
    body,
    names,
    delimiter === ';' ? detectFormat(body, names.indexOf('amount')) : DOLLAR_FORMAT,
  );
}

function detectFormat(body: readonly CsvRow[], column: number): AmountFormat {
  // Allows eight decimals, so that amounts with fractions of a cent, which are refused later, also show the decimal
  // mark.
  const format = { ...DOLLAR_FORMAT, decimals: 8 };
  const amounts = body.map(({ cells }) => ({ digits: cells[column] ?? '', format }));
  const [mark, other] = (['.', ','] as const).filter((each) => isMarkShown(amounts, each));
  return mark && !other ? { ...DOLLAR_FORMAT, mark, isMarkProven: true } : DOLLAR_FORMAT_EITHER_MARK;
}

async function parseTradeRows(body: CsvRow[], names: string[], format: AmountFormat): Promise<Read> {
  const schema = cells(format);
  const faults: string[] = [];
  const rows: CsvTrade[] = [];
  const seen = new Map<string, number>();
  for (const { cells: record, line } of body) {
    await yieldToRequests();
    const cell = (column: Column) => record[names.indexOf(column)] ?? '';
    if (record.length > names.length) faults.push(formatFault(line, null, 'it has more cells than the header'));
    const read = schema.safeParse(Object.fromEntries(TRADE_COLUMNS.map((column) => [column, cell(column)])));
    if (!read.success) {
      faults.push(...read.error.issues.map(({ path, message }) => formatFault(line, path[0] as Column, message)));
      continue;
    }
    const { date: at, ...rest } = read.data;
    const row = { line, at, ...rest };
    const first = seen.get(getTradeContentKey(row));
    if (first === undefined) seen.set(getTradeContentKey(row), line);
    else faults.push(formatFault(line, null, `it is the same as line ${first}; give each its time if both happened`));
    rows.push(row);
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, rows };
}

export const getTradeContentKey = ({
  pair,
  type,
  amount,
  at,
}: Omit<CsvTrade, 'line' | 'pair'> & { pair: string }): string => `${pair} ${type} ${amount} ${at.getTime()}`;

/** Schema of importing results: the trader, and the file's text, which is parsed into results. */
export const tradeImportSchema = z
  .object({ id: tradeSchema.shape.id, text: z.string() })
  .transform(async ({ id, text }, context) => {
    const read = await readTradeCsv(text);
    if (read.ok) return { id, text, rows: read.rows };
    for (const message of formatFaults(read.faults)) context.addIssue({ code: 'custom', message, path: ['log'] });
    return z.NEVER;
  });
