import { Button } from '~/ui/Button';
import { Badge, Time } from '~/ui/Data';
import { PostForm } from '~/ui/Form';
import { Stack } from '~/ui/Layout';
import { Table } from '~/ui/Table';
import { Code, VisuallyHidden } from '~/ui/Text';
import type { SignIn } from '../queries.server';

/** Everywhere a user is signed in, each to be ended but this one, which has "Log out" for that. */
export const SessionsTable = ({ sessions }: { sessions: SignIn[] }) => (
  <Table
    caption="Where you are signed in, the last used first"
    rows={sessions}
    rowKey={({ id }) => id}
    columns={[
      {
        header: 'Device',
        cell: ({ device, isApi }) => (
          <Stack gap="tight">
            <span>{device}</span>
            {isApi && <Badge>API token</Badge>}
          </Stack>
        ),
      },
      { header: 'Address', cell: ({ address }) => (address ? <Code>{address}</Code> : 'not known') },
      { header: 'Signed in', cell: ({ createdAt }) => <Time at={createdAt} /> },
      { header: 'Last used', cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
      {
        header: 'Action',
        cell: ({ id, device, isThis }) =>
          isThis ? (
            <Badge tone="good">This one</Badge>
          ) : (
            <PostForm inline>
              <input type="hidden" name="session" value={id} />
              <Button tone="danger">
                Sign out
                <VisuallyHidden> {device}</VisuallyHidden>
              </Button>
            </PostForm>
          ),
      },
    ]}
  />
);
