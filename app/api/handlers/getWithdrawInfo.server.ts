import { perform } from '~/features/backoffice/approvals/perform.server';
import { WITHDRAWAL_ACTS } from '~/features/money/wallet/acts/withdrawalActs.server';
import { approveAndPayWithdrawal } from '~/features/money/wallet/withdrawals/decideWithdrawal.server';
import { withdrawalToDecide } from '~/features/money/wallet/withdrawals/withdrawalQueries.server';
import { formatUsd, usdNumber } from '~/ledger/money';
import { isPaper } from '~/platform/env';
import { done, refuse } from '~/platform/result';
import { byAdmin } from '~/platform/states';
import { locksByEmail, userByEmail } from '../answers/users.server';
import type { CallHandler } from '../callHandler';

/** Approves the named or the oldest requested withdrawal, and in paper mode pays it: despite its name the call changes something. */
export const getWithdrawInfo: CallHandler<'getWithdrawInfo'> = async ({
  administrator,
  input: { email, id: asked, reference },
  once,
}) =>
  await once(
    async (tx) => {
      const user = await userByEmail(tx, email);
      if (!user.ok) return user;
      const by = byAdmin(administrator.id);
      const found = await withdrawalToDecide(tx, by, { userId: user.value.id, id: asked });
      if (!found && asked) return refuse('no-withdrawal', 'This user has no such withdrawal that waits', 'id');
      if (!found) return refuse('no-withdrawal', "user hasn't made any withdrawal yet", 'email');
      const { id, amount } = found;
      const settled = isPaper()
        ? await approveAndPayWithdrawal(tx, by, id, reference ?? null)
        : await perform(tx, by, WITHDRAWAL_ACTS['withdrawal-approve'], { id });
      if (!settled.ok) return settled;
      if ('pending' in settled.value && settled.value.pending) {
        return done({ answer: { status: 'pending', id: settled.value.pending, message: settled.value.said } });
      }
      const { firstName, lastName } = user.value;
      return done({
        journalId: settled.value.journalId,
        answer: {
          status: 200,
          amount: usdNumber(amount),
          id,
          name: `${firstName} ${lastName}`,
          email,
          message: isPaper()
            ? `Your withdrawal of ${formatUsd(amount)} was approved and paid.`
            : `The withdrawal of ${formatUsd(amount)} was approved. Another administrator pays it.`,
          subject: isPaper() ? 'Withdrawal approved and paid' : 'Withdrawal approved',
        },
      });
    },
    { locks: await locksByEmail(email) },
  );
