import { eq } from 'drizzle-orm';
import { deposit, journal, referralBonus, user as userTable } from '#drizzle/schema';
import { perform } from '~/features/backoffice/approvals/perform.server';
import { openInvestment } from '~/features/money/plans/openInvestment.server';
import { listPlansOnSale } from '~/features/money/plans/queries.server';
import { getOfferKey } from '~/features/money/plans/rules';
import { formatBonusDay } from '~/features/money/referrals/rules';
import { WITHDRAWAL_ACTS } from '~/features/money/wallet/acts/withdrawalActs.server';
import { listDepositMethods } from '~/features/money/wallet/deposits/depositQueries.server';
import { submitDeposit } from '~/features/money/wallet/deposits/submitDeposit.server';
import { moveToWithdrawAmount } from '~/features/money/wallet/schema';
import { approveAndPayWithdrawal } from '~/features/money/wallet/withdrawals/decideWithdrawal.server';
import {
  APPROVAL_PENDING_TEXT,
  notifyRefused,
  requestWithdrawal,
} from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import {
  findWithdrawalToDecide,
  listWithdrawalMethods,
} from '~/features/money/wallet/withdrawals/withdrawalQueries.server';
import { BALANCE_ACTS } from '~/features/people/users/balanceActs.server';
import { EXCEEDS_CAPITAL_MESSAGE } from '~/features/people/users/moveBalance.server';
import { formatUsd, toUsdNumber } from '~/ledger/money';
import type { Handle } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { formatNameForMail } from '~/platform/fields/plainName';
import { done, type Result, refuse } from '~/platform/result';
import { createAdminActor } from '~/platform/states';
import type { Administrator, User } from '~/signIns/session.server';
import type { Pending } from '~/web/guard/api.server';
import { createActOptions, findLocksByEmail, findUserByAddress, loadFundedUsd } from '../answers/users.server';
import type { CallHandler } from '../callHandler';
import { namesOfMethod, pickByName, planNames } from '../named';

type MoneyMove = { amount: bigint; email: string; reason?: string };

type MoneyAction = { act: keyof typeof BALANCE_ACTS; subject: string };

/**
 * Moves money of a user identified by email address. The answer contains the balance at that moment, so that a replay
 * returns the same.
 */
async function moveMoney(
  tx: Handle,
  { id }: Administrator,
  { amount, email, reason }: MoneyMove,
  does: MoneyAction,
): Promise<Result<{ journalId?: string; user: User; answer: Answer | Pending }>> {
  const found = await findUserByAddress(tx, email);
  if (!found.ok) return found;
  const user = found.value;
  const act = { kind: 'deposit' as const, userId: user.id, amount, reason };
  const performed = await perform(tx, createAdminActor(id), BALANCE_ACTS[does.act], act);
  if (!performed.ok) return performed;
  const { pending, toast, journalId } = performed.value;
  if (pending) return done({ user, answer: { status: 'pending', id: pending, message: toast } });
  const answer: Answer = {
    status: 'ok',
    funded: toUsdNumber(amount),
    amount: toUsdNumber(amount),
    balance: await loadFundedUsd(tx, user),
    name: `${user.firstName} ${user.lastName}`,
    email,
    message: `${does.subject}: ${formatUsd(amount)}`,
    subject: does.subject,
  };
  return done({ journalId, user, answer });
}

type Answer = {
  status: 'ok';
  funded: number;
  amount: number;
  balance: number;
  name: string;
  email: string;
  message: string;
  subject: string;
};

const NO_UPLINE = { upline: null, uplineName: null, uplineEmail: null, uplineMessage: null, uplineSubject: null };

