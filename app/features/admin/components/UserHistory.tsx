import { Badge, Money, StatusBadge, Time } from '~/ui/Data';
import { Section, Stack } from '~/ui/Layout';
import { Table } from '~/ui/Table';
import { Code, Muted } from '~/ui/Text';
import type { UserFile } from '../user.server';

/** The statement, newest first, each line under the name its owner reads. */
export function Statement({ lines, total }: UserFile['statement']) {
  const lead = total > lines.length ? `The newest ${lines.length} of ${total} lines` : undefined;
  return (
    <Section title="Statement" lead={lead}>
      <Table
        caption="Statement, newest first"
        rows={lines}
        rowKey={({ journalId }) => journalId}
        empty="No money has moved yet."
        columns={[
          {
            header: 'What',
            cell: ({ title, reason }) => (
              <Stack gap="tight">
                <span>{title}</span>
                {reason && <Muted>{reason}</Muted>}
              </Stack>
            ),
          },
          { header: 'When', cell: ({ at }) => <Time at={at} /> },
          { header: 'Moved', align: 'end', cell: ({ amount }) => <Money cents={amount} /> },
          { header: 'Change', align: 'end', cell: ({ change }) => <Money cents={change} signed /> },
          { header: 'Funded after', align: 'end', cell: ({ fundedAfter }) => <Money cents={fundedAfter} /> },
        ]}
      />
    </Section>
  );
}

type History = Pick<UserFile, 'deposits' | 'withdrawals' | 'investments' | 'copies'>;

/** What a user asked for, bought and follows. */
export function UserHistory({ deposits, withdrawals, investments, copies }: History) {
  return (
    <>
      <Section title="Deposits">
        <Table
          caption="Deposits, newest first"
          rows={deposits}
          rowKey={({ id }) => id}
          empty="No deposits yet."
          columns={[
            { header: 'Method', cell: ({ method }) => method },
            { header: 'Asked for', cell: ({ createdAt }) => <Time at={createdAt} /> },
            { header: 'Amount', align: 'end', cell: ({ amount }) => <Money cents={amount} /> },
            {
              header: 'Received',
              align: 'end',
              cell: ({ received }) => (received === null ? '' : <Money cents={received} />),
            },
            { header: 'State', cell: (row) => <State {...row} /> },
          ]}
        />
      </Section>
      <Section title="Withdrawals">
        <Table
          caption="Withdrawals, newest first"
          rows={withdrawals}
          rowKey={({ id }) => id}
          empty="No withdrawals yet."
          columns={[
            { header: 'Method', cell: ({ method }) => method },
            { header: 'Asked for', cell: ({ requestedAt }) => <Time at={requestedAt} /> },
            { header: 'Wallet', cell: ({ wallet }) => <Code>{wallet}</Code> },
            { header: 'Amount', align: 'end', cell: ({ amount }) => <Money cents={amount} /> },
            { header: 'State', cell: (row) => <State {...row} /> },
          ]}
        />
      </Section>
      <Section title="Investments">
        <Table
          caption="Investments, newest first"
          rows={investments}
          rowKey={({ id }) => id}
          empty="No investments yet."
          columns={[
            { header: 'Plan', cell: ({ planName }) => planName },
            { header: 'Opened', cell: ({ openedAt }) => <Time at={openedAt} /> },
            { header: 'Principal', align: 'end', cell: ({ principal }) => <Money cents={principal} /> },
            { header: 'Days accrued', cell: ({ daysAccrued, days }) => `${daysAccrued} of ${days}` },
            { header: 'State', cell: (row) => <State {...row} /> },
          ]}
        />
      </Section>
      <Section title="Copies">
        <Table
          caption="Copied traders, newest first"
          rows={copies}
          rowKey={({ copy }) => copy.id}
          empty="No copied traders yet."
          columns={[
            { header: 'Trader', cell: ({ firstName, lastName }) => `${firstName} ${lastName}` },
            { header: 'Started', cell: ({ copy }) => <Time at={copy.startedAt} /> },
            { header: 'Put in', align: 'end', cell: ({ copy }) => <Money cents={copy.contributed} /> },
            { header: 'Result', align: 'end', cell: ({ copy }) => <Money cents={copy.result} signed /> },
            { header: 'State', cell: ({ copy }) => <State status={copy.status} reason={copy.stopReason} /> },
          ]}
        />
      </Section>
    </>
  );
}

const State = ({ status, reason }: { status: string; reason?: string | null }) => (
  <Stack gap="tight">
    <StatusBadge status={status} />
    {reason && <span>{reason}</span>}
  </Stack>
);

/** Three flags that are three different things; none of them stops a withdrawal. */
export const Flags = ({ person }: Pick<UserFile, 'person'>) => (
  <>
    <StatusBadge status={person.status} />
    <Badge tone={person.emailVerifiedAt ? 'good' : 'warning'}>
      {person.emailVerifiedAt ? 'email verified' : 'email not verified'}
    </Badge>
    <Badge tone={person.pdtUnlocked ? 'good' : 'neutral'}>{person.pdtUnlocked ? 'PDT unlocked' : 'PDT locked'}</Badge>
  </>
);
