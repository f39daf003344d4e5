import { asc, eq, inArray, sql } from 'drizzle-orm';
import { kyc, twoFactor, user, withdrawal } from '#drizzle/schema';
import { getDisplayedState } from '~/features/people';
import { readReceivable } from '~/ledger/reading/refuseNotCovered.server';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { type Reader, read } from '~/platform/db/index.server';
import { findCoinOfMethod } from '../internal/coins';
import { computeCoinWorth } from '../internal/worth.server';
import { isNewAddress } from './waiting.server';

type CheckedWithdrawal = { withdrawal: typeof withdrawal.$inferSelect; network: string | null };

export type WithdrawalChecks = {
  /** Displayed state of the newest identity check; null if nothing was submitted. */
  documents: string | null;
  secondFactor: boolean;
  accountSince: Date;
  /** Approved deposits and, in paper mode, practice money. */
  paidIn: bigint;
  practice: bigint;
  paidOut: bigint;
  /** Available balance. It does not include the withdrawal's own amount. */
  available: bigint;
  owed: bigint;
  /** True if no earlier withdrawal of the user by this method was paid to exactly this wallet. */
  isFirstUse: boolean;
  sameWallet: { id: string; email: string }[];
  /** Amount in coin at the newest price; null without a price or a coin. */
  coin: { coin: string; amount: string; at: Date | null } | null;
};

/** Runs the checks of waiting withdrawals, by their ID. Wallets that differ only in letter case are shown as the same. */
export async function runWithdrawalChecks(rows: CheckedWithdrawal[]): Promise<Map<string, WithdrawalChecks>> {
  const waiting = rows.filter(({ withdrawal: { status } }) => status === 'requested' || status === 'approved');
  if (waiting.length === 0) return new Map();
  const ids = [...new Set(waiting.map((row) => row.withdrawal.userId))];
  const owners = await findOwners(read(), ids);
  const uses = await findUses(
    read(),
    waiting.map((row) => row.withdrawal.wallet.toLowerCase()),
  );
  const checks = new Map<string, WithdrawalChecks>();
  for (const { withdrawal: requested, network } of waiting) {
    const { id, userId, method, status, amount, fee, wallet } = requested;
    const owner = owners.get(userId);
    if (!owner) continue;
    const { balances, totals } = await readBalancesAndTotals(userId);
    const coin = network === null ? null : findCoinOfMethod({ code: method, network });
    const worth = coin && computeCoinWorth(coin.coin, amount - fee);
    checks.set(id, {
      ...owner,
      paidIn: totals.totalDeposit,
      practice: totals.practiceMoney,
      // The total already includes an approved withdrawal.
      paidOut: totals.totalWithdraw - (status === 'approved' ? amount : 0n),
      available: balances.available,
      owed: await readReceivable(read(), userId),
      isFirstUse: await isNewAddress(read(), requested),
      sameWallet: uses
        .filter((use) => use.wallet === wallet.toLowerCase() && use.id !== userId)
        .map((use) => ({ id: use.id, email: use.email })),
      coin: coin && worth && { coin: coin.coin, ...worth },
    });
  }
  return checks;
}

async function findOwners(handle: Reader, ids: string[]) {
  const people = await handle
    .select({ id: user.id, accountSince: user.createdAt, factor: twoFactor.enabledAt })
    .from(user)
    .leftJoin(twoFactor, eq(twoFactor.subjectId, user.id))
    .where(inArray(user.id, ids));
  const documents = await handle
    .select({ userId: kyc.userId, status: kyc.status, endedBy: kyc.endedBy })
    .from(kyc)
    .where(inArray(kyc.userId, ids))
    .orderBy(asc(kyc.id));
  const newest = new Map(documents.map((each) => [each.userId, getDisplayedState(each)]));
  return new Map(
    people.map(({ id, accountSince, factor }) => [
      id,
      { documents: newest.get(id) ?? null, secondFactor: factor !== null, accountSince },
    ]),
  );
}

async function findUses(handle: Reader, wallets: string[]) {
  const wallet = sql<string>`lower(${withdrawal.wallet})`;
  return await handle
    .selectDistinct({ wallet, id: user.id, email: user.email })
    .from(withdrawal)
    .innerJoin(user, eq(user.id, withdrawal.userId))
    .where(inArray(wallet, wallets))
    .orderBy(asc(user.email));
}
