import type { JournalKind } from '~/ledger/chartOfAccounts';
import { formatBps, formatUsd } from '~/ledger/money';
import type { Right } from '~/signIns/rights';

/*
 * Who may do what alone. In live mode nothing that lets money out, makes money or scales either is done by one person: for
 * each act a rule here says why a second administrator is needed. Pages and calls read the same table, by way of `perform`.
 */

/** The rows of settings that say how much one administrator may do alone: cents, and basis points where the name says so. */
export type Limits = {
  receivedDiffersBps: number;
  deposit: bigint;
  withdrawal: bigint;
  depositsDay: bigint;
  withdrawalsDay: bigint;
  userDepositsWeek: bigint;
  userWithdrawalsWeek: bigint;
};

/** Sums of money that was let in or out, cents, with the act that is asked for counted in. */
export type Sums = {
  /** By this administrator alone in the last 24 hours. */
  day: bigint;
  /** Of this user, by any administrator, in the last 7 days. */
  week: bigint;
};

export type DepositFacts = { stated: bigint; received: bigint; hasProof: boolean; sums: Sums };
export type WithdrawalFacts = {
  amount: bigint;
  newAddress: boolean;
  newMoney: boolean;
  /** This administrator alone let money of this user in, less than `OWN_DEPOSITS_DAYS` ago. */
  ownDeposit: boolean;
  sums: Sums;
};
/** The names of the terms that a change touches and that one person may not change. */
export type TermFacts = { terms: string[] };

type Rule<F> = (facts: F, limits: Limits) => string[];

const always =
  (why: string): Rule<null> =>
  () => [why];

/** The reasons whose condition holds. */
const reasons = (found: Record<string, boolean>): string[] =>
  Object.entries(found).flatMap(([why, holds]) => (holds ? [why] : []));

const terms =
  (thing: string): Rule<TermFacts> =>
  ({ terms: changed }) =>
    changed.length > 0 ? [`it changes ${changed.join(', ')} of ${thing}`] : [];

/** Do two amounts differ by more than a share of the first? */
export function differsByMore(stated: bigint, received: bigint, bps: number): boolean {
  const difference = stated > received ? stated - received : received - stated;
  return difference * 10_000n > stated * BigInt(bps);
}

/** For how many days an administrator who alone let money of a user in does not let money of that user out alone. */
export const OWN_DEPOSITS_DAYS = 30;

/** From which difference on a changed number wants a reason, basis points of what it was. */
export const REASON_ABOVE_BPS = 500;

/**
 * Does a number among changed values differ from what it was by more than `REASON_ABOVE_BPS`? One that is there where none
 * was, or none where one was, does.
 */
export function numbersDiffer(before: Record<string, unknown>, after: Record<string, unknown>): boolean {
  return Object.entries(after).some(([column, value]) => {
    const was = before[column];
    if (isNumber(was) && isNumber(value)) return differsByMore(BigInt(was), BigInt(value), REASON_ABOVE_BPS);
    return (isNumber(was) && value === null) || (was === null && isNumber(value));
  });
}

const isNumber = (value: unknown): value is bigint | number => typeof value === 'bigint' || typeof value === 'number';

/** An address to pay to, say. */
const ACTED_ON = 'people with money act on what the operator tells them';

