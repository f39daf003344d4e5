import { performPreviewed } from '~/features/approvals/perform.server';
import { rejectLeader } from '~/features/beingCopied/decideRequest.server';
import { leaderRequestMachine } from '~/features/beingCopied/states';
import { decision, type Queue } from '~/features/reviewQueue/decision';
import { decisionSchema, reasonSchema } from '~/features/reviewQueue/view';

export const LEADER_REQUESTS: Queue = {
  path: '/admin/leader-requests',
  right: 'traders:change',
  machine: leaderRequestMachine,
  decisions: {
    accept: decision('accept', {
      schema: decisionSchema,
      previews: true,
      run: (tx, by, asked, shown) => performPreviewed(tx, by, 'leader-accept', asked, shown),
      says: 'This investor can be copied now',
      confirmed: true,
    }),
    reject: decision('reject', {
      schema: reasonSchema,
      run: (tx, by, { id, reason }) => rejectLeader(tx, by, id, reason),
      says: 'Request rejected',
    }),
  },
};
