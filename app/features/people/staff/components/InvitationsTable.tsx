import { capitalised } from '~/platform/text/capitalised';
import { Button } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Stack } from '~/ui/layout/Layout';
import { Typed, VisuallyHidden } from '~/ui/Text';
import { Badge, Time } from '~/ui/tables/Data';
import { InColumn, Table } from '~/ui/tables/Table';
import type { wholeStaff } from '../staff.server';
import { May } from './May';

type Invitation = Awaited<ReturnType<typeof wholeStaff>>['invitations'][number];

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
              <Typed>{email}</Typed>
            </InColumn>
          </Stack>
        ),
      },
      { header: 'Email', slim: true, cell: ({ email }) => email },
      { header: 'Role', cell: ({ role }) => capitalised(role) },
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
