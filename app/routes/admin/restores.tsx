import { DecisionForm } from '~/features/backoffice/reviewQueue/components/DecisionForm';
import { DecisionProblem } from '~/features/backoffice/reviewQueue/components/DecisionProblem';
import { QueuePage } from '~/features/backoffice/reviewQueue/components/QueuePage';
import { withMarks } from '~/features/backoffice/reviewQueue/marked.server';
import { parseQueueView } from '~/features/backoffice/reviewQueue/view';
import { RestoredCard, RestoreReview } from '~/features/money/wallet/components/RestoreReview';
import { createCoinToEnter, createIdField } from '~/features/money/wallet/paymentFields.server';
import { RESTORED_PAYMENT_QUEUE } from '~/features/money/wallet/restored/restoredActs.server';
import { loadRestoreReview } from '~/features/money/wallet/restored/toGoThrough.server';
import { ActionProblem } from '~/features/site/shell/ActionProblem';
import { isPaper } from '~/platform/env';
import { hasRight } from '~/signIns/rights';
import { Page } from '~/ui/layout/Layout';
import { Empty } from '~/ui/tables/Data';
import { admin } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';
import { createDecisionKeys, createRequestKeys, isRequested } from './decide.server';
import { RESTORE_FORMS, resumeForm } from './restores.form.server';

export const loader = admin.loader('payments:read', async ({ administrator, url }) => {
  const view = parseQueueView(url.searchParams);
  const found = await loadRestoreReview(view);
  if (!found) return { view, found };
  const marked = await withMarks(
    found.rows.map((row) => ({ ...row, id: row.withdrawal.id })),
    RESTORED_PAYMENT_QUEUE,
  );
  const rows = marked.map((row) => {
    const { status, checkedAfter } = row.withdrawal;
    const answered = checkedAfter === found.restore.id;
    const decisions = status === 'paid' ? [] : answered ? ['found-paid'] : ['found-unpaid', 'found-paid'];
    return {
      ...row,
      answered,
      keys: createDecisionKeys(
        RESTORED_PAYMENT_QUEUE,
        decisions.filter((name) => !isRequested(RESTORED_PAYMENT_QUEUE, name, row.request)),
        administrator,
      ),
      requestKeys: createRequestKeys(RESTORED_PAYMENT_QUEUE, row.request, administrator),
      idField: createIdField(row.network, row.withdrawal.id),
      coin: createCoinToEnter(row.withdrawal.method, row.network),
    };
  });
  const goOn = hasRight(administrator, 'restores:decide') && found.open === 0 ? resumeForm.key(administrator.id) : null;
  return { view, found: { ...found, rows, goOn, paper: isPaper() } };
});

export const action = admin.actions(
  {
    'found-unpaid': 'payments:decide',
    'found-paid': 'payments:decide',
    'approve-request': 'payments:decide',
    'reject-request': 'payments:decide',
    'withdraw-request': 'payments:decide',
    'go-on': 'restores:decide',
  },
  RESTORE_FORMS,
);

// Reloads after refusals too: other administrators may have decided meanwhile, and the forms need new keys.
export const shouldRevalidate = () => true;

export default function Restores() {
  const { view, found } = useLoaderData<typeof loader>();
  if (!found) {
    return (
      <Page title="Restores" lead={RESTORES_LEAD}>
        <ActionProblem />
        <Empty icon="check">
          No restore to check. After a backup is restored, payments stop, and the withdrawals that were open in it are
          listed here. Compare each with what has left the wallets since, so that nothing is paid twice.
        </Empty>
      </Page>
    );
  }
  const { restore, rows, total, goOn } = found;
  return (
    <QueuePage
      title="Restores"
      lead={RESTORES_LEAD}
      path={RESTORES_PATH}
      view={view}
      total={total}
      notice={
        <>
          <DecisionProblem />
          <RestoreReview {...found}>
            {goOn ? (
              <DecisionForm id={restore.id} decision="go-on" keys={{ 'go-on': goOn }} button="Resume payments" danger />
            ) : (
              'A superadmin can resume them once every withdrawal has been compared. In live mode a second superadmin approves it.'
            )}
          </RestoreReview>
        </>
      }
    >
      {rows.map((row) => (
        <RestoredCard key={row.withdrawal.id} {...row} />
      ))}
    </QueuePage>
  );
}

const RESTORES_LEAD = 'What to check after a backup was restored.';
const RESTORES_PATH = '/admin/restores';
