import { useLoaderData } from '@remix-run/react';
import { APPROVALS, approvalQueue } from '~/features/admin/approvals.server';
import { ApprovalCard } from '~/features/admin/components/ApprovalCard';
import { beginNow, endCopiesOfRetired, mirrorSome } from '~/features/copy/jobs.server';
import { decisionFieldId } from '~/features/queue/components/DecisionForm';
import { QueuePage } from '~/features/queue/components/QueuePage';
import { ActionProblem } from '~/features/shell/ActionProblem';
import { confirming } from '~/features/twofactor/confirmFresh.server';
import { isPaper } from '~/platform/env';
import { decide, intentsOf } from '~/platform/form/decisions.server';
import { queueView } from '~/platform/form/queue';
import { admin } from '~/platform/guard/index.server';
import { Notice } from '~/ui/Notice';

export const meta = () => [{ title: 'Second opinion · Mirrorbook' }];

export const loader = admin.loader(async ({ administrator, url }) => {
  const view = queueView(url.searchParams);
  return { view, paper: isPaper(), ...(await approvalQueue(view, administrator.id)) };
});

export const action = admin.action(async ({ form, ...context }) => {
  const view = queueView(context.url.searchParams);
  const answer = await decide(APPROVALS, form, context.administrator.id, view, confirming(context));
  // It may have been a trade, or a trader who retired.
  await beginNow(mirrorSome);
  await beginNow(endCopiesOfRetired);
  return answer;
}, intentsOf(APPROVALS));

// After a refusal, too: what another administrator decided meanwhile is to be seen, and the forms want new keys.
export const shouldRevalidate = () => true;

export default function Approvals() {
  const { view, total, rows, paper } = useLoaderData<typeof loader>();
  return (
    <QueuePage title="Second opinion" path="/admin/approvals" view={view} total={total}>
      {paper && (
        <Notice>
          In paper mode an administrator acts alone. In live mode what lets money out, makes money or scales either
          waits here for a second one, with its exact effect.
        </Notice>
      )}
      <ActionProblem fieldId={decisionFieldId} />
      {rows.map((row) => (
        <ApprovalCard key={row.request.id} {...row} />
      ))}
    </QueuePage>
  );
}
