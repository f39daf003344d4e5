import { startCopy } from '~/features/copy/startCopy.server';
import { done } from '~/platform/result';
import type { CallHandler } from '../callHandler';

export const copytrade: CallHandler<'copytrade'> = ({ user, input, once }) =>
  once(async (tx) => {
    const started = await startCopy(tx, user, input);
    if (!started.ok) return started;
    const { id, trader, journalId } = started.value;
    return done({ journalId, answer: { status: 200, message: `You are copying ${trader} now.`, id } });
  });
