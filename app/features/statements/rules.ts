import { JOURNAL_KINDS } from '~/ledger/chart';
import { plainUsd } from '~/ledger/money';
import type { StatementLine } from '~/ledger/statement.server';
import { timeIn } from '~/platform/zone';
import { inPeriod, type Period } from './schema';

type Line = Pick<StatementLine, 'at' | 'change' | 'fundedAfter'>;

/** A stretch of a history: what was owed before it, its lines, and what was owed after. */
export type Statement<L extends Line> = { opening: bigint; lines: L[]; closing: bigint };

/**
 * The lines of a period, between what they found and what they left: opening balance and changes add up to each balance
 * after a line, and to the closing one.
 * @param all the whole history, oldest first
 * @param most the newest so many; earlier ones are then in the opening balance
 */
export function statementFor<L extends Line>(
  all: readonly L[],
  period: Pick<Period, 'from' | 'until'>,
  most = Number.POSITIVE_INFINITY,
): Statement<L> & { leftOut: number } {
  const inside = all.filter(({ at }) => inPeriod(period, at));
  const lines = inside.slice(-most);
  const before = all.filter(({ at }) => period.from && at < period.from).at(-1);
  const [first, last] = [lines[0], lines.at(-1)];
  const opening = first ? first.fundedAfter - first.change : (before?.fundedAfter ?? 0n);
  return { opening, lines, closing: last?.fundedAfter ?? opening, leftOut: inside.length - lines.length };
}

/** One row of the statement as a spreadsheet has it; dollars without signs, what came in and what went out apart. */
export type CsvRow = Record<
  'date' | 'utc' | 'entry' | 'reason' | 'moved' | 'in' | 'out' | 'balance' | 'reference',
  string
>;

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

export function* csvRows({ opening, lines, closing }: Statement<StatementLine>, zone: string): Generator<CsvRow> {
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
