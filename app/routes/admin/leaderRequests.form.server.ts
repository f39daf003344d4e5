import { rejectLeader } from '~/features/beingCopied/decideRequest.server';
import { leaderRequestMachine } from '~/features/beingCopied/states';
import { decision, type Queue } from '~/features/reviewQueue/decision';
import { decisionSchema, reasonSchema } from '~/features/reviewQueue/view';
import { previewedDecision } from './confirmedForm.server';

export const LEADER_REQUESTS: Queue = {
  path: '/admin/leader-requests',
  right: 'traders:change',
  machine: leaderRequestMachine,
  decisions: {
    accept: previewedDecision('accept', { act: 'leader-accept', schema: decisionSchema }),
    reject: decision('reject', {
      schema: reasonSchema,
      run: (tx, by, { id, reason }) => rejectLeader(tx, by, id, reason),
      says: 'Request rejected',
    }),
  },
};
