import { isDifferentByMore, reasons } from '~/features/backoffice';
import { formatBps, formatUsd } from '~/ledger/money';
import { DAY } from '~/platform/durations';
import { durationText } from '~/platform/text/durationText';

/** Limits of a single administrator, in cents or, by name, basis points. */
export type Limits = {
  receivedDiffersBps: number;
  deposit: bigint;
  withdrawal: bigint;
  depositsDay: bigint;
  withdrawalsDay: bigint;
  userDepositsWeek: bigint;
  userWithdrawalsWeek: bigint;
};

/** Sums of approved deposits or withdrawals, cents, including the requested act. */
export type Sums = {
  /** Total of this administrator alone in the last 24 hours. */
  day: bigint;
  week: bigint;
};

export type DepositFacts = {
  stated: bigint;
  received: bigint;
  /** Coin amounts requested and received, hundred-millionths; null if either is unknown. */
  coin: { requested: bigint; received: bigint } | null;
  hasProof: boolean;
  provesAnother: boolean;
  highRisk: boolean;
  /** True if an unidentified receipt of about the same amount is held, which may be this payment. */
  isHeld: boolean;
  /** Amount that arrived, hundred-millionths of a coin, and its worth when paid, cents; null if unknown. */
  arrived: bigint | null;
  worth: bigint | null;
  /** True for a user's first deposit with only a transaction ID, which everybody can read on the chain. */
  isFirstDeposit: boolean;
  sums: Sums;
};

export type WithdrawalFacts = {
  amount: bigint;
  newAddress: boolean;
  newMoney: boolean;
  /** True if this administrator alone approved a deposit of this user in the last `OWN_DEPOSITS_DAYS`. */
  ownDeposit: boolean;
  highRisk: boolean;
  sums: Sums;
};

/** Time after a user's money arrived during which a single administrator can't approve the user's withdrawals, milliseconds. */
export const NEW_MONEY_MS = DAY;

/** Days during which the sole approver of a user's deposit can't alone approve that user's withdrawals. */
export const OWN_DEPOSITS_DAYS = 30;

const HIGH_RISK = 'this user is rated as high risk';

/** Returns the reasons why a deposit needs two administrators in live mode; empty if one is enough. */
export const findDepositReasons = (
  {
    stated,
    received,
    coin,
    hasProof,
    provesAnother,
    highRisk,
    isHeld,
    arrived,
    worth,
    isFirstDeposit,
    sums,
  }: DepositFacts,
  limits: Limits,
): string[] =>
  reasons({
    [HIGH_RISK]: highRisk,
    'about this amount is held as an unidentified receipt': isHeld,
    'it has no picture as proof': !hasProof,
    'its proof is that of another deposit, too': provesAnother,
    [`received and stated differ by more than ${formatBps(limits.receivedDiffersBps)}`]: isDifferentByMore(
      stated,
      received,
      limits.receivedDiffersBps,
    ),
    [`the coin received and requested differ by more than ${formatBps(limits.receivedDiffersBps)}`]:
      coin !== null && isDifferentByMore(coin.requested, coin.received, limits.receivedDiffersBps),
    [`received and what the coin was worth differ by more than ${formatBps(limits.receivedDiffersBps)}`]:
      worth !== null && isDifferentByMore(worth, received, limits.receivedDiffersBps),
    'what the coin was worth when it was paid is not known': arrived !== null && worth === null,
    'it is this user’s first deposit, and its coin amount is not the requested one': isFirstDeposit,
    [`it is above ${formatUsd(limits.deposit)}`]: received > limits.deposit,
    [`your approvals of deposits in 24 hours would be above ${formatUsd(limits.depositsDay)}`]:
      sums.day > limits.depositsDay,
    [`this user’s deposits in 7 days would be above ${formatUsd(limits.userDepositsWeek)}`]:
      sums.week > limits.userDepositsWeek,
  });

/** Returns the reasons why a withdrawal needs two administrators in live mode; empty if one is enough. */
export const findWithdrawalReasons = (
  { amount, newAddress, newMoney, ownDeposit, highRisk, sums }: WithdrawalFacts,
  limits: Limits,
): string[] =>
  reasons({
    [HIGH_RISK]: highRisk,
    [`it is above ${formatUsd(limits.withdrawal)}`]: amount > limits.withdrawal,
    'this user was never paid at this address': newAddress,
    [`money of this user arrived less than ${durationText(NEW_MONEY_MS)} ago`]: newMoney,
    [`you alone approved a deposit of this user in the last ${OWN_DEPOSITS_DAYS} days`]: ownDeposit,
    [`your approvals of withdrawals in 24 hours would be above ${formatUsd(limits.withdrawalsDay)}`]:
      sums.day > limits.withdrawalsDay,
    [`this user’s withdrawals in 7 days would be above ${formatUsd(limits.userWithdrawalsWeek)}`]:
      sums.week > limits.userWithdrawalsWeek,
  });
