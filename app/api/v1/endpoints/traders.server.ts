import { z } from 'zod';
import { type ListedTrader, listTraders } from '~/features/copying/traders/list/queries.server';
import { findWatchedBy, unwatchTrader, watchTrader } from '~/features/copying/traders/list/watch.server';
import { loadManualResultsPage } from '~/features/copying/traders/log/tradeLog.server';
import { loadTraderProfile } from '~/features/copying/traders/record/profile.server';
import { canAcceptNewCopies } from '~/features/copying/traders/setTraderState.server';
import { listLabelsInCalls, SOURCE_API_LABELS } from '~/features/copying/traders/sources';
import { read } from '~/platform/db/index.server';
import { done, refuse } from '~/platform/result';
import { toBps } from '~/platform/text/percent';
import { defineListCall, defineReadCall, defineWriteCall } from '../call.server';
import {
  changedOutput,
  id,
  isoOrNull,
  moneySchema,
  percentOf,
  text,
  time,
  toIsoTime,
  toMoney,
  usdOrNull,
} from '../fields';

const tag = 'Traders';
const percentOrNull = z.number().nullable();

const fields = {
  id,
  firstName: text,
  lastName: text,
  nationality: text,
  state: z.enum(['open', 'paused', 'retired']),
  source: z.enum(Object.values(SOURCE_API_LABELS) as [string, ...string[]]).describe('Source of the results'),
  labels: z.array(text).describe('Notes that belong to the figures'),
  minimum: moneySchema.describe('The minimum of a copy'),
  sharePercent: z.number().describe('The trader’s share of a copy’s new gains'),
  copiers: z.number().int().describe('Number of people whose copy holds money'),
  closedTrades: z.number().int(),
  winPercent: percentOrNull.describe('Of closed trades; null before the first'),
  monthlyReturnPercent: percentOrNull.describe('The mean return of calendar months; null before the first'),
  risk: z.number().int().nullable().describe('1 to 10; null if not rated'),
  maxDrawdownPercent: percentOrNull.describe('The largest fall from a high'),
  recordUntil: time.nullable().describe('The end of the last counted day'),
};

export const traderSchema = z.object(fields).meta({ id: 'Trader' });

const percentOfBps = (bps: number | null | undefined) => (typeof bps === 'number' ? percentOf(bps) : null);

export const toTraderAnswer = (each: ListedTrader) => ({
  id: each.id,
  firstName: each.firstName,
  lastName: each.lastName,
  nationality: each.nationality,
  state: each.status,
  source: SOURCE_API_LABELS[each.source],
  labels: listLabelsInCalls(each),
  minimum: toMoney(each.minimumCapital),
  sharePercent: percentOf(each.shareBps),
  copiers: each.followers,
  closedTrades: each.figures.closed,
  winPercent: percentOfBps(each.figures.winRateBps),
  monthlyReturnPercent: percentOfBps(each.figures.monthlyReturnBps),
  risk: each.record?.risk ?? null,
  maxDrawdownPercent: percentOfBps(each.record?.maxDrawdownBps),
  recordUntil: isoOrNull(each.record?.until ?? null),
});

const refuseUnknownTrader = () => refuse('not-found', 'There is no such trader.', 'id');

/** Reads the page number from a cursor of a list whose rows have no fixed order. */
export const decodePage = (after: string | null): number => Number(after ?? '1');
export const encodeNextPage = ({ page, pages }: { page: number; pages: number }): string | null =>
  page < pages ? String(page + 1) : null;

