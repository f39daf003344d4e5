import { JOURNAL_KINDS } from '~/ledger/chartOfAccounts';
import { plainUsd } from '~/ledger/money';
import type { StatementLine } from '~/ledger/reading/statement.server';
import { timeIn } from '~/platform/fields/zone';

/** A stretch of a history: what was owed before it, its lines, and what was owed after. */
export type Statement = { opening: bigint; lines: StatementLine[]; closing: bigint };

export const STATEMENT_COLUMNS = [
  'date',
  'utc',
  'entry',
  'reason',
  'moved',
  'in',
  'out',
  'balance',
  'reference',
] as const;

/** One row of the statement as a spreadsheet has it; dollars without signs, what came in and what went out apart. */
export type CsvRow = Record<(typeof STATEMENT_COLUMNS)[number], string>;

const NO_ROW: CsvRow = {
  date: '',
  utc: '',
  entry: '',
  reason: '',
  moved: '',
  in: '',
  out: '',
  balance: '',
  reference: '',
};

/** A statement row by row, from its opening balance to its closing one; dates in the time zone as well as in UTC. */
export function* csvRows({ opening, lines, closing }: Statement, zone: string): Generator<CsvRow> {
  yield { ...NO_ROW, entry: 'Opening balance', balance: plainUsd(opening) };
  for (const { at, kind, reason, amount, change, fundedAfter, journalId } of lines) {
    yield {
      date: timeIn(zone, at),
      utc: at.toISOString(),
      entry: JOURNAL_KINDS[kind],
      reason: reason ?? '',
      moved: plainUsd(amount),
      in: change > 0n ? plainUsd(change) : '',
      out: change < 0n ? plainUsd(-change) : '',
      balance: plainUsd(fundedAfter),
      reference: journalId,
    };
  }
  yield { ...NO_ROW, entry: 'Closing balance', balance: plainUsd(closing) };
}
