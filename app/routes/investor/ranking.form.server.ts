import { claimRankBonus } from '~/features/money/ranking/claimRankBonus.server';
import { claimSchema } from '~/features/money/ranking/schema';
import { formatUsd } from '~/ledger/money';
import { investorForm, ownRows } from '~/web/form/moneyForm.server';

/** Claims the bonus of a rank; its page takes it, whichever page it is sent from. */
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