export const TRADER_CALLS = [
  defineListCall({
    operation: 'listTraders',
    path: 'traders',
    tag,
    about: 'The traders, in the order of the page.',
    input: z.object({
      search: z.string().max(100).default('').describe('Part of the name'),
      highestRisk: z.coerce.number().int().min(1).max(10).optional(),
    }),
    output: traderSchema,
    answer: async ({ input: { search, highestRisk: risk } }, { after, limit }) => {
      const { traders, ...paged } = await listTraders({ search, risk, page: decodePage(after), size: limit });
      return { rows: traders.map(toTraderAnswer), next: encodeNextPage(paged) };
    },
  }),
  defineReadCall({
    operation: 'getTrader',
    path: 'traders/{id}',
    tag,
    about: 'One trader with the figures of the record, which ends with the last complete day (UTC).',
    input: z.object({ id }),
    output: z
      .object({
        ...fields,
        about: text.nullable(),
        takesNewCopies: z.boolean(),
        returns: z.object({ month: percentOrNull, quarter: percentOrNull, year: percentOrNull, all: percentOrNull }),
        months: z.array(z.object({ month: text.describe('Such as 2026-03'), returnPercent: z.number() })),
        sharpe: z.number().nullable(),
        sortino: z.number().nullable(),
        openTrades: z.object({ count: z.number().int(), result: moneySchema }),
        copies: z.object({
          capital: moneySchema,
          count: z.number().int().describe('Number of all copies so far'),
          inProfit: z.number().int(),
          median: moneySchema.nullable().describe('The median result of a copy'),
        }),
      })
      .meta({ id: 'TraderProfile' }),
    example: { id: '$TRADER' },
    answer: async ({ input }) => {
      const profile = await loadTraderProfile(input.id);
      if (!profile) return refuseUnknownTrader();
      const { trader, about, details, months, copied, copiers } = profile;
      const { record, figures } = trader;
      return done({
        ...toTraderAnswer(trader),
        about,
        takesNewCopies: await canAcceptNewCopies(read(), trader),
        returns: {
          month: percentOfBps(record?.monthReturnBps),
          quarter: percentOfBps(record?.quarterReturnBps),
          year: percentOfBps(record?.yearReturnBps),
          all: percentOfBps(record?.totalReturnBps),
        },
        months: months.map(({ month, gain }) => ({ month, returnPercent: percentOf(toBps(gain)) })),
        sharpe: details?.sharpe ?? null,
        sortino: details?.sortino ?? null,
        openTrades: { count: figures.open, result: toMoney(figures.openResult) },
        copies: {
          capital: toMoney(copied),
          count: copiers.copies,
          inProfit: copiers.inProfit,
          median: usdOrNull(copiers.median),
        },
      });
    },
  }),
  defineListCall({
    operation: 'listTraderResults',
    path: 'traders/{id}/results',
    tag,
    about: 'The results that management entered for a trader, newest first, including voided ones.',
    input: z.object({ id }),
    output: z
      .object({
        id,
        pair: text,
        type: z.enum(['profit', 'loss']),
        amount: moneySchema,
        at: time,
        voidedAt: time.nullable(),
        voidReason: text.nullable(),
      })
      .meta({ id: 'TraderResult' }),
    example: { id: '$TRADER' },
    answer: async ({ input }, { after, limit }) => {
      const { trades, ...paged } = await loadManualResultsPage(input.id, decodePage(after), limit);
      const rows = trades.map(({ id: trade, pair, type, amount, at, voidedAt, voidReason }) => ({
        id: trade,
        pair,
        type,
        amount: toMoney(amount),
        at: toIsoTime(at),
        voidedAt: isoOrNull(voidedAt),
        voidReason,
      }));
      return { rows, next: encodeNextPage(paged) };
    },
  }),
  defineReadCall({
    operation: 'listWatchedTraders',
    path: 'watched-traders',
    tag,
    about: 'The IDs of the traders in the investor’s watchlist.',
    output: z.object({ data: z.array(id) }),
    answer: async ({ user }) => done({ data: await findWatchedBy(user.id) }),
  }),
  ...(['watch', 'unwatch'] as const).map((what) =>
    defineWriteCall({
      operation: `${what}Trader`,
      path: `traders/{id}/${what}`,
      tag,
      about: what === 'watch' ? 'Adds a trader to the watchlist.' : 'Removes a trader from the watchlist.',
      scope: 'account',
      once: 'act',
      input: z.object({ id }),
      output: changedOutput,
      example: { id: '$TRADER' },
      forms: [`investor/traders/list#${what}`, `investor/traders/trader#${what}`],
      act: async (tx, { user, input }) => {
        const done_ = await (what === 'watch' ? watchTrader : unwatchTrader)(tx, user, input.id);
        return done_.ok ? done({ answer: done_.value }) : done_;
      },
    }),
  ),
];
