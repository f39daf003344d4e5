import { QueueScreen } from '~/features/backoffice/reviewQueue/components/QueueScreen';
import { KycCard } from '~/features/people/kyc/components/KycCard';
import { KYC_QUEUE } from '~/features/people/kyc/kycActs.server';
import { listKycChoices, loadKycQueue, toKycRow } from '~/features/people/kyc/queries.server';
import { useLoaderData } from '~/web/router';
import { createQueueAction, createQueueLoader } from './decide.server';

export const loader = createQueueLoader(KYC_QUEUE, 'papers:read', {
  find: loadKycQueue,
  row: toKycRow,
  choices: listKycChoices,
});

export const action = createQueueAction(KYC_QUEUE);

// Reloads after refusals too: other administrators may have decided meanwhile, and the forms need new keys.
export const shouldRevalidate = () => true;

export default function Queue() {
  const queue = useLoaderData<typeof loader>();
  const { open, reasons } = queue;
  return (
    <QueueScreen {...queue} title="Identity checks" path="/admin/kyc" what="Country">
      {open && <KycCard key={open.row.id} {...open} me={queue.me} reasons={reasons} />}
    </QueueScreen>
  );
}
