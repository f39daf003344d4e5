import type { ReactNode } from 'react';
import { percentText } from '~/platform/text/percent';
import { LinkButton } from '~/ui/Button';
import { Money } from '~/ui/tables/Data';
import { Table } from '~/ui/tables/Table';
import { Link } from '~/web/router';
import type { ListedTrader } from '../../list/queries.server';
import { labelsOf } from '../../sources';
import { ClosedAndOpen, MonthlyReturn, RecordLine, RecordReturn, Risk, rateText, ratioText } from '../record/Figures';
import { nameOf } from './TraderCard';

const ROWS: readonly { figure: string; of: (trader: ListedTrader) => ReactNode }[] = [
  {
    figure: 'Kind',
    of: (trader) => labelsOf(trader).join(', '),
  },
  { figure: '90 days', of: (trader) => <RecordLine record={trader.record} name={nameOf(trader)} /> },
  { figure: '1 month', of: ({ record }) => <RecordReturn bps={record?.monthReturnBps} /> },
  { figure: '3 months', of: ({ record }) => <RecordReturn bps={record?.quarterReturnBps} /> },
  { figure: '1 year', of: ({ record }) => <RecordReturn bps={record?.yearReturnBps} /> },
  { figure: 'Avg month', of: ({ figures }) => <MonthlyReturn bps={figures.monthlyReturnBps} /> },
  {
    figure: 'Largest fall',
    of: ({ record }) => (record && record.days > 0 ? percentText(record.maxDrawdownBps) : 'too short'),
  },
  { figure: 'Risk', of: ({ record }) => <Risk record={record} /> },
  { figure: 'Win rate', of: ({ figures }) => rateText(figures.winRateBps) },
  { figure: 'Profit factor', of: ({ figures }) => ratioText(figures.profitFactor) },
  { figure: 'Risk/reward', of: ({ figures }) => ratioText(figures.riskReward) },
  { figure: 'Trades', of: ({ figures }) => <ClosedAndOpen figures={figures} /> },
  { figure: 'Record', of: ({ record }) => `${record?.days ?? 0} days` },
  { figure: 'Markets', of: ({ record }) => record?.markets.trim().split(' ').filter(Boolean).join(', ') || 'none yet' },
  { figure: 'Followers', of: ({ followers }) => followers },
  { figure: 'Minimum', of: ({ minimumCapital }) => <Money cents={minimumCapital} /> },
  {
    figure: 'Copy',
    of: (trader) =>
      trader.status === 'open' ? (
        <LinkButton to={`/traders/${trader.id}/copy`} tone="primary">
          Copy<span className="sr-only"> {nameOf(trader)}</span>
        </LinkButton>
      ) : (
        'not open to new copies'
      ),
  },
];

/** Two or three traders side by side, figure by figure. */
export function CompareTraders({ traders }: { traders: ListedTrader[] }) {
  return (
    <Table
      caption="Traders side by side"
      rows={ROWS}
      rowKey={({ figure }) => figure}
      narrow
      columns={[
        { header: 'Figure', cell: ({ figure }) => figure },
        ...traders.map((trader) => ({
          header: nameOf(trader),
          cell: ({ of }: (typeof ROWS)[number]) => of(trader),
        })),
      ]}
    />
  );
}

/** Where the profiles of those who are compared are. */
export const ComparedNames = ({ traders }: { traders: ListedTrader[] }) => (
  <ul className="flex flex-wrap gap-x-4">
    {traders.map((trader) => (
      <li key={trader.id}>
        <Link to={`/traders/${trader.id}`}>{nameOf(trader)}</Link>
      </li>
    ))}
  </ul>
);
