import type { StatementLine } from '~/ledger/reading/statement.server';
import { READ_SIZES, type StatementLineWithNext, yieldLinesNewestFirst } from '~/ledger/reading/statementPages.server';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { read } from '~/platform/db/index.server';
import { ROWS_ON_A_PAGE } from '~/platform/pageSizes';
import type { Group } from './internal/dailyCosts';
import type { Statement } from './rules';
import { formatPlace, type Period, parsePlace } from './schema';

const LINES_PER_READ = 2_000;

/** Returns a page of a user's lines in the order of booking, newest first. Lines that `joins` accepts form one group. */
export async function loadGroupsPage(
  userId: string,
  before: string | null,
  shown: {
    fits?: (line: StatementLine) => boolean;
    joins?: (line: StatementLine, before: StatementLine | undefined) => boolean;
    size?: number;
  } = {},
) {
  const { fits = () => true, joins = () => false, size = ROWS_ON_A_PAGE } = shown;
  const from = parsePlace(before);
  const found: Group<StatementLineWithNext>[] = [];
  let [looked, last]: [number, StatementLineWithNext | undefined] = [0, undefined];
  let more = false;
  for await (const step of yieldLinesNewestFirst(read(), userId, { from })) {
    // One step beyond the page shows whether there are more groups.
    const group = found.at(-1);
    const joined = group && fits(step) && joins(step, group.at(-1));
    more = looked === LINES_PER_READ || (found.length === size && !joined);
    if (more) break;
    looked += 1;
    last = step;
    if (joined) group.push(step);
    else if (fits(step)) found.push([step]);
  }
  return {
    groups: found.map((steps) => steps.map(({ next, ...line }) => line) as Group<StatementLine>),
    isFirst: !from,
    next: more && last ? formatPlace(last.next) : null,
    looked: more && found.length < size ? looked : null,
  };
}

/**
 * Returns the lines of a period by their dates, oldest first, with opening, running and closing balance; at most the `maxLines` newest.
 */
export async function loadStatementOfPeriod(
  userId: string,
  { from, until }: Pick<Period, 'from' | 'until'>,
  maxLines = Number.POSITIVE_INFINITY,
): Promise<Statement & { isCut: boolean }> {
  const found: StatementLine[] = [];
  let beginning = from?.getTime() ?? Number.NEGATIVE_INFINITY;
  let closing: bigint | undefined;
  let lateness: number | undefined;
  for await (const { next, ...line } of yieldLinesNewestFirst(read(), userId, { pace: READ_SIZES.month })) {
    closing ??= line.fundedAfter;
    // Reads the lateness after the first rows, so that it is valid for all of them.
    lateness ??= (await readBalancesAndTotals(userId)).lateness;
    const at = line.at.getTime();
    // A journal may be dated later than journals that were posted after it, by at most the lateness.
    if (at < beginning - lateness) break;
    if (until && line.at >= until) closing -= line.change;
    else if (at >= beginning) found.push(line);
    if (found.length === maxLines + 1) beginning = Math.min(...found.map((each) => each.at.getTime()));
  }
  const newestFirst = found.sort(compareByDate).slice(0, maxLines);
  let owed = closing ?? 0n;
  const lines = newestFirst.map((line) => {
    const fundedAfter = owed;
    owed -= line.change;
    return { ...line, fundedAfter };
  });
  return { opening: owed, lines: lines.reverse(), closing: closing ?? 0n, isCut: found.length > maxLines };
}

const compareByDate = (a: StatementLine, b: StatementLine): number =>
  b.at.getTime() - a.at.getTime() || (a.journalId < b.journalId ? 1 : -1);
