import { DEPOSIT_NEXT_STEPS, DEPOSIT_STEPS, PaymentStep } from '~/features/money/wallet/components/DepositSteps';
import { FormWithLatestEntries } from '~/features/money/wallet/components/FormWithLatestEntries';
import { WalletTabs } from '~/features/money/wallet/components/WalletTabs';
import { recordShownAddress } from '~/features/money/wallet/deposits/depositAddress.server';
import { loadDepositStep, loadLatestDeposits } from '~/features/money/wallet/deposits/depositQueries.server';
import { describePayment } from '~/features/money/wallet/deposits/paymentOf.server';
import {
  computeIndividualAmount,
  readRequestedAmount,
  signRequestedAmount,
} from '~/features/money/wallet/deposits/requestedAmount.server';
import { submitDeposit } from '~/features/money/wallet/deposits/submitDeposit.server';
import { depositSchema } from '~/features/money/wallet/schema';
import { getUsualDepositWait } from '~/features/money/wallet/usualWaits.server';
import { FreezeGuard } from '~/features/site/shell/UnlessFrozen';
import { read } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { pageTitle } from '~/platform/text/productName';
import { Card, Page } from '~/ui/layout/Layout';
import { Steps } from '~/ui/layout/Steps';
import { createInvestorForm, lockOwnUser } from '~/web/form/moneyForm.server';
import { investor } from '~/web/guard/index.server';
import { redirect } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: pageTitle('Deposit') }];

const depositForm = createInvestorForm({
  operation: 'deposit',
  schema: depositSchema,
  locks: lockOwnUser,
  upload: { purpose: 'proof' },
  run: (tx, { signedCoinAmount, ...fields }, { user }) => {
    const coinAmount = readRequestedAmount(
      { userId: user.id, method: fields.method, cents: fields.amount },
      signedCoinAmount,
    );
    return submitDeposit(tx, user, { ...fields, coinAmount });
  },
  next: ({ id }) => ({
    to: `/deposit/${id}`,
    toast: { tone: 'success', text: 'Your deposit is being reviewed. We email you once it is decided.' },
  }),
});

export const loader = investor.loader(async ({ user, url }) => {
  const step = await loadDepositStep(url.searchParams);
  // Redirects to the missing step with the input, which is validated there.
  if (step.at === 'method') throw redirect(`/fundwallet${step.problem ? url.search : ''}`, 303);
  if (step.at === 'amount') {
    const input = step.problem ? { amount: step.input } : undefined;
    throw redirect(`/fundwallet?${new URLSearchParams({ method: step.method.code, ...input })}`, 303);
  }
  const { method, amount } = step;
  await recordShownAddress(user.id, method);
  const individual = await computeIndividualAmount(read(), { userId: user.id, method: method.code, cents: amount });
  const payment = describePayment(method, amount, individual);
  const more = { wait: await getUsualDepositWait(), latest: await loadLatestDeposits(user.id) };
  const signedCoinAmount = payment.worth
    ? signRequestedAmount({ userId: user.id, method: method.code, cents: amount }, payment.worth.amount)
    : null;
  return {
    beside: more,
    step: { method, amount, payment, signedCoinAmount, simulated: isPaper(), formKey: depositForm.key(user.id) },
  };
});

export const action = investor.action(depositForm.post);

export default function Checkout() {
  const { step, beside } = useLoaderData<typeof loader>();
  return (
    <Page title="Deposit">
      <WalletTabs />
      <FreezeGuard part="withdrawals" title="Deposits can’t be withdrawn at the moment" />
      <FormWithLatestEntries {...beside} next={DEPOSIT_NEXT_STEPS} title="Your latest deposits" href="/deposit">
        <Card>
          <Steps steps={DEPOSIT_STEPS} current={3} />
          <PaymentStep key={step.method.code} {...step} />
        </Card>
      </FormWithLatestEntries>
    </Page>
  );
}
