import { QueueScreen } from '~/features/backoffice/reviewQueue/components/QueueScreen';
import { SUPPORT_QUEUE } from '~/features/people/support/answer.server';
import { SupportCard } from '~/features/people/support/components/SupportCard';
import {
  listSupportChoices,
  loadSupportContext,
  loadSupportQueue,
  possibleSupportDecisions,
  toSupportRow,
} from '~/features/people/support/queries.server';
import { Link, useLoaderData } from '~/web/router';
import { createQueueAction, createQueueLoader } from './decide.server';

export const loader = createQueueLoader(SUPPORT_QUEUE, 'support:read', {
  find: loadSupportQueue,
  row: toSupportRow,
  choices: listSupportChoices,
  more: async (found, keys) => ({ ...(await loadSupportContext(found)), keys: possibleSupportDecisions(found, keys) }),
});

export const action = createQueueAction(SUPPORT_QUEUE);

// Reloads after refusals too: other administrators may have decided meanwhile, and the forms need new keys.
export const shouldRevalidate = () => true;

export default function Queue() {
  const queue = useLoaderData<typeof loader>();
  const { open } = queue;
  return (
    <QueueScreen
      {...queue}
      title="Support"
      path="/admin/support"
      what="Subject"
      tools={
        <>
          <Link to="/admin/support/replies" className="work-tool-name">
            Saved replies
          </Link>
          <a href="/admin/complaints.csv" download className="work-tool-name">
            Complaints as CSV
          </a>
        </>
      }
    >
      {open && <SupportCard key={open.row.id} {...open} me={queue.me} />}
    </QueueScreen>
  );
}
