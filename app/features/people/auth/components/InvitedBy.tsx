import { Notice } from '~/ui/messages/Notice';
import type { Invitation } from '../queries.server';

export const InvitedBy = ({ firstName, username }: Invitation) => (
  <Notice tone="info">
    Invited by{' '}
    <strong>
      {firstName ? (
        <>
          <bdi>{firstName}</bdi> ({username})
        </>
      ) : (
        username
      )}
    </strong>
  </Notice>
);
