import { startCopy } from '~/features/copy/lifecycle/startCopy.server';
import { formatBps } from '~/ledger/money';
import { done } from '~/platform/result';
import type { CallHandler } from '../callHandler';

export const copytrade: CallHandler<'copytrade'> = ({ user, input: { leaderShare, ...input }, once }) =>
  once(async (tx) => {
    const shown = leaderShare === undefined ? undefined : Math.round(leaderShare * 100);
    const started = await startCopy(tx, user, { ...input, shareBps: shown });
    if (!started.ok) return started;
    const { id, trader, journalId, shareBps } = started.value;
    const share = shareBps > 0 ? ` The leader gets ${formatBps(shareBps)} of what it newly gains.` : '';
    const message = `You are copying ${trader} now.${share}`;
    return done({ journalId, answer: { status: 200, message, id, leaderShare: shareBps / 100 } });
  });
