import { DEPOSITS } from '~/features/money/wallet/acts/depositActs.server';
import { DepositCard } from '~/features/money/wallet/components/DepositCard';
import { DecidedPart } from '~/features/people/users/components/DecidedPart';
import { userTitle } from '~/features/people/users/components/UserFrame';
import { UserDeposits } from '~/features/people/users/components/UserPayments';
import { pageTitle } from '~/platform/text/productName';
import type { MetaFunction } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';
import { depositReads } from '../paymentReads.server';
import { createPartLoader, createUserTabAction } from './decidedPart.server';

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: pageTitle(userTitle(data?.person)) }];

export const loader = createPartLoader('deposits', DEPOSITS, 'payments:read', depositReads);

export const action = createUserTabAction('deposits', DEPOSITS);

// Reloads after refusals too: other administrators may have decided meanwhile, and the forms need new keys.
export const shouldRevalidate = () => true;

export default function UserDepositsPage() {
  const { person, page, open, me, reasons } = useLoaderData<typeof loader>();
  return (
    <DecidedPart person={person} page={page} list={<UserDeposits rows={page.rows} />}>
      {open && <DepositCard key={open.row.id} {...open} me={me} reasons={reasons} />}
    </DecidedPart>
  );
}