async function findUpline(tx: Handle, { referrerId, firstName }: User, journalId: string) {
  if (!referrerId) return NO_UPLINE;
  const [found] = await tx
    .select({ upline: userTable, bonus: referralBonus })
    .from(journal)
    .innerJoin(deposit, eq(deposit.id, journal.businessRef))
    .innerJoin(referralBonus, eq(referralBonus.depositId, deposit.id))
    .innerJoin(userTable, eq(userTable.id, referralBonus.referrerId))
    .where(eq(journal.id, journalId));
  // The deposit earns no bonus. The referrer gets a notification with the reason instead of a mail.
  if (!found || found.bonus.amount === 0n) return NO_UPLINE;
  const { upline, bonus } = found;
  const whenPaid = bonus.decidedAt
    ? ' It is paid when the reserve can carry it.'
    : ` It is paid after ${formatBonusDay(bonus.dueAt)}, for the money that stays until then.`;
  const waits = bonus.paidAt ? '' : whenPaid;
  return {
    upline: upline.username,
    uplineName: `${upline.firstName} ${upline.lastName}`,
    uplineEmail: upline.email,
    uplineMessage: `${formatNameForMail(firstName) || 'A friend'}'s deposit brings you a bonus of ${formatUsd(bonus.amount)}.${waits}`,
    uplineSubject: `Referral bonus: ${formatUsd(bonus.amount)}`,
  };
}

const DEBIT_ACTION = { act: 'debit', subject: 'Operator debit' } as const;

export const debitwallet: CallHandler<'debitwallet'> = async ({ administrator, input, once }) =>
  await once(
    async (tx) => {
      const moved = await moveMoney(tx, administrator, input, DEBIT_ACTION);
      if (moved.ok) return done({ journalId: moved.value.journalId, answer: moved.value.answer });
      const { code, field } = moved.error;
      return code === 'exceeds-capital' ? refuse(code, EXCEEDS_CAPITAL_MESSAGE, field) : moved;
    },
    await createActOptions(input.email),
  );

const PROFIT_ACTION = { act: 'profit', subject: 'Profit added by the operator' } as const;

export const upgradeUser: CallHandler<'upgradeUser'> = async ({ administrator, input, once }) =>
  await once(
    async (tx) => {
      const moved = await moveMoney(tx, administrator, input, PROFIT_ACTION);
      return moved.ok ? done({ journalId: moved.value.journalId, answer: moved.value.answer }) : moved;
    },
    await createActOptions(input.email),
  );

/** Approves the named or the oldest requested withdrawal and, in paper mode, pays it. The name is that of the original API. */
export const getWithdrawInfo: CallHandler<'getWithdrawInfo'> = async ({
  administrator,
  input: { email, id: requested, reference },
  once,
}) =>
  await once(
    async (tx) => {
      const user = await findUserByAddress(tx, email);
      if (!user.ok) return user;
      const by = createAdminActor(administrator.id);
      const found = await findWithdrawalToDecide(tx, by, { userId: user.value.id, id: requested });
      if (!found && requested) return refuse('no-withdrawal', 'This user has no such pending withdrawal', 'id');
      if (!found) return refuse('no-withdrawal', "user hasn't made any withdrawal yet", 'email');
      const { id, amount } = found;
      const settled = isPaper()
        ? await approveAndPayWithdrawal(tx, by, id, reference ?? null)
        : await perform(tx, by, WITHDRAWAL_ACTS['withdrawal-approve'], { id });
      if (!settled.ok) return settled;
      if ('pending' in settled.value && settled.value.pending) {
        return done({ answer: { status: 'pending', id: settled.value.pending, message: settled.value.toast } });
      }
      const { firstName, lastName } = user.value;
      return done({
        journalId: settled.value.journalId,
        answer: {
          status: 200,
          amount: toUsdNumber(amount),
          id,
          name: `${firstName} ${lastName}`,
          email,
          message: isPaper()
            ? `Your withdrawal of ${formatUsd(amount)} was approved and paid.`
            : `The withdrawal of ${formatUsd(amount)} was approved. Another administrator must pay it.`,
          subject: isPaper() ? 'Withdrawal approved and paid' : 'Withdrawal approved',
        },
      });
    },
    { locks: await findLocksByEmail(email) },
  );

const DEPOSIT_ACTION = { act: 'credit', subject: 'Deposit approved' } as const;

export const fundwallet: CallHandler<'fundwallet'> = async ({ administrator, input, once }) =>
  await once(
    async (tx) => {
      const moved = await moveMoney(tx, administrator, input, DEPOSIT_ACTION);
      if (!moved.ok) return moved;
      const { user, answer, journalId } = moved.value;
      if (answer.status === 'pending') return done({ answer });
      return done({ journalId, answer: { ...answer, ...(await findUpline(tx, user, journalId ?? '')) } });
    },
    await createActOptions(input.email),
  );

