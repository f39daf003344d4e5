import { EXCEEDS_CAPITAL } from '~/features/people/users/moveBalance.server';
import { done, refuse } from '~/platform/result';
import { moveMoney } from '../answers/moveMoney.server';
import { actByEmail } from '../answers/users.server';
import type { CallHandler } from '../callHandler';

const DOES = { act: 'debit', subject: 'Operator debit' } as const;

export const debitwallet: CallHandler<'debitwallet'> = async ({ administrator, input, once }) =>
  await once(
    async (tx) => {
      const moved = await moveMoney(tx, administrator, input, DOES);
      if (moved.ok) return done({ journalId: moved.value.journalId, answer: moved.value.answer });
      const { code, field } = moved.error;
      return code === 'exceeds-capital' ? refuse(code, EXCEEDS_CAPITAL, field) : moved;
    },
    await actByEmail(input.email),
  );
