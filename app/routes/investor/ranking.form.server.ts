import { claimRankBonus } from '~/features/money/ranking/claimRankBonus.server';
import { claimSchema } from '~/features/money/ranking/schema';
import { formatUsd } from '~/ledger/money';
import { createInvestorForm, lockOwnUser } from '~/web/form/moneyForm.server';

/** Form that claims the bonus of a rank, handled by the ranking page for all pages that show it. */
export const CLAIM_FORM = createInvestorForm({
  operation: 'claim-rank-bonus',
  schema: claimSchema,
  run: (tx, input, { user }) => claimRankBonus(tx, user, input),
  locks: lockOwnUser,
  refusesRepetition: true,
  next: ({ amount }) => ({
    to: '/ranking',
    toast: { tone: 'success', text: `Bonus claimed: ${formatUsd(BigInt(amount))}` },
  }),
});