export const invest: CallHandler<'invest'> = async ({ user, input, once }) => {
  const picked = pickByName(await listPlansOnSale(user.id), input.plan, planNames, 'plan');
  if (!picked.ok) return picked;
  const plan = picked.value;
  return await once(
    async (tx) => {
      if (!plan) return refuse('unknown-plan', 'Choose a plan', 'plan');
      const terms = {
        percent: plan.dailyBps / 100,
        min: toUsdNumber(plan.minimum),
        max: toUsdNumber(plan.maximum),
        duration: plan.days,
      };
      for (const name of ['percent', 'min', 'max', 'duration'] as const) {
        if (input[name] === undefined || input[name] === terms[name]) continue;
        return refuse(
          'other-terms',
          `The ${name} of the ${plan.name} plan is ${terms[name]}. Nothing was invested.`,
          name,
        );
      }
      const { amount } = input;
      const opened = await openInvestment(tx, user, { plan: plan.id, amount, terms: getOfferKey(plan) });
      if (!opened.ok) return opened;
      const { id, journalId } = opened.value;
      const message = `${formatUsd(amount)} invested in the ${plan.name} plan`;
      return done({ journalId, answer: { status: 'ok', id, amount: toUsdNumber(amount), message } });
    },
    { normalizedInput: { plan: plan?.id, amount: input.amount }, locks: { users: [user.id] } },
  );
};

export const sendproof: CallHandler<'sendproof'> = async ({ user, input: { amount, method, proof }, once }) => {
  const picked = pickByName(await listDepositMethods(), method, namesOfMethod, 'method');
  if (!picked.ok) return picked;
  const chosen = picked.value;
  const normalizedInput = { amount, method: chosen?.code ?? method, proof: proof || null };
  const summary = `${formatUsd(amount)} by ${chosen?.name ?? method}`;
  return await once(
    async (tx) => {
      const sent = await submitDeposit(tx, user, normalizedInput);
      // Clients of the specification expect this message.
      if (!sent.ok && sent.error.code === 'closed') return refuse('account-gone', 'user does not exist');
      if (!sent.ok) return sent;
      return done({
        answer: {
          status: 200,
          id: sent.value.id,
          name: `${user.firstName} ${user.lastName}`,
          email: user.email,
          message: `Your deposit of ${summary} was received. It will be added to your balance after approval.`,
          subject: 'Deposit submitted',
          adminMessage: `${user.email} says that ${formatUsd(amount)} was sent by ${chosen?.name ?? method}.`,
          adminSubject: 'A deposit waits for a decision',
        },
      });
    },
    { normalizedInput, locks: { users: [user.id] } },
  );
};

export const withdraw: CallHandler<'withdraw'> = async ({ user, input, once }) => {
  const picked = pickByName(await listWithdrawalMethods(), input.method, namesOfMethod, 'method');
  if (!picked.ok) return picked;
  const chosen = picked.value;
  const { WithdrawAmount: amount, wallet } = input;
  const requested = { method: chosen?.code ?? input.method, amount, wallet };
  const summary = `${formatUsd(amount)} by ${chosen?.name ?? requested.method} to ${wallet}`;
  return await once(
    async (tx) => {
      const held = moveToWithdrawAmount(await requestWithdrawal(tx, user, requested));
      if (!held.ok) return held;
      const { id, journalId, waits, message } = held.value;
      return done({
        journalId,
        answer: {
          status: 'ok',
          withdraw: toUsdNumber(amount),
          id,
          name: `${user.firstName} ${user.lastName}`,
          email: user.email,
          message: waits ? message : APPROVAL_PENDING_TEXT,
          adminMessage: `${user.email} requested ${summary}.`,
          subject: 'Withdrawal requested',
        },
      });
    },
    {
      onRefused: (tx, refusal) => notifyRefused(tx, user, refusal, requested),
      normalizedInput: { ...input, method: requested.method },
      locks: { users: [user.id] },
    },
  );
};
