import { createHash } from 'node:crypto';
import type { StatementColumns } from '#drizzle/schema';
import { DAY } from '~/platform/durations';
import { letOthersIn } from '~/platform/process/turn';
import { parseAmount, STATEMENT_COINS } from '~/platform/text/amount';
import { readCsvTable } from '~/platform/text/csvTable';
import { readStatementDate } from './statementDate';
import type { StatementLine } from './statementLine';

/** A file may have so many lines. */
const MOST_LINES = 20_000;
/** So many faults are listed one by one. */
const MOST_FAULTS = 20;
/** So many characters of a cell are stored. */
const LONGEST_CELL = 300;

/** A statement as a table: its header, its rows, and at which line of the file each row is. */
export type StatementTable = { header: string[]; body: { cells: string[]; line: number }[] };

/** The contents of a file: its lines in order, and how many rows moved nothing. */
type Lines = { ok: true; lines: StatementLine[]; idle: number } | { ok: false; faults: string[] };

/** Reads a file as a table, or says in words why it can't be read. */
export async function readStatementTable(
  text: string,
): Promise<{ ok: true; table: StatementTable } | { ok: false; fault: string }> {
  const read = await readCsvTable(text, { most: MOST_LINES, what: 'lines' });
  if (!read.ok) return { ok: false, fault: read.line === null ? read.words : `Line ${read.line}: ${read.words}` };
  const { header, body } = read;
  if (body.length === 0) return { ok: false, fault: 'The file has a header and no lines' };
  if (header.length < 2)
    return { ok: false, fault: 'The file has one column. Save it as CSV with commas, semicolons or tabs.' };
  return { ok: true, table: { header, body } };
}

const columnsIn = ({ dateOrder: _, decimals: __, ...columns }: StatementColumns): string[] =>
  Object.values(columns).filter((name) => name !== null);

/** The columns of a source that a file lacks or has twice; empty when the file fits the source. */
export const columnsMissing = (header: readonly string[], columns: StatementColumns): string[] =>
  columnsIn(columns).filter((name) => header.indexOf(name) === -1 || header.indexOf(name) !== header.lastIndexOf(name));

/** The text in cells such as `="00123"`, which exports write so that a spreadsheet leaves them as they are. */
const plain = (cell: string): string => cell.replace(/^="(.*)"$/s, '$1').trim();

const isFormula = (cell: string): boolean => /^[=@]/.test(cell);

/** Reads an amount of a statement, `(1,250.5)`, `1.250,5 BTC` or `−0.1`, by the decimal mark that its source uses. */
const amountIn = (cell: string, decimals: StatementColumns['decimals']) =>
  parseAmount(cell.replace(/[A-Z]{2,5}\d?$/i, ''), {
    ...STATEMENT_COINS,
    mark: decimals === 'comma' ? ',' : '.',
    isMarkProven: true,
  });

/**
 * Reads the lines of a statement by the columns of its source: all of them, or none and every fault in words.
 * @param until a line that was booked after this is a fault
 */
