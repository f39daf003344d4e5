import { findClaimableBonuses } from '~/features/money/ranking/queries.server';
import { FormWithLatestEntries } from '~/features/money/wallet/components/FormWithLatestEntries';
import { AmountStep, MethodStep } from '~/features/money/wallet/components/MethodSteps';
import { WalletTabs } from '~/features/money/wallet/components/WalletTabs';
import { NothingToWithdraw, PreviewStep, WithdrawalCost } from '~/features/money/wallet/components/WithdrawalSteps';
import { moveToWithdrawAmount, withdrawalSchema } from '~/features/money/wallet/schema';
import { getUsualWithdrawalWait } from '~/features/money/wallet/usualWaits.server';
import { type BoundPlace, listBoundPlaces } from '~/features/money/wallet/withdrawals/boundPlaces';
import { notifyRefused, requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { loadWaitRule } from '~/features/money/wallet/withdrawals/waiting.server';
import {
  listWithdrawalMethods,
  loadLatestWithdrawals,
  loadWithdrawalStep,
} from '~/features/money/wallet/withdrawals/withdrawalQueries.server';
import { confirmPerson, createOwnerConfirm } from '~/features/people/twofactor/confirmAdministrator.server';
import { FreezeGuard } from '~/features/site/shell/UnlessFrozen';
import { formatUsd } from '~/ledger/money';
import { readReceivable, receivableMessage } from '~/ledger/reading/refuseNotCovered.server';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { read } from '~/platform/db/index.server';
import { lowerFirst } from '~/platform/text/capitalised';
import { Card, Page } from '~/ui/layout/Layout';
import { Steps } from '~/ui/layout/Steps';
import { Notice } from '~/ui/messages/Notice';
import { Money, Stat } from '~/ui/tables/Data';
import { createInvestorForm, lockOwnUser } from '~/web/form/moneyForm.server';
import { investor } from '~/web/guard/index.server';
import { data } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';

const withdrawalForm = createInvestorForm({
  operation: 'withdraw',
  schema: withdrawalSchema,
  locks: lockOwnUser,
  confirm: createOwnerConfirm,
  run: async (tx, input, { user }) => moveToWithdrawAmount(await requestWithdrawal(tx, user, input)),
  onRefused: (tx, refusal, input, { user }) => notifyRefused(tx, user, refusal, input),
  next: ({ id, message }) => ({ to: `/withdrawlogs/${id}`, toast: { tone: 'success', text: message } }),
});

const AMOUNT_FORM = { name: 'WithdrawAmount', action: '/withdraw' } as const;

const WITHDRAWAL_STEPS = ['Method', 'Amount', 'Preview and wallet'];

const NEXT_STEPS = [
  'The amount is held. You can cancel until management has decided.',
  'Management approves it, or returns the amount and says why.',
  'It is paid to your wallet. We email you at each step.',
];

export const loader = investor.loader(async ({ user, url, sessionHash, address }) => {
  const balances = (await readBalancesAndTotals(user.id)).balances;
  const { available } = balances;
  const step = await loadWithdrawalStep(user.id, url.searchParams, balances);
  // An invalid URL is a 400, like an invalid post.
  const status = step.at !== 'preview' && step.problem ? 400 : 200;
  const formKey = withdrawalForm.key(user.id);
  const isCodeRequired = !(await confirmPerson({ subjectId: user.id, sessionHash, address })).ok;
  const wait = await loadWaitRule(read(), user.id);
  const more = { wait: await getUsualWithdrawalWait(), latest: await loadLatestWithdrawals(user.id) };
  // A form with input stays open to show its error.
  const isFolded = available <= 0n && step.at === 'method' && !step.problem;
  const places = isFolded ? listBoundPlaces(balances, await sumClaimableBonuses(user.id)) : null;
  const inUse = isFolded ? [] : listBoundPlaces(balances, 0n);
  const owed = available > 0n ? 0n : await readReceivable(read(), user.id);
  const methods = await listWithdrawalMethods();
  const last = methods.find(({ name }) => name === more.latest[0]?.name)?.code;
  return data(
    {
      step,
      owed: owed > 0n ? receivableMessage(owed) : null,
      available,
      places,
      inUse,
      formKey,
      isCodeRequired,
      wait,
      beside: more,
      methods,
      last,
    },
    { status },
  );
});

const sumClaimableBonuses = async (userId: string) =>
  (await findClaimableBonuses(userId)).reduce((sum, { amount }) => sum + amount, 0n);

export const action = investor.action(withdrawalForm.post);

// Reloads after refusals too, since a changed charge must be seen before the investor agrees to it.
export const shouldRevalidate = () => true;

export default function Withdraw() {
  const { step, owed, available, places, inUse, formKey, isCodeRequired, wait, beside, methods, last } =
    useLoaderData<typeof loader>();
  const method = { ...AMOUNT_FORM, label: 'Withdrawal method', methods, last };
  const current = { method: 1, amount: 2, preview: 3 }[step.at];
  return (
    <Page title="Withdraw">
      <WalletTabs />
      <FormWithLatestEntries
        {...beside}
        wait={step.at === 'method' ? beside.wait : null}
        next={NEXT_STEPS}
        title="Your latest withdrawals"
        href="/withdrawlogs"
      >
        {owed && <Notice title="You owe money">{owed}</Notice>}
        <Card>
          <Stat
            label="Available to withdraw"
            value={<Money cents={available} />}
            detail={inUse.length > 0 && `Not included: ${describePlaces(inUse)}.`}
          />
        </Card>
        <FreezeGuard part="withdrawals" title="You can’t withdraw now">
          {places && step.at === 'method' ? (
            <NothingToWithdraw places={places}>
              <MethodStep {...method} {...step} />
            </NothingToWithdraw>
          ) : (
            <Card>
              <Steps steps={WITHDRAWAL_STEPS} current={current} />
              {step.at === 'method' && <MethodStep {...method} {...step} />}
              {step.at === 'amount' && (
                <AmountStep
                  {...step}
                  {...AMOUNT_FORM}
                  label="Amount to withdraw with"
                  max={available}
                  back="/withdraw"
                  comes={(cents) => <WithdrawalCost fee={step.method.fee} cents={cents} wait={beside.wait} />}
                />
              )}
              {step.at === 'preview' && (
                <PreviewStep
                  key={step.method.code}
                  {...step}
                  formKey={formKey}
                  isCodeRequired={isCodeRequired}
                  wait={wait}
                  usualWait={beside.wait}
                />
              )}
            </Card>
          )}
        </FreezeGuard>
      </FormWithLatestEntries>
    </Page>
  );
}

/** Lists the money in use: "$5,000.00 in plans, $400.00 held for withdrawals". */
const describePlaces = (places: readonly BoundPlace[]): string =>
  places.map(({ cents, name }) => `${formatUsd(cents)} ${lowerFirst(name)}`).join(', ');
