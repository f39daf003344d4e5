import { z } from 'zod';
import { COPY_STATES, MIRROR_STATES } from '#drizzle/schema';
import { findCopyLocks, getCopyLocks } from '~/features/copying/copy/copyLocks.server';
import { NO_DAY_SPREAD } from '~/features/copying/copy/daySpread';
import { loadCopyWithTrades } from '~/features/copying/copy/following/comparison.server';
import { agreeShare } from '~/features/copying/copy/lifecycle/agreeShare.server';
import { reduceCopy, topUpCopy } from '~/features/copying/copy/lifecycle/fundCopy.server';
import { limitDaySpread } from '~/features/copying/copy/lifecycle/limitDaySpread.server';
import { pauseCopy, resumeCopy } from '~/features/copying/copy/lifecycle/pauseCopy.server';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { formatStopMessage, stopCopy } from '~/features/copying/copy/lifecycle/stopCopy.server';
import { findCopies, type OwnedCopy } from '~/features/copying/copy/queries.server';
import { copyResults } from '~/features/copying/copy/results.server';
import { copyAmountSchema, copySchema, FLOOR_CHOICES, startSchema } from '~/features/copying/copy/schema';
import { formatBps, toSignedResult } from '~/ledger/money';
import { read } from '~/platform/db/index.server';
import { done, refuse } from '~/platform/result';
import { defineListCall, defineReadCall, defineWriteCall } from '../call.server';
import {
  amountFor,
  changedOutput,
  id,
  isoOrNull,
  moneySchema,
  PERIOD_FIELDS,
  percentOf,
  text,
  time,
  toIsoTime,
  toMoney,
  usdOrNull,
} from '../fields';
import { decodePage, encodeNextPage } from './traders.server';

const tag = 'Copies';
const state = z.enum(COPY_STATES);

const COPY_SCHEMA = z
  .object({
    id,
    trader: z.object({ id, name: text }),
    state,
    label: text.nullable().describe('States that results were entered by management, if some were'),
    worth: moneySchema.describe('Value if it were closed now'),
    capital: moneySchema.describe('The largest amount of money put in so far; percentages refer to it'),
    result: moneySchema,
    resultToday: moneySchema.describe('Since the last UTC midnight'),
    removable: moneySchema.describe('The amount that can be taken out now'),
    floor: moneySchema.nullable().describe('Floor: the copy ends when it is worth no more'),
    sharePercent: z.number().describe('The trader’s share of new gains that this copy agreed to'),
    traderSharePercent: z.number().describe('The share that the trader asks for now'),
    daySpreadPercent: z.number().nullable().describe('The largest cost in spread per day; null for no limit'),
    positions: z.array(
      z.object({
        symbol: text,
        side: z.enum(['long', 'short']),
        size: text,
        entry: text,
        price: text,
        result: moneySchema,
      }),
    ),
    startedAt: time,
    stoppedAt: time.nullable(),
  })
  .meta({ id: 'Copy' });

const toCopyAnswer = (copy: OwnedCopy) => ({
  id: copy.id,
  trader: { id: copy.traderId, name: copy.traderName },
  state: copy.status,
  label: copy.manualLabel,
  worth: toMoney(copy.equity),
  capital: toMoney(copy.capital),
  result: toMoney(copy.total),
  resultToday: toMoney(copy.today),
  removable: toMoney(copy.removable),
  floor: usdOrNull(copy.floor),
  sharePercent: percentOf(copy.shareBps),
  traderSharePercent: percentOf(copy.leaderShareBps),
  daySpreadPercent: copy.daySpreadBps >= NO_DAY_SPREAD ? null : percentOf(copy.daySpreadBps),
  positions: (copy.standing?.positions ?? []).map(({ symbol, side, size, entry, price, result }) => ({
    symbol,
    side: side === 'long' ? ('long' as const) : ('short' as const),
    size,
    entry,
    price,
    result: toMoney(result),
  })),
  startedAt: toIsoTime(copy.startedAt),
  stoppedAt: isoOrNull(copy.stoppedAt),
});

