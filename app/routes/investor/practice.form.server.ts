import { z } from 'zod';
import { claimPracticeMoney } from '~/features/money/wallet/claimPracticeMoney.server';
import { done } from '~/platform/result';
import { createInvestorForm, lockOwnUser } from '~/web/form/moneyForm.server';

const FORM_PAGES = /^\/(dashboard|live-trading|traders\/[\da-f-]{36}\/copy(\?amount=[\d.]+&review=yes)?)$/;

/** Form that claims the practice money of paper mode. The dashboard handles it and redirects to the form's page (`_next`). */
export const PRACTICE_FORM = createInvestorForm({
  operation: 'take-practice-money',
  locks: lockOwnUser,
  schema: z.object({ _next: z.string().regex(FORM_PAGES).catch('/dashboard') }),
  run: async (tx, { _next: to }, { user }) => {
    const taken = await claimPracticeMoney(tx, user);
    return taken.ok ? done({ ...taken.value, to }) : taken;
  },
  refusesRepetition: true,
  next: ({ opened, to }) => ({
    to,
    toast: {
      tone: 'success',
      text: `You can now use the practice money.${opened ? ' Live trading is unlocked, too.' : ''}`,
    },
  }),
});
