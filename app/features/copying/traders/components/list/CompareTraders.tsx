import type { ReactNode } from 'react';
import { percentText } from '~/platform/text/percent';
import { LinkButton } from '~/ui/Button';
import { Link } from '~/ui/Link';
import { Money } from '~/ui/tables/Data';
import { SideBySide } from '~/ui/tables/SideBySide';
import { findBest } from '../../list/best';
import type { ComparedTrader } from '../../list/facts';
import { isManualTrader, listLabelsInCalls } from '../../sources';
import { getTraderName } from '../../traderName';
import {
  ClosedAndOpen,
  formatRatioOrDash,
  formatRisk,
  formatShare,
  formatTradesPerMonth,
  MonthlyReturn,
  RecordLine,
  RecordReturn,
} from '../record/Figures';
import { TraderPicture } from './TraderCard';

type FigureRow = {
  figure: string;
  about?: string;
  of: (trader: ComparedTrader) => ReactNode;
  /**
   * Value by which the best trader of the row is marked; absent if the row has no best. `prefer`: whether higher or
   * lower is better.
   */
  by?: (trader: ComparedTrader) => number | string | null | undefined;
  prefer?: 'most' | 'least';
};

const FIGURE_ROWS: readonly FigureRow[] = [
  { figure: 'Kind', about: 'Where the results come from.', of: (trader) => listLabelsInCalls(trader).join(', ') },
  {
    figure: 'Past year',
    about: 'The net asset value over twelve months, or over the whole record where that is shorter.',
    of: (trader) => <RecordLine record={trader.record} name={getTraderName(trader)} />,
  },
  {
    figure: '1 month',
    of: ({ record }) => <RecordReturn bps={record?.monthReturnBps} />,
    by: ({ record }) => record?.monthReturnBps,
  },
  {
    figure: '3 months',
    of: ({ record }) => <RecordReturn bps={record?.quarterReturnBps} />,
    by: ({ record }) => record?.quarterReturnBps,
  },
  {
    figure: '12 months',
    of: ({ record }) => <RecordReturn bps={record?.yearReturnBps} />,
    by: ({ record }) => record?.yearReturnBps,
  },
  {
    figure: 'Largest fall',
    about: 'The largest fall of the net asset value from a high, in percent of that high, by the ends of days.',
    of: ({ record }) => (record && record.days > 0 ? percentText(record.maxDrawdownBps) : 'too short'),
    by: ({ record }) => (record && record.days > 0 ? record.maxDrawdownBps : null),
    prefer: 'least',
  },
  {
    figure: 'Risk',
    about: '1 to 10, by how much a year’s result can be expected to move.',
    of: ({ record }) => formatRisk(record),
    by: ({ record }) => record?.risk,
    prefer: 'least',
  },
  {
    figure: 'Average month',
    about: 'The mean of the returns by month, which count open positions.',
    of: ({ figures }) => <MonthlyReturn bps={figures.monthlyReturnBps} />,
    by: ({ figures }) => figures.monthlyReturnBps,
  },
  {
    figure: 'Win rate',
    about: 'Trades closed with a profit, divided by all closed trades. Open losses are not included.',
    of: ({ figures }) => formatShare(figures.winRateBps),
    by: ({ figures }) => figures.winRateBps,
  },
  {
    figure: 'Profit factor',
    about: 'All profits divided by all losses. Above 1, profits exceeded losses.',
    of: ({ figures }) => formatRatioOrDash(figures.profitFactor),
    by: ({ figures }) => figures.profitFactor,
  },
  {
    figure: 'Risk/reward',
    about: 'The average profit divided by the average loss.',
    of: ({ figures }) => formatRatioOrDash(figures.riskReward),
    by: ({ figures }) => figures.riskReward,
  },
  { figure: 'Trades', of: ({ figures }) => <ClosedAndOpen figures={figures} /> },
  { figure: 'Trades a month', of: ({ monthly }) => formatTradesPerMonth(monthly).replace(/ trades? a month/, '') },
  { figure: 'Record', of: ({ record }) => `${record?.days ?? 0} days` },
  { figure: 'Markets', of: ({ record }) => record?.markets.trim().split(' ').filter(Boolean).join(', ') || 'none yet' },
  { figure: 'Copiers', of: ({ followers }) => followers },
  { figure: 'Minimum', of: ({ minimumCapital }) => <Money cents={minimumCapital} /> },
];

function comparable(row: FigureRow, trader: ComparedTrader): number | null {
  const value = row.by?.(trader);
  if (value === undefined || value === null || typeof value === 'string' || isManualTrader(trader)) return null;
  return Number(value);
}

export function CompareTraders({ traders, copied }: { traders: ComparedTrader[]; copied: (id: string) => ReactNode }) {
  return (
    <SideBySide
      caption="Traders side by side"
      heads={traders.map((trader) => ({
        key: trader.id,
        head: (
          <span className="flex min-w-0 flex-col items-start gap-1">
            <TraderPicture trader={trader} />
            <Link to={`/traders/${trader.id}`} className="inline-block min-h-6 max-w-full">
              {getTraderName(trader)}
            </Link>
          </span>
        ),
      }))}
      rows={[
        ...FIGURE_ROWS.map((row) => ({
          figure: row.figure,
          about: row.about,
          cells: traders.map((trader) => row.of(trader)),
          best: findBest(
            traders.map((trader) => comparable(row, trader)),
            row.prefer ?? 'most',
          ),
        })),
        {
          figure: 'Copy',
          cells: traders.map(
            (trader) =>
              copied(trader.id) ||
              (trader.status === 'open' ? (
                <LinkButton to={`/traders/${trader.id}/copy`}>
                  Copy<span className="sr-only"> {getTraderName(trader)}</span>
                </LinkButton>
              ) : (
                'not open to new copies'
              )),
          ),
        },
      ]}
    />
  );
}
