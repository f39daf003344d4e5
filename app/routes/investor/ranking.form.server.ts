import { claimRankBonus } from '~/features/money/ranking/claimRankBonus.server';
import { claimSchema } from '~/features/money/ranking/schema';
import { formatUsd } from '~/ledger/money';
import { investorForm, ownRows } from '~/web/form/moneyForm.server';

/** Form that claims the bonus of a rank, handled by the ranking page for all pages that show it. */
export const CLAIM_FORM = investorForm({
  operation: 'claim-rank-bonus',
  schema: claimSchema,
  run: (tx, asked, { user }) => claimRankBonus(tx, user, asked),
  locks: ownRows,
  refusesAgain: true,
  next: ({ amount }) => ({
    to: '/ranking',
    toast: { tone: 'success', text: `Bonus claimed: ${formatUsd(BigInt(amount))}` },
  }),
});
