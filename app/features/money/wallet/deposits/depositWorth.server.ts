import { and, eq, gte } from 'drizzle-orm';
import { type deposit, statementLine } from '#drizzle/schema';
import { isDifferentByMore } from '~/features/backoffice';
import { writeCoinAmount } from '~/ledger/coinAmount';
import { formatPlainUsd } from '~/ledger/money';
import { after, HOUR, now } from '~/platform/clock';
import type { Reader } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { findCoinOfMethod } from '../internal/coins';
import { computeCentsAt } from '../internal/worth.server';
import { normalizeReference, removeOutput } from '../referenceKey';

/* Computes the worth of a deposit's coin at the time of payment. Otherwise users could wait for a lower price and pay
   with a cheaper coin. */

type Deposit = typeof deposit.$inferSelect;

/** Payment on a statement. `units` is null if several lines match. */
type Seen = { at: Date; units: bigint | null };

export type DepositWorth = {
  /** Payment found on a statement of the method; null if there is none. */
  seen: Seen | null;
  /** Coin amount: as entered, else as on the statement, else as requested. */
  units: bigint;
  /** Worth in cents; null if no price of that time is known. Without a payment time, the lower of the worth at submission and now. */
  cents: bigint | null;
};

/** Largest difference from the stated amount that is ignored, basis points, since prices of sources differ. */
const ALIKE_BPS = 100;

async function findSeenPayment(handle: Reader, row: Deposit, transactionId: string | null): Promise<Seen | null> {
  const { method, coinAmount, createdAt } = row;
  const key = transactionId && removeOutput(normalizeReference(transactionId));
  const byAmount = coinAmount === null ? undefined : eq(statementLine.amount, coinAmount);
  const isIt = key
    ? eq(statementLine.transactionKey, key)
    : byAmount && and(byAmount, gte(statementLine.at, after(createdAt, -HOUR)));
  if (!isIt) return null;
  const lines = (
    await handle
      .select()
      .from(statementLine)
      .where(and(eq(statementLine.method, method), isIt))
  ).filter(({ amount }) => amount > 0n);
  const line = lines.find(({ amount }) => amount === coinAmount) ?? lines[0];
  if (!line) return null;
  return { at: line.at, units: lines.length === 1 || line.amount === coinAmount ? line.amount : null };
}

/** Computes the worth of a deposit's coin when it was paid; null for a method without a coin or without a known amount. */
export async function computeWorthAtPayment(
  handle: Reader,
  row: Deposit,
  network: string | null,
  entered: { coin?: bigint; transactionId?: string } = {},
): Promise<DepositWorth | null> {
  const coin = network === null ? null : (findCoinOfMethod({ code: row.method, network })?.coin ?? null);
  if (!coin) return null;
  const seen = await findSeenPayment(handle, row, entered.transactionId || row.transactionId);
  const units = entered.coin ?? seen?.units ?? row.coinAmount;
  if (units === null) return null;
  if (seen) return { seen, units, cents: computeCentsAt(coin, units, seen.at) };
  const requested = row.coinAmount ? (row.amount * units) / row.coinAmount : computeCentsAt(coin, units, row.createdAt);
  // Paper mode has no real payments, so the price at the request is used.
  const latest = isPaper() ? requested : computeCentsAt(coin, units, now());
  if (requested === null || latest === null) return { seen, units, cents: null };
  const hasFallen = latest < requested;
  return { seen, units, cents: hasFallen ? latest : requested };
}

/** Returns the initial amount of the decision form: the stated one, or the worth of the received coin if it differs. */
export function getInitialAmount(worth: DepositWorth | null, { amount }: Pick<Deposit, 'amount'>) {
  const cents = worth?.cents ?? amount;
  return {
    received: formatPlainUsd(isDifferentByMore(amount, cents, ALIKE_BPS) ? cents : amount),
    coin: worth ? writeCoinAmount(worth.units) : undefined,
  };
}
