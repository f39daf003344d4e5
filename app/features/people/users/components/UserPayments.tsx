import { ReferenceId } from '~/features/money/components';
import { useMay } from '~/features/people/staff/components/May';
import { methodText } from '~/platform/text/methodText';
import { FILE_RIGHTS } from '~/signIns/rights';
import { Id } from '~/ui/Text';
import { Money, Time } from '~/ui/tables/Data';
import { Table } from '~/ui/tables/Table';
import type { UserPartData } from '../userParts.server';
import { HeldState } from './internal/HeldState';
import { REASON_COLUMN } from './internal/reasonColumn';
import { UserPartLink } from './internal/UserPartLink';

type Rows<P> = Extract<UserPartData, { part: P; page: unknown }>['page']['rows'];

const ProofLink = ({ id }: { id: string }) =>
  useMay()(FILE_RIGHTS.proof) ? <a href={`/files/${id}`}>Open</a> : 'Sent';

const METHOD_COLUMN = {
  header: 'Method',
  cell: ({ id, method }: { id: string; method: string }) => (
    <UserPartLink id={id} right="payments:read">
      {method === 'manual' ? 'Entered by management' : methodText(method)}
    </UserPartLink>
  ),
};

export const UserDeposits = ({ rows }: { rows: Rows<'deposits'> }) => (
  <Table
    caption="Deposits, newest first"
    rows={rows}
    rowKey={({ id }) => id}
    empty="No deposits yet."
    dense
    leads
    columns={[
      METHOD_COLUMN,
      { header: 'Submitted', cell: ({ createdAt }) => <Time at={createdAt} /> },
      { header: 'Amount', align: 'end', cell: ({ amount }) => <Money cents={amount} /> },
      {
        header: 'Received',
        align: 'end',
        folded: true,
        cell: ({ received }) => (received === null ? '' : <Money cents={received} />),
      },
      {
        header: 'In coin',
        folded: true,
        cell: ({ coins }) => coins.received ?? (coins.requested && `${coins.requested} requested`),
      },
      {
        header: 'Transaction',
        folded: true,
        cell: ({ transactionId }) => transactionId && <Id>{transactionId}</Id>,
      },
      {
        header: 'Proof',
        folded: true,
        cell: ({ proofFileId, transactionId }) =>
          proofFileId ? <ProofLink id={proofFileId} /> : transactionId ? 'Transaction ID' : 'No proof',
      },
      { header: 'State', cell: (row) => <HeldState {...row} /> },
      REASON_COLUMN,
    ]}
  />
);

export const UserWithdrawals = ({ rows }: { rows: Rows<'withdrawals'> }) => (
  <Table
    caption="Withdrawals, newest first"
    rows={rows}
    rowKey={({ id }) => id}
    empty="No withdrawals yet."
    dense
    leads
    columns={[
      METHOD_COLUMN,
      { header: 'Requested', cell: ({ requestedAt }) => <Time at={requestedAt} /> },
      { header: 'Wallet', folded: true, cell: ({ wallet }) => <Id>{wallet}</Id> },
      { header: 'Amount', align: 'end', cell: ({ amount }) => <Money cents={amount} /> },
      { header: 'Amount sent', folded: true, cell: ({ sent }) => sent },
      { header: 'Reference', folded: true, cell: (row) => <ReferenceId {...row} /> },
      { header: 'State', cell: (row) => <HeldState {...row} /> },
      REASON_COLUMN,
    ]}
  />
);
