import type { ReactNode } from 'react';
import { Link } from '~/ui/Link';
import { Muted } from '~/ui/Text';
import { Money, MoneyInOrOut, Time } from '~/ui/tables/Data';
import { Table } from '~/ui/tables/Table';
import type { transactionsPage } from '../queries.server';

type TransactionLine = Awaited<ReturnType<typeof transactionsPage>>['lines'][number];
/** An administrator's list names no subjects; a statement, which is printed, says the time in the zone of its period. */
type Line = Omit<TransactionLine, 'href' | 'about'> &
  Partial<Pick<TransactionLine, 'href' | 'about'>> & { when?: string };

/** What happened to everything that is owed to a user, each under its true name, with what was owed after it. */
export function LineTable({ lines, caption, empty }: { lines: Line[]; caption: string; empty: string }) {
  return (
    <Table
      caption={caption}
      rows={lines}
      rowKey={({ journalId }) => journalId}
      empty={empty}
      dense
      columns={[
        {
          header: 'What',
          cell: ({ title, href, about, reason }) => (
            <What title={href ? <Link to={href}>{title}</Link> : title} about={about} reason={reason} />
          ),
        },
        {
          header: 'Date',
          cell: ({ at, when }) => (when ? <time dateTime={at.toISOString()}>{when}</time> : <Time at={at} />),
        },
        { header: 'Amount', align: 'end', cell: Amount },
        { header: 'Balance after', align: 'end', cell: ({ fundedAfter }) => <Money cents={fundedAfter} /> },
      ]}
    />
  );
}

/** What changed the balance, with its sign; what only moved between the user's own accounts, without one and in words. */
const Amount = ({ amount, change }: Pick<Line, 'amount' | 'change'>) =>
  change === 0n ? (
    <>
      <Money cents={amount} />
      <span className="block text-sm text-muted">internal transfer</span>
    </>
  ) : (
    <MoneyInOrOut cents={change} />
  );

const What = (line: { title: ReactNode; about?: string | null; reason: string | null }) => {
  const { title, about, reason } = line;
  return (
    <>
      {title} {about && <Muted>{about}</Muted>}
      {reason && <span className="block text-sm text-muted">{reason}</span>}
    </>
  );
};
