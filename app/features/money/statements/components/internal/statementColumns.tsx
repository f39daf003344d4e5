import type { ReactNode } from 'react';
import { JOURNAL_KINDS } from '~/ledger/chartOfAccounts';
import { formatPlainUsd } from '~/ledger/money';
import type { StatementLine } from '~/ledger/reading/statement.server';
import { DAY, MINUTE } from '~/platform/durations';
import { formatTimeInZone } from '~/platform/fields/zone';
import { dayText } from '~/platform/text/dayText';
import { Link } from '~/ui/Link';
import { Muted } from '~/ui/Text';
import { Money, MoneyInOrOut, Time } from '~/ui/tables/Data';
import type { Column } from '~/ui/tables/Table';

/**
 * Columns of the file by name, with the function that gives a line's value. Opening and closing balance have only `entry` and `balance`.
 */
export const STATEMENT_FILE_COLUMNS = {
  date: ({ at }, zone) => formatTimeInZone(zone, at),
  utc: ({ at }) => at.toISOString(),
  entry: ({ kind }) => JOURNAL_KINDS[kind],
  reason: ({ reason }) => reason ?? '',
  moved: ({ amount }) => formatPlainUsd(amount),
  in: ({ change }) => (change > 0n ? formatPlainUsd(change) : ''),
  out: ({ change }) => (change < 0n ? formatPlainUsd(-change) : ''),
  balance: ({ fundedAfter }) => formatPlainUsd(fundedAfter),
  reference: ({ journalId }) => journalId,
} satisfies Record<string, (line: StatementLine, zone: string) => string>;

/** Line of the page with its subject. `since` is the start of several merged lines, `when` the text for a print. */
export type PageLine = Pick<StatementLine, 'kind' | 'at' | 'fundedAfter' | 'change' | 'amount' | 'reason'> & {
  title: string;
  about?: string | null;
  href?: string | null;
  closedAt?: Date | null;
  since?: Date | null;
  when?: { at: string; since: string | null; closed: string | null };
};

const Amount = ({ amount, change }: Pick<PageLine, 'amount' | 'change'>) =>
  change === 0n ? (
    <>
      <Money cents={amount} />
      <span className="block text-sm whitespace-nowrap text-muted">stays in the account</span>
    </>
  ) : (
    <MoneyInOrOut cents={change} />
  );

const LineSubject = (line: { title: ReactNode; about?: string | null; reason: string | null }) => {
  const { title, about, reason } = line;
  return (
    <>
      {title}{' '}
      {about && (
        <span className="about-line">
          <Muted>{about}</Muted>
        </span>
      )}
      {reason && <span className="block text-sm text-muted">{reason}</span>}
    </>
  );
};

/** Time of the booking, by which lines are ordered; below it the closing time of a trade, if that is earlier. */
const LineTime = ({
  at,
  closedAt,
  since,
  when,
  clockOnly,
}: Pick<PageLine, 'at' | 'closedAt' | 'since' | 'when'> & { clockOnly?: boolean }) => {
  const written = (text: string | null | undefined, instant: Date, dateOnly?: boolean) =>
    text ? (
      <time dateTime={instant.toISOString()}>{text}</time>
    ) : (
      <Time at={instant} dateOnly={dateOnly} clockOnly={clockOnly} />
    );
  if (since && at.getTime() - since.getTime() >= DAY / 2) {
    return (
      <>
        {written(when?.since, since, true)} to {written(when?.at.replace(/,.*/, ''), at, true)}
      </>
    );
  }
  const isLate = closedAt && at.getTime() - closedAt.getTime() >= MINUTE;
  return (
    <>
      {written(when?.at, at)}
      {isLate && (
        <span className="block text-sm whitespace-nowrap text-muted">
          closed{' '}
          {when?.closed ? (
            written(when.closed, closedAt)
          ) : (
            <Time at={closedAt} clockOnly={dayText(at) === dayText(closedAt)} />
          )}
        </span>
      )}
    </>
  );
};

const createColumns = (time: Column<PageLine>): Column<PageLine>[] => [
  {
    header: 'Movement',
    cell: ({ title, href, about, reason }) => (
      <LineSubject title={href ? <Link to={href}>{title}</Link> : title} about={about} reason={reason} />
    ),
  },
  time,
  { header: 'Amount', align: 'end', cell: Amount },
  { header: 'Balance after', align: 'end', cell: ({ fundedAfter }) => <Money cents={fundedAfter} /> },
];

export const STATEMENT_PAGE_COLUMNS = createColumns({ header: 'Date', cell: LineTime });

/** Columns of a list with headings of days. */
export const DAY_COLUMNS = createColumns({ header: 'Time', cell: (line) => <LineTime {...line} clockOnly /> });
