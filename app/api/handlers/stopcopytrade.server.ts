import { copyLocks } from '~/features/copying/copy/copyLocks.server';
import { stopCopy, stoppedText } from '~/features/copying/copy/lifecycle/stopCopy.server';
import { copiesOf } from '~/features/copying/copy/queries.server';
import { done, refuse } from '~/platform/result';
import type { CallHandler } from '../callHandler';

export const stopcopytrade: CallHandler<'stopcopytrade'> = async ({ user, input: { trader }, once }) => {
  const copies = await copiesOf(user.id);
  const meant = copies.find(({ running, traderId }) => running && (trader === undefined || traderId === trader));
  return await once(
    async (tx) => {
      if (!meant) return refuse('not-found', 'You are not copying this trader.', 'trader');
      const stopped = await stopCopy(tx, user, meant.id);
      if (!stopped.ok) return stopped;
      return done({ answer: { status: 200, message: stoppedText(stopped.value) } });
    },
    { locks: meant && copyLocks(user.id, meant.traderId) },
  );
};
