import { Notice } from '~/ui/messages/Notice';
import type { InvitationFacts } from '../queries.server';

export const InvitedBy = ({ firstName, username }: InvitationFacts) => (
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