export async function statementLines(
  { header, body }: StatementTable,
  columns: StatementColumns,
  until: Date,
): Promise<Lines> {
  const missing = columnsMissing(header, columns);
  if (missing.length > 0)
    return { ok: false, faults: [`The file has no column ${missing.join(', ')}, or has it twice`] };
  const faults: string[] = [];
  const lines: StatementLine[] = [];
  const times = new Map<string, number>();
  let idle = 0;
  for (const { cells, line } of body) {
    await letOthersIn();
    const cell = (name: string | null) => (name === null ? '' : plain(cells[header.indexOf(name)] ?? ''));
    const fault = (column: string | null, words: string) => {
      faults.push(`Line ${line}${column ? `, ${column}` : ''}: ${words}`);
    };
    const before = faults.length;
    if (cells.length > header.length) fault(null, 'it has more cells than the header');
    const amountOf = (name: string | null): bigint => {
      const typed = cell(name);
      if (typed === '' || typed === '-') return 0n;
      const read = amountIn(typed, columns.decimals);
      if (read.ok) return read.value;
      if (read.error === 'too-large') fault(name, `${shown(typed)} is more than there can be of a coin`);
      else
        fault(name, isFormula(typed) ? 'it is a formula. Save the file with values' : `${shown(typed)} is no amount`);
      return 0n;
    };
    const at = readStatementDate(cell(columns.date), columns.dateOrder);
    if (at === null) fault(columns.date, `${shown(cell(columns.date))} is no date that can be read`);
    else if (at > until.getTime() + DAY) fault(columns.date, `${shown(cell(columns.date))} is in the future`);
    const moved = columns.amount
      ? amountOf(columns.amount)
      : size(amountOf(columns.moneyIn)) - size(amountOf(columns.moneyOut));
    const fee = size(amountOf(columns.fee));
    const texts = [columns.transactionId, columns.address, columns.note].map((name) => {
      const typed = cell(name);
      if (typed.length > LONGEST_CELL) fault(name, `it has more than ${LONGEST_CELL} characters`);
      return typed;
    });
    if (faults.length > before || at === null) continue;
    if (moved === 0n && fee === 0n) {
      idle += 1;
      continue;
    }
    const [transactionId = '', address = '', note = ''] = texts;
    // A row with only a fee moved the fee.
    const line_ = moved === 0n ? { amount: -fee, fee: 0n } : { amount: moved, fee };
    const told = { at, ...line_, transactionId: transactionId || null, address: address || null, note };
    lines.push({ key: keyOf(told, times), ...told });
  }
  if (faults.length > MOST_FAULTS)
    return { ok: false, faults: [...faults.slice(0, MOST_FAULTS), `And ${faults.length - MOST_FAULTS} more faults.`] };
  if (faults.length > 0) return { ok: false, faults };
  if (lines.length === 0) return { ok: false, faults: ['No line of the file moves anything'] };
  return { ok: true, lines, idle };
}

const size = (amount: bigint) => (amount < 0n ? -amount : amount);

const shown = (cell: string): string => (cell === '' ? 'An empty cell' : `“${cell.slice(0, 40)}”`);

/** The key of a line is what it says, and among those of a file that say the same its number: the same lines in another file have the same keys. */
function keyOf(line: Omit<StatementLine, 'key'>, times: Map<string, number>): string {
  const { at, amount, fee, transactionId, address } = line;
  const said = [at, amount, fee, transactionId ?? '', address ?? ''].join(' ');
  const time = (times.get(said) ?? 0) + 1;
  times.set(said, time);
  return createHash('sha256').update(`${said} ${time}`).digest('base64url');
}

/** Guesses the columns from a header, for the first file of a source. */
export function guessColumns(header: readonly string[]): StatementColumns {
  const named = (...words: RegExp[]): string | null => {
    for (const word of words) {
      const found = header.find((name) => word.test(name) && header.indexOf(name) === header.lastIndexOf(name));
      if (found) return found;
    }
    return null;
  };
  const amount = named(/^(net )?amount\b/i, /^value\b/i, /amount/i);
  return {
    date: named(/^(date|time|timestamp)/i, /date|time/i) ?? header[0] ?? '',
    dateOrder: 'day',
    decimals: 'point',
    amount,
    moneyIn: amount ? null : named(/^(credit|received|in|deposit|paid in)/i),
    moneyOut: amount ? null : named(/^(debit|sent|out|withdraw|paid out)/i),
    fee: named(/fee/i),
    transactionId: named(
      /^(tx|txn|trx|transaction)([ _-]?(id|hash))?$/i,
      /tx_?id|tx_?hash|transaction.?(id|hash)/i,
      /hash|reference/i,
    ),
    address: named(/address/i),
    note: named(/note|label|memo|description|comment/i),
  };
}
