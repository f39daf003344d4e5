import { WITHDRAWAL_QUEUE } from '~/features/money/wallet/acts/withdrawalActs.server';
import { WithdrawalCard } from '~/features/money/wallet/components/WithdrawalCard';
import { DecidedPart } from '~/features/people/users/components/DecidedPart';
import { userTitle } from '~/features/people/users/components/UserFrame';
import { UserWithdrawals } from '~/features/people/users/components/UserPayments';
import { pageTitle } from '~/platform/text/productName';
import type { MetaFunction } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';
import { withdrawalReads } from '../paymentReads.server';
import { createPartLoader, createUserTabAction } from './decidedPart.server';

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: pageTitle(userTitle(data?.person)) }];

export const loader = createPartLoader('withdrawals', WITHDRAWAL_QUEUE, 'payments:read', withdrawalReads);

export const action = createUserTabAction('withdrawals', WITHDRAWAL_QUEUE);

// Reloads after refusals too: other administrators may have decided meanwhile, and the forms need new keys.
export const shouldRevalidate = () => true;

export default function UserWithdrawalsPage() {
  const { person, page, open, me, reasons } = useLoaderData<typeof loader>();
  return (
    <DecidedPart person={person} page={page} list={<UserWithdrawals rows={page.rows} />}>
      {open && <WithdrawalCard key={open.row.id} {...open} me={me} reasons={reasons} />}
    </DecidedPart>
  );
}
