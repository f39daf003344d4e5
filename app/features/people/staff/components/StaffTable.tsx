import { capitalise } from '~/platform/text/capitalised';
import { durationText } from '~/platform/text/durationText';
import { Button } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Cluster, Stack } from '~/ui/layout/Layout';
import { Muted, Small, VisuallyHidden, WrappedText } from '~/ui/Text';
import { Badge, Time } from '~/ui/tables/Data';
import { InColumn, Table } from '~/ui/tables/Table';
import { Link } from '~/web/router';
import type { DecisionTimes } from '../decisionTimes.server';
import { DECISION_TIMES_DAYS } from '../schema';
import type { listStaff, StaffMember } from '../staff.server';
import { May } from './May';

type Invitation = Awaited<ReturnType<typeof listStaff>>['invitations'][number];

export const InvitationsTable = ({ invitations }: { invitations: Invitation[] }) => (
  <Table
    caption="Invitations"
    rows={invitations}
    rowKey={({ id }) => id}
    dense
    columns={[
      {
        header: 'Name',
        cell: ({ name, email }) => (
          <Stack gap="tight">
            <span>{name}</span>
            <InColumn>
              <WrappedText>{email}</WrappedText>
            </InColumn>
          </Stack>
        ),
      },
      { header: 'Email', slim: true, cell: ({ email }) => email },
      { header: 'Role', cell: ({ role }) => capitalise(role) },
      { header: 'Invited by', folded: true, cell: ({ inviter }) => inviter },
      {
        header: 'Works until',
        folded: true,
        cell: ({ expiresAt, isOver }) => (isOver ? <Badge tone="warning">Expired</Badge> : <Time at={expiresAt} />),
      },
      {
        header: 'Action',
        folded: true,
        cell: ({ id, email }) => (
          <May right="staff:change">
            <PostForm action="/admin/staff" at="invitations" inline>
              <input type="hidden" name="id" value={id} />
              <Button name="_intent" value="withdraw">
                Withdraw
                <VisuallyHidden> the invitation of {email}</VisuallyHidden>
              </Button>
            </PostForm>
          </May>
        ),
      },
    ]}
  />
);

const waitText = (wait: number | null) => (wait === null ? '–' : durationText(wait));

export const DecisionTimesTable = ({ times }: { times: DecisionTimes[] }) => (
  <Table
    caption="Decisions by administrator and queue"
    rows={times}
    rowKey={({ id, queue }) => `${id} ${queue}`}
    empty="Nothing was decided."
    dense
    columns={[
      { header: 'Administrator', cell: ({ who }) => who },
      { header: 'Queue', cell: ({ queue }) => queue },
      { header: 'Decided', align: 'end', cell: ({ count }) => count },
      { header: 'A day', align: 'end', folded: true, cell: ({ count }) => (count / DECISION_TIMES_DAYS).toFixed(1) },
      { header: 'Usual wait', align: 'end', cell: ({ median }) => waitText(median) },
      { header: 'Longest wait', align: 'end', folded: true, cell: ({ longest }) => waitText(longest) },
    ]}
  />
);

export const StaffTable = ({ staff }: { staff: StaffMember[] }) => (
  <Table
    caption="Administrators"
    rows={staff}
    rowKey={({ id }) => id}
    dense
    leads
    columns={[
      {
        header: 'Name',
        cell: ({ id, name, email }) => (
          <Stack gap="tight">
            <Link to={`/admin/staff/${id}`}>{name}</Link>
            <InColumn>
              <Small>
                <WrappedText>{email}</WrappedText>
              </Small>
            </InColumn>
          </Stack>
        ),
      },
      { header: 'Email', slim: true, cell: ({ email }) => email },
      {
        header: 'Role',
        cell: ({ role, disabledAt }) => (
          <Cluster>
            {capitalise(role)}
            {disabledAt && <Badge tone="bad">Disabled</Badge>}
          </Cluster>
        ),
      },
      {
        header: 'Second factor',
        folded: true,
        cell: ({ factorSince }) => (
          <Badge tone={factorSince ? 'good' : 'warning'} icon={factorSince ? 'check' : 'dash'}>
            {factorSince ? 'On' : 'Off'}
          </Badge>
        ),
      },
      {
        header: 'Last seen',
        folded: true,
        cell: ({ lastSeenAt }) => (lastSeenAt ? <Time at={lastSeenAt} /> : <Muted>Never</Muted>),
      },
    ]}
  />
);
