import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { file, leaderRequest, trade, trader } from '#drizzle/schema';
import { acceptLeader, daysOf, ownRecord } from '~/features/beingCopied';
import { copiesHolding, effectOfTrades, effectOnCopies, moneyInCopies, moneyWaiting } from '~/features/copy';
import { decisionSchema } from '~/features/reviewQueue';
import {
  changedRow,
  completeLog,
  completeSchema,
  createTrader,
  importedInWords,
  importInWords,
  importSchema,
  importTrades,
  leaderCapital,
  recordTrade,
  setTraderState,
  traderChangeSchema,
  traderChanges,
  traderSchema,
  tradeSchema,
  tradeTime,
  updateTrader,
  voidSchema,
  voidTrade,
} from '~/features/traders';
import { formatBps, formatUsd } from '~/ledger/money';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import type { Change } from '~/platform/events/changes';
import { shownFullName } from '~/platform/fields/plainName';
import { refuse } from '~/platform/result';
import { utcText } from '~/platform/text/dayText';
import { termsForTwo } from './columnRules';
import { userNamed } from './moneyOperations.server';
import { operation } from './operation';
import { numbersDiffer } from './policy';

type Trader = typeof trader.$inferSelect;

async function traderById(tx: Handle, id: string): Promise<Trader | undefined> {
  const [found] = await tx.select().from(trader).where(eq(trader.id, id));
  return found;
}

async function requestById(tx: Handle, id: string) {
  const [found] = await tx.select().from(leaderRequest).where(eq(leaderRequest.id, id));
  return found;
}

const nameOf = (found: Trader | undefined, id: string) => (found ? shownFullName(found) : id);

async function measure(tx: Handle, { id, amount }: { id: string; amount: bigint }): Promise<Change[]> {
  const found = await traderById(tx, id);
  if (!found) return [];
  const capital = leaderCapital(found);
  const name = `${found.capital === null ? 'Minimum capital' : 'Capital'} of the trader, which the result is a share of`;
  return [
    { name, to: formatUsd(capital) },
    { name: 'Share of that capital', to: formatBps(Number((amount * 10_000n) / capital)) },
  ];
}

/** A picture that waited for longer than unused uploads are kept is gone. */
async function pictureGone(tx: Handle, id: string | undefined): Promise<boolean> {
  if (!id) return false;
  const [found] = await tx.select({ id: file.id }).from(file).where(eq(file.id, id));
  return !found;
}

const NO_PICTURE = 'The picture is not kept any more. Ask again, with the picture.';

const changeSchema = traderChangeSchema.extend({ id: z.uuid('There is no such trader.') });

