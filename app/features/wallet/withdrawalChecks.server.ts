import { asc, eq, inArray, sql } from 'drizzle-orm';
import { kyc, twoFactor, user, withdrawal } from '#drizzle/schema';
import { balancesAndTotalsOf } from '~/ledger/userTotals.server';
import { type Handle, read } from '~/platform/db/index.server';
import { coinOf } from './coins';
import { worthOf } from './paymentOf.server';

type Asked = { withdrawal: typeof withdrawal.$inferSelect; network: string | null };

/** What an administrator looks at before money leaves. Amounts in cents. */
export type WithdrawalChecks = {
  /** The state of the newest identity papers; null when none were sent. */
  papers: string | null;
  secondFactor: boolean;
  accountSince: Date;
  /** Deposits that were approved, and practice money of paper mode. */
  paidIn: bigint;
  practice: bigint;
  /** Withdrawals that were approved before this one. */
  paidOut: bigint;
  /** What the user has besides: the withdrawal's own amount is held or gone. */
  available: bigint;
  /** Was one of the user's withdrawals to this wallet paid? */
  paidToWallet: boolean;
  /** Other accounts of which a withdrawal to this wallet was asked for. */
  sharers: { id: string; email: string }[];
  /** What is to be paid in coin at the newest price; null without a price or for a method that is no coin. */
  coin: { coin: string; amount: string; at: Date | null } | null;
};

/**
 * The checks of withdrawals that wait for a decision or for their payment, by the withdrawal's id; others have none. Letter case makes no
 * difference to a wallet here: two that differ in it alone may be two wallets, which is worth a look as well.
 */
export async function withdrawalChecks(rows: Asked[]): Promise<Map<string, WithdrawalChecks>> {
  const waiting = rows.filter(({ withdrawal: { status } }) => status === 'requested' || status === 'approved');
  if (waiting.length === 0) return new Map();
  const ids = [...new Set(waiting.map(({ withdrawal: { userId } }) => userId))];
  const owners = await ownersOf(read(), ids);
  const wallets = await usesOf(
    read(),
    waiting.map(({ withdrawal: { wallet } }) => wallet.toLowerCase()),
  );
  const standings = new Map(await Promise.all(ids.map(async (id) => [id, await balancesAndTotalsOf(id)] as const)));
  return new Map(
    waiting.flatMap(({ withdrawal: { id, userId, method, status, amount, fee, wallet }, network }) => {
      const owner = owners.get(userId);
      const standing = standings.get(userId);
      if (!owner || !standing) return [];
      const { balances, totals } = standing;
      const uses = wallets.filter((use) => use.wallet === wallet.toLowerCase());
      const coin = network === null ? null : coinOf({ code: method, network });
      const worth = coin && worthOf(coin.coin, amount - fee);
      const checks: WithdrawalChecks = {
        ...owner,
        paidIn: totals.totalDeposit,
        practice: totals.practiceMoney,
        // An approved one counts in the total already.
        paidOut: totals.totalWithdraw - (status === 'approved' ? amount : 0n),
        available: balances.available,
        paidToWallet: uses.some((use) => use.id === userId && use.paid),
        sharers: uses.filter((use) => use.id !== userId).map((use) => ({ id: use.id, email: use.email })),
        coin: coin && worth && { coin: coin.coin, ...worth },
      };
      return [[id, checks] as const];
    }),
  );
}

async function ownersOf(handle: Handle, ids: string[]) {
  const people = await handle
    .select({ id: user.id, accountSince: user.createdAt, factor: twoFactor.enabledAt })
    .from(user)
    .leftJoin(twoFactor, eq(twoFactor.subjectId, user.id))
    .where(inArray(user.id, ids));
  const papers = await handle
    .select({ userId: kyc.userId, status: kyc.status })
    .from(kyc)
    .where(inArray(kyc.userId, ids))
    .orderBy(asc(kyc.id));
  const newest = new Map(papers.map(({ userId, status }) => [userId, status]));
  return new Map(
    people.map(({ id, accountSince, factor }) => [
      id,
      { papers: newest.get(id) ?? null, secondFactor: factor !== null, accountSince },
    ]),
  );
}

/** The accounts that asked for a withdrawal to one of these wallets (in lower case), and whether one was paid. */
async function usesOf(handle: Handle, wallets: string[]) {
  const wallet = sql<string>`lower(${withdrawal.wallet})`;
  const found = await handle
    .select({
      wallet,
      id: user.id,
      email: user.email,
      paid: sql<number>`cast(sum(case when ${withdrawal.status} = 'paid' then 1 else 0 end) as int)`,
    })
    .from(withdrawal)
    .innerJoin(user, eq(user.id, withdrawal.userId))
    .where(inArray(wallet, wallets))
    .groupBy(wallet, user.id, user.email)
    .orderBy(asc(user.email));
  return found.map((use) => ({ ...use, paid: use.paid > 0 }));
}
