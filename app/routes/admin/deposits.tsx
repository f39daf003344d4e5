import { decisionFieldId } from '~/features/reviewQueue/components/DecisionForm';
import { OpenItem, QueueScreen } from '~/features/reviewQueue/components/QueueScreen';
import { ActionProblem } from '~/features/shell/ActionProblem';
import { DEPOSITS } from '~/features/wallet/acts/depositActs.server';
import { DepositCard } from '~/features/wallet/components/DepositCard';
import { depositChoices, depositQueue, depositRow } from '~/features/wallet/deposits/depositQueries.server';
import { coinToEnter, idField } from '~/features/wallet/paymentFields.server';
import { useLoaderData } from '~/web/router';
import { queueAction, queueLoader } from './decide.server';

export const meta = () => [{ title: 'Deposits · Mirrorbook' }];

export const loader = queueLoader(DEPOSITS, 'payments:read', {
  find: depositQueue,
  row: depositRow,
  choices: depositChoices,
  more: async ({ deposit: { id, method, coinAmount }, network }, keys) => ({
    keys,
    idField: idField(network, id),
    coin: coinToEnter(method, network, coinAmount),
  }),
});

export const action = queueAction(DEPOSITS);

// After a refusal, too: what another administrator decided meanwhile is to be seen, and the forms want new keys.
export const shouldRevalidate = () => true;

export default function Queue() {
  const queue = useLoaderData<typeof loader>();
  const { open, reasons } = queue;
  return (
    <QueueScreen
      {...queue}
      title="Deposits"
      path="/admin/deposits"
      notice={<ActionProblem fieldId={decisionFieldId} />}
    >
      {open && (
        <OpenItem {...open} me={queue.me}>
          <DepositCard key={open.row.id} {...open} reasons={reasons} />
        </OpenItem>
      )}
    </QueueScreen>
  );
}
