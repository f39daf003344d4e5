import { QueueScreen } from '~/features/backoffice/reviewQueue/components/QueueScreen';
import { PASTED_LIST_INTENT } from '~/features/backoffice/reviewQueue/several';
import { WITHDRAWAL_QUEUE } from '~/features/money/wallet/acts/withdrawalActs.server';
import { PaymentList } from '~/features/money/wallet/components/PaymentList';
import { WithdrawalCard } from '~/features/money/wallet/components/WithdrawalCard';
import { loadWithdrawalChoices } from '~/features/money/wallet/withdrawals/withdrawalQueries.server';
import { getPaymentBlock } from '~/ledger/proof/paymentsWait.server';
import { useLoaderData } from '~/web/router';
import { createQueueAction, createQueueLoader } from './decide.server';
import { withdrawalReads } from './paymentReads.server';

export const loader = createQueueLoader(WITHDRAWAL_QUEUE, 'payments:read', {
  ...withdrawalReads,
  choices: loadWithdrawalChoices,
  offered: async () => (await getPaymentBlock()) === null,
});

export const action = createQueueAction(WITHDRAWAL_QUEUE);

// Reloads after refusals too: other administrators may have decided meanwhile, and the forms need new keys.
export const shouldRevalidate = () => true;

export default function Queue() {
  const queue = useLoaderData<typeof loader>();
  const { open, reasons, listKey } = queue;
  const path = '/admin/withdrawals';
  return (
    <QueueScreen
      {...queue}
      title="Withdrawals"
      path={path}
      what="Method"
      tools={listKey && <PaymentList intent={PASTED_LIST_INTENT} formKey={listKey} at={path} />}
    >
      {open && <WithdrawalCard key={open.row.id} {...open} me={queue.me} reasons={reasons} />}
    </QueueScreen>
  );
}
