import { ACTS, APPROVALS } from '~/acts.server';
import { listDecisionIntents } from '~/features/backoffice/approvals/act';
import { loadApprovalQueue } from '~/features/backoffice/approvals/approvals.server';
import { ApprovalCard } from '~/features/backoffice/approvals/components/ApprovalCard';
import { DecisionProblem } from '~/features/backoffice/reviewQueue/components/DecisionProblem';
import { QueuePage } from '~/features/backoffice/reviewQueue/components/QueuePage';
import { parseQueueView } from '~/features/backoffice/reviewQueue/view';
import { applyResultBatch, endCopiesOfRetired, runJobNow } from '~/features/copying/copy/jobs.server';
import { createConfirm } from '~/features/people/twofactor/confirmAdministrator.server';
import { isPaper } from '~/platform/env';
import { admin } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';
import { createDecisionKeys, decide } from './decide.server';

export const loader = admin.loader('approvals:read', async ({ administrator, url }) => {
  const view = parseQueueView(url.searchParams);
  const { total, rows } = await loadApprovalQueue(ACTS, view, administrator);
  const keyed = rows.map(({ decisions, ...row }) => ({
    ...row,
    keys: createDecisionKeys(APPROVALS, decisions, administrator),
  }));
  return { view, paper: isPaper(), total, rows: keyed };
});

export const action = admin.action(
  APPROVALS.right,
  async ({ form, ...context }) => {
    const view = parseQueueView(context.url.searchParams);
    const answer = await decide(APPROVALS, form, context.administrator.id, view, createConfirm(context));
    // The approved act may have entered a trade or retired a trader, so copies are updated at once.
    await runJobNow(applyResultBatch);
    await runJobNow(endCopiesOfRetired);
    return answer;
  },
  listDecisionIntents(APPROVALS),
);

// Reloads after refusals too: other administrators may have decided meanwhile, and the forms need new keys.
export const shouldRevalidate = () => true;

export default function Approvals() {
  const { view, total, rows, paper } = useLoaderData<typeof loader>();
  return (
    <QueuePage
      title="Approvals"
      path="/admin/approvals"
      view={view}
      total={total}
      lead={
        paper
          ? 'In paper mode one administrator is enough. In live mode payments out, new money and changed rates wait here, each with its exact effect, until a second administrator approves or rejects them.'
          : 'Payments out, new money and changed rates come here, each with its exact effect. Whoever requested one can’t approve it.'
      }
      notice={<DecisionProblem />}
    >
      {rows.map((row) => (
        <ApprovalCard key={row.request.id} {...row} />
      ))}
    </QueuePage>
  );
}
