import { createHash } from 'node:crypto';
import type { StatementColumns } from '#drizzle/schema';
import { DAY } from '~/platform/durations';
import { yieldToRequests } from '~/platform/process/concurrency';
import { isMarkShown, parseAmount } from '~/platform/text/amount';
import { type CsvRow, readCsvTable } from '~/platform/text/csvTable';
import type { SourceLine } from '../line';
import {
  findForeignUnit,
  findYearFirst,
  findZone,
  isAmountText,
  isCoinOf,
  isCompletedStatus,
  isDateText,
  isTotal,
  readDirection,
  readStatementDate,
  splitAmount,
} from './statementCells';

export type StatementTable = { header: string[]; body: CsvRow[] };

const MAX_STATEMENT_LINES = 20_000;
const MAX_LISTED_FAULTS = 20;
const MAX_CELL_CHARACTERS = 300;

/** Unwraps cells such as `="00123"`, which exports write to stop spreadsheets from converting them. */
const unwrapCell = (cell = ''): string => cell.replace(/^="(.*)"$/s, '$1').trim();

/** Returns the index of the header row: the names above the first row with a date and an amount. */
function findHeader(rows: readonly CsvRow[]): number {
  const unwrapped = rows.map(({ cells }) => cells.map(unwrapCell));
  const isAmount = (cell: string) => isAmountText(cell) && !isDateText(cell);
  const lines = unwrapped.filter((cells) => cells.some(isDateText) && cells.some(isAmount));
  const count = (width: number) => lines.filter(({ length }) => length === width).length;
  const usual = lines.reduce((best, { length }) => (count(length) > count(best) ? length : best), 0);
  const first = unwrapped.findIndex((cells) => cells.length === usual && lines.includes(cells));
  const isHeader = (cells: string[]) =>
    cells.filter(Boolean).length > 1 && !cells.some((cell) => isDateText(cell) || isAmount(cell));
  const above = unwrapped.slice(0, Math.max(first, 0));
  const fitting = above.findLastIndex((cells) => isHeader(cells) && cells.length >= usual - 1);
  return fitting >= 0 ? fitting : above.findLastIndex(isHeader);
}

/** Returns the names of columns. Unnamed columns get their number; duplicate names are numbered. */
function nameColumns(header: readonly string[]): string[] {
  const names = header.map((name, index) => name || `Column ${index + 1}`);
  const count = (name: string, end?: number) => names.slice(0, end).filter((each) => each === name).length;
  return names.map((name, index) => (count(name) > 1 ? `${name} (${count(name, index + 1)})` : name));
}

type StatementRead = { ok: true; table: StatementTable } | { ok: false; fault: string };

export async function readStatementTable(text: string): Promise<StatementRead> {
  const read = await readCsvTable(text, { maxRows: MAX_STATEMENT_LINES, what: 'lines', findHeader });
  if (!read.ok) return { ok: false, fault: read.line === null ? read.message : `Line ${read.line}: ${read.message}` };
  const { header, body } = read;
  if (body.length === 0) return { ok: false, fault: 'The file has a header and no lines' };
  if (header.length < 2)
    return { ok: false, fault: 'The file has one column. Save it as CSV with commas, semicolons or tabs.' };
  return { ok: true, table: { header: nameColumns(header), body } };
}

function listCells({ header, body }: StatementTable, name: string | null | undefined): string[] {
  const index = name ? header.indexOf(name) : -1;
  return index < 0 ? [] : body.map(({ cells }) => unwrapCell(cells[index])).filter(Boolean);
}

const listAmounts = (table: StatementTable, name: string | null, method: string) =>
  listCells(table, name)
    .map((cell) => splitAmount(cell, method))
    .filter((amount) => 'digits' in amount);

export function isWithoutDirection(table: StatementTable, columns: StatementColumns, method: string): boolean {
  if (columns.direction || (columns.moneyIn && columns.moneyOut)) return false;
  return listAmounts(table, columns.amount, method).every(({ sign }) => sign === null);
}

