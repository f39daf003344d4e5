import { z } from 'zod';
import type { ListedEntry } from '~/features/backoffice';
import { done, type Result, refuse } from '~/platform/result';
import { type CsvRow, readCsvTable } from '~/platform/text/csvTable';

const MOST_PAYMENTS = 200;

/** Columns of a list of payments; without a header they stand in this order. */
const COLUMNS = ['id', 'reference', 'coin_paid'] as const;

const columnsOf = (cells: readonly string[]): string[] => cells.map((cell) => cell.trim().toLowerCase());

const isHeader = ({ cells }: CsvRow): boolean => {
  const columns = columnsOf(cells);
  return columns.includes('id') && columns.includes('reference');
};

const isId = (text: string): boolean => z.uuid().safeParse(text).success;

/**
 * Reads payments that were made: the exported list of withdrawals with `reference` and `coin_paid` filled in, or lines of withdrawal ID,
 * transaction ID and amount in coin. Rows without a reference, or already paid, are left out.
 */
export async function readPaymentList(text: string): Promise<Result<ListedEntry[]>> {
  const table = await readCsvTable(text, {
    most: MOST_PAYMENTS,
    what: 'payments',
    findHeader: (rows) => rows.findIndex(isHeader),
  });
  const wrong = (words: string) => refuse('list', words, 'list');
  if (!table.ok) return wrong(table.line === null ? `${table.words}.` : `Line ${table.line}: ${table.words}.`);
  const header = { cells: table.header, line: table.line };
  const hasHeader = isHeader(header);
  const columns: string[] = hasHeader ? columnsOf(table.header) : [...COLUMNS];
  const entries: ListedEntry[] = [];
  for (const { cells, line } of hasHeader ? table.body : [header, ...table.body]) {
    const cell = (name: string) => cells[columns.indexOf(name)]?.trim() ?? '';
    const [id, reference, coin] = COLUMNS.map(cell) as [string, string, string];
    if (reference === '' || cell('status') === 'paid') continue;
    if (!isId(id)) return wrong(`Line ${line}: “${id}” is not the ID of a withdrawal.`);
    if (entries.some((entry) => entry.id === id)) return wrong(`Line ${line}: this withdrawal is in the list twice.`);
    const told = `${coin} by transaction ${reference}`.trim();
    entries.push({ id, fields: { reference, ...(coin !== '' && { coin }) }, told });
  }
  return entries.length > 0 ? done(entries) : wrong('No line has a transaction ID in the column reference.');
}