/** Acts on traders and their logs. */
export const TRADER_OPERATIONS = {
  'record-trade': operation('record-trade', {
    schema: tradeSchema,
    run: recordTrade,
    asks: async (tx, { id, pair, amount, tradeType, date }) =>
      `Record a ${tradeType} of ${formatUsd(amount)} in ${pair} for ${nameOf(await traderById(tx, id), id)}, ${date || 'now'}`,
    tells: measure,
    reaches: (tx, _input, { id }) => effectOnCopies(tx, { entered: id }),
    said: () => 'Trade recorded and on its way to the copies',
    dated: (input) => ({ ...input, date: input.date || now().toISOString() }),
  }),
  'import-trades': operation('import-trades', {
    schema: importSchema,
    run: importTrades,
    asks: async (tx, { id }) => `Import results into the log of ${nameOf(await traderById(tx, id), id)}`,
    tells: importInWords,
    reaches: async (tx, input, { id: first = '', last = '' }) => {
      const { each, lines } = await effectOfTrades(tx, { traderId: input.id, first, last });
      return [...lines, ...(await importedInWords(tx, input, { first, last, reach: each }))];
    },
    said: ({ rows }) => `Results imported, ${rows.length} in the file, and on their way to the copies`,
    sent: ({ id, text }) => ({ id, text }),
  }),
  'void-trade': operation('void-trade', {
    schema: voidSchema,
    run: voidTrade,
    asks: async (tx, { trade: id, amount, tradeType }) => {
      const [found] = await tx
        .select({ trade, leader: trader })
        .from(trade)
        .innerJoin(trader, eq(trader.id, trade.traderId))
        .where(eq(trade.id, id));
      if (!found) return `Void the trade ${id}`;
      const { type, amount: wrong, pair, at } = found.trade;
      const instead = amount ? ` and record a ${tradeType ?? type} of ${formatUsd(amount)} in its place` : '';
      return `Void the ${type} of ${formatUsd(wrong)} in ${pair} of ${shownFullName(found.leader)}, ${utcText(at)}${instead}`;
    },
    reaches: (tx, _input, { id, replacement }) => effectOnCopies(tx, { voided: id, entered: replacement }),
    said: ({ amount }) => (amount ? 'Trade voided, the right one recorded in its place' : 'Trade voided'),
  }),
  'complete-log': operation('complete-log', {
    schema: completeSchema,
    run: completeLog,
    asks: async (tx, { trader: id, until }) =>
      `Declare the log of ${nameOf(await traderById(tx, id), id)} complete up to ${until || 'now'}`,
    tells: async (tx, { trader: id, until }) => await moneyWaiting(tx, id, tradeTime(until, now()) ?? now()),
    said: () => 'Log declared complete: money that waited for it returns',
    dated: (input) => ({ ...input, until: input.until || now().toISOString() }),
  }),
  'trader-create': operation('trader-create', {
    schema: traderSchema,
    run: async (tx, by, input) =>
      (await pictureGone(tx, input.traderImage))
        ? refuse('no-picture', NO_PICTURE, 'traderImage')
        : await createTrader(tx, by, input),
    asks: async (_tx, { firstname, lastname }) => `Create the trader ${firstname} ${lastname}`,
    tells: async (_tx, input) => traderChanges(null, changedRow(input)),
    facts: async (_tx, _by, { capital }) => ({ capital: capital ?? null }),
    said: () => 'Trader created',
  }),
  'trader-change': operation('trader-change', {
    schema: changeSchema,
    run: async (tx, by, { id, ...input }) =>
      (await pictureGone(tx, input.traderImage))
        ? refuse('no-picture', NO_PICTURE, 'traderImage')
        : await updateTrader(tx, by, id, input),
    asks: async (tx, { id }) => `Change the trader ${nameOf(await traderById(tx, id), id)}`,
    tells: async (tx, { id, ...input }) => {
      const found = await traderById(tx, id);
      const changes = found ? traderChanges(found, { ...found, ...changedRow(input) }) : [];
      return [...changes, { name: 'Copies that hold money', to: String(await copiesHolding(tx, id)) }];
    },
    differs: async (tx, { id, ...input }) => {
      const found = await traderById(tx, id);
      return found !== undefined && numbersDiffer(found, changedRow(input));
    },
    facts: async (tx, _by, { id, ...input }) => {
      const found = await traderById(tx, id);
      const isCopied = (await copiesHolding(tx, id)) > 0;
      return { terms: found ? termsForTwo('trader', found, changedRow(input), isCopied) : [] };
    },
    said: ({ firstname, lastname }) => `${firstname} ${lastname} changed`,
  }),
  'leader-accept': operation('leader-accept', {
    schema: decisionSchema,
    run: (tx, by, { id }) => acceptLeader(tx, by, id),
    asks: async (tx, { id }) => {
      const asked = await requestById(tx, id);
      return `Let ${asked ? await userNamed(tx, asked.userId) : id} be copied`;
    },
    tells: async (tx, { id }) => {
      const asked = await requestById(tx, id);
      if (!asked) return [];
      const record = await ownRecord(tx, asked.userId);
      return [
        { name: 'Days of trading', to: String(daysOf(record, now())) },
        { name: 'Minimum amount of a copy', to: formatUsd(asked.minimumCapital) },
      ];
    },
    said: () => 'This investor can be copied now',
  }),
  'trader-retire': operation('trader-retire', {
    schema: z.object({ id: z.uuid('There is no such trader') }),
    run: async (tx, by, { id }) => await setTraderState(tx, by, id, 'retire'),
    asks: async (tx, { id }) => `Retire the trader ${nameOf(await traderById(tx, id), id)} for good`,
    tells: async (tx, { id }) => [
      { name: 'Copies it ends', to: String(await copiesHolding(tx, id)) },
      ...(await moneyInCopies(tx, id)),
    ],
    facts: async (tx, _by, { id }) => ({ copies: await copiesHolding(tx, id) }),
    said: () => 'The trader is retired now',
  }),
};
