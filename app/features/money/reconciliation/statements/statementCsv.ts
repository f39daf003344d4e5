import { createHash } from 'node:crypto';
import type { StatementColumns } from '#drizzle/schema';
import { DAY } from '~/platform/durations';
import { yieldToRequests } from '~/platform/process/turn';
import { isMarkShown, parseAmount } from '~/platform/text/amount';
import { readCsvTable } from '~/platform/text/csvTable';
import { formatOmittedRows, type OmittedRows } from './omittedRows';
import {
  columnNames,
  findHeader,
  listCells,
  listMissingColumns,
  type StatementTable,
  unwrapCell,
} from './statementColumns';
import { type DateFormat, findZone, isDateText, placeShortYear, readStatementDate } from './statementDate';
import type { SourceLine } from './statementLine';
import { type CellAmount, findForeignUnit, isCoinOf, splitAmount } from './statementUnits';
import { isCompletedStatus, isTotal, readDirection } from './statementWords';

type CellOf = (name: string | null | undefined) => string;

type RowAmounts = { moved: bigint; fee: bigint; faults: { column: string | null; message: string }[] };

type Sign = -1 | 1 | null;

const quoteCell = (cell: string): string => (cell === '' ? 'An empty cell' : `“${cell.slice(0, 40)}”`);

const absoluteAmount = (amount: bigint) => (amount < 0n ? -amount : amount);

/** Parses a cell as a signed amount in hundred-millionths of the coin, or returns its fault. */
function readCell(
  typed: string,
  method: string,
  { mark, isMarkProven }: { mark: '.' | ','; isMarkProven: boolean },
): { size: bigint; sign: Sign } | string {
  if (/^[-−–—]?$/.test(typed)) return { size: 0n, sign: null };
  if (/^[=@]/.test(typed)) return 'it is a formula. Save the file with values';
  const amount = splitAmount(typed, method);
  if ('fault' in amount) return `${quoteCell(typed)} ${amount.fault}`;
  const { digits, format, sign } = amount;
  const parsed = parseAmount(digits, { ...format, mark, isMarkProven: true });
  if (!parsed.ok && parsed.error === 'too-large') return `${quoteCell(typed)} is more than exists of any coin`;
  if (!parsed.ok && parsed.error === 'mark')
    return `${quoteCell(typed)} has no decimal ${mark === '.' ? 'point' : 'comma'}, as chosen for the file`;
  if (!parsed.ok) return `${quoteCell(typed)} is not an amount`;
  const either = parseAmount(digits, { ...format, mark: 'either' });
  if (!isMarkProven && !either.ok && either.error === 'ambiguous')
    return `${quoteCell(typed)} can mean thousands or decimals. Save the file without thousands separators, and with all decimals`;
  return { size: absoluteAmount(parsed.value), sign };
}

/** Returns the evidence in a column's amounts: its decimal mark, and whether some or all have a minus sign. */
function detectShape(cells: readonly CellAmount[], mark: '.' | ',') {
  const amounts = cells.filter((each) => 'digits' in each);
  const signs = amounts.filter(({ digits }) => /[1-9]/.test(digits)).map(({ sign }) => sign);
  const isSigned = signs.includes(-1);
  return { isMarkProven: isMarkShown(amounts, mark), isSigned, isMixed: isSigned && signs.some((sign) => sign !== -1) };
}

