import { z } from 'zod';
import { defineCall } from '~/platform/guard/call';
import { at, date, dollars, id, limit } from '../fields';

const text = z.string();
const told = text.nullable();

/** A user, to themselves and to administrators alike; `userFields` fills it in. */
const user = {
  _id: id,
  firstname: text,
  lastname: text,
  email: text,
  username: text,
  country: told,
  state: told,
  zipcode: told,
  phonenumber: text,
  address: told,
  funded: dollars.describe('Everything that is owed to the investor'),
  totaldeposit: dollars,
  totalwithdraw: dollars,
  refBonus: dollars,
  periodicProfit: dollars,
  verified: z.boolean().describe('Live trading is unlocked'),
};

const moved = { id, type: text, amount: dollars, date, at, balance: dollars };

export const getData = defineCall({
  name: 'getData',
  about:
    'Everything about the investor. Each list has the newest `limit` entries, newest first; how many there are in all is in the headers X-Total-trades, X-Total-referred, X-Total-transaction, X-Total-deposit, X-Total-invest and X-Total-withdraw.',
  method: 'GET',
  who: 'investor',
  input: z.object({ limit: limit(1000).describe('How many of each list, at most 1000; 200 unless told') }),
  output: z.object({
    status: z.literal('ok'),
    ...user,
    profilepicture: told,
    available: dollars.describe('What can be spent now'),
    trader: told.describe('The trader of the newest copy that runs'),
    trades: z.array(
      z.object({ pair: text, amount: dollars, tradeType: z.enum(['profit', 'loss']), date: text, at, trader: id }),
    ),
    referred: z.array(z.object({ firstname: text, lastname: text, date, at, email: text, refBonus: dollars })),
    transaction: z.array(z.object({ ...moved, change: dollars.describe('Of everything owed, with its sign') })),
    deposit: z.array(
      z.object({
        ...moved,
        balance: dollars.nullable().describe('Available after it; null until approved'),
        status: text,
        method: text,
        reason: told,
      }),
    ),
    invest: z.array(
      z.object({
        id,
        amount: dollars,
        plan: text,
        startDate: date,
        at,
        profit: dollars.describe('A day'),
        status: text,
        ends: at,
      }),
    ),
    withdraw: z.array(
      z.object({
        date,
        at,
        amount: dollars,
        id,
        balance: dollars.describe('Available after it was asked for'),
        status: text,
        method: text,
        reason: told,
        approvableFrom: told.describe(
          'From when it can be approved, in ISO 8601, while it waits; null for one that can be approved now, or was decided',
        ),
      }),
    ),
  }),
  failure: 'error',
  example: { limit: '50' },
});

const figure = z
  .number()
  .nullable()
  .describe('Computed from recorded trades; null where there is nothing to compute from');

export const fetchTraders = defineCall({
  name: 'fetchTraders',
  about:
    'All traders. Their figures are computed from recorded trades and real copies; what was declared stands beside.',
  method: 'GET',
  who: 'anybody',
  input: z.object({}),
  output: z.object({
    status: z.literal(200),
    traders: z.array(
      z.object({
        _id: id,
        firstname: text,
        lastname: text,
        traderImage: told,
        profitrate: figure,
        averagereturn: figure,
        followers: z.number(),
        rrRatio: figure,
        riskRewardRatio: figure,
        nationality: text,
        minimumcapital: dollars,
        tradehistory: z.array(
          z.object({ pair: text, amount: dollars, tradeType: z.enum(['profit', 'loss']), date: text, at }),
        ),
        state: z.enum(['open', 'paused', 'retired']),
        declared: z.object({ winRate: text, avgReturn: text, followers: text, rrRatio: text }),
        simulated: z.boolean(),
      }),
    ),
  }),
  failure: 'number',
  example: {},
});

export const getUsers = defineCall({
  name: 'getUsers',
  about:
    'The users, newest first; the header Link leads to the next page. No password is in it, nor anything made of one.',
  method: 'GET',
  who: 'administrator',
  input: z.object({
    limit: limit(500),
    before: z.uuid('before is a user id, as the header Link has it').optional(),
  }),
  output: z.array(
    z.object({
      ...user,
      emailVerified: z.boolean(),
      status: z.enum(['open', 'closed']),
      passwordChangedAt: at,
      date,
      at,
    }),
  ),
  failure: 'number',
  example: { limit: '20' },
});
