import { Section } from '~/ui/layout/Layout';
import { Table } from '~/ui/tables/Table';
import type { ListedTrader } from '../../list/queries.server';
import { formatRatioOrDash, formatShare, MonthlyReturn } from './Figures';

export function DeclaredFigures({ trader: { declared, figures, followers } }: { trader: ListedTrader }) {
  const rows = [
    { name: 'Win rate', declared: declared?.winRate, computed: formatShare(figures.winRateBps) },
    {
      name: 'Average return',
      declared: declared?.avgReturn,
      computed: <MonthlyReturn bps={figures.monthlyReturnBps} />,
    },
    { name: 'Copiers', declared: declared?.followers, computed: followers },
    { name: 'Risk/reward', declared: declared?.rrRatio, computed: formatRatioOrDash(figures.riskReward) },
  ];
  return (
    <Section title="Declared against computed">
      <Table
        caption="Figures as declared and as computed"
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          { header: 'Figure', cell: ({ name }) => name },
          { header: 'Declared', align: 'end', cell: ({ declared }) => declared || 'nothing' },
          { header: 'Computed', align: 'end', cell: ({ computed }) => computed },
        ]}
      />
    </Section>
  );
}
