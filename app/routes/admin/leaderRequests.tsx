import { QueueScreen } from '~/features/backoffice/reviewQueue/components/QueueScreen';
import { LeaderRequestCard } from '~/features/copying/beingCopied/components/LeaderRequestCard';
import { LEADER_REQUESTS } from '~/features/copying/beingCopied/decideRequest.server';
import {
  loadLeaderChoices,
  loadLeaderQueue,
  loadRequestRecord,
  toLeaderRow,
} from '~/features/copying/beingCopied/queries.server';
import { useLoaderData } from '~/web/router';
import { createQueueAction, createQueueLoader } from './decide.server';

export const loader = createQueueLoader(LEADER_REQUESTS, 'traders:read', {
  find: loadLeaderQueue,
  row: toLeaderRow,
  choices: loadLeaderChoices,
  more: async ({ owner }, keys) => ({ keys, record: await loadRequestRecord(owner.id) }),
});

export const action = createQueueAction(LEADER_REQUESTS);

// Reloads after refusals too: other administrators may have decided meanwhile, and the forms need new keys.
export const shouldRevalidate = () => true;

export default function Queue() {
  const queue = useLoaderData<typeof loader>();
  const { open, reasons } = queue;
  return (
    <QueueScreen {...queue} title="Trader applications" path="/admin/leader-requests" what="Record">
      {open && <LeaderRequestCard key={open.row.id} {...open} me={queue.me} reasons={reasons} />}
    </QueueScreen>
  );
}