/** Returns a parser of row amounts. It derives the decimal mark and the signs of a column from all of its cells. */
function createAmountReader(
  table: StatementTable,
  columns: StatementColumns,
  method: string,
): (cell: CellOf) => RowAmounts {
  const { amount, moneyIn, moneyOut, direction } = columns;
  const mark = columns.decimals === 'comma' ? ',' : '.';
  const shape = new Map(
    [amount, moneyIn, moneyOut, columns.fee].map((name) => [
      name,
      detectShape(
        listCells(table, name).map((cell) => splitAmount(cell, method)),
        mark,
      ),
    ]),
  );

  return (cell) => {
    const faults: RowAmounts['faults'] = [];
    const fault = (column: string | null | undefined, message: string) =>
      faults.push({ column: column ?? null, message });
    const read = (name: string | null): { size: bigint; sign: Sign } => {
      const found = readCell(cell(name), method, { mark, isMarkProven: shape.get(name)?.isMarkProven ?? false });
      if (typeof found === 'object') return found;
      fault(name, found);
      return { size: 0n, sign: null };
    };
    /** Returns an amount signed by its own sign, or by the column for the direction. */
    const signed = (name: string): bigint => {
      const { size, sign } = read(name);
      if (!direction || size === 0n) return size * BigInt(sign ?? 1);
      const isSigned = shape.get(name)?.isSigned ?? false;
      const stated = readDirection(cell(direction));
      const word = quoteCell(cell(direction));
      if (sign !== null && stated !== null && sign !== stated)
        fault(direction, `${word} and the sign of the amount differ`);
      if (sign === null && stated === -1 && isSigned)
        fault(direction, `${word}, but the amount has no sign as others have`);
      if (sign === null && stated === null && !isSigned) fault(direction, `${word} says neither in nor out`);
      return size * BigInt(sign ?? stated ?? 1);
    };
    /** Returns the amount of a column whose name gives the direction. Its own signs may only confirm that. */
    const oneWay = (name: string | null, isIn: boolean): bigint => {
      const { size, sign } = read(name);
      if (size > 0n && sign === -1 && (isIn || shape.get(name)?.isMixed))
        fault(name, `${quoteCell(cell(name))} has a sign that does not fit its column`);
      return size;
    };
    const moved = amount ? signed(amount) : oneWay(moneyIn, true) - oneWay(moneyOut, false);
    return { moved, fee: read(columns.fee).size, faults };
  };
}

const MAX_STATEMENT_LINES = 20_000;
const MAX_LISTED_FAULTS = 20;
const MAX_CELL_CHARACTERS = 300;

type Lines = { ok: true; lines: SourceLine[]; leftOut: OmittedRows } | { ok: false; faults: string[] };

export async function readStatementTable(
  text: string,
): Promise<{ ok: true; table: StatementTable } | { ok: false; fault: string }> {
  const read = await readCsvTable(text, { maxRows: MAX_STATEMENT_LINES, what: 'lines', findHeader });
  if (!read.ok) return { ok: false, fault: read.line === null ? read.message : `Line ${read.line}: ${read.message}` };
  const { header, body } = read;
  if (body.length === 0) return { ok: false, fault: 'The file has a header and no lines' };
  if (header.length < 2)
    return { ok: false, fault: 'The file has one column. Save it as CSV with commas, semicolons or tabs.' };
  return { ok: true, table: { header: columnNames(header), body } };
}

/** Row before its amounts are parsed: a line, a reason to skip it, or a fault. */
type Kind = 'line' | Exclude<keyof OmittedRows, 'zero'> | { column: string; fault: string };

type Context = { columns: StatementColumns; method: string };

const parseDate = (cell: CellOf, { date, time }: StatementColumns): string =>
  [cell(date), cell(time)].filter(Boolean).join(' ');

function classifyRow(cells: readonly string[], cell: CellOf, { columns, method }: Context): Kind {
  const date = parseDate(cell, columns);
  const isDated = isDateText(date);
  const amounts = [columns.amount, columns.moneyIn, columns.moneyOut, columns.fee].map(cell);
  if (isTotal(cells.map(unwrapCell), isDated) || (!isDated && !/\d/.test(date) && amounts.every((each) => each === '')))
    return isCompletedStatus(date) === false ? 'notDone' : 'total';
  // Banks write "open" as the date of a payment that is not booked yet.
  if (!isDated && isCompletedStatus(date) === false) return 'notDone';
  if (columns.status) {
    const status = cell(columns.status);
    const done = isCompletedStatus(status);
    if (done === false) return 'notDone';
    if (done === null && status !== '')
      return { column: columns.status, fault: `${quoteCell(status)} is an unknown status` };
  }
  if (columns.coin) {
    const coin = cell(columns.coin);
    if (coin === '') return { column: columns.coin, fault: 'it names no coin' };
    if (!isCoinOf(coin, method)) return 'otherCoin';
  }
  return 'line';
}

function findColumnFaults(columns: StatementColumns, method: string): string[] {
  const faults = [columns.amount, columns.moneyIn, columns.moneyOut, columns.fee].flatMap((name) => {
    const unit = name && findForeignUnit(name, method);
    return unit ? [`The column ${name} is in ${unit}. Save the file with amounts in ${method.split('-')[0]}.`] : [];
  });
  for (const name of [columns.date, columns.time])
    if (name && findZone(name) === null)
      faults.push(`The time zone of the column ${name} is not known. Save the file with times in UTC.`);
  return faults;
}

