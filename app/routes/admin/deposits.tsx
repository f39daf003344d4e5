import { decisionFieldId } from '~/features/reviewQueue/components/DecisionForm';
import { QueuePage } from '~/features/reviewQueue/components/QueuePage';
import { queueView } from '~/features/reviewQueue/view';
import { ActionProblem } from '~/features/shell/ActionProblem';
import { DEPOSITS } from '~/features/wallet/acts/depositActs.server';
import { DepositCard } from '~/features/wallet/components/DepositCard';
import { depositQueue } from '~/features/wallet/deposits/depositQueries.server';
import { admin } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';
import { decisionKeys, queueAction } from './decide.server';

export const meta = () => [{ title: 'Deposits · Mirrorbook' }];

export const loader = admin.loader('payments:read', async ({ administrator, url }) => {
  const view = queueView(url.searchParams);
  const { rows, total } = await depositQueue(view);
  const keysOf = (status: string) => decisionKeys(DEPOSITS, status, administrator);
  return { view, total, rows: rows.map((row) => ({ ...row, keys: keysOf(row.deposit.status) })) };
});

export const action = queueAction(DEPOSITS);

// After a refusal, too: what another administrator decided meanwhile is to be seen, and the forms want new keys.
export const shouldRevalidate = () => true;

export default function Deposits() {
  const { view, total, rows } = useLoaderData<typeof loader>();
  return (
    <QueuePage
      title="Deposits"
      path="/admin/deposits"
      view={view}
      total={total}
      notice={<ActionProblem fieldId={decisionFieldId} />}
    >
      {rows.map((row) => (
        <DepositCard key={row.deposit.id} {...row} />
      ))}
    </QueuePage>
  );
}
