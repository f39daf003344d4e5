import { ActionProblem } from '~/features/shell/ActionProblem';
import { Receipt } from '~/features/wallet/components/Receipt';
import { depositReceipt } from '~/features/wallet/receipts.server';
import { depositCancellation } from '~/routes/investor/cancellations.form.server';
import { LinkButton } from '~/ui/Button';
import { Page } from '~/ui/layout/Layout';
import { Thumbnail } from '~/ui/pictures/Thumbnail';
import { Money } from '~/ui/tables/Data';
import { investor } from '~/web/guard/index.server';
import { data } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: 'Deposit · Mirrorbook' }];

const pageOf = (id = '') => `/deposit/${id}`;

export const loader = investor.loader(async ({ user, params }) => {
  const found = await depositReceipt(user.id, params.id ?? '');
  if (!found) throw data('There is no such deposit.', { status: 404 });
  const open = found.deposit.status === 'pending';
  return { ...found, formKey: open ? depositCancellation.key(user.id, pageOf(params.id)) : null };
});

export const action = investor.action((posted) => depositCancellation.post(posted, pageOf(posted.params.id)));

// After a refusal, too: what was decided meanwhile is to be seen.
export const shouldRevalidate = () => true;

export default function DepositReceipt() {
  const { deposit, ...receipt } = useLoaderData<typeof loader>();
  const { id, amount, received, reason, proofFileId } = deposit;
  return (
    <Page title="Deposit" width="reading" actions={<LinkButton to="/deposit">Deposit history</LinkButton>}>
      <ActionProblem />
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
          ...(reason ? [{ term: 'Reason', detail: reason }] : []),
          {
            term: 'Proof',
            detail: proofFileId ? (
              <Thumbnail src={`/files/${proofFileId}`} alt="Your proof of payment" small />
            ) : (
              'None'
            ),
          },
        ]}
      />
    </Page>
  );
}
