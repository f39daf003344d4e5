import { z } from 'zod';
import { TRADING_ORDER_KINDS } from '#drizzle/schema';
import { loadBeingCopied } from '~/features/copying/beingCopied/queries.server';
import { leaderRequestSchema } from '~/features/copying/beingCopied/schema';
import { stopBeingCopied } from '~/features/copying/beingCopied/stopBeingCopied.server';
import { submitLeaderRequest, withdrawLeaderRequest } from '~/features/copying/beingCopied/submitLeaderRequest.server';
import { putIntoTrading, withdrawFromTrading } from '~/features/copying/liveTrading/moneyInTrading.server';
import {
  amendOwnPosition,
  cancelOwnOrder,
  closeOwnPosition,
  giveOrder,
  type PlacedOrder,
} from '~/features/copying/liveTrading/ownOrders.server';
import { loadOwnView } from '~/features/copying/liveTrading/ownView.server';
import {
  amendSchema,
  cancelOrderSchema,
  closePositionSchema,
  moveSchema,
  orderSchema,
} from '~/features/copying/liveTrading/schema';
import { done } from '~/platform/result';
import { defineListCall, defineReadCall, defineWriteCall } from '../call.server';
import {
  amountFor,
  changedOutput,
  decimal,
  id,
  moneySchema,
  percentOf,
  text,
  time,
  toIsoTime,
  toMoney,
  usdOrNull,
} from '../fields';
import { decodePage, encodeNextPage } from './traders.server';

const tag = 'Own trading';
const side = z.enum(['buy', 'sell']);
const levels = { stop: decimal.nullable(), takeProfit: decimal.nullable() };
const { symbol, size, price, stop, takeProfit, type } = orderSchema.shape;

const tradeCallFields = { tag, scope: 'trade' } as const;
const lockOwnTrading = ({ user }: { user: { id: string } }) => ({ users: [user.id], traders: [user.id] });
const moveAmountSchema = moveSchema.extend({ amount: amountFor(moveSchema.shape.amount) });
const moveCallFields = {
  ...tradeCallFields,
  once: 'money',
  input: moveAmountSchema,
  output: z.object({ amount: moneySchema }),
  locks: lockOwnTrading,
} as const;
const EXAMPLE_AMOUNT = { amount: { value: '500.00', currency: 'USD' as const } };

const tradingSchema = z
  .object({
    equity: moneySchema,
    cash: moneySchema,
    waitingProfit: moneySchema,
    margin: moneySchema,
    removable: moneySchema.describe('The amount that can be taken out now'),
    positions: z.array(
      z
        .object({
          symbol: text,
          side,
          size: decimal,
          entry: decimal,
          price: decimal,
          result: moneySchema,
          leverage: z.number().int(),
          ...levels,
        })
        .meta({ id: 'Position' }),
    ),
    orders: z.array(
      z
        .object({
          order: z.number().int(),
          symbol: text,
          side,
          size: decimal,
          type: z.enum(['market', 'limit', 'stop']),
          price: decimal.nullable(),
          ...levels,
          waitsFor: text,
          since: time,
        })
        .meta({ id: 'WaitingOrder' }),
    ),
  })
  .meta({ id: 'OwnTrading' });

const NO_TRADING = { equity: 0n, cash: 0n, waitingProfit: 0n, margin: 0n, removable: 0n, positions: [], orders: [] };

const placedOrderSchema = z
  .object({
    message: text,
    symbol: text,
    side,
    filled: z.object({ size: decimal, price: decimal, at: time, result: moneySchema }).nullable(),
    waiting: z.number().int().nullable().describe('The number of a waiting order'),
  })
  .meta({ id: 'PlacedOrder' });

const toPlacedAnswer = ({ text: message, symbol: named, side: which, filled, waiting }: PlacedOrder) => ({
  message,
  symbol: named,
  side: which,
  filled: filled && { ...filled, result: toMoney(BigInt(filled.result)) },
  waiting,
});

