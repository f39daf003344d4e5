import { formatUsd } from '~/ledger/money';
import { type Confirm, onceForm } from '~/platform/form/submission.server';
import { done, type Result } from '~/platform/result';
import type { Administrator } from '~/platform/session.server';
import { byAdmin } from '~/platform/states';
import { creditReceivedDeposit } from '../wallet';
import { closeAccount } from './closeAccount.server';
import { creditGoodwill, debitUser, upgradeProfit } from './moveBalance.server';
import { quickAct } from './quickAct.server';
import { closeSchema, creditSchema, moneyActSchema, USER_STEPS, type UserStep } from './schema';

/** The form that the address opens: `?do=credit`, or `?close=1`. */
export const userStep = (query: URLSearchParams): UserStep | null =>
  query.get('close') ? 'close' : (USER_STEPS.find((step) => step === query.get('do')) ?? null);

/** What a key on a user's page is for: one act on one user. */
export const userOperation = (step: UserStep, userId: string): string => `user-${step}:${userId}`;

/** Does what a form of a user's page asks: the small ones at once, those about money or the account once and for all. */
export async function actOnUser(
  acting: { administrator: Administrator; userId: string; query: URLSearchParams; confirm: Confirm },
  form: FormData,
) {
  const { administrator, userId, query, confirm } = acting;
  const by = byAdmin(administrator.id);
  const to = `/admin/users/${userId}`;
  const step = userStep(query);
  if (!step || form.has('_do')) return await quickAct(by, form, to);

  const once = { scope: administrator.id, operation: userOperation(step, userId), confirm };
  const next = ({ said }: Said) => ({ to, toast: { tone: 'success', text: said } as const });
  switch (step) {
    case 'credit':
      return await onceForm(form, {
        ...once,
        schema: creditSchema,
        run: async (tx, { kind, amount, reason }) =>
          kind === 'deposit'
            ? told(
                await creditReceivedDeposit(tx, by, { userId, amount, reason }),
                `Credited ${formatUsd(amount)} received`,
              )
            : told(
                await creditGoodwill(tx, by, { userId, amount, reason }),
                `Credited ${formatUsd(amount)} of goodwill`,
              ),
        next,
      });
    case 'debit':
      return await onceForm(form, {
        ...once,
        schema: moneyActSchema,
        run: async (tx, act) => told(await debitUser(tx, by, { userId, ...act }), `Debited ${formatUsd(act.amount)}`),
        next,
      });
    case 'profit':
      return await onceForm(form, {
        ...once,
        schema: moneyActSchema,
        run: async (tx, act) =>
          told(await upgradeProfit(tx, by, { userId, ...act }), `Added ${formatUsd(act.amount)} of profit`),
        next,
      });
    case 'close':
      return await onceForm(form, {
        ...once,
        schema: closeSchema,
        run: async (tx, { email, reason }) =>
          told(await closeAccount(tx, by, { userId, reason, typedEmail: email }), 'The account is closed'),
        next,
      });
  }
}

type Said = { journalId?: string; said: string };

const told = (result: Result<{ journalId?: string }>, said: string): Result<Said> =>
  result.ok ? done({ journalId: result.value.journalId, said }) : result;