/** For each act, from which amount and in which circumstances a second administrator is needed in live mode, and why. */
export const POLICY = {
  credit: always('it credits a user'),
  debit: always('it takes money from a user'),
  profit: always('it credits a user'),
  'account-reopen': always('it gives a closed account, with what is owed to it, to whom reads its mails'),
  'account-pay-out': always('it asks for money to leave an account whose owner can’t sign in'),
  'account-unfreeze': always('it lets money leave again'),
  'record-trade': always('it decides what copies gain or lose'),
  'import-trades': always('it decides what copies gain or lose'),
  'void-trade': always('it decides what copies gain or lose'),
  'complete-log': always('it lets money leave copies before results could reach it'),
  'reserve-fund': always('it changes a reserve'),
  'reserve-take-back': always('it lets money out'),
  'reserve-shift': always('it changes a reserve'),
  'deposit-approve': ({ stated, received, hasProof, sums }: DepositFacts, limits: Limits) =>
    reasons({
      'it has no proof': !hasProof,
      [`received and stated differ by more than ${formatBps(limits.receivedDiffersBps)}`]: differsByMore(
        stated,
        received,
        limits.receivedDiffersBps,
      ),
      [`it is above ${formatUsd(limits.deposit)}`]: received > limits.deposit,
      [`your approvals of deposits in 24 hours would be above ${formatUsd(limits.depositsDay)}`]:
        sums.day > limits.depositsDay,
      [`this user's deposits in 7 days would be above ${formatUsd(limits.userDepositsWeek)}`]:
        sums.week > limits.userDepositsWeek,
    }),
  'deposit-reverse': always('it takes back a deposit'),
  'withdrawal-approve': ({ amount, newAddress, newMoney, ownDeposit, sums }: WithdrawalFacts, limits: Limits) =>
    reasons({
      [`it is above ${formatUsd(limits.withdrawal)}`]: amount > limits.withdrawal,
      'this user was never paid at this address': newAddress,
      'money of this user arrived less than a day ago': newMoney,
      [`you alone approved a deposit of this user in the last ${OWN_DEPOSITS_DAYS} days`]: ownDeposit,
      [`your approvals of withdrawals in 24 hours would be above ${formatUsd(limits.withdrawalsDay)}`]:
        sums.day > limits.withdrawalsDay,
      [`this user's withdrawals in 7 days would be above ${formatUsd(limits.userWithdrawalsWeek)}`]:
        sums.week > limits.userWithdrawalsWeek,
    }),
  'withdrawal-bounce': always('it credits a user'),
  'plan-end-early': always('it pays out before the time'),
  'plan-add': always('it adds terms that money is promised on'),
  'plan-change': terms('a plan'),
  'deposit-method-add': always('investors would send money to its address'),
  'deposit-method-change': terms('a deposit method'),
  'withdrawal-method-add': always('money would leave by it'),
  'withdrawal-method-change': terms('a withdrawal method'),
  'rate-change': always('it changes a rate, a bonus or a limit'),
  'trader-create': ({ capital }: { capital: bigint | null }) =>
    reasons({ 'results are measured against its capital': capital !== null }),
  'trader-change': terms('a trader'),
  'leader-accept': always('others would copy them with their own money'),
  'trader-retire': ({ copies }: { copies: number }) =>
    reasons({ [`it ends ${copies} ${copies === 1 ? 'copy' : 'copies'}`]: copies > 0 }),
  'signal-key': always('copies follow what is sent with it'),
  'staff-invite': always('it lets another person act for the operator'),
  'staff-role': always('it changes what an administrator may do'),
  'staff-enable': always('it lets an administrator act again'),
  'staff-reset-factor': always('it lets an administrator sign in with the password alone'),
  announce: ({ toInvestors }: { toInvestors: boolean }) => reasons({ [ACTED_ON]: toInvestors }),
  maintenance: ({ hasText }: { hasText: boolean }) => reasons({ [ACTED_ON]: hasText }),
} as const satisfies Record<string, Rule<never>>;

export type ActName = keyof typeof POLICY;

/** The right that each act takes: of the administrator who asks for it, and of the second one who agrees. */
export const ACT_RIGHTS: Record<ActName, Right> = {
  credit: 'balances:change',
  debit: 'balances:change',
  profit: 'balances:change',
  'account-reopen': 'accounts:change',
  'account-pay-out': 'balances:change',
  'account-unfreeze': 'accounts:change',
  'record-trade': 'traders:change',
  'import-trades': 'traders:change',
  'void-trade': 'traders:change',
  'complete-log': 'traders:change',
  'reserve-fund': 'reserves:change',
  'reserve-take-back': 'reserves:change',
  'reserve-shift': 'reserves:change',
  'deposit-approve': 'payments:decide',
  'deposit-reverse': 'payments:decide',
  'withdrawal-approve': 'payments:decide',
  'withdrawal-bounce': 'payments:decide',
  'plan-end-early': 'balances:change',
  'plan-add': 'plans:change',
  'plan-change': 'plans:change',
  'deposit-method-add': 'terms:change',
  'deposit-method-change': 'terms:change',
  'withdrawal-method-add': 'terms:change',
  'withdrawal-method-change': 'terms:change',
  'rate-change': 'terms:change',
  'trader-create': 'traders:change',
  'trader-change': 'traders:change',
  'leader-accept': 'traders:change',
  'trader-retire': 'traders:change',
  'signal-key': 'traders:change',
  'staff-invite': 'staff:change',
  'staff-role': 'staff:change',
  'staff-enable': 'staff:change',
  'staff-reset-factor': 'staff:change',
  announce: 'operation:change',
  maintenance: 'operation:change',
};

