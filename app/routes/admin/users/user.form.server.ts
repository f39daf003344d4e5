import { type Performed, performPreviewed } from '~/features/approvals/perform.server';
import { closeAccount } from '~/features/profile';
import {
  closeSchema,
  creditSchema,
  moneyActSchema,
  payOutSchema,
  QUICK_INTENTS,
  reopenSchema,
  stepsWhile,
  USER_STEPS,
  type UserStep,
} from '~/features/users/schema';
import type { Administrator } from '~/platform/signIns/session.server';
import { byAdmin } from '~/platform/states';
import { type Confirm, onceForm } from '~/web/form/submission.server';
import { quickAct } from './quick.form.server';

/** The form that the address opens: `?do=credit`, or `?close=1`; null for none, and for one of an account in another state. */
export function userStep(query: URLSearchParams, { status }: { status: 'open' | 'closed' }): UserStep | null {
  const asked = query.get('close') ? 'close' : query.get('do');
  return stepsWhile(status).find((step) => step === asked) ?? null;
}

/** What a key on a user's page is for: one act on one user. */
export const userOperation = (step: UserStep, userId: string): string => `user-${step}:${userId}`;

/** What the forms of a user's page can ask for. */
export const USER_INTENTS = [...QUICK_INTENTS, ...USER_STEPS] as const;
type UserIntent = (typeof USER_INTENTS)[number];

/** Does what a form of a user's page asks: the small ones at once, those about money or the account once and for all. */
export async function actOnUser(
  acting: { administrator: Administrator; userId: string; intent: UserIntent; confirm: Confirm },
  form: FormData,
) {
  const { administrator, userId, intent, confirm } = acting;
  const by = byAdmin(administrator.id);
  const to = `/admin/users/${userId}`;
  if (intent === 'verified' || intent === 'reset') return await quickAct(by, intent, form, to);

  const once = { scope: administrator.id, operation: userOperation(intent, userId), confirm };
  const next = ({ said }: Performed) => ({ to, toast: { tone: 'success', text: said } as const });
  switch (intent) {
    case 'credit':
      return await onceForm(form, {
        ...once,
        schema: creditSchema,
        previews: true,
        run: (tx, act, shown) => performPreviewed(tx, by, 'credit', { userId, ...act }, shown),
        next,
      });
    case 'debit':
    case 'profit':
      return await onceForm(form, {
        ...once,
        schema: moneyActSchema,
        previews: true,
        run: (tx, act, shown) => performPreviewed(tx, by, intent, { userId, ...act }, shown),
        next,
      });
    case 'pay-out':
      return await onceForm(form, {
        ...once,
        schema: payOutSchema,
        previews: true,
        run: (tx, act, shown) => performPreviewed(tx, by, 'account-pay-out', { userId, ...act }, shown),
        next,
      });
    case 'reopen':
      return await onceForm(form, {
        ...once,
        schema: reopenSchema,
        previews: true,
        run: (tx, act, shown) => performPreviewed(tx, by, 'account-reopen', { userId, ...act }, shown),
        refusesAgain: true,
        next,
      });
    case 'close':
      return await onceForm(form, {
        ...once,
        schema: closeSchema,
        run: (tx, { email, reason }) => closeAccount(tx, by, { userId, reason, typedEmail: email }),
        refusesAgain: true,
        next: () => next({ said: 'The account is closed' }),
      });
  }
}
