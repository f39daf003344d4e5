import { formatPlainUsd } from '~/ledger/money';
import type { StatementLine } from '~/ledger/reading/statement.server';
import { STATEMENT_FILE_COLUMNS } from './components/internal/statementColumns';

export type Statement = { opening: bigint; lines: StatementLine[]; closing: bigint };

export type StatementFileRow = Record<keyof typeof STATEMENT_FILE_COLUMNS, string>;

export const STATEMENT_COLUMNS = Object.keys(STATEMENT_FILE_COLUMNS) as (keyof StatementFileRow)[];

const createRow = (value: (column: keyof StatementFileRow) => string): StatementFileRow =>
  Object.fromEntries(STATEMENT_COLUMNS.map((column) => [column, value(column)])) as StatementFileRow;

const createBalanceRow = (entry: string, cents: bigint): StatementFileRow => ({
  ...createRow(() => ''),
  entry,
  balance: formatPlainUsd(cents),
});

/** Yields the CSV rows of a statement from opening to closing balance; dates in the time zone and in UTC. */
export function* streamCsvRows({ opening, lines, closing }: Statement, zone: string): Generator<StatementFileRow> {
  yield createBalanceRow('Opening balance', opening);
  for (const line of lines) yield createRow((column) => STATEMENT_FILE_COLUMNS[column](line, zone));
  yield createBalanceRow('Closing balance', closing);
}
