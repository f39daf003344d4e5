import { eq } from 'drizzle-orm';
import { trade, trader } from '#drizzle/schema';
import { act } from '~/features/backoffice';
import { describeEffectOnCopies, sumWaitingMoney } from '~/features/copying/copy/effectOnCopies.server';
import { formatBps, formatUsd } from '~/ledger/money';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import type { ChangedValue } from '~/platform/events/changes';
import { formatFullName } from '~/platform/fields/plainName';
import { utcText } from '~/platform/text/dayText';
import { calculateShareBps } from '~/platform/text/percent';
import { getLeaderCapital } from '../rules';
import { completeSchema, parseTradeTime, tradeSchema, voidSchema } from '../schema';
import { loadTrader, loadTraderName } from '../traderById.server';
import { completeLog } from './completeLog.server';
import { describeImport, describeImportEffect, importTrades } from './importTrades.server';
import { recordTrade } from './recordTrade.server';
import { tradeImportSchema } from './tradeCsv';
import { voidTrade } from './voidTrade.server';

async function describeSize(tx: Handle, { id, amount }: { id: string; amount: bigint }): Promise<ChangedValue[]> {
  const found = await loadTrader(tx, id);
  if (!found) return [];
  const capital = getLeaderCapital(found);
  const name = `${found.capital === null ? 'Minimum capital' : 'Capital'} of the trader, which the result is a share of`;
  return [
    { name, to: formatUsd(capital) },
    { name: 'Share of that capital', to: formatBps(calculateShareBps(amount, capital)) },
  ];
}

/** Returns the time as ISO text if the date is empty or today's; otherwise the date as entered. */
const fixTime = (input: string, at: Date): string =>
  parseTradeTime(input, at)?.getTime() === at.getTime() ? at.toISOString() : input;

export const LOG_ACTS = {
  'record-trade': act({
    name: 'record-trade',
    right: 'traders:change',
    takesTwo: 'it decides what copies gain or lose',
    schema: tradeSchema,
    run: recordTrade,
    title: async (tx, { id, pair, amount, tradeType, date }) =>
      `Record a ${tradeType} of ${formatUsd(amount)} in ${pair} for ${await loadTraderName(tx, id)}, ${date || 'now'}`,
    details: (tx, input) => describeSize(tx, input),
    reach: async (tx, _input, { id = '' }) =>
      (await describeEffectOnCopies(tx, { entered: { first: id, last: id } })).lines,
    toast: () => 'Trade recorded and on its way to the copies',
    dated: (input, at) => ({ ...input, date: fixTime(input.date, at) }),
  }),
  'import-trades': act({
    name: 'import-trades',
    right: 'traders:change',
    takesTwo: 'it decides what copies gain or lose',
    schema: tradeImportSchema,
    run: importTrades,
    title: async (tx, { id }) => `Import results into the log of ${await loadTraderName(tx, id)}`,
    details: describeImport,
    reach: async (tx, input, { id: first = '', last = '' }) => {
      const { each, lines } = await describeEffectOnCopies(tx, { entered: { first, last, several: true } });
      return [...lines, ...(await describeImportEffect(tx, input, { first, last, reach: each }))];
    },
    toast: ({ rows }) => `Results imported, ${rows.length} in the file, and on their way to the copies`,
    sent: ({ id, text }) => ({ id, text }),
  }),
  'void-trade': act({
    name: 'void-trade',
    right: 'traders:change',
    takesTwo: 'it decides what copies gain or lose',
    schema: voidSchema,
    run: voidTrade,
    title: async (tx, { trade: id, amount, tradeType }) => {
      const [found] = await tx
        .select({ trade, leader: trader })
        .from(trade)
        .innerJoin(trader, eq(trader.id, trade.traderId))
        .where(eq(trade.id, id));
      if (!found) return `Void the trade ${id}`;
      const { type, amount: wrong, pair, at } = found.trade;
      const instead = amount ? ` and record a ${tradeType ?? type} of ${formatUsd(amount)} in its place` : '';
      return `Void the ${type} of ${formatUsd(wrong)} in ${pair} of ${formatFullName(found.leader)}, ${utcText(at)}${instead}`;
    },
    reach: async (tx, _input, { id: voided, replacement }) => {
      const entered = replacement ? { first: replacement, last: replacement } : undefined;
      return (await describeEffectOnCopies(tx, { voided, entered })).lines;
    },
    toast: ({ amount }) => (amount ? 'Trade voided, the right one recorded in its place' : 'Trade voided'),
    // Without a date, the correction has the date of the voided result.
    dated: (input, at) => (input.date ? { ...input, date: fixTime(input.date, at) } : input),
  }),
  'complete-log': act({
    name: 'complete-log',
    right: 'traders:change',
    takesTwo: 'it lets money leave copies before results could reach it',
    schema: completeSchema,
    run: completeLog,
    title: async (tx, { trader: id, until }) =>
      `Declare the log of ${await loadTraderName(tx, id)} complete up to ${until || 'now'}`,
    details: async (tx, { trader: id, until }) => await sumWaitingMoney(tx, id, parseTradeTime(until, now()) ?? now()),
    toast: () => 'Log declared complete: money that waited for it returns',
    dated: (input, at) => ({ ...input, until: fixTime(input.until, at) }),
  }),
};
