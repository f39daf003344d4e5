import { perform } from '~/features/approvals/perform.server';
import { LOG_ACTS } from '~/features/traders/log/logActs.server';
import { tradeTime } from '~/features/traders/schema';
import { now } from '~/platform/clock';
import { done } from '~/platform/result';
import { byAdmin } from '~/platform/states';
import { nowIfSlightlyAhead } from '../answers/dates';
import type { CallHandler } from '../callHandler';

export const updateTraderLog: CallHandler<'updateTraderLog'> = ({ administrator, input, once }) => {
  const tradeLog = { ...input.tradeLog, date: nowIfSlightlyAhead(input.tradeLog.date, now()) };
  return once(
    async (tx) => {
      const entered = await perform(tx, byAdmin(administrator.id), LOG_ACTS['record-trade'], tradeLog);
      if (!entered.ok) return entered;
      const { pending, said: message } = entered.value;
      return done({
        answer: pending ? { status: 'pending', id: pending, message } : { status: 'ok', code: 200, message },
      });
    },
    undefined,
    // As it was sent: what lay slightly ahead at first does not when it is sent again.
    { ...input.tradeLog, date: tradeTime(input.tradeLog.date, new Date(0))?.toISOString() },
  );
};
