import { decisionFieldId } from '~/features/reviewQueue/components/DecisionForm';
import { OpenItem, QueueScreen } from '~/features/reviewQueue/components/QueueScreen';
import { ActionProblem } from '~/features/shell/ActionProblem';
import { WITHDRAWALS } from '~/features/wallet/acts/withdrawalActs.server';
import { WithdrawalCard } from '~/features/wallet/components/WithdrawalCard';
import { coinToEnter, idField } from '~/features/wallet/paymentFields.server';
import { possibleNow } from '~/features/wallet/withdrawals/waiting.server';
import { withdrawalChecks } from '~/features/wallet/withdrawals/withdrawalChecks.server';
import {
  withdrawalChoices,
  withdrawalQueue,
  withdrawalRow,
} from '~/features/wallet/withdrawals/withdrawalQueries.server';
import { paymentsWait } from '~/ledger/proof/paymentsWait.server';
import { useLoaderData } from '~/web/router';
import { queueAction, queueLoader } from './decide.server';

export const meta = () => [{ title: 'Withdrawals · Mirrorbook' }];

export const loader = queueLoader(WITHDRAWALS, 'payments:read', {
  find: withdrawalQueue,
  row: withdrawalRow,
  choices: withdrawalChoices,
  offered: async () => (await paymentsWait()) === null,
  more: async (found, keys) => ({
    keys: possibleNow(found, keys, await paymentsWait()),
    checks: (await withdrawalChecks([found])).get(found.withdrawal.id),
    idField: idField(found.network, found.withdrawal.id),
    coin: coinToEnter(found.withdrawal.method, found.network),
  }),
});

export const action = queueAction(WITHDRAWALS);

// After a refusal, too: what another administrator decided meanwhile is to be seen, and the forms want new keys.
export const shouldRevalidate = () => true;

export default function Queue() {
  const queue = useLoaderData<typeof loader>();
  const { open, reasons } = queue;
  return (
    <QueueScreen
      {...queue}
      title="Withdrawals"
      path="/admin/withdrawals"
      notice={<ActionProblem fieldId={decisionFieldId} />}
    >
      {open && (
        <OpenItem {...open} me={queue.me}>
          <WithdrawalCard key={open.row.id} {...open} reasons={reasons} />
        </OpenItem>
      )}
    </QueueScreen>
  );
}
