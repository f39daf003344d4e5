import { Button } from '~/ui/Button';
import { Badge, Time } from '~/ui/Data';
import { PostForm } from '~/ui/Form';
import { Stack } from '~/ui/Layout';
import { Table } from '~/ui/Table';
import { Typed, VisuallyHidden } from '~/ui/Text';
import type { wholeStaff } from '../staff.server';
import { May } from './May';

type Invitation = Awaited<ReturnType<typeof wholeStaff>>['invitations'][number];

/** Invitations that were neither accepted nor withdrawn. */
export const InvitationsTable = ({ invitations }: { invitations: Invitation[] }) => (
  <Table
    caption="Invitations"
    rows={invitations}
    rowKey={({ id }) => id}
    columns={[
      {
        header: 'Name',
        cell: ({ name, email }) => (
          <Stack gap="tight">
            <span>{name}</span>
            <Typed>{email}</Typed>
          </Stack>
        ),
      },
      { header: 'Role', cell: ({ role }) => role },
      { header: 'Invited by', cell: ({ inviter }) => inviter },
      {
        header: 'Works until',
        cell: ({ expiresAt, isOver }) => (isOver ? <Badge tone="warning">expired</Badge> : <Time at={expiresAt} />),
      },
      {
        header: 'Action',
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
