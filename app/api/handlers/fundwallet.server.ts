import { done } from '~/platform/result';
import { moveMoney } from '../answers/moveMoney.server';
import { uplineOf } from '../answers/upline.server';
import { actByEmail } from '../answers/users.server';
import type { CallHandler } from '../callHandler';

const DOES = { act: 'credit', subject: 'Deposit approved' } as const;

export const fundwallet: CallHandler<'fundwallet'> = async ({ administrator, input, once }) =>
  await once(
    async (tx) => {
      const moved = await moveMoney(tx, administrator, input, DOES);
      if (!moved.ok) return moved;
      const { user, answer, journalId } = moved.value;
      if (answer.status === 'pending') return done({ answer });
      return done({ journalId, answer: { ...answer, ...(await uplineOf(tx, user, journalId ?? '')) } });
    },
    await actByEmail(input.email),
  );
