import { formatUsd } from '~/ledger/money';
import { LinkButton } from '~/ui/Button';
import { Empty, Money, StatusBadge, Time } from '~/ui/Data';
import { Stack } from '~/ui/Layout';
import { Table } from '~/ui/Table';
import { Muted } from '~/ui/Text';
import { Link } from '~/web/router';
import type { MirroredTrade } from '../queries.server';

/** `$ 1,234.50 USD`, as the spec writes it. */
const usdText = (cents: bigint) => `${formatUsd(cents).replace('$', '$ ')} USD`;

/** The user's own part of what their traders did, each with why it was passed by or waits. */
export function MirroredTrades({ trades }: { trades: MirroredTrade[] }) {
  if (trades.length === 0) {
    return (
      <Empty action={<LinkButton to="/fundwallet">Deposit</LinkButton>}>
        Your Trader has not placed any trades yet. Trades taken by your trader would be displayed here when available.
      </Empty>
    );
  }
  return (
    <Table
      caption="Trades taken by your traders, newest first"
      rows={trades}
      rowKey={({ mirror }) => mirror.id}
      columns={[
        { header: 'Trade pair', cell: ({ mirror }) => mirror.pair },
        { header: 'Amount', align: 'end', cell: ({ mirror }) => usdText(mirror.amount) },
        { header: 'Type', cell: ({ mirror }) => <StatusBadge status={mirror.type} /> },
        { header: 'Date', cell: ({ mirror }) => <Time at={mirror.at} /> },
        { header: 'Trader', cell: (row) => <Leader {...row} /> },
        { header: 'State', cell: ({ mirror: { status, reason } }) => <State status={status} reason={reason} /> },
      ]}
    />
  );
}

const Leader = ({ trader, leaderAmount }: MirroredTrade) => (
  <Stack gap="tight">
    <Link to={`/traders/${trader.id}`}>
      {trader.firstName} {trader.lastName}
    </Link>
    <Muted>
      traded for <Money cents={leaderAmount} />
    </Muted>
  </Stack>
);

const State = ({ status, reason }: { status: string; reason: string | null }) => (
  <Stack gap="tight">
    <StatusBadge status={status} />
    {reason && <Muted>{reason}</Muted>}
  </Stack>
);
