import { QueueScreen } from '~/features/backoffice/reviewQueue/components/QueueScreen';
import { DEPOSITS } from '~/features/money/wallet/acts/depositActs.server';
import { DepositCard } from '~/features/money/wallet/components/DepositCard';
import { loadDepositChoices } from '~/features/money/wallet/deposits/depositQueries.server';
import { useLoaderData } from '~/web/router';
import { createQueueAction, createQueueLoader } from './decide.server';
import { depositReads } from './paymentReads.server';

export const loader = createQueueLoader(DEPOSITS, 'payments:read', {
  ...depositReads,
  choices: loadDepositChoices,
});

export const action = createQueueAction(DEPOSITS);

// Reloads after refusals too: other administrators may have decided meanwhile, and the forms need new keys.
export const shouldRevalidate = () => true;

export default function Queue() {
  const queue = useLoaderData<typeof loader>();
  const { open, reasons } = queue;
  return (
    <QueueScreen {...queue} title="Deposits" path="/admin/deposits" what="Method">
      {open && <DepositCard key={open.row.id} {...open} me={queue.me} reasons={reasons} />}
    </QueueScreen>
  );
}
