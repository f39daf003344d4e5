import { z } from 'zod';
import { takePracticeMoney } from '~/features/wallet';
import { investorForm } from '~/web/form/moneyForm.server';

/** Takes the practice money of paper mode; the dashboard takes the form, whichever page it is sent from. */
export const PRACTICE_FORM = investorForm({
  operation: 'take-practice-money',
  schema: z.object({}),
  run: (tx, _asked, { user }) => takePracticeMoney(tx, user),
  refusesAgain: true,
  next: ({ opened }) => ({
    to: '/dashboard',
    toast: {
      tone: 'success',
      text: `The practice money is yours to use.${opened ? ' Live trading is open to you, too.' : ''}`,
    },
  }),
});
