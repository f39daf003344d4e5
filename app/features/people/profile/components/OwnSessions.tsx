import { SessionsTable } from '~/features/people/sessions/components/SessionsTable';
import { Button } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { VisuallyHidden } from '~/ui/Text';
import { Badge } from '~/ui/tables/Data';
import type { OwnSignIn } from '../queries.server';

export const OwnSessions = ({ sessions }: { sessions: OwnSignIn[] }) => (
  <SessionsTable
    caption="Where you are signed in, the last used first"
    sessions={sessions}
    last={{
      header: 'Action',
      align: 'end',
      cell: ({ id, device, isThis }) =>
        isThis ? (
          <Badge tone="good">This device</Badge>
        ) : (
          <PostForm inline at="main">
            <input type="hidden" name="session" value={id} />
            <Button tone="danger">
              Sign out
              <VisuallyHidden> {device}</VisuallyHidden>
            </Button>
          </PostForm>
        ),
    }}
  />
);
