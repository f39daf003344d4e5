import { EventsTable, ReasonedDecision } from '~/features/backoffice/components';
import { LineTable, planTitle } from '~/features/money/components';
import { SessionsTable } from '~/features/people/sessions/components/SessionsTable';
import { May } from '~/features/people/staff/components/May';
import { capitalise } from '~/platform/text/capitalised';
import { Button } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Stack } from '~/ui/layout/Layout';
import { Money, Profit, Time } from '~/ui/tables/Data';
import { StateCell } from '~/ui/tables/StateCell';
import { Table } from '~/ui/tables/Table';
import { Link, useSearchParams } from '~/web/router';
import type { UserPartData } from '../userParts.server';
import { REASON_COLUMN } from './internal/reasonColumn';

function SessionList({ sessions }: Extract<UserPartData, { part: 'sessions' }>) {
  return (
    <Stack>
      <SessionsTable
        caption="Where this user is signed in, the last used first"
        sessions={sessions}
        empty="This user is not signed in anywhere."
        last={{ header: 'Ends', folded: true, cell: ({ expiresAt }) => <Time at={expiresAt} /> }}
      />
      {sessions.length > 0 && (
        <May right="users:help">
          <PostForm inline at="main">
            <Button name="_intent" value="end-sign-ins" tone="danger">
              Sign out of all devices
            </Button>
          </PostForm>
        </May>
      )}
    </Stack>
  );
}

type Keys = Record<string, Record<string, string>>;

type Rows<P extends Shown['part']> = Extract<Shown, { part: P; page: unknown }>['page']['rows'];

type Shown = Exclude<UserPartData, { part: 'deposits' | 'withdrawals' | 'documents' }>;

export function UserPartView(props: Shown & { keys: Keys }) {
  switch (props.part) {
    case 'statement':
      return <StatementTable {...props.page} />;
    case 'plans':
      return <PlansTable rows={props.page.rows} keys={props.keys} />;
    case 'copies':
      return <CopiesTable rows={props.page.rows} keys={props.keys} />;
    case 'sessions':
      return <SessionList {...props} />;
    case 'events':
      return <EventsTable events={props.page.rows} caption="Events of this user, newest first" />;
  }
}

function StatementTable({ rows, each }: Extract<UserPartData, { part: 'statement' }>['page']) {
  const [query] = useSearchParams();
  const costs = (shown: string) => `?${new URLSearchParams({ ...Object.fromEntries(query), costs: shown })}`;
  return (
    <>
      {each && (
        <p>
          Each daily cost has its own line. <Link to={costs('together')}>Show them together</Link>
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

function PlansTable({ rows, keys }: { rows: Rows<'plans'>; keys: Keys }) {
  return (
    <Table
      caption="Investments, newest first"
      rows={rows}
      rowKey={({ id }) => id}
      empty="No investments yet."
      dense
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

const reasonText = (reason: string | null) => reason && capitalise(reason);

const CopiesTable = ({ rows, keys }: { rows: Rows<'copies'>; keys: Keys }) => (
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
        // A stopped copy has paid back its contributions, so its capital is shown.
        cell: ({ copy, live, capital }) => <Money cents={live ? copy.contributed : capital} />,
      },
      { header: 'Result', align: 'end', cell: ({ total }) => <Profit cents={total} /> },
      {
        header: 'Floor',
        align: 'end',
        folded: true,
        cell: ({ copy: { floor } }) => (floor === null ? '' : <Money cents={floor} />),
      },
      { header: 'State', cell: ({ copy }) => <StateCell status={copy.status} reason={reasonText(copy.stopReason)} /> },
      { ...REASON_COLUMN, cell: ({ copy }) => reasonText(copy.stopReason) },
      ...(Object.values(keys).some(({ stop }) => stop)
        ? [
            {
              header: 'Action',
              folded: true,
              cell: ({ id }: Rows<'copies'>[number]) => (
                <ReasonedDecision id={id} keys={keys[id] ?? {}} decision="stop" button="Stop to cover what is owed" />
              ),
            },
          ]
        : []),
    ]}
  />
);
