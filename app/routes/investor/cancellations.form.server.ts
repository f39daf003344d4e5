import { cancelDeposit } from '~/features/money/wallet/deposits/decideDeposit.server';
import { cancelSchema } from '~/features/money/wallet/schema';
import { cancelWithdrawal } from '~/features/money/wallet/withdrawals/decideWithdrawal.server';
import { createInvestorActor } from '~/platform/states';
import { createInvestorForm, lockOwnUser } from '~/web/form/moneyForm.server';

/* Cancels a pending entry from its row in the history or from its receipt, and redirects to that page. */

type Page = string;

const createOutcome = (to: Page, text: string) => ({ to, toast: { tone: 'success', text } as const });

export const depositCancellationForm = createInvestorForm({
  operation: (_: Page) => 'cancel-deposit',
  schema: cancelSchema,
  locks: lockOwnUser,
  run: (tx, { id }, { user }) => cancelDeposit(tx, createInvestorActor(user.id), id),
  refusesRepetition: true,
  next: (_, page) => createOutcome(page, 'Deposit cancelled'),
});

export const withdrawalCancellationForm = createInvestorForm({
  operation: (_: Page) => 'cancel-withdrawal',
  schema: cancelSchema,
  locks: lockOwnUser,
  run: (tx, { id }, { user }) => cancelWithdrawal(tx, createInvestorActor(user.id), id),
  refusesRepetition: true,
  next: (_, page) => createOutcome(page, 'Withdrawal cancelled. The amount is available again.'),
});
