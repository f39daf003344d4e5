import { Money, Time } from '~/ui/Data';
import { Stack } from '~/ui/Layout';
import { Table } from '~/ui/Table';
import { Muted } from '~/ui/Text';
import type { transactionsPage } from '../queries.server';

type Line = Awaited<ReturnType<typeof transactionsPage>>['lines'][number];

/** What happened to everything that is owed to a user, each under its true name, with what was owed after it. */
export function LineTable({ lines, caption, empty }: { lines: Line[]; caption: string; empty: string }) {
  return (
    <Table
      caption={caption}
      rows={lines}
      rowKey={({ journalId }) => journalId}
      empty={empty}
      columns={[
        { header: 'What', cell: What },
        { header: 'Date', cell: ({ at }) => <Time at={at} /> },
        { header: 'Amount', align: 'end', cell: ({ amount }) => <Money cents={amount} /> },
        { header: 'Change', align: 'end', cell: Change },
        { header: 'Balance after', align: 'end', cell: ({ fundedAfter }) => <Money cents={fundedAfter} /> },
      ]}
    />
  );
}

export const What = ({ title, reason }: { title: string; reason: string | null }) => (
  <Stack gap="tight">
    <span>{title}</span>
    {reason && <Muted>{reason}</Muted>}
  </Stack>
);

/** Money that only moved between the user's own accounts changes nothing of what is owed to them. */
export const Change = ({ change }: { change: bigint }) =>
  change === 0n ? <Muted>internal transfer</Muted> : <Money cents={change} signed />;
