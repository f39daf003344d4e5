import { copyLocks } from '~/features/copying/copy/copyLocks.server';
import { NO_DAY_SPREAD } from '~/features/copying/copy/daySpread';
import { SHORT_CAPITAL, startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { FLOOR_CHOICES } from '~/features/copying/copy/schema';
import { formatBps, usdNumber } from '~/ledger/money';
import { done, refuse } from '~/platform/result';
import type { CallHandler } from '../callHandler';

const bpsOf = <N>(percent: number | 'none' | undefined, none: N): number | N | undefined =>
  percent === undefined ? undefined : percent === 'none' ? none : Math.round(percent * 100);

export const copytrade: CallHandler<'copytrade'> = ({ user, input, once }) =>
  once(
    async (tx) => {
      const { trader: asked, amount, leaderShare, floor, daySpread, cap, takeOver } = input;
      const started = await startCopy(tx, user, {
        trader: asked,
        amount,
        floorBps: floor === undefined ? FLOOR_CHOICES[0] : bpsOf(floor, undefined),
        daySpreadBps: bpsOf(daySpread, NO_DAY_SPREAD),
        capBps: bpsOf(cap, undefined),
        takeOver,
        shareBps: leaderShare === undefined ? undefined : Math.round(leaderShare * 100),
      });
      if (!started.ok) {
        const { code, field } = started.error;
        return code === 'short-capital' ? refuse(code, SHORT_CAPITAL, field) : started;
      }
      const { id, trader, amount: put, journalId, shareBps, floor: endsAt } = started.value;
      const share = shareBps > 0 ? ` The leader gets ${formatBps(shareBps)} of what it newly gains.` : '';
      const ends = endsAt === null ? '' : ` The copy ends by itself at ${endsAt}.`;
      const message = `You are copying ${trader} now.${share}${ends}`;
      return done({
        journalId,
        answer: { status: 200, message, id, amount: usdNumber(put), leaderShare: shareBps / 100 },
      });
    },
    { locks: copyLocks(user.id, input.trader) },
  );
