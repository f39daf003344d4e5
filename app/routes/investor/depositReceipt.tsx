import { ProofForm } from '~/features/money/wallet/components/ProofForm';
import { Receipt } from '~/features/money/wallet/components/Receipt';
import { proveDeposit } from '~/features/money/wallet/deposits/proveDeposit.server';
import { createIdField } from '~/features/money/wallet/paymentFields.server';
import { loadDepositReceipt } from '~/features/money/wallet/receipts.server';
import { proofSchema } from '~/features/money/wallet/schema';
import { ActionProblem } from '~/features/site/shell/ActionProblem';
import { pageTitle } from '~/platform/text/productName';
import { depositCancellationForm } from '~/routes/investor/cancellations.form.server';
import { LinkButton } from '~/ui/Button';
import { Card, Page } from '~/ui/layout/Layout';
import { Notice } from '~/ui/messages/Notice';
import { Thumbnail } from '~/ui/pictures/Thumbnail';
import { Code } from '~/ui/Text';
import { Money } from '~/ui/tables/Data';
import { createInvestorForm, lockOwnUser } from '~/web/form/moneyForm.server';
import { investor } from '~/web/guard/index.server';
import { data } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: pageTitle('Deposit') }];

const receiptPath = (id = '') => `/deposit/${id}`;

const proofForm = createInvestorForm({
  operation: 'prove-deposit',
  schema: proofSchema,
  upload: { purpose: 'proof' },
  run: (tx, input, { user }) => proveDeposit(tx, user, input),
  locks: lockOwnUser,
  refusesRepetition: true,
  next: ({ id }) => ({ to: receiptPath(id), toast: { tone: 'success', text: 'The proof was added to your deposit.' } }),
});

export const loader = investor.loader(async ({ user, params }) => {
  const found = await loadDepositReceipt(user.id, params.id ?? '');
  if (!found) throw data('There is no such deposit.', { status: 404 });
  const open = found.deposit.status === 'pending';
  const { proofFileId, transactionId } = found.deposit;
  const wants = { picture: proofFileId === null, transactionId: transactionId === null };
  return {
    ...found,
    formKey: open ? depositCancellationForm.key(user.id, receiptPath(params.id)) : null,
    proving:
      open && (wants.picture || wants.transactionId)
        ? { wants, idField: createIdField(found.network, found.deposit.id), formKey: proofForm.key(user.id) }
        : null,
  };
});

export const action = investor.actions({
  cancel: (posted) => depositCancellationForm.post(posted, receiptPath(posted.params.id)),
  prove: proofForm.post,
});

// Reloads after refusals too, since a decision may have been made meanwhile.
export const shouldRevalidate = () => true;

export default function DepositReceipt() {
  const { deposit, coins, proving, network: _network, ...receipt } = useLoaderData<typeof loader>();
  const { id, amount, received, reason, proofFileId, transactionId } = deposit;
  const isBare = !proofFileId && !transactionId;
  return (
    <Page title="Deposit" width="main" actions={<LinkButton to="/deposit">Deposit history</LinkButton>}>
      <ActionProblem />
      {proving && isBare && (
        <Notice tone="warning" title="This deposit has no proof yet">
          Add a picture of the payment or its transaction ID below, so that management can find it.
        </Notice>
      )}
      <Receipt
        {...receipt}
        id={id}
        amount={received ?? amount}
        waitOf="A deposit is usually credited after"
        items={[
          ...(received === null || received === amount
            ? []
            : [
                { term: 'You stated', detail: <Money cents={amount} /> },
                { term: 'Received', detail: <Money cents={received} /> },
              ]),
          ...(coins.requested ? [{ term: `Amount in ${coins.coin}`, detail: coins.requested }] : []),
          ...(coins.received ? [{ term: `Received in ${coins.coin}`, detail: coins.received }] : []),
          ...(reason ? [{ term: 'Reason', detail: reason }] : []),
          {
            term: 'Picture',
            detail: proofFileId ? (
              <Thumbnail src={`/files/${proofFileId}`} alt="Your proof of payment" small />
            ) : (
              'None'
            ),
          },
          ...(transactionId ? [{ term: 'Transaction ID', detail: <Code>{transactionId}</Code> }] : []),
        ]}
      />
      {proving && (
        <Card title={isBare ? 'Add a proof' : 'Add to the proof'}>
          <ProofForm id={id} {...proving} />
        </Card>
      )}
    </Page>
  );
}
