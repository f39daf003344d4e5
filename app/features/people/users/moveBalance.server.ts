import { type AccountRef, availableAccount, JOURNAL_KINDS, receivableAccount, reserve } from '~/ledger/chartOfAccounts';
import { formatUsd } from '~/ledger/money';
import { describeBoundMoney } from '~/ledger/notCovered';
import { type PostedJournal, post } from '~/ledger/posting/post.server';
import { readBalances } from '~/ledger/reading/statement.server';
import { mailAndNotify, mailSupport, type Recipient } from '~/mail/notifyUser.server';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { done, type Refusal, type Result, refuse } from '~/platform/result';
import { type Actor, formatActor } from '~/platform/states';
import { openUser, refuseUnlessMay } from '~/signIns/acting.server';
import type { User } from '~/signIns/session.server';
import { findVerifiedUser } from '~/signIns/userById.server';

const CHANGE_TEXTS = {
  'operator-credit': 'the operator credited your available balance with',
  'operator-profit': 'the operator added profit to your available balance:',
  'operator-debit': 'the operator debited your available balance by',
  'receivable-written-off': 'of what you owe for a deposit that was charged back, the operator wrote off',
};

async function notifyOperatorAct(
  tx: Handle,
  user: Recipient,
  { id, kind, amount: cents, reason }: { id: string; kind: keyof typeof CHANGE_TEXTS; amount: bigint; reason?: string },
): Promise<void> {
  const title = JOURNAL_KINDS[kind];
  const amount = formatUsd(cents);
  const why = reason ? [`Reason given: ${reason}`] : [];
  const news = {
    effectKey: `${kind}:${id}`,
    subject: title,
    paragraphs: [
      `${CHANGE_TEXTS[kind]} ${amount}.`,
      ...why,
      `${kind === 'receivable-written-off' ? 'You need not pay it.' : 'Your statement shows it under the same name.'} If you do not recognise it, write to support.`,
    ],
    page: { label: 'Your transactions', href: '/transactions' },
  } as const;
  await mailAndNotify(tx, user, news, `${title}: ${amount}.${reason ? ` Reason: ${reason}` : ''}`);
  await mailSupport(tx, {
    ...news,
    paragraphs: [`${title}, ${user.email}: ${amount}.`, ...why],
    page: { label: 'The user', href: `/admin/users/${user.id}` },
  });
}

export type MoneyAct = { userId: string; amount: bigint; reason?: string };

export const creditGoodwill = (tx: Handle, by: Actor, act: MoneyAct): Promise<Result<PostedJournal>> =>
  moveMoney(tx, by, 'operator-credit', act);

/** Adds profit from the free reserve. It counts in the user's periodic profit, labelled as added by the operator. */
export const addProfit = (tx: Handle, by: Actor, act: MoneyAct): Promise<Result<PostedJournal>> =>
  moveMoney(tx, by, 'operator-profit', act);

export const debitUser = (tx: Handle, by: Actor, act: MoneyAct): Promise<Result<PostedJournal>> =>
  moveMoney(tx, by, 'operator-debit', act);

/** Writes off a user's debt at the expense of the free reserve. */
export const writeOff = (tx: Handle, by: Actor, act: MoneyAct): Promise<Result<PostedJournal>> =>
  moveMoney(tx, by, 'receivable-written-off', act);

type Kind = keyof typeof CHANGE_TEXTS;

const accountsOfMove = (kind: Kind, userId: string): [AccountRef, AccountRef] => {
  if (kind === 'receivable-written-off') return [reserve.free, receivableAccount(userId)];
  return kind === 'operator-debit'
    ? [availableAccount(userId), reserve.free]
    : [reserve.free, availableAccount(userId)];
};

async function moveMoney(
  tx: Handle,
  by: Actor,
  kind: Kind,
  { userId, amount, reason }: MoneyAct,
): Promise<Result<PostedJournal>> {
  const without = await refuseUnlessMay(tx, by, 'balances:change');
  if (without) return without;
  const owner = await (kind === 'receivable-written-off' ? findUser : openUser)(tx, userId);
  if (!owner.ok) return owner;
  const id = newId();
  const [debit, credit] = accountsOfMove(kind, userId);
  const head = { kind, ref: id, actor: formatActor(by), approver: by.approver, reason, effectiveAt: now() };
  const posted = await post(tx, { ...head, legs: [{ debit, credit, amount }] });
  if (!posted.ok) {
    if (posted.error.code === 'already-posted') throw new Error('A new id was posted before');
    if (kind === 'operator-debit') return await refuseDebit(tx, userId, amount);
    if (posted.error.account === receivableAccount(userId).code)
      return refuse('not-owed', `The user owes ${formatUsd(posted.error.balance)}.`, 'amount');
    const free = formatUsd(posted.error.balance);
    return refuse(
      'short-reserve',
      `The free reserve holds ${free}, which does not cover this. Fund it first.`,
      'amount',
    );
  }
  const details = { amount: formatUsd(amount), journal: posted.value.journalId };
  await record(tx, { thing: 'account', thingId: userId, event: kind, by, userId, reason, details });
  await notifyOperatorAct(tx, owner.value, { id, kind, amount, reason });
  return done(posted.value);
}

async function findUser(tx: Handle, userId: string): Promise<Result<User>> {
  const found = await findVerifiedUser(tx, userId);
  return found ? done(found) : refuse('not-found', 'There is no such user.');
}

/** Error message for a debit above the available balance. The product's specification fixes its wording. */
export const EXCEEDS_CAPITAL_MESSAGE = "amount exceeds user's capital";

async function refuseDebit(tx: Handle, userId: string, amount: bigint): Promise<{ ok: false; error: Refusal }> {
  const balances = await readBalances(tx, userId);
  const exceeds = amount > balances.funded ? 'The amount exceeds the user’s capital.' : '';
  const takes = `A debit can be at most the available balance: ${formatUsd(balances.available)}.`;
  return refuse('exceeds-capital', [exceeds, takes, describeBoundMoney(balances)].filter(Boolean).join(' '), 'amount');
}
