import { KycCard } from '~/features/people/kyc/components/KycCard';
import { KYC_QUEUE } from '~/features/people/kyc/kycActs.server';
import { loadKycQueue, toKycRow } from '~/features/people/kyc/queries.server';
import { DecidedPart } from '~/features/people/users/components/DecidedPart';
import { UserDocuments } from '~/features/people/users/components/UserDocuments';
import { userTitle } from '~/features/people/users/components/UserFrame';
import { pageTitle } from '~/platform/text/productName';
import type { MetaFunction } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';
import { createPartLoader, createUserTabAction } from './decidedPart.server';

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: pageTitle(userTitle(data?.person)) }];

export const loader = createPartLoader('documents', KYC_QUEUE, 'papers:read', { find: loadKycQueue, row: toKycRow });

export const action = createUserTabAction('documents', KYC_QUEUE);

// Reloads after refusals too: other administrators may have decided meanwhile, and the forms need new keys.
export const shouldRevalidate = () => true;

export default function UserDocumentsPage() {
  const { person, page, open, me, reasons } = useLoaderData<typeof loader>();
  return (
    <DecidedPart person={person} page={page} list={<UserDocuments {...page} />}>
      {open && <KycCard key={open.row.id} {...open} me={me} reasons={reasons} />}
    </DecidedPart>
  );
}
