import { EventsTable } from '~/features/auditLog/components';
import { planTitle } from '~/features/plans/components';
import { ReasonedDecision } from '~/features/reviewQueue/components';
import { useMay } from '~/features/staff/components';
import { LineTable } from '~/features/statements/components';
import { FILE_RIGHTS } from '~/signIns/rights';
import { Code } from '~/ui/Text';
import { Money, Profit, Time } from '~/ui/tables/Data';
import { StateCell } from '~/ui/tables/StateCell';
import { Table } from '~/ui/tables/Table';
import { useReturned } from '~/web/form/useReturned';
import { Link, useSearchParams } from '~/web/router';
import type { UserPartData } from '../userParts.server';
import { Documents, SignIns } from './internal/UserPapers';

type Keys = Record<string, Record<string, string>>;

type Rows<P extends UserPartData['part']> = Extract<UserPartData, { part: P; page: unknown }>['page']['rows'];

/** One part of a user's file; `keys` of what can be decided about its rows, by their ids. */
export function UserPartView(props: UserPartData & { keys: Keys }) {
  switch (props.part) {
    case 'statement':
      return <Statement {...props.page} />;
    case 'deposits':
      return <Deposits rows={props.page.rows} />;
    case 'withdrawals':
      return <Withdrawals rows={props.page.rows} />;
    case 'plans':
      return <Plans rows={props.page.rows} keys={props.keys} />;
    case 'copies':
      return <Copies rows={props.page.rows} />;
    case 'documents':
      return <Documents {...props} />;
    case 'sessions':
      return <SignIns {...props} />;
    case 'events':
      return <EventsTable events={props.page.rows} caption="Events of this user, newest first" />;
  }
}

/** Daily costs are one line, which leads to each of them, and from there back. */
function Statement({ rows, each }: Extract<UserPartData, { part: 'statement' }>['page']) {
  const [query] = useSearchParams();
  const costs = (shown: string) => `?${new URLSearchParams({ ...Object.fromEntries(query), costs: shown })}`;
  return (
    <>
      {each && (
        <p>
          Daily costs have a line each. <Link to={costs('together')}>Show them together</Link>
        </p>
      )}
      <LineTable
        lines={rows.map((line) => (line.since ? { ...line, href: costs('each') } : line))}
        caption="Statement, newest first"
        empty="No money has moved yet."
      />
    </>
  );
}

const Proof = ({ id }: { id: string }) =>
  useMay()(FILE_RIGHTS.proof) ? <a href={`/files/${id}`}>Open the proof</a> : 'given';

const Deposits = ({ rows }: { rows: Rows<'deposits'> }) => (
  <Table
    caption="Deposits, newest first"
    rows={rows}
    rowKey={({ id }) => id}
    empty="No deposits yet."
    dense
    columns={[
      { header: 'Method', cell: ({ method }) => method },
      { header: 'Submitted', cell: ({ createdAt }) => <Time at={createdAt} /> },
      { header: 'Amount', align: 'end', cell: ({ amount }) => <Money cents={amount} /> },
      {
        header: 'Received',
        align: 'end',
        folded: true,
        cell: ({ received }) => (received === null ? '' : <Money cents={received} />),
      },
      { header: 'Asked for in coin', folded: true, cell: ({ coins }) => coins.asked },
      { header: 'Received in coin', folded: true, cell: ({ coins }) => coins.received },
      {
        header: 'Transaction',
        folded: true,
        cell: ({ transactionId }) => transactionId && <Code>{transactionId}</Code>,
      },
      {
        header: 'Proof',
        folded: true,
        cell: ({ proofFileId }) => (proofFileId ? <Proof id={proofFileId} /> : 'none'),
      },
      { header: 'State', cell: (row) => <StateCell {...row} /> },
      REASON,
    ]}
  />
);

const Withdrawals = ({ rows }: { rows: Rows<'withdrawals'> }) => (
  <Table
    caption="Withdrawals, newest first"
    rows={rows}
    rowKey={({ id }) => id}
    empty="No withdrawals yet."
    dense
    columns={[
      { header: 'Method', cell: ({ method }) => method },
      { header: 'Requested', cell: ({ requestedAt }) => <Time at={requestedAt} /> },
      { header: 'Wallet', folded: true, cell: ({ wallet }) => <Code>{wallet}</Code> },
      { header: 'Amount', align: 'end', cell: ({ amount }) => <Money cents={amount} /> },
      { header: 'Sent in coin', folded: true, cell: ({ sent }) => sent },
      { header: 'Reference', folded: true, cell: ({ reference }) => reference && <Code>{reference}</Code> },
      { header: 'State', cell: (row) => <StateCell {...row} /> },
      REASON,
    ]}
  />
);

function Plans({ rows, keys }: { rows: Rows<'plans'>; keys: Keys }) {
  const decided = useReturned()?.id;
  return (
    <Table
      caption="Investments, newest first"
      rows={rows}
      rowKey={({ id }) => id}
      empty="No investments yet."
      dense
      unfolded={({ id }) => id === decided}
      columns={[
        { header: 'Plan', cell: ({ planName }) => planTitle(planName) },
        { header: 'Opened', folded: true, cell: ({ openedAt }) => <Time at={openedAt} /> },
        { header: 'Matures', folded: true, cell: ({ maturesAt }) => <Time at={maturesAt} /> },
        {
          header: 'Term',
          slim: true,
          cell: ({ openedAt, days }) => (
            <>
              {days} days from <Time at={openedAt} dateOnly />
            </>
          ),
        },
        { header: 'Principal', align: 'end', cell: ({ principal }) => <Money cents={principal} /> },
        { header: 'Days accrued', folded: true, cell: ({ daysAccrued, days }) => `${daysAccrued} of ${days}` },
        { header: 'State', cell: (row) => <StateCell {...row} /> },
        {
          header: 'Action',
          folded: true,
          cell: (row) => <ReasonedDecision id={row.id} keys={keys[row.id] ?? {}} decision="end" button="End early" />,
        },
      ]}
    />
  );
}

const Copies = ({ rows }: { rows: Rows<'copies'> }) => (
  <Table
    caption="Copied traders, newest first"
    rows={rows}
    rowKey={({ id }) => id}
    empty="No copied traders yet."
    dense
    columns={[
      { header: 'Trader', cell: ({ firstName, lastName }) => `${firstName} ${lastName}` },
      { header: 'Started', folded: true, cell: ({ copy }) => <Time at={copy.startedAt} /> },
      { header: 'Worth', align: 'end', cell: ({ live, equity }) => (live ? <Money cents={equity} /> : '–') },
      {
        header: 'Put in',
        align: 'end',
        folded: true,
        // A stopped one has paid it back.
        cell: ({ copy, live, capital }) => <Money cents={live ? copy.contributed : capital} />,
      },
      { header: 'Result', align: 'end', cell: ({ total }) => <Profit cents={total} /> },
      {
        header: 'Floor',
        align: 'end',
        folded: true,
        cell: ({ copy: { floor } }) => (floor === null ? '' : <Money cents={floor} />),
      },
      { header: 'State', cell: ({ copy }) => <StateCell status={copy.status} reason={copy.stopReason} /> },
      { ...REASON, cell: ({ copy }) => copy.stopReason },
    ]}
  />
);

/** Why it was decided so, which wider screens read below the state. */
const REASON = {
  header: 'Reason',
  slim: true,
  folded: true,
  cell: ({ reason }: { reason?: string | null }) => reason,
};
