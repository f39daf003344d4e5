import { decisionFieldId } from '~/features/reviewQueue/components/DecisionForm';
import { QueuePage } from '~/features/reviewQueue/components/QueuePage';
import { queueView } from '~/features/reviewQueue/view';
import { ActionProblem } from '~/features/shell/ActionProblem';
import { WITHDRAWALS } from '~/features/wallet/acts/withdrawalActs.server';
import { WithdrawalCard } from '~/features/wallet/components/WithdrawalCard';
import { possibleNow } from '~/features/wallet/withdrawals/waiting.server';
import { withdrawalChecks } from '~/features/wallet/withdrawals/withdrawalChecks.server';
import { withdrawalQueue } from '~/features/wallet/withdrawals/withdrawalQueries.server';
import { paymentsWait } from '~/ledger/proof/paymentsWait.server';
import { admin } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';
import { decisionKeys, queueAction } from './decide.server';

export const meta = () => [{ title: 'Withdrawals · Mirrorbook' }];

export const loader = admin.loader('payments:read', async ({ administrator, url }) => {
  const view = queueView(url.searchParams);
  const { rows, total } = await withdrawalQueue(view);
  const checks = await withdrawalChecks(rows);
  const wait = await paymentsWait();
  const keysOf = (row: (typeof rows)[number]) =>
    possibleNow(row, decisionKeys(WITHDRAWALS, row.withdrawal.status, administrator), wait);
  return {
    view,
    total,
    rows: rows.map((row) => ({ ...row, keys: keysOf(row), checks: checks.get(row.withdrawal.id) })),
  };
});

export const action = queueAction(WITHDRAWALS);

// After a refusal, too: what another administrator decided meanwhile is to be seen, and the forms want new keys.
export const shouldRevalidate = () => true;

export default function Withdrawals() {
  const { view, total, rows } = useLoaderData<typeof loader>();
  return (
    <QueuePage
      title="Withdrawals"
      path="/admin/withdrawals"
      view={view}
      total={total}
      notice={<ActionProblem fieldId={decisionFieldId} />}
    >
      {rows.map((row) => (
        <WithdrawalCard key={row.withdrawal.id} {...row} />
      ))}
    </QueuePage>
  );
}