const refuseUnknownCopy = () => refuse('not-found', 'There is no such copy.', 'id');

/** Returns the schema of a percentage with whole basis points. */
const createPercentField = (max: number) => z.number().min(0.01).max(max).multipleOf(0.01);
const toBps = (percent: number): number => Math.round(percent * 100);

const moneyCallFields = { tag, scope: 'copy', once: 'money' } as const;
const amountSchema = copyAmountSchema.extend({ amount: amountFor(copyAmountSchema.shape.amount) });
const locksById = ({ user, input }: { user: { id: string }; input: { id: string } }) =>
  findCopyLocks(user.id, input.id);

const side = z.object({ size: text, entry: text.nullable(), exit: text.nullable(), result: moneySchema });

export const COPY_CALLS = [
  defineListCall({
    operation: 'listCopies',
    path: 'copies',
    tag,
    about: 'The copies of the account: first those that hold money, then the stopped ones.',
    input: z.object({ state: state.optional(), ...PERIOD_FIELDS }),
    output: COPY_SCHEMA,
    answer: async ({ user, input: { state: only, from, until } }, { after, limit }) => {
      const fits = ({ status, startedAt }: OwnedCopy) =>
        (!only || status === only) && (!from || startedAt >= from) && (!until || startedAt < until);
      const all = (await findCopies(user.id)).filter(fits);
      const start = after === null ? 0 : all.findIndex((copy) => copy.id === after) + 1;
      const rows = all.slice(start, start + limit);
      return { rows: rows.map(toCopyAnswer), next: start + limit < all.length ? (rows.at(-1)?.id ?? null) : null };
    },
  }),
  defineReadCall({
    operation: 'getCopy',
    path: 'copies/{id}',
    tag,
    about: 'One copy.',
    input: copySchema,
    output: COPY_SCHEMA,
    example: { id: '$COPY' },
    answer: async ({ user, input }) => {
      const found = (await findCopies(user.id)).find((copy) => copy.id === input.id);
      return found ? done(toCopyAnswer(found)) : refuseUnknownCopy();
    },
  }),
  defineListCall({
    operation: 'listComparedTrades',
    path: 'copies/{id}/trades',
    tag,
    about: 'Each trade of the trader with the copy’s own, newest first, and the reason of a difference.',
    input: copySchema,
    output: z
      .object({
        symbol: text,
        side: z.enum(['long', 'short']),
        isOpen: z.boolean(),
        openedAt: time,
        closedAt: time.nullable(),
        takenOver: z.boolean(),
        trader: side,
        copy: side,
        scaled: moneySchema.describe('The trader’s result scaled to the copy'),
        bySize: moneySchema,
        byPrice: moneySchema,
        byCost: moneySchema,
        byOwnClosing: moneySchema,
        rest: moneySchema.describe('Rounding'),
        reasons: z.array(text),
      })
      .meta({ id: 'ComparedTrade' }),
    example: { id: '$COPY' },
    answer: async ({ user, input }, { after, limit }) => {
      const found = await loadCopyWithTrades(user.id, input.id, decodePage(after), limit);
      const shown = ({
        result,
        ...about
      }: {
        size: string;
        entry: string | null;
        exit: string | null;
        result: bigint;
      }) => ({
        ...about,
        result: toMoney(result),
      });
      const rows = (found?.trades ?? []).map(({ difference, leader, own, ...trade }) => ({
        symbol: trade.symbol,
        side: trade.side,
        isOpen: trade.isOpen,
        openedAt: toIsoTime(trade.openedAt),
        closedAt: isoOrNull(trade.closedAt),
        takenOver: trade.takenOver,
        trader: shown(leader),
        copy: shown(own),
        scaled: toMoney(difference.scaled),
        bySize: toMoney(difference.size),
        byPrice: toMoney(difference.price),
        byCost: toMoney(difference.cost),
        byOwnClosing: toMoney(difference.own),
        rest: toMoney(difference.rest),
        reasons: trade.reasons,
      }));
      return { rows, next: found ? encodeNextPage(found) : null };
    },
  }),
  defineListCall({
    operation: 'listCopyResults',
    path: 'copy-results',
    tag,
    about: 'The results of all copies’ trades, newest first, including trades that were not copied.',
    input: z.object(PERIOD_FIELDS),
    output: z
      .object({
        id: text,
        copyId: id,
        traderId: id,
        pair: text,
        result: moneySchema,
        at: time,
        state: z.enum(MIRROR_STATES),
        reason: text.nullable(),
      })
      .meta({ id: 'CopyResult' }),
    answer: async ({ user, input: { from, until } }, { after, limit }) => {
      const start = Number(after ?? '0');
      const all = await copyResults(read(), { user: user.id, from, to: until, limit: start + limit + 1 });
      const rows = all.slice(start, start + limit).map((row) => ({
        id: row.id,
        copyId: row.copyId,
        traderId: row.trader.id,
        pair: row.pair,
        result: toMoney(toSignedResult(row)),
        at: toIsoTime(row.at),
        state: row.status,
        reason: row.reason,
      }));
      return { rows, next: all.length > start + limit ? String(start + limit) : null };
    },
  }),
  defineWriteCall({
    ...moneyCallFields,
    operation: 'startCopy',
    path: 'copies',
    about: `Starts copying a trader. The floor is ${formatBps(FLOOR_CHOICES[0])} of the capital, unless the request has another one, or null for none.`,
    input: z.object({
      trader: startSchema.shape.trader,
      amount: amountFor(startSchema.shape.amount),
      floorPercent: createPercentField(99)
        .nullable()
        .default(percentOf(FLOOR_CHOICES[0]))
        .describe('Percent of the capital'),
      dayCostPercent: createPercentField(99)
        .nullable()
        .optional()
        .describe('The largest cost in spread per day; null for no limit'),
      positionPercent: createPercentField(100).optional().describe('The largest share of the copy in one position'),
      takeOver: z.boolean().default(true).describe('Whether to take over the trader’s open positions'),
      sharePercent: z
        .number()
        .min(0)
        .max(100)
        .optional()
        .describe('The share as returned by listTraders; the request is refused if it has changed'),
    }),
    output: z.object({ id, amount: moneySchema, sharePercent: z.number(), floor: text.nullable() }),
    example: { trader: '$TRADER', amount: { value: '1000.00', currency: 'USD' as const } },
    forms: ['investor/traders/copy'],
    locks: ({ user, input }) => getCopyLocks(user.id, input.trader),
    act: async (tx, { user, input }) => {
      const {
        trader,
        amount,
        floorPercent,
        dayCostPercent: cost,
        positionPercent: cap,
        takeOver,
        sharePercent,
      } = input;
      const started = await startCopy(tx, user, {
        trader,
        amount,
        takeOver,
        floorBps: floorPercent === null ? undefined : toBps(floorPercent),
        daySpreadBps: cost === undefined ? undefined : cost === null ? NO_DAY_SPREAD : toBps(cost),
        capBps: cap === undefined ? undefined : toBps(cap),
        shareBps: sharePercent === undefined ? undefined : toBps(sharePercent),
      });
      if (!started.ok) return started;
      const { id: copy, journalId, amount: put, shareBps, floor } = started.value;
      return done({ journalId, answer: { id: copy, amount: toMoney(put), sharePercent: percentOf(shareBps), floor } });
    },
  }),
  defineWriteCall({
    ...moneyCallFields,
    operation: 'topUpCopy',
    path: 'copies/{id}/top-up',
    about: 'Adds money to a copy.',
    input: amountSchema,
    output: changedOutput,
    example: { id: '$COPY', amount: { value: '100.00', currency: 'USD' as const } },
    forms: ['investor/copy#top-up'],
    locks: locksById,
    act: async (tx, { user, input }) => {
      const topped = await topUpCopy(tx, user, input);
      return topped.ok ? done({ journalId: topped.value.journalId, answer: { id: topped.value.id } }) : topped;
    },
  }),
  defineWriteCall({
    ...moneyCallFields,
    operation: 'takeOutOfCopy',
    path: 'copies/{id}/take-out',
    about: 'Takes money out of a copy. In live mode it may take longer: `due` is the latest time.',
    input: amountSchema,
    output: z.object({ id, due: text.nullable() }),
    example: { id: '$COPY', amount: { value: '100.00', currency: 'USD' as const } },
    forms: ['investor/copy#reduce'],
    locks: locksById,
    act: async (tx, { user, input }) => {
      const reduced = await reduceCopy(tx, user, input);
      if (!reduced.ok) return reduced;
      const { id: copy, journalId, due } = reduced.value;
      return done({ journalId, answer: { id: copy, due: due ?? null } });
    },
  }),
  defineWriteCall({
    ...moneyCallFields,
    operation: 'stopCopy',
    atMarketPrice: true,
    path: 'copies/{id}/stop',
    about: 'Stops a copy: its positions are closed, and its money becomes available.',
    input: copySchema,
    output: z.object({ id, message: text }),
    example: { id: '$COPY' },
    forms: ['investor/copy#stop'],
    locks: locksById,
    act: async (tx, { user, input }) => {
      const stopped = await stopCopy(tx, user, input.id);
      return stopped.ok
        ? done({
            journalId: stopped.value.journalId,
            answer: { id: stopped.value.id, message: formatStopMessage(stopped.value) },
          })
        : stopped;
    },
  }),
  ...(['pause', 'resume'] as const).map((what) =>
    defineWriteCall({
      operation: `${what}Copy`,
      path: `copies/{id}/${what}`,
      tag,
      about: what === 'pause' ? 'Pauses a copy: it opens no new positions.' : 'Resumes a paused copy.',
      scope: 'copy',
      once: 'act',
      input: copySchema,
      output: changedOutput,
      example: { id: '$COPY' },
      forms: [`investor/copy#${what}`],
      locks: locksById,
      act: async (tx, { user, input }) => {
        const moved = await (what === 'pause' ? pauseCopy : resumeCopy)(tx, user, input.id);
        return moved.ok ? done({ answer: { id: moved.value.id } }) : moved;
      },
    }),
  ),
  defineWriteCall({
    operation: 'agreeShare',
    path: 'copies/{id}/share',
    tag,
    about: 'Accepts the share of new gains that the trader asks for now.',
    scope: 'copy',
    once: 'act',
    input: copySchema.extend({
      sharePercent: z.number().min(0).max(100).describe('As returned in `traderSharePercent`'),
    }),
    output: z.object({ id, sharePercent: z.number() }),
    example: { id: '$COPY', sharePercent: 10 },
    forms: ['investor/copy#agree-share'],
    locks: locksById,
    act: async (tx, { user, input }) => {
      const agreed = await agreeShare(tx, user, { id: input.id, shareBps: toBps(input.sharePercent) });
      if (!agreed.ok) return agreed;
      return done({ answer: { id: agreed.value.id, sharePercent: percentOf(agreed.value.shareBps) } });
    },
  }),
  defineWriteCall({
    operation: 'limitDayCost',
    path: 'copies/{id}/day-cost',
    tag,
    about: 'Sets the largest cost in spread per day of a copy.',
    scope: 'copy',
    once: 'act',
    input: copySchema.extend({ dayCostPercent: createPercentField(99).nullable().describe('Null for no limit') }),
    output: changedOutput,
    example: { id: '$COPY', dayCostPercent: 2 },
    forms: ['investor/copy#limit-day-spread'],
    locks: locksById,
    act: async (tx, { user, input: { id: copy, dayCostPercent } }) => {
      const daySpreadBps = dayCostPercent === null ? NO_DAY_SPREAD : toBps(dayCostPercent);
      const limited = await limitDaySpread(tx, user, { id: copy, daySpreadBps });
      return limited.ok ? done({ answer: limited.value }) : limited;
    },
  }),
];
