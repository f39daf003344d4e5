import { z } from 'zod';
import { COPY_STATES, DEPOSIT_STATES, KYC_STATES, MIRROR_STATES, WITHDRAWAL_STATES } from '#drizzle/schema';
import { JOURNAL_KINDS, type JournalKind } from '~/ledger/chartOfAccounts';
import { moneySchema } from '~/ledger/moneyJson';
import type { EventGroup } from './groups';

/* Events as streams and webhooks send them. */

const uuid = z.uuid();
const text = z.string();
const side = z.enum(['buy', 'sell']);

/** Names of an account's balances, by the kind of its ledger accounts. */
export const BALANCE_PARTS = {
  available: 'available',
  held: 'held',
  principal: 'plans',
  accrued: 'planEarnings',
  allocated: 'copies',
  trading: 'trading',
} as const;

/** Event types of own trading orders, by the event's name in the audit log. */
export const ORDER_CHANGES = { order: 'placed', close: 'closing', cancel: 'cancelled', amend: 'amended' } as const;

const stateChange = <S extends readonly [string, ...string[]]>(states: S) =>
  z.object({ id: uuid, state: z.enum(states), previousState: z.enum(states).nullable() });

const fill = {
  number: z.number().int().describe('Its position in the history'),
  kind: z.enum(['market', 'limit', 'stop', 'take-profit', 'close-out']),
  symbol: text,
  side,
  size: text,
  price: text,
  result: moneySchema.describe('The realised result'),
};

type EventType = { about: string; data: z.ZodType; example: object };

const EXAMPLE_ID = '01890000-0000-7000-8000-000000000000';
const EXAMPLE_MONEY = { value: '10.00', currency: 'USD' };
const EXAMPLE_FILL = {
  number: 7,
  kind: 'market',
  symbol: 'BTC/USD',
  side: 'buy',
  size: '0.01',
  price: '64250.00',
  result: EXAMPLE_MONEY,
};

/** Types of events with their descriptions and the schemas of their `data`. */
export const EVENT_TYPES = {
  'deposit.changed': {
    about: 'A deposit was reported, decided, cancelled or reversed',
    data: stateChange(DEPOSIT_STATES),
    example: { id: EXAMPLE_ID, state: 'approved', previousState: 'pending' },
  },
  'withdrawal.changed': {
    about: 'A withdrawal was requested, decided, paid or cancelled',
    data: stateChange(WITHDRAWAL_STATES),
    example: { id: EXAMPLE_ID, state: 'paid', previousState: 'approved' },
  },
  'identity.changed': {
    about: 'An identity check was submitted or decided',
    data: stateChange(KYC_STATES),
    example: { id: EXAMPLE_ID, state: 'approved', previousState: 'submitted' },
  },
  'copy.changed': {
    about: 'A copy was started, paused, resumed or stopped',
    data: stateChange(COPY_STATES),
    example: { id: EXAMPLE_ID, state: 'paused', previousState: 'active' },
  },
  'copy.traded': {
    about: 'A copy filled an order of its trader',
    data: z.object({ copyId: uuid, ...fill }),
    example: { copyId: EXAMPLE_ID, ...EXAMPLE_FILL },
  },
  'copy.result': {
    about: 'A result that management entered for a trader reached a copy, or did not',
    data: z.object({
      id: uuid,
      copyId: uuid,
      pair: text,
      result: moneySchema,
      state: z.enum(MIRROR_STATES),
      reason: text.nullable(),
    }),
    example: {
      id: EXAMPLE_ID,
      copyId: EXAMPLE_ID,
      pair: 'BTC/USD',
      result: EXAMPLE_MONEY,
      state: 'posted',
      reason: null,
    },
  },
  'order.changed': {
    about: 'An order of own trading was placed, amended or cancelled',
    data: z.object({ change: z.enum(Object.values(ORDER_CHANGES) as [string, ...string[]]), message: text }),
    example: { change: 'cancelled', message: 'The order is cancelled' },
  },
  'order.filled': {
    about: 'An order of own trading was filled',
    data: z.object(fill),
    example: EXAMPLE_FILL,
  },
  'balance.changed': {
    about: 'Money moved into, out of or within the account',
    data: z.object({
      transactionId: uuid,
      kind: z.enum(Object.keys(JOURNAL_KINDS) as [JournalKind, ...JournalKind[]]),
      balances: z.array(
        z.object({
          part: z.enum(Object.values(BALANCE_PARTS)),
          copyId: uuid.nullable().describe('The part in copies'),
          balance: moneySchema.describe('The booked balance after it'),
        }),
      ),
    }),
    example: {
      transactionId: EXAMPLE_ID,
      kind: 'deposit',
      balances: [{ part: 'available', copyId: null, balance: EXAMPLE_MONEY }],
    },
  },
  'notification.created': {
    about: 'A notification was added',
    data: z.object({ id: uuid, text, href: text.describe('Path of the page that it is about') }),
    example: { id: EXAMPLE_ID, text: 'Your deposit was approved', href: '/deposit' },
  },
} as const satisfies Record<`${EventGroup}.${string}`, EventType>;

export type EventName = keyof typeof EVENT_TYPES;

/** Event as clients receive it. */
export type SentEvent = { id: string; type: EventName; timestamp: Date; data: object };
