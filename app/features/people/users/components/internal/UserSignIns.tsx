import { SessionsTable } from '~/features/people/sessions/components/SessionsTable';
import { May } from '~/features/people/staff/components/May';
import { Button } from '~/ui/Button';
import { PostForm } from '~/ui/forms/Form';
import { Stack } from '~/ui/layout/Layout';
import { Time } from '~/ui/tables/Data';
import type { UserPartData } from '../../userParts.server';

export function SignIns({ sessions }: Extract<UserPartData, { part: 'sessions' }>) {
  return (
    <Stack>
      <SessionsTable
        caption="Where this user is signed in, the last used first"
        sessions={sessions}
        empty="This user is not signed in anywhere."
        last={{ header: 'Ends', folded: true, cell: ({ expiresAt }) => <Time at={expiresAt} /> }}
      />
      {sessions.length > 0 && (
        <May right="users:help">
          <PostForm inline at="main">
            <Button name="_intent" value="end-sign-ins" tone="danger">
              Sign out of all devices
            </Button>
          </PostForm>
        </May>
      )}
    </Stack>
  );
}
