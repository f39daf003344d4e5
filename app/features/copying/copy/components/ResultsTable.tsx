import type { ReactNode } from 'react';
import { toSignedResult } from '~/ledger/money';
import { Link } from '~/ui/Link';
import { Cluster, Stack } from '~/ui/layout/Layout';
import { Muted, Small } from '~/ui/Text';
import { Money, Profit, ProfitUsd, StatusBadge, stateName, Time } from '~/ui/tables/Data';
import { type Column, InColumn, Table } from '~/ui/tables/Table';
import type { CopyResult } from '../results.server';

/** Table of closed trades of copies and of manual results, newest first. A manual result shows whether it reached the copy, or why not. */
export function ResultsTable(props: {
  caption: string;
  results: readonly CopyResult[];
  empty: ReactNode;
  /**
   * Layout of four columns for narrow places: the state is shown only if it is not "copied", and the trader below the
   * pair. The page of one copy omits the trader.
   */
  short?: 'of all copies' | 'of one copy';
  atMost?: number;
}) {
  return (
    <Table
      caption={props.caption}
      rows={props.results}
      rowKey={({ id }) => id}
      empty={props.empty}
      atMost={props.atMost}
      dense
      columns={props.short === 'of one copy' ? [pair, ...RESULT_COLUMNS] : props.short ? SHORT_COLUMNS : COLUMNS}
    />
  );
}

const pair: Column<CopyResult> = { header: 'Trade pair', cell: (result) => result.pair };
const amount: Column<CopyResult> = {
  header: 'Amount',
  align: 'end',
  cell: (result) => <Profit cents={toSignedResult(result)} />,
};
const type: Column<CopyResult> = {
  header: 'Type',
  spare: true,
  cell: (result) => <StatusBadge status={result.type} />,
};
const date: Column<CopyResult> = { header: 'Closed', cell: ({ at }) => <Time at={at} /> };

const COLUMNS: Column<CopyResult>[] = [
  { ...pair, cell: (result) => <PairAndState {...result} /> },
  { ...amount, cell: (result) => <ProfitUsd cents={toSignedResult(result)} /> },
  type,
  { header: 'Trader', cell: (result) => <Leader {...result} /> },
  date,
];

const RESULT_COLUMNS: Column<CopyResult>[] = [
  amount,
  {
    ...type,
    cell: (result) => (
      <Cluster>
        <StatusBadge status={result.type} />
        {result.status !== 'posted' && <StatusBadge status={result.status} />}
      </Cluster>
    ),
  },
  date,
];

const SHORT_COLUMNS: Column<CopyResult>[] = [
  {
    ...pair,
    cell: (result) => (
      <Stack gap="tight">
        {result.pair}
        <InColumn>
          <LeaderLink {...result} />
        </InColumn>
      </Stack>
    ),
  },
  { header: 'Trader', slim: true, cell: (result) => <LeaderLink {...result} brief /> },
  ...RESULT_COLUMNS,
];

/** Pair, with the state of a manual result and its reason below, unless it was copied. */
const PairAndState = ({ pair: name, status, reason }: CopyResult) => (
  <Stack gap="tight">
    {name}
    {status !== 'posted' && (
      <Muted>
        {stateName(status)}
        {reason && `: ${reason}`}
      </Muted>
    )}
  </Stack>
);

/**
 * Link to the copy for a closed order; for a manual result, a link to the trader and the note that
 * management entered it.
 */
const LeaderLink = ({ trader, leaderAmount, copyId, brief }: CopyResult & { brief?: boolean }) => (
  <>
    <Link
      to={leaderAmount === null ? `/usercopytrade/${copyId}` : `/traders/${trader.id}`}
      className="inline-block min-h-6 no-underline"
    >
      {trader.firstName} {trader.lastName}
    </Link>
    {leaderAmount !== null && (
      <Small>
        {' '}
        {/* A row on a phone has no room for the whole label. */}
        {!brief && <span className="in-column">entered </span>}
        by management
      </Small>
    )}
  </>
);

const Leader = (result: CopyResult) => (
  <Stack gap="tight">
    <span>
      <LeaderLink {...result} />
    </span>
    {result.leaderAmount !== null && (
      <InColumn>
        <Muted>
          Trader’s result:{' '}
          <Money cents={result.type === 'profit' ? result.leaderAmount : -result.leaderAmount} signed />
        </Muted>
      </InColumn>
    )}
  </Stack>
);
