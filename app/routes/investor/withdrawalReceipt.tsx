import { listReferenceItems, Receipt } from '~/features/money/wallet/components/Receipt';
import { loadWithdrawalReceipt } from '~/features/money/wallet/receipts.server';
import { getShownWait } from '~/features/money/wallet/states';
import { ActionProblem } from '~/features/site/shell/ActionProblem';
import { pageTitle } from '~/platform/text/productName';
import { withdrawalCancellationForm } from '~/routes/investor/cancellations.form.server';
import { LinkButton } from '~/ui/Button';
import { Page } from '~/ui/layout/Layout';
import { Code } from '~/ui/Text';
import { Money, Time } from '~/ui/tables/Data';
import { investor } from '~/web/guard/index.server';
import { data } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: pageTitle('Withdrawal') }];

const receiptPath = (id = '') => `/withdrawlogs/${id}`;

export const loader = investor.loader(async ({ user, params }) => {
  const found = await loadWithdrawalReceipt(user.id, params.id ?? '');
  if (!found) throw data('There is no such withdrawal.', { status: 404 });
  const open = found.withdrawal.status === 'requested';
  return { ...found, formKey: open ? withdrawalCancellationForm.key(user.id, receiptPath(params.id)) : null };
});

export const action = investor.actions({
  cancel: (posted) => withdrawalCancellationForm.post(posted, receiptPath(posted.params.id)),
});

// Reloads after refusals too, to show the new state.
export const shouldRevalidate = () => true;

export default function WithdrawalReceipt() {
  const { withdrawal, sent, ...receipt } = useLoaderData<typeof loader>();
  const { id, amount, fee, wallet, reason } = withdrawal;
  const wait = getShownWait(withdrawal);
  return (
    <Page title="Withdrawal" width="main" actions={<LinkButton to="/withdrawlogs">Withdrawal history</LinkButton>}>
      <ActionProblem />
      <Receipt
        {...receipt}
        id={id}
        amount={amount}
        waitOf="A withdrawal is usually paid after"
        items={[
          { term: 'Wallet', detail: <Code>{wallet}</Code> },
          { term: 'Charge', detail: <Money cents={fee} /> },
          { term: 'You receive', detail: <Money cents={amount - fee} /> },
          ...(sent ? [{ term: 'Amount sent', detail: sent }] : []),
          ...(wait ? [{ term: wait.title, detail: <Time at={wait.at} /> }] : []),
          ...listReferenceItems(withdrawal),
          ...(reason ? [{ term: 'Reason', detail: reason }] : []),
        ]}
      />
    </Page>
  );
}