/** Reads the lines of a statement: all of them, or every fault as text. A line booked after `until` is a fault. */
export async function readStatementLines(
  { header, body }: StatementTable,
  columns: StatementColumns,
  { method, until }: { method: string; until: Date },
): Promise<Lines> {
  const missing = listMissingColumns(header, columns);
  if (missing.length > 0) return { ok: false, faults: [`The file has no column ${missing.join(', ')}`] };
  const unfit = findColumnFaults(columns, method);
  if (unfit.length > 0) return { ok: false, faults: unfit };
  const latest = until.getTime() + DAY;
  const cellIn = (cells: readonly string[]): CellOf => {
    return (name) => (name ? unwrapCell(cells[header.indexOf(name)] ?? '') : '');
  };
  const leftOut: OmittedRows = { zero: 0, otherCoin: 0, notDone: 0, total: 0 };
  const rows: (StatementTable['body'][number] & { kind: Exclude<Kind, string> | 'line' })[] = [];
  for (const row of body) {
    await yieldToRequests();
    const kind = classifyRow(row.cells, cellIn(row.cells), { columns, method });
    if (kind === 'line' || typeof kind === 'object') rows.push({ ...row, kind });
    else leftOut[kind] += 1;
  }
  const counted = { header, body: rows };
  const hasStatus = listCells(counted, columns.status ?? null).length > 0;
  const place = placeShortYear(listCells(counted, columns.date), columns.dateOrder, latest);
  const format: DateFormat = {
    order: columns.dateOrder,
    shortYear: place ?? 'last',
    zone: findZone(columns.date) ?? findZone(columns.time ?? '') ?? undefined,
  };
  const amountsIn = createAmountReader(counted, columns, method);

  const faults: string[] = [];
  const lines: SourceLine[] = [];
  const times = new Map<string, number>();
  for (const { cells, line, kind } of rows) {
    await yieldToRequests();
    const cell = cellIn(cells);
    const fault = (column: string | null, words: string) => {
      faults.push(`Line ${line}${column ? `, ${column}` : ''}: ${words}`);
    };
    const before = faults.length;
    if (cells.slice(header.length).some(Boolean)) fault(null, 'it has more cells than the header');
    if (kind !== 'line') fault(kind.column, kind.fault);
    if (hasStatus && cell(columns.status) === '')
      fault(columns.status ?? null, 'it is empty, and other lines have a status');
    const date = parseDate(cell, columns);
    const at = readStatementDate(date, format);
    if (at === null) fault(columns.date, `${quoteCell(date)} is not a readable date`);
    else if (at > latest) fault(columns.date, `${quoteCell(date)} is in the future`);
    else if (place === null)
      fault(columns.date, `${quoteCell(date)} can mean two dates. Save the file with four-digit years`);
    const { moved, fee, faults: wrong } = amountsIn(cell);
    for (const each of wrong) fault(each.column, each.message);
    const texts = [columns.transactionId, columns.address, columns.note].map((name) => {
      const typed = cell(name);
      if (typed.length > MAX_CELL_CHARACTERS) fault(name, `it has more than ${MAX_CELL_CHARACTERS} characters`);
      return typed;
    });
    if (faults.length > before || at === null) continue;
    if (moved === 0n && fee === 0n) {
      leftOut.zero += 1;
      continue;
    }
    const [transactionId = '', address = '', note = ''] = texts;
    // In a row with only a fee, the fee is the amount that left.
    const line_ = moved === 0n ? { amount: -fee, fee: 0n } : { amount: moved, fee };
    const fields = { at, ...line_, transactionId: transactionId || null, address: address || null, note };
    lines.push({ key: computeLineKey(fields, times), ...fields });
  }
  if (faults.length > MAX_LISTED_FAULTS)
    return {
      ok: false,
      faults: [...faults.slice(0, MAX_LISTED_FAULTS), `And ${faults.length - MAX_LISTED_FAULTS} more faults.`],
    };
  if (faults.length > 0) return { ok: false, faults };
  if (lines.length === 0)
    return { ok: false, faults: [`No line of the file has a movement${formatOmittedRows(leftOut)}`] };
  return { ok: true, lines, leftOut };
}

/**
 * Returns the key of a line: its content, and its number among identical lines of the file. Another file with the same lines gives the
 * same keys.
 */
function computeLineKey(line: Omit<SourceLine, 'key'>, times: Map<string, number>): string {
  const { at, amount, fee, transactionId, address } = line;
  const stated = [at, amount, fee, transactionId ?? '', address ?? ''].join(' ');
  const time = (times.get(stated) ?? 0) + 1;
  times.set(stated, time);
  return createHash('sha256').update(`${stated} ${time}`).digest('base64url');
}
