import { capitalised } from '~/platform/text/capitalised';
import { Cluster, Stack } from '~/ui/layout/Layout';
import { Muted, Small, Typed } from '~/ui/Text';
import { Badge, Time } from '~/ui/tables/Data';
import { InColumn, Table } from '~/ui/tables/Table';
import { Link } from '~/web/router';
import type { StaffMember } from '../staff.server';

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
                <Typed>{email}</Typed>
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
            {capitalised(role)}
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