export const TRADING_CALLS = [
  defineReadCall({
    operation: 'getOwnTrading',
    path: 'trading',
    tag,
    about: 'Own trading: money, open positions and waiting orders.',
    output: tradingSchema,
    answer: async ({ user }) => {
      const view = (await loadOwnView(user.id)) ?? NO_TRADING;
      return done({
        equity: toMoney(view.equity),
        cash: toMoney(view.cash),
        waitingProfit: toMoney(view.waitingProfit),
        margin: toMoney(view.margin),
        removable: toMoney(view.removable),
        positions: view.positions.map((held) => ({
          symbol: held.symbol,
          side: held.side,
          size: held.size,
          entry: held.entry,
          price: held.price,
          result: toMoney(held.result),
          leverage: held.leverage,
          stop: held.stop,
          takeProfit: held.takeProfit,
        })),
        orders: view.orders.map((order) => ({
          order: order.key,
          symbol: order.symbol,
          side: order.side,
          size: order.size,
          type: order.kind,
          price: order.price,
          stop: order.stop,
          takeProfit: order.takeProfit,
          waitsFor: order.waitsFor,
          since: toIsoTime(order.since),
        })),
      });
    },
  }),
  defineListCall({
    operation: 'listFills',
    path: 'trading/history',
    tag,
    about: 'Events of own trading, newest first: fills, holding costs, and transfers.',
    output: z
      .object({
        number: z.number().int(),
        kind: z.enum(TRADING_ORDER_KINDS),
        at: time,
        symbol: text.nullable(),
        side: side.nullable(),
        size: decimal.nullable(),
        price: decimal.nullable(),
        money: moneySchema.describe('The result, or the amount transferred'),
      })
      .meta({ id: 'Fill' }),
    answer: async ({ user }, { after, limit }) => {
      const view = await loadOwnView(user.id, decodePage(after), limit);
      const rows = (view?.history ?? []).map(({ gap: _, at, money, ...fill }) => ({
        ...fill,
        at: toIsoTime(at),
        money: toMoney(money),
      }));
      return { rows, next: view && encodeNextPage(view) };
    },
  }),
  defineWriteCall({
    ...moveCallFields,
    operation: 'putIntoTrading',
    path: 'trading/put-in',
    about: 'Moves available money to own trading.',
    example: EXAMPLE_AMOUNT,
    forms: ['investor/liveTrading#put-in'],
    act: async (tx, { user, input }) => {
      const put = await putIntoTrading(tx, user, input.amount);
      return put.ok ? done({ ...put.value, answer: { amount: toMoney(input.amount) } }) : put;
    },
  }),
  defineWriteCall({
    ...moveCallFields,
    operation: 'takeOutOfTrading',
    path: 'trading/take-out',
    about: 'Takes money out of own trading.',
    example: EXAMPLE_AMOUNT,
    forms: ['investor/liveTrading#take-out'],
    act: async (tx, { user, input }) => {
      const taken = await withdrawFromTrading(tx, user, input.amount);
      return taken.ok ? done({ ...taken.value, answer: { amount: toMoney(input.amount) } }) : taken;
    },
  }),
  defineWriteCall({
    ...tradeCallFields,
    operation: 'placeOrder',
    atMarketPrice: true,
    path: 'trading/orders',
    about:
      'Places an order. It is filled at the feed’s price on arrival, or waits for its price or for its market to open.',
    once: 'money',
    input: z.object({
      symbol,
      side: orderSchema.shape.side,
      size: size.describe('In units of the instrument'),
      type,
      price: price.describe('The price that triggers a limit or stop order'),
      stop: stop.describe('The price that closes the position at a loss'),
      takeProfit: takeProfit.describe('The price that closes the position at a profit'),
      leverage: orderSchema.shape.leverage.describe('For this instrument from now on'),
    }),
    output: placedOrderSchema,
    example: { symbol: 'BTCUSD', side: 'buy' as const, size: '0.001', type: 'market' as const },
    forms: ['investor/liveTrading#order'],
    locks: lockOwnTrading,
    act: async (tx, { user, input }) => {
      const sent = await giveOrder(tx, user, input);
      return sent.ok ? done({ answer: toPlacedAnswer(sent.value) }) : sent;
    },
  }),
  defineWriteCall({
    ...tradeCallFields,
    operation: 'cancelOrder',
    path: 'trading/orders/{order}/cancel',
    about: 'Cancels a waiting order.',
    once: 'act',
    input: cancelOrderSchema,
    output: z.object({ message: text }),
    example: { order: '$ORDER' },
    forms: ['investor/liveTrading#cancel'],
    locks: lockOwnTrading,
    act: async (tx, { user, input }) => {
      const cancelled = await cancelOwnOrder(tx, user, input.order);
      return cancelled.ok ? done({ answer: { message: cancelled.value.text } }) : cancelled;
    },
  }),
  defineWriteCall({
    ...tradeCallFields,
    operation: 'closePosition',
    atMarketPrice: true,
    path: 'trading/positions/{symbol}/close',
    about: 'Closes a position or a part of it. While its market is closed, the order waits.',
    once: 'money',
    input: closePositionSchema.omit({ shown: true }),
    output: placedOrderSchema,
    example: { symbol: 'BTCUSD', size: '0.001' },
    forms: ['investor/liveTrading#close'],
    locks: lockOwnTrading,
    act: async (tx, { user, input }) => {
      const closed = await closeOwnPosition(tx, user, input);
      return closed.ok ? done({ answer: toPlacedAnswer(closed.value) }) : closed;
    },
  }),
  defineWriteCall({
    ...tradeCallFields,
    operation: 'setLevels',
    path: 'trading/positions/{symbol}/levels',
    about: 'Sets the stop loss and take profit of a position; an omitted one is removed.',
    once: 'act',
    input: amendSchema,
    output: z.object({ message: text }),
    example: { symbol: 'BTCUSD', stop: '1000' },
    forms: ['investor/liveTrading#amend'],
    locks: lockOwnTrading,
    act: async (tx, { user, input }) => {
      const set = await amendOwnPosition(tx, user, input);
      return set.ok ? done({ answer: { message: set.value.text } }) : set;
    },
  }),
  defineReadCall({
    operation: 'getBeingCopied',
    path: 'trading/being-copied',
    tag,
    about: 'Whether others can copy this account’s trading, and the application for it.',
    output: z.object({
      isCopied: z.boolean(),
      applicationWaits: z.boolean(),
      rejectedBecause: text.nullable(),
      minimum: moneySchema.nullable(),
      sharePercent: z.number().nullable(),
    }),
    answer: async ({ user }) => {
      const { isCopied, waits, rejected, trader } = await loadBeingCopied(user);
      return done({
        isCopied,
        applicationWaits: waits,
        rejectedBecause: rejected,
        minimum: usdOrNull(trader?.minimum ?? null),
        sharePercent: trader ? percentOf(trader.shareBps) : null,
      });
    },
  }),
  defineWriteCall({
    ...tradeCallFields,
    operation: 'askToBeCopied',
    path: 'trading/being-copied/apply',
    about: 'Applies to be copied by others.',
    once: 'act',
    input: leaderRequestSchema.extend({ minimum: amountFor(leaderRequestSchema.shape.minimum) }),
    output: changedOutput,
    example: { minimum: { value: '500.00', currency: 'USD' as const } },
    forms: ['investor/liveTrading#ask-to-be-copied'],
    act: async (tx, { user, input }) => {
      const requested = await submitLeaderRequest(tx, user, input);
      return requested.ok ? done({ answer: { id: requested.value.id } }) : requested;
    },
  }),
  ...(['withdraw', 'stop'] as const).map((what) =>
    defineWriteCall({
      ...tradeCallFields,
      operation: what === 'stop' ? 'stopBeingCopied' : 'withdrawApplication',
      path: `trading/being-copied/${what}`,
      about: what === 'stop' ? 'Stops being copied: all copies end.' : 'Withdraws the application to be copied.',
      once: 'act',
      output: z.object({ id }),
      forms: [`investor/liveTrading#${what === 'stop' ? 'stop-being-copied' : 'withdraw-request'}`],
      act: async (tx, { user }) => {
        const ended = await (what === 'stop' ? stopBeingCopied : withdrawLeaderRequest)(tx, user);
        return ended.ok ? done({ answer: { id: ended.value.id } }) : ended;
      },
    }),
  ),
];
