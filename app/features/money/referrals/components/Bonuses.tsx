import { Muted, WrappedText } from '~/ui/Text';
import { Money, StatusBadge, Time } from '~/ui/tables/Data';
import { Table } from '~/ui/tables/Table';
import type { BonusView } from '../queries.server';

export const Bonuses = ({ bonuses }: { bonuses: readonly BonusView[] }) => (
  <Table
    caption="Your referral bonuses, newest first"
    rows={bonuses}
    rowKey={({ id }) => id}
    dense
    empty="You have no referral bonuses yet."
    columns={[
      { header: 'Deposit approved', cell: ({ at }) => <Time at={at} dateOnly /> },
      { header: 'Friend', cell: ({ friend }) => <WrappedText>{friend}</WrappedText> },
      { header: 'Bonus', align: 'end', cell: ({ amount }) => <Money cents={amount} /> },
      { header: 'State', cell: ({ status }) => <StatusBadge status={status} /> },
      ...(bonuses.some(({ note }) => note)
        ? [{ header: 'Note', folded: true, cell: ({ note }: BonusView) => <Muted>{note}</Muted> }]
        : []),
    ]}
  />
);
