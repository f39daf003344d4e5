import { cancelDeposit } from '~/features/money/wallet/deposits/decideDeposit.server';
import { cancelSchema } from '~/features/money/wallet/schema';
import { cancelWithdrawal } from '~/features/money/wallet/withdrawals/decideWithdrawal.server';
import { byInvestor } from '~/platform/states';
import { investorForm, ownRows } from '~/web/form/moneyForm.server';

/* Cancels a pending entry from its row in the history or from its receipt, and redirects to that page. */

type Page = string;

const cancelled = (to: Page, text: string) => ({ to, toast: { tone: 'success', text } as const });

export const depositCancellation = investorForm({
  operation: (_: Page) => 'cancel-deposit',
  schema: cancelSchema,
  locks: ownRows,
  run: (tx, { id }, { user }) => cancelDeposit(tx, byInvestor(user.id), id),
  refusesAgain: true,
  next: (_, page) => cancelled(page, 'Deposit cancelled'),
});

export const withdrawalCancellation = investorForm({
  operation: (_: Page) => 'cancel-withdrawal',
  schema: cancelSchema,
  locks: ownRows,
  run: (tx, { id }, { user }) => cancelWithdrawal(tx, byInvestor(user.id), id),
  refusesAgain: true,
  next: (_, page) => cancelled(page, 'Withdrawal cancelled. The amount is available again.'),
});