/** Usual names of columns, in English and German. The first pattern that a column matches decides. */
const COLUMN_NAMES = {
  date: [/^(?:date|time|timestamp|datum|buchungs(?:tag|datum)|buchung$)/i, /date|time|datum/i, /^zeit/i],
  time: [/^(?:time(?! ?zone)|uhrzeit|zeit)\b/i],
  moneyIn: [
    /^(?:credits?|received?|in|deposits?|paid in|money in|haben|gutschrift|eingang|einzahlung|zugang)(?: amount| quantity)?(?:$| ?\()/i,
    /value_in\b|\bvalue_in\(/i,
  ],
  moneyOut: [
    /^(?:debits?|sent|out|withdrawals?|withdrawn|paid out|money out|soll|lastschrift|belastung|ausgang|auszahlung|abgang)(?: amount| quantity)?(?:$| ?\()/i,
    /value_out\b|\bvalue_out\(/i,
  ],
  amount: [
    /^zu- ?\/ ?abgang/i,
    /^(?:net )?amount(?!.*currency)\b/i,
    /^(?:change|quantity|qty|value|betrag|umsatz|menge|wert)\b(?!.*(?:dat|currency))/i,
  ],
  otherAmount: [/amount|quantity|betrag/i],
  fee: [/^(?!.*(?:spread|currency|usd|eur)).*(?:fee|gebühr|entgelt)/i],
  transactionId: [
    /^(tx|txn|trx|transaction)([ _-]?(id|hash))?$/i,
    /tx_?id|tx_?hash|transaction.?(id|hash)|transaktions-?id/i,
    // References of mandates and creditors are shared by many payments.
    /^(?!.*(?:mandat|gl(?:ä|ae)ubiger|creditor|sammler)).*(?:hash|refer)/i,
    /^id$/i,
  ],
  address: [/address|adresse/i],
  note: [/verwendungszweck/i, /note|label|memo|description|comment|buchungstext|beschreibung|notiz/i],
  direction: [
    /^(?:direction|side|(?:transaction |transfer |operation )?type|operation|richtung|art|typ|umsatzart|buchungsart|transaktionstyp|vorgang|kennzeichen|flow|kind|in\/out|cr\/?dr|dr\/?cr|c\/d|d\/c|credit\/debit|debit\/credit|soll\/haben|s\/h|h\/s|[+-]{1,2}|\+\/-)$/i,
  ],
  coin: [
    /^(?:coin|asset|(?:crypto)?currency|amount currency|symbol|token|crypto|ccy|(?:coin|asset|currency) (?:type|ticker|symbol|code)|amount(?:\/balance)? unit|w(?:ä|ae)hrung|kryptow(?:ä|ae)hrung|münze)(?: \(\d\))?$/i,
  ],
  status: [/^(?:status|state|confirmed|zustand|(?:transaction|payment) status|buchungsstatus|info)$/i],
};

/** Suggests the columns of a file by their usual names. An administrator confirms or changes them. */
export function guessColumns(table: StatementTable, method: string): StatementColumns {
  const { header } = table;
  const find = (field: keyof typeof COLUMN_NAMES, isUsable = (_: string) => true, names = header) =>
    COLUMN_NAMES[field].flatMap((pattern) => names.find((name) => pattern.test(name) && isUsable(name)) ?? [])[0] ??
    null;
  const withCell = (isFitting: (cell: string) => boolean) => (name: string) => listCells(table, name).some(isFitting);
  const pair = { moneyIn: find('moneyIn'), moneyOut: find('moneyOut') };
  const amount = find('amount') ?? (pair.moneyIn && pair.moneyOut ? null : find('otherAmount'));
  const amounts = listAmounts(table, amount ?? pair.moneyOut, method);
  const date = find('date') ?? header[0] ?? '';
  const hasMinus = amounts.some(({ sign }) => sign === -1);
  return {
    date,
    time: withCell((cell) => /:|^\d{10}/.test(cell))(date) ? null : find('time', (name) => name !== date),
    dateOrder: 'day',
    decimals: isMarkShown(amounts, ',') && !isMarkShown(amounts, '.') ? 'comma' : 'point',
    amount,
    ...(amount ? { moneyIn: null, moneyOut: null } : pair),
    fee: find('fee'),
    transactionId: find('transactionId'),
    address: find('address'),
    note: find('note'),
    direction:
      amount && !hasMinus
        ? find(
            'direction',
            withCell((cell) => readDirection(cell) !== null),
          )
        : null,
    // Searches from the last column, because exports with two coins name that of the balance before that of the amount.
    coin: find(
      'coin',
      withCell((cell) => isCoinOf(cell, method) || /^[A-Z]{3,5}$/.test(cell)),
      header.toReversed(),
    ),
    status: find(
      'status',
      withCell((cell) => isCompletedStatus(cell) !== null),
    ),
  };
}

type OmittedRows = { zero: number; otherCoin: number; notDone: number; total: number };

/** Formats the number of omitted rows by reason: `. Left out: 2 of zero, 1 pending or failed`; empty without any. */
function formatOmittedRows({ zero, otherCoin, notDone, total }: OmittedRows): string {
  const reasons = [
    zero && `${zero} of zero`,
    otherCoin && `${otherCoin} of other coins`,
    notDone && `${notDone} pending or failed`,
    total && `${total} with a total, a balance or no amount`,
  ].filter(Boolean);
  return reasons.length === 0 ? '' : `. Left out: ${reasons.join(', ')}`;
}

type Context = { columns: StatementColumns; method: string };
type CellOf = (name: string | null | undefined) => string;
type ReportFault = (column: string | null | undefined, message: string) => void;

const quoteCell = (cell: string): string => (cell === '' ? 'An empty cell' : `“${cell.slice(0, 40)}”`);

const formatDate = (cell: CellOf, { date, time }: StatementColumns): string =>
  [cell(date), cell(time)].filter(Boolean).join(' ');

/** Returns why a row is omitted; null for a line. */
function findOmission(cells: readonly string[], cell: CellOf, { columns, method }: Context): keyof OmittedRows | null {
  const date = formatDate(cell, columns);
  const isDated = isDateText(date);
  const isEmpty = [columns.amount, columns.moneyIn, columns.moneyOut, columns.fee].every((name) => cell(name) === '');
  const isNotDone = isCompletedStatus(cell(columns.status)) === false;
  // Banks write "open" as the date of a payment that is not booked yet.
  if (!isDated && isCompletedStatus(date) === false) return 'notDone';
  if (isTotal(cells.map(unwrapCell), isDated) || (!isDated && !/\d/.test(date) && isEmpty)) return 'total';
  if (isNotDone) return 'notDone';
  return columns.coin && cell(columns.coin) !== '' && !isCoinOf(cell(columns.coin), method) ? 'otherCoin' : null;
}

type Moved = { size: bigint; sign: -1 | 1 | null };

/** Returns a parser of a column's amounts. It derives the decimal mark and the use of signs from all cells of the column. */
function createColumnReader(table: StatementTable, { columns, method }: Context, name: string | null) {
  const mark = columns.decimals === 'comma' ? ',' : '.';
  const amounts = listAmounts(table, name, method);
  const isMarkProven = isMarkShown(amounts, mark);
  const isSigned = amounts.some(({ digits, sign }) => sign === -1 && /[1-9]/.test(digits));
  /** Parses a cell in hundred-millionths of the coin, or returns its fault. */
  const parse = (text: string): Moved | string => {
    if (/^[-−–—]?$/.test(text)) return { size: 0n, sign: null };
    if (/^[=@]/.test(text)) return 'it is a formula. Save the file with values';
    const amount = splitAmount(text, method);
    if ('fault' in amount) return `${quoteCell(text)} ${amount.fault}`;
    const { digits, format, sign } = amount;
    const parsed = parseAmount(digits, { ...format, mark, isMarkProven: true });
    if (!parsed.ok && parsed.error === 'too-large') return `${quoteCell(text)} is more than exists of any coin`;
    if (!parsed.ok && parsed.error === 'mark')
      return `${quoteCell(text)} has no decimal ${mark === '.' ? 'point' : 'comma'}, as chosen for the file`;
    if (!parsed.ok) return `${quoteCell(text)} is not an amount`;
    const either = parseAmount(digits, { ...format, mark: 'either' });
    if (!isMarkProven && !either.ok && either.error === 'ambiguous')
      return `${quoteCell(text)} can mean thousands or decimals. Save the file without thousands separators, and with all decimals`;
    return { size: parsed.value < 0n ? -parsed.value : parsed.value, sign };
  };
  return (cell: CellOf, report: ReportFault): Moved => {
    const found = parse(cell(name));
    if (typeof found === 'string') report(name, found);
    else if (found.size > 0n) return { ...found, sign: found.sign ?? (isSigned ? 1 : null) };
    return { size: 0n, sign: null };
  };
}

/** Returns a parser of the amount and the fee of a row. A direction that a column states must agree with the amount's own sign. */
function createAmountReader(table: StatementTable, context: Context) {
  const { amount, moneyIn, moneyOut, direction, fee } = context.columns;
  const createReader = (name: string | null) => createColumnReader(table, context, name);
  const readAmount = createReader(amount);
  const [readIn, readOut, readFee] = [createReader(moneyIn), createReader(moneyOut), createReader(fee)];
  const readSigned = (cell: CellOf, report: ReportFault): bigint => {
    const { size, sign } = readAmount(cell, report);
    if (!direction || size === 0n) return size * BigInt(sign ?? 1);
    const stated = readDirection(cell(direction));
    if (sign && stated && sign !== stated)
      report(direction, `${quoteCell(cell(direction))} and the sign of the amount differ`);
    if (!sign && !stated) report(direction, `${quoteCell(cell(direction))} says neither in nor out`);
    return size * BigInt(sign ?? stated ?? 1);
  };
  const checkSign = (name: string | null, { size, sign }: Moved, way: -1 | 1, cell: CellOf, report: ReportFault) => {
    if (sign && sign !== way) report(name, `${quoteCell(cell(name))} has a sign that does not fit its column`);
    return size * BigInt(way);
  };
  return (cell: CellOf, report: ReportFault) => {
    const moved = amount
      ? readSigned(cell, report)
      : checkSign(moneyIn, readIn(cell, report), 1, cell, report) +
        checkSign(moneyOut, readOut(cell, report), -1, cell, report);
    const cost = readFee(cell, report).size;
    // In a row with only a fee, the fee is the amount that left.
    return moved === 0n ? { amount: -cost, fee: 0n } : { amount: moved, fee: cost };
  };
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

type Lines = { ok: true; lines: SourceLine[]; leftOut: string } | { ok: false; faults: string[] };

/** Reads the lines of a statement: all of them, or every fault as text. A line booked after `until` is a fault. */
export async function readStatementLines(
  { header, body }: StatementTable,
  columns: StatementColumns,
  { method, until }: { method: string; until: Date },
): Promise<Lines> {
  const faults = findColumnFaults(columns, method);
  if (faults.length > 0) return { ok: false, faults };
  const latest = until.getTime() + DAY;
  const createCellReader =
    ({ cells }: CsvRow): CellOf =>
    (name) =>
      name ? unwrapCell(cells[header.indexOf(name)]) : '';
  const leftOut: OmittedRows = { zero: 0, otherCoin: 0, notDone: 0, total: 0 };
  const rows: CsvRow[] = [];
  for (const row of body) {
    await yieldToRequests();
    const omission = findOmission(row.cells, createCellReader(row), { columns, method });
    if (omission) leftOut[omission] += 1;
    else rows.push(row);
  }
  const counted = { header, body: rows };
  const hasStatus = listCells(counted, columns.status).length > 0;
  const isYearFirst = findYearFirst(listCells(counted, columns.date), columns.dateOrder, latest);
  const zone = findZone(columns.date) ?? findZone(columns.time ?? '') ?? undefined;
  const format = { order: columns.dateOrder, isYearFirst: isYearFirst ?? false, zone };
  const readAmounts = createAmountReader(counted, { columns, method });

  const lines: SourceLine[] = [];
  const times = new Map<string, number>();
  for (const row of rows) {
    await yieldToRequests();
    const cell = createCellReader(row);
    const before = faults.length;
    const report: ReportFault = (column, message) =>
      faults.push(`Line ${row.line}${column ? `, ${column}` : ''}: ${message}`);
    if (row.cells.slice(header.length).some(Boolean)) report(null, 'it has more cells than the header');
    if (columns.coin && cell(columns.coin) === '') report(columns.coin, 'it names no coin');
    if (hasStatus && cell(columns.status) === '') report(columns.status, 'it is empty, and other lines have a status');
    else if (hasStatus && isCompletedStatus(cell(columns.status)) === null)
      report(columns.status, `${quoteCell(cell(columns.status))} is an unknown status`);
    const date = formatDate(cell, columns);
    const at = readStatementDate(date, format);
    if (at === null) report(columns.date, `${quoteCell(date)} is not a readable date`);
    else if (at > latest) report(columns.date, `${quoteCell(date)} is in the future`);
    else if (isYearFirst === null)
      report(columns.date, `${quoteCell(date)} can mean two dates. Save the file with four-digit years`);
    const moved = readAmounts(cell, report);
    const texts = [columns.transactionId, columns.address, columns.note];
    for (const name of texts)
      if (cell(name).length > MAX_CELL_CHARACTERS) report(name, `it has more than ${MAX_CELL_CHARACTERS} characters`);
    if (faults.length > before || at === null) continue;
    if (moved.amount === 0n) {
      leftOut.zero += 1;
      continue;
    }
    const [transactionId = '', address = '', note = ''] = texts.map(cell);
    const fields = { at, ...moved, transactionId: transactionId || null, address: address || null, note };
    lines.push({ key: computeLineKey(fields, times), ...fields });
  }
  if (faults.length > MAX_LISTED_FAULTS)
    faults.splice(MAX_LISTED_FAULTS, Infinity, `And ${faults.length - MAX_LISTED_FAULTS} more faults.`);
  if (faults.length === 0 && lines.length === 0)
    faults.push(`No line of the file has a movement${formatOmittedRows(leftOut)}`);
  return faults.length > 0 ? { ok: false, faults } : { ok: true, lines, leftOut: formatOmittedRows(leftOut) };
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
