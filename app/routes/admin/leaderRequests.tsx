import { LeaderRequestCard } from '~/features/beingCopied/components/LeaderRequestCard';
import { LEADER_REQUESTS } from '~/features/beingCopied/decideRequest.server';
import { leaderQueue } from '~/features/beingCopied/queries.server';
import { decisionFieldId } from '~/features/reviewQueue/components/DecisionForm';
import { QueuePage } from '~/features/reviewQueue/components/QueuePage';
import { queueView } from '~/features/reviewQueue/view';
import { ActionProblem } from '~/features/shell/ActionProblem';
import { admin } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';
import { decisionKeys, queueAction } from './decide.server';

export const meta = () => [{ title: 'Copy requests · Mirrorbook' }];

export const loader = admin.loader('traders:read', async ({ administrator, url }) => {
  const view = queueView(url.searchParams);
  const { rows, total } = await leaderQueue(view);
  const keysOf = (status: string) => decisionKeys(LEADER_REQUESTS, status, administrator);
  return { view, total, rows: rows.map((row) => ({ ...row, keys: keysOf(row.request.status) })) };
});

export const action = queueAction(LEADER_REQUESTS);

// After a refusal, too: what another administrator decided meanwhile is to be seen, and the forms want new keys.
export const shouldRevalidate = () => true;

export default function LeaderRequests() {
  const { view, total, rows } = useLoaderData<typeof loader>();
  return (
    <QueuePage
      title="Copy requests"
      lead="Investors who ask to be copied by others."
      path="/admin/leader-requests"
      view={view}
      total={total}
      notice={<ActionProblem fieldId={decisionFieldId} />}
    >
      {rows.map((row) => (
        <LeaderRequestCard key={row.request.id} {...row} />
      ))}
    </QueuePage>
  );
}
