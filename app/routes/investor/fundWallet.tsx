import { DEPOSIT_NEXT_STEPS, DEPOSIT_STEPS } from '~/features/money/wallet/components/DepositSteps';
import { FormWithLatestEntries } from '~/features/money/wallet/components/FormWithLatestEntries';
import { AmountStep, MethodStep } from '~/features/money/wallet/components/MethodSteps';
import { WalletTabs } from '~/features/money/wallet/components/WalletTabs';
import {
  type DepositMethod,
  listDepositMethods,
  loadDepositStep,
  loadLatestDeposits,
} from '~/features/money/wallet/deposits/depositQueries.server';
import { getUsualDepositWait } from '~/features/money/wallet/usualWaits.server';
import { FreezeGuard } from '~/features/site/shell/UnlessFrozen';
import { formatPlainUsd } from '~/ledger/money';
import { Card, Page } from '~/ui/layout/Layout';
import { Steps } from '~/ui/layout/Steps';
import { investor } from '~/web/guard/index.server';
import { data, redirect } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';

const omitAddress = ({ code, name, minimum, icon, network }: DepositMethod) => ({
  code,
  name,
  minimum,
  icon,
  network,
});

export const loader = investor.loader(async ({ user, url }) => {
  const step = await loadDepositStep(url.searchParams);
  if (step.at === 'payment') {
    const input = new URLSearchParams({ method: step.method.code, amount: formatPlainUsd(step.amount) });
    throw redirect(`/checkout?${input}`, 303);
  }
  // An invalid URL is a 400, like an invalid post.
  const status = step.problem ? 400 : 200;
  // Omits deposit addresses, since the next page shows them and records that.
  const shown = step.at === 'amount' ? { ...step, method: omitAddress(step.method) } : step;
  const more = { wait: await getUsualDepositWait(), latest: await loadLatestDeposits(user.id) };
  const methods = (await listDepositMethods()).map(omitAddress);
  const last = methods.find(({ name }) => name === more.latest[0]?.name)?.code;
  return data({ step: shown, methods, last, beside: more }, { status });
});

/** The next page validates the amount, and redirects back here if it is invalid. */
const AMOUNT_FORM = { name: 'amount', action: '/checkout' } as const;

export default function FundWallet() {
  const { step, methods, last, beside } = useLoaderData<typeof loader>();
  return (
    <Page title="Deposit">
      <WalletTabs />
      <FreezeGuard part="withdrawals" title="Deposits can’t be withdrawn at the moment" />
      <FormWithLatestEntries {...beside} next={DEPOSIT_NEXT_STEPS} title="Your latest deposits" href="/deposit">
        <Card>
          <Steps steps={DEPOSIT_STEPS} current={step.at === 'method' ? 1 : 2} />
          {step.at === 'method' ? (
            <MethodStep
              name="amount"
              action="/fundwallet"
              label="Deposit method"
              methods={methods}
              last={last}
              input={step.input}
              problem={step.problem}
            />
          ) : (
            <AmountStep {...AMOUNT_FORM} {...step} label="Amount to deposit with" back="/fundwallet" />
          )}
        </Card>
      </FormWithLatestEntries>
    </Page>
  );
}
