import { done } from '~/platform/result';
import { moveMoney } from '../answers/moveMoney.server';
import { actByEmail } from '../answers/users.server';
import type { CallHandler } from '../callHandler';

const DOES = { act: 'profit', subject: 'Profit added by the operator' } as const;

export const upgradeUser: CallHandler<'upgradeUser'> = async ({ administrator, input, once }) =>
  await once(
    async (tx) => {
      const moved = await moveMoney(tx, administrator, input, DOES);
      return moved.ok ? done({ journalId: moved.value.journalId, answer: moved.value.answer }) : moved;
    },
    await actByEmail(input.email),
  );
