import { KycCard } from '~/features/kyc/components/KycCard';
import { KYC } from '~/features/kyc/decideKyc.server';
import { kycQueue } from '~/features/kyc/queries.server';
import { decisionFieldId } from '~/features/reviewQueue/components/DecisionForm';
import { QueuePage } from '~/features/reviewQueue/components/QueuePage';
import { queueView } from '~/features/reviewQueue/view';
import { ActionProblem } from '~/features/shell/ActionProblem';
import { admin } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';
import { decisionKeys, queueAction } from './decide.server';

export const meta = () => [{ title: 'KYC · Mirrorbook' }];

export const loader = admin.loader('papers:read', async ({ administrator, url }) => {
  const view = queueView(url.searchParams);
  const { rows, total } = await kycQueue(view);
  const keysOf = (status: string) => decisionKeys(KYC, status, administrator);
  return { view, total, rows: rows.map((row) => ({ ...row, keys: keysOf(row.papers.status) })) };
});

export const action = queueAction(KYC);

// After a refusal, too: what another administrator decided meanwhile is to be seen, and the forms want new keys.
export const shouldRevalidate = () => true;

export default function KycQueue() {
  const { view, total, rows } = useLoaderData<typeof loader>();
  return (
    <QueuePage
      title="KYC"
      path="/admin/kyc"
      view={view}
      total={total}
      notice={<ActionProblem fieldId={decisionFieldId} />}
    >
      {rows.map((row) => (
        <KycCard key={row.papers.id} {...row} />
      ))}
    </QueuePage>
  );
}
