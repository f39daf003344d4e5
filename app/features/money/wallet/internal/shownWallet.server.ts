import { withdrawal } from '#drizzle/schema';
import type { RowVersion } from '~/platform/db/index.server';
import { matchesVersion } from '~/platform/db/verified.server';

type Withdrawal = typeof withdrawal.$inferSelect;

const HIDDEN_WALLET_TEXT =
  'Not shown: this withdrawal was altered after its request. Pay nothing, and run npm run audit';

/** Hides the wallet of a withdrawal whose row was altered, so that the rest of a list stays usable. */
export const withWallet = <R extends { withdrawal: Withdrawal; version: RowVersion | null }>({
  version,
  ...row
}: R) => ({
  ...row,
  withdrawal: matchesVersion(withdrawal, row.withdrawal, version)
    ? row.withdrawal
    : { ...row.withdrawal, wallet: HIDDEN_WALLET_TEXT },
});
