import type { ReactNode } from 'react';
import { Link } from '~/ui/Link';
import { Card, Figures } from '~/ui/layout/Layout';
import { Badge, Money, Profit, Stat, StatusBadge } from '~/ui/tables/Data';
import { InRow, PictureIndent, Table } from '~/ui/tables/Table';
import type { ListedCopy } from '../queries.server';
import { CopyLine, LeaderFace, OpensAt, ReturnOnCapital, TotalResult } from './CopyRows';

export const CopiesTable = ({ copies, caption }: { copies: ListedCopy[]; caption: string }) => (
  <Table
    caption={caption}
    rows={copies}
    rowKey={({ id }) => id}
    dense
    leads
    columns={[
      {
        header: 'Trader',
        cell: (copy) => (
          <span className="flex items-center gap-3">
            <LeaderFace copy={copy} size="small" />
            <span>
              <Link to={`/usercopytrade/${copy.id}`} className="inline-block min-h-6 no-underline">
                {copy.traderName}
              </Link>
              {copy.manualLabel && <span className="block text-sm text-muted">{copy.manualLabel}</span>}
              {copy.opensAt && (
                <span className="block text-sm text-muted">
                  <OpensAt at={copy.opensAt} />
                </span>
              )}
            </span>
          </span>
        ),
      },
      { header: 'Last 30 days', spare: true, cell: (copy) => <CopyLine copy={copy} /> },
      { header: 'Value', align: 'end', cell: ({ live, equity }) => (live ? <Money cents={equity} /> : '–') },
      { header: 'Today', align: 'end', cell: ({ live, today }) => (live ? <TodayResult cents={today} /> : '–') },
      { header: 'Result', align: 'end', cell: (copy) => <TotalResult copy={copy} slim /> },
      { header: 'State', spare: true, cell: (copy) => <CopyState copy={copy} /> },
    ]}
  />
);

const TodayResult = ({ cents }: { cents: bigint }) => (
  <>
    <PictureIndent />
    <InRow>Today </InRow>
    <Profit cents={cents} />
  </>
);

const CopyState = ({ copy }: { copy: ListedCopy }) => (
  <span className="flex flex-wrap items-center gap-1">
    <StatusBadge status={copy.status} />
    {copy.lacksStake && <Badge>opens nothing new</Badge>}
    {copy.asksForShare && <Badge>new terms</Badge>}
  </span>
);

export function CopiesTogether({ copies, children }: { copies: ListedCopy[]; children: ReactNode }) {
  const sum = (of: (copy: ListedCopy) => bigint) => copies.reduce((all, copy) => all + of(copy), 0n);
  const together = { total: sum(({ total }) => total), capital: sum(({ capital }) => capital) };
  return (
    <Card>
      <Figures>
        <Stat label="Value of all copies" value={<Money cents={sum(({ equity }) => equity)} />} />
        <Stat
          label="Result of all copies"
          value={<Profit cents={together.total} />}
          detail={<ReturnOnCapital {...together} />}
        />
        <Stat label="Today, all copies" value={<Profit cents={sum(({ today }) => today)} />} />
      </Figures>
      {children}
    </Card>
  );
}
