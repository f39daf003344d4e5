import type { StatementColumns } from '#drizzle/schema';
import { isMarkShown } from '~/platform/text/amount';
import { detectDateOrder, isDateText } from './statementDate';
import { isAmountText, isCoinOf, splitAmount } from './statementUnits';
import { isCompletedStatus, readDirection } from './statementWords';

export type StatementTable = { header: string[]; body: { cells: string[]; line: number }[] };

/** Returns the chosen columns that a file lacks. */
export const listMissingColumns = (
  header: readonly string[],
  { dateOrder: _, decimals: __, header: ___, confirmed: ____, ...columns }: StatementColumns,
): string[] => Object.values(columns).filter((name) => name != null && !header.includes(name)) as string[];

/** Unwraps cells such as `="00123"`, which exports write to stop spreadsheets from converting them. */
export const unwrapCell = (cell: string): string => cell.replace(/^="(.*)"$/s, '$1').trim();

export function listCells({ header, body }: StatementTable, name: string | null): string[] {
  const index = name === null ? -1 : header.indexOf(name);
  return index < 0 ? [] : body.map(({ cells }) => unwrapCell(cells[index] ?? '')).filter(Boolean);
}

const DIRECTION_HEADER_PATTERN =
  /^(?:direction|side|(?:transaction |transfer |operation )?type|operation|richtung|art|typ|umsatzart|buchungsart|transaktionstyp|vorgang|kennzeichen|flow|kind|in\/out|cr\/?dr|dr\/?cr|c\/d|d\/c|credit\/debit|debit\/credit|soll\/haben|s\/h|h\/s|[+-]{1,2}|\+\/-)$/i;
const COIN_HEADER_PATTERN =
  /^(?:coin|asset|(?:crypto)?currency|amount currency|symbol|token|crypto|ccy|(?:coin|asset|currency) (?:type|ticker|symbol|code)|amount(?:\/balance)? unit|w(?:ä|ae)hrung|kryptow(?:ä|ae)hrung|münze)(?: \(\d\))?$/i;
const STATUS_HEADER_PATTERN =
  /^(?:status|state|confirmed|zustand|(?:transaction|payment) status|buchungsstatus|info)$/i;

export function isWithoutDirection(table: StatementTable, columns: StatementColumns, method: string): boolean {
  if (columns.direction || (columns.moneyIn && columns.moneyOut)) return false;
  const amounts = listCells(table, columns.amount).map((cell) => splitAmount(cell, method));
  return !amounts.some((amount) => 'digits' in amount && amount.sign !== null);
}

function guessTime(table: StatementTable, date: string): string | null {
  if (listCells(table, date).some((cell) => cell.includes(':') || /^\d{10}/.test(cell))) return null;
  const isTime = (cell: string) => cell.includes(':') && isDateText(`2026-01-01 ${cell}`);
  const isOne = (name: string) =>
    name !== date && listCells(table, name).length > 0 && listCells(table, name).every(isTime);
  return table.header.find((name) => /time|zeit|hour|uhr/i.test(name) && isOne(name)) ?? null;
}

function guessDirection(table: StatementTable, amount: string | null): string | null {
  if (amount === null || listCells(table, amount).some((cell) => /^[-−–(]|[-−–)]$/.test(cell))) return null;
  const directions = (name: string) => listCells(table, name).map(readDirection);
  const named = table.header.find(
    (name) => DIRECTION_HEADER_PATTERN.test(name) && directions(name).some((way) => way !== null),
  );
  const hasAllDirections = (name: string) =>
    directions(name).length > 0 && directions(name).every((way) => way !== null);
  return named ?? table.header.find((name) => name !== amount && hasAllDirections(name)) ?? null;
}