/** The right that an act takes, by its name as it is kept; null for what is no act any more. */
export const actRight = (name: string): Right | null =>
  Object.hasOwn(ACT_RIGHTS, name) ? ACT_RIGHTS[name as ActName] : null;

/** What the rule of an act wants to know; null for an act that always needs a second administrator. */
export type FactsOf<N extends ActName> = Parameters<(typeof POLICY)[N]>[0];

/** Why an act needs a second administrator in live mode; empty when one administrator may do it alone. */
export function reasonsForTwo<N extends ActName>(act: N, facts: FactsOf<N>, limits: Limits): string[] {
  return (POLICY[act] as Rule<FactsOf<N>>)(facts, limits);
}

/** An act of the policy, or why no second administrator is needed. */
export type Cover = ActName | { one: string };

const OWN = { one: 'the user does it with their own money' };
const BY_ITSELF = { one: 'it happens by itself, on terms that two agreed to' };
const UNDER_TERMS = { one: 'it follows from a deposit, on terms that two agreed to' };

/** Which act brings about each kind of journal: a kind without a line here does not compile. */
export const MOVES: Record<JournalKind, Cover> = {
  'reserve-funded': 'reserve-fund',
  'reserve-taken-back': 'reserve-take-back',
  'reserve-shifted': 'reserve-shift',
  'custody-converted': { one: 'no form and no call posts it' },
  deposit: 'deposit-approve',
  'deposit-reversed': 'deposit-reverse',
  'practice-money': { one: 'paper mode alone gives it, once to an account, and nothing there is real' },
  'referral-bonus': UNDER_TERMS,
  'referral-bonus-reversed': UNDER_TERMS,
  'rank-bonus': UNDER_TERMS,
  'rank-bonus-reversed': UNDER_TERMS,
  // Users ask for their own money; an administrator does for a closed account.
  'withdrawal-requested': 'account-pay-out',
  'withdrawal-cancelled': OWN,
  'withdrawal-rejected': { one: 'the money goes back to the user who asked for it' },
  'withdrawal-approved': 'withdrawal-approve',
  'withdrawal-paid': { one: 'two approved it or it is small, and an administrator who approved it never pays it' },
  'withdrawal-bounced': 'withdrawal-bounce',
  'plan-opened': OWN,
  'plan-return-reserved': OWN,
  'plan-accrual': BY_ITSELF,
  'plan-matured': BY_ITSELF,
  'plan-ended': 'plan-end-early',
  'plan-return-released': 'plan-end-early',
  'trading-funded': OWN,
  'trading-taken-out': OWN,
  'copy-started': OWN,
  'copy-topped-up': OWN,
  'copy-reduced': OWN,
  'copy-stopped': OWN,
  'copy-profit': 'record-trade',
  'copy-loss': 'record-trade',
  'copy-profit-reversed': 'void-trade',
  'copy-loss-reversed': 'void-trade',
  'copy-repaid': 'void-trade',
  'copy-returned': 'void-trade',
  'position-profit': BY_ITSELF,
  'position-loss': BY_ITSELF,
  'position-cost': BY_ITSELF,
  'position-paid': BY_ITSELF,
  'leader-share': { one: 'it happens by itself, on terms that two set and the owner of the copy agreed to' },
  'operator-credit': 'credit',
  'operator-profit': 'profit',
  'operator-debit': 'debit',
  correction: { one: 'no form and no call posts it' },
};
