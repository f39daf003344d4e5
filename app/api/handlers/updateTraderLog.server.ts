import { trade } from '#drizzle/schema';
import { perform } from '~/features/backoffice/approvals/perform.server';
import { LOG_ACTS } from '~/features/copying/traders/log/logActs.server';
import { tradeTime } from '~/features/copying/traders/schema';
import { formatUsd, usdNumber } from '~/ledger/money';
import { now } from '~/platform/clock';
import { verified } from '~/platform/db/verified.server';
import { done } from '~/platform/result';
import { byAdmin } from '~/platform/states';
import { utcText } from '~/platform/text/dayText';
import { nowIfSlightlyAhead } from '../answers/dates';
import type { CallHandler } from '../callHandler';
import { usDate } from '../fields';

export const updateTraderLog: CallHandler<'updateTraderLog'> = ({ administrator, input, once }) => {
  const tradeLog = { ...input.tradeLog, date: nowIfSlightlyAhead(input.tradeLog.date, now()) };
  return once(
    async (tx) => {
      const entered = await perform(tx, byAdmin(administrator.id), LOG_ACTS['record-trade'], tradeLog);
      if (!entered.ok) return entered;
      const { pending, id = '', said } = entered.value;
      if (pending) return done({ answer: { status: 'pending', id: pending, message: said } });
      const [booked] = await verified(tx, trade, { id });
      if (!booked) throw new Error(`Trade ${id} was not booked`);
      const { pair, type: tradeType, amount, at } = booked;
      const message = `${said}: a ${tradeType} of ${formatUsd(amount)} in ${pair}, ${utcText(at)}`;
      const as = { id, pair, tradeType, amount: usdNumber(amount), date: usDate(at), at: at.toISOString() };
      return done({ answer: { status: 'ok', code: 200, message, ...as } });
    },
    // As it was sent: what lay slightly ahead at first does not when it is sent again.
    { asked: { ...input.tradeLog, date: tradeTime(input.tradeLog.date, new Date(0))?.toISOString() } },
  );
};