export function guessColumns(table: StatementTable, method: string): StatementColumns {
  const { header } = table;
  const named = (...words: RegExp[]): string | null => {
    for (const word of words) {
      const found = header.find((name) => word.test(name));
      if (found) return found;
    }
    return null;
  };
  const moneyIn = named(
    /^(?:credits?|received?|in|deposits?|paid in|money in|haben|gutschrift|eingang|einzahlung|zugang)(?: amount| quantity)?(?:$| ?\()/i,
    /value_in\b|\bvalue_in\(/i,
  );
  const moneyOut = named(
    /^(?:debits?|sent|out|withdrawals?|withdrawn|paid out|money out|soll|lastschrift|belastung|ausgang|auszahlung|abgang)(?: amount| quantity)?(?:$| ?\()/i,
    /value_out\b|\bvalue_out\(/i,
  );
  const isPair = moneyIn !== null && moneyOut !== null;
  const amount = named(
    /^zu- ?\/ ?abgang/i,
    /^(?:net )?amount(?!.*currency)\b/i,
    /^(?:change|quantity|qty|value|betrag|umsatz|menge|wert)\b(?!.*(?:dat|currency))/i,
    ...(isPair ? [] : [/amount|quantity|betrag/i]),
  );
  const date =
    named(/^(?:date|time|timestamp|datum|buchungs(?:tag|datum)|buchung$)/i, /date|time|datum/i, /^zeit/i) ??
    header[0] ??
    '';
  const amounts = listCells(table, amount ?? moneyOut)
    .map((cell) => splitAmount(cell, method))
    .filter((each) => 'digits' in each);
  const candidate = (pattern: RegExp, isOne: (cell: string) => boolean) =>
    header.findLast((name) => pattern.test(name) && listCells(table, name).some(isOne)) ?? null;
  return {
    date,
    time: guessTime(table, date),
    dateOrder: detectDateOrder(listCells(table, date)) ?? 'day',
    decimals: isMarkShown(amounts, ',') && !isMarkShown(amounts, '.') ? 'comma' : 'point',
    amount,
    moneyIn: amount ? null : moneyIn,
    moneyOut: amount ? null : moneyOut,
    fee: named(/^(?!.*(?:spread|currency|usd|eur)).*(?:fee|gebühr|entgelt)/i),
    transactionId: named(
      /^(tx|txn|trx|transaction)([ _-]?(id|hash))?$/i,
      /tx_?id|tx_?hash|transaction.?(id|hash)|transaktions-?id/i,
      // References of mandates and creditors are shared by many payments.
      /^(?!.*(?:mandat|gl(?:ä|ae)ubiger|creditor|sammler)).*(?:hash|refer)/i,
      /^id$/i,
    ),
    address: named(/address|adresse/i),
    note: named(/verwendungszweck/i, /note|label|memo|description|comment|buchungstext|beschreibung|notiz/i),
    direction: guessDirection(table, amount),
    coin: candidate(COIN_HEADER_PATTERN, (cell) => isCoinOf(cell, method) || /^[A-Z]{3,5}$/.test(cell)),
    status: candidate(STATUS_HEADER_PATTERN, (cell) => isCompletedStatus(cell) !== null),
  };
}

/** Returns the index of the header row: the names above the first row with a date and an amount. */
export function findHeader(rows: readonly { cells: string[] }[]): number {
  const isAmount = (cell: string) => isAmountText(cell) && !isDateText(cell);
  const isLine = ({ cells }: { cells: string[] }) =>
    cells.map(unwrapCell).some(isDateText) && cells.map(unwrapCell).some(isAmount);
  const lines = rows.flatMap((row, index) => (isLine(row) ? [{ index, width: row.cells.length }] : []));
  const count = (width: number) => lines.filter((line) => line.width === width).length;
  const usual = lines.reduce((best, { width }) => (count(width) > count(best) ? width : best), 0);
  const first = lines.find(({ width }) => width === usual)?.index ?? 0;
  const isHeader = ({ cells }: { cells: string[] }) =>
    cells.filter(Boolean).length > 1 &&
    !cells.some((cell) => isDateText(unwrapCell(cell)) || isAmount(unwrapCell(cell)));
  const above = rows.slice(0, first);
  const fitting = above.findLastIndex((row) => isHeader(row) && row.cells.length >= usual - 1);
  return fitting >= 0 ? fitting : above.findLastIndex(isHeader);
}

/** Returns the names of columns. Unnamed columns get their number; duplicate names are numbered. */
export function columnNames(header: readonly string[]): string[] {
  const names = header.map((name, index) => name || `Column ${index + 1}`);
  const before = (name: string, index: number) => names.slice(0, index + 1).filter((each) => each === name).length;
  return names.map((name, index) => (before(name, names.length) > 1 ? `${name} (${before(name, index)})` : name));
}
