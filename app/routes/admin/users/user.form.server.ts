import { closeAccount } from '~/features/people/profile/closeAccount.server';
import { ACCOUNT_ACTS } from '~/features/people/users/accountActs.server';
import { BALANCE_ACTS } from '~/features/people/users/balanceActs.server';
import {
  closeAccountSchema,
  creditUserSchema,
  listUserActions,
  moneyActSchema,
  payOutSchema,
  reopenSchema,
  type UserAction,
} from '~/features/people/users/schema';
import { done } from '~/platform/result';
import { createAdminActor } from '~/platform/states';
import { createActForm, createConfirmedForm } from '../adminForms.server';

/**
 * Returns the step whose form the URL opens (`?do=credit` or `?close=1`); null if there is none or the account's state
 * does not allow it.
 */
export function parseUserAction(query: URLSearchParams, { status }: { status: 'open' | 'closed' }): UserAction | null {
  const input = query.get('close') ? 'close' : query.get('do');
  return input === 'write-off' ? input : (listUserActions(status).find((step) => step === input) ?? null);
}

const userPath = (userId: string) => `/admin/users/${userId}`;

const createMoneyActForm = (step: 'debit' | 'profit' | 'write-off') =>
  createActForm({
    schema: moneyActSchema,
    act: BALANCE_ACTS[step],
    input: (input, userId: string) => ({ userId, ...input }),
    to: userPath,
  });

export const USER_FORMS = {
  credit: createActForm({
    schema: creditUserSchema,
    act: BALANCE_ACTS.credit,
    input: (input, userId: string) => ({ userId, ...input }),
    to: userPath,
  }),
  debit: createMoneyActForm('debit'),
  profit: createMoneyActForm('profit'),
  'write-off': createMoneyActForm('write-off'),
  'pay-out': createActForm({
    schema: payOutSchema,
    act: ACCOUNT_ACTS['account-pay-out'],
    input: (input, userId: string) => ({ userId, ...input }),
    to: userPath,
  }),
  reopen: createActForm({
    schema: reopenSchema,
    act: ACCOUNT_ACTS['account-reopen'],
    input: (input, userId: string) => ({ userId, ...input }),
    refusesRepetition: true,
    to: userPath,
  }),
  close: createConfirmedForm({
    operation: (userId: string) => `user-close:${userId}`,
    schema: closeAccountSchema,
    run: async (tx, { email, reason }, { administrator, about: userId }) => {
      const closed = await closeAccount(tx, createAdminActor(administrator.id), {
        userId,
        reason,
        submittedEmail: email,
      });
      return closed.ok ? done({ toast: 'The account is closed' }) : closed;
    },
    refusesRepetition: true,
    to: userPath,
  }),
} satisfies Record<UserAction, unknown>;
