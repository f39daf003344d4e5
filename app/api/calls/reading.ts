import { z } from 'zod';
import { ANSWERED_PROFILE_NAMES, type ProfileName } from '~/features/people/profile/profileFields';
import { durationText } from '~/platform/text/durationText';
import { PICTURE_LINK_MIN_MS } from '~/uploads/acceptedFiles';
import { defineCall } from '~/web/guard/call';
import { at, createLimitField, date, idOutput, usdOutput } from '../fields';

const text = z.string();
const pictureField = text.describe('Its address, which a page can show; empty where there is none');

/** Fields of a user, the same for the user and for administrators, filled by `createUserFields`. */
const user = {
  _id: idOutput,
  email: text,
  username: text,
  ...(Object.fromEntries(ANSWERED_PROFILE_NAMES.map((name) => [name, text])) as Record<ProfileName, typeof text>),
  profilepicture: text.describe(
    `Its address, which a page can show without a token for ${durationText(PICTURE_LINK_MIN_MS)} at least; empty where there is none`,
  ),
  funded: usdOutput.describe('Everything that is owed to the investor'),
  totaldeposit: usdOutput,
  totalwithdraw: usdOutput,
  refBonus: usdOutput,
  periodicProfit: usdOutput,
  verified: z.boolean().describe('Live trading is unlocked'),
  trader: text.describe('The trader of the newest copy that runs; empty where there is none'),
  kycStatus: z.enum(['not_submitted', 'processing', 'approved', 'rejected']),
  kyc: z.enum(['none', 'submitted', 'approved', 'rejected']).describe('The same, as our pages call it'),
  kycRejectionReason: text,
};

const movementFields = { id: idOutput, type: text, amount: usdOutput, date, at, balance: usdOutput };

const withdrawal = z.object({
  date,
  at,
  amount: usdOutput,
  id: idOutput,
  balance: usdOutput.describe('Available after the request'),
  status: text,
  method: text,
  reason: text,
  approvableFrom: text.describe(
    'From when it can be approved, in ISO 8601, while it waits; empty for one that can be approved now, or was decided',
  ),
});

/** Fields that are only in the complete data of a user, mostly lists. */
const lists = {
  available: usdOutput.describe('What can be spent now'),
  trades: z.array(
    z.object({
      pair: text,
      amount: usdOutput,
      tradeType: z.enum(['profit', 'loss']),
      date: text,
      at,
      trader: idOutput,
    }),
  ),
  referred: z.array(z.object({ firstname: text, lastname: text, date, at, email: text, refBonus: usdOutput })),
  transaction: z.array(
    z.object({ ...movementFields, change: usdOutput.describe('Of everything owed, with its sign') }),
  ),
  deposit: z.array(
    z.object({
      ...movementFields,
      balance: usdOutput.describe(
        'Everything owed after it, as in `transaction`; what is owed now, until it is credited',
      ),
      status: text,
      method: text,
      reason: text,
    }),
  ),
  invest: z.array(
    z.object({
      id: idOutput,
      amount: usdOutput,
      plan: text,
      startDate: date,
      at,
      profit: usdOutput.describe('A day'),
      status: text,
      ends: at,
    }),
  ),
  withdraw: z.array(withdrawal).describe('Those that were paid'),
  withdrawals: z.array(withdrawal).describe('All of them, with their states'),
};

export const getData = defineCall({
  name: 'getData',
  about:
    'Everything about the investor. Each list has the newest `limit` entries, newest first; the headers with the full counts are X-Total-trades, X-Total-referred, X-Total-transaction, X-Total-deposit, X-Total-invest, X-Total-withdraw and X-Total-withdrawals.',
  method: 'GET',
  who: 'investor',
  input: z.object({ limit: createLimitField(1000).describe('How many of each list, at most 1000; 200 by default') }),
  output: z.object({
    status: z.literal('ok'),
    ...user,
    ...lists,
  }),
  failure: 'error',
  example: { limit: '50' },
});

const figureField = z.number().describe('Computed up to the last whole day (UTC); 0 where there is nothing yet');
const figureTextField = text.describe('The same in words');
const all = z.literal('1', { error: 'all is 1, or left out' }).optional();

const trader = {
  _id: idOutput,
  firstname: text,
  lastname: text,
  traderImage: pictureField,
  nationality: text,
  minimumcapital: usdOutput,
  state: z.enum(['open', 'paused', 'retired']),
  declared: z.object({ winRate: text, avgReturn: text, followers: text, rrRatio: text }),
  simulated: z.boolean(),
  labels: z
    .array(text)
    .describe('What has to be said beside the figures: simulated, signals, investor, (partly) entered by operator'),
  leaderShare: z
    .number()
    .describe('The leader’s percentage of a copy’s new gains, paid at the end of each month and of the copy'),
};

export const fetchTraders = defineCall({
  name: 'fetchTraders',
  about:
    'The traders. Their figures are computed from recorded trades and real copies; declared figures are given separately.',
  method: 'GET',
  who: 'anyone',
  input: z.object({ all: all.describe('1 to include retired traders') }),
  output: z.object({
    status: z.literal(200),
    traders: z.array(
      z.object({
        ...trader,
        figures: z.enum(['computed', 'none yet']),
        profitrate: figureField.describe('Share of closed trades that won, percent; 0 where there are none yet'),
        averagereturn: figureField.describe(
          'Percent a month: 7.4 is a mean return of 7.4% of the calendar months, open positions included; 0 where there is none yet',
        ),
        averagereturnText: text.describe('The same with its unit, as in 7.40%; “none yet” where there is none'),
        followers: z.number().describe('People with a copy that holds money, paused ones included'),
        rrRatio: figureField,
        riskRewardRatio: figureField,
        rrRatioText: figureTextField,
        tradehistory: z.array(
          z.object({ pair: text, amount: usdOutput, tradeType: z.enum(['profit', 'loss']), date: text, at }),
        ),
      }),
    ),
  }),
  failure: 'number',
  refused: { fields: z.object({ traders: z.array(z.never()) }), values: () => ({ traders: [] }) },
  shared: true,
  example: {},
});

const createPercentOutput = (about: string) =>
  z.number().nullable().describe(`Percent; null where the record is too short. ${about}`);
const createRatioOutput = (about: string) =>
  z.number().nullable().describe(`${about}; null where nothing was traded, or nothing lost`);

export const traders = defineCall({
  name: 'traders',
  path: 'traders/{id}',
  about:
    'One trader with the figures of their profile, each computed from orders, typed results and real copies. The record goes up to the last whole day (UTC); a figure that needs a longer record is null.',
  method: 'GET',
  who: 'anyone',
  input: z.object({ id: z.uuid('id is the _id of a trader, as fetchTraders has it') }),
  output: z.object({
    status: z.literal('ok'),
    ...trader,
    source: z
      .enum(['typed results', 'simulated', 'signals', 'investor'])
      .describe(
        'Where the results come from: typed in by the operator, a simulated strategy, a program’s signals, own orders',
      ),
    capital: usdOutput.describe('What results are measured against'),
    record: z.object({
      until: text.describe('The end of the last day that counts, in ISO 8601; empty while there is no record'),
      days: z.number(),
      returns: z.object({
        month: createPercentOutput('The last 30 days'),
        quarter: createPercentOutput('The last 91 days'),
        year: createPercentOutput('The last 365 days'),
        all: createPercentOutput('The whole record'),
      }),
      months: z.array(z.object({ month: text.describe('As in 2026-03'), return: z.number().describe('Percent') })),
      worstDay: createPercentOutput('The worst day'),
      worstWeek: createPercentOutput('The worst seven days in a row'),
      longestUnderWater: z.number().nullable().describe('The longest time below a high, days'),
      sharpe: z.number().nullable(),
      sortino: z.number().nullable(),
      annualised: z.boolean().describe('Sharpe and Sortino are a year’s; without it they are of days'),
      risk: z.number().nullable().describe('1 to 10; null where it is not rated'),
      markets: z.array(z.object({ symbol: text, trades: z.number() })).describe('Traded with positions'),
    }),
    maxDrawdown: createPercentOutput('The largest fall from a high'),
    closedTrades: z.number().describe('Typed results among them'),
    openTrades: z
      .object({ count: z.number(), result: usdOutput })
      .describe('Positions open at the end of the last whole day, and what they would have made then, US dollars'),
    typedResults: z.number().describe('How many were typed in so far; those of today count in no figure yet'),
    winRate: z.number().nullable().describe('Percent of closed trades; null before the first'),
    monthlyReturn: z
      .number()
      .nullable()
      .describe('The mean return of calendar months, percent; null before the first day of record is over'),
    profitFactor: createRatioOutput('All profits over all losses, open positions included'),
    riskReward: createRatioOutput('The average profit over the average loss, open positions included'),
    averageHolding: z.number().nullable().describe('Seconds, of trades with positions'),
    copiers: z.object({
      followers: z.number().describe('People with a copy that holds money, paused ones included'),
      capital: usdOutput.describe('In copies, with results; those of open positions as of the last whole day'),
      copies: z.number().describe('All that ever began'),
      inProfit: z.number().describe('How many of them won more than they lost'),
      median: usdOutput
        .nullable()
        .describe(
          'The middle result of a copy, open positions as of the last whole day, US dollars; null before the first',
        ),
      fellShort: z
        .object({
          median: createPercentOutput('The middle copy; null before the first closed trade'),
          worstTenth: createPercentOutput('A tenth of the copies fell short by at least this'),
        })
        .describe(
          'The trader’s closed trades scaled to each copy, less what the copy made of them, percent of the most that its owner had in it at one time',
        ),
    }),
  }),
  failure: 'number',
  usesHttpStatus: true,
  statuses: { 'not-found': 404 },
  example: { id: '$TRADER' },
});

export const getUsers = defineCall({
  name: 'getUsers',
  about:
    'The users, newest first; the header Link leads to the next page. The answer holds no passwords and no hashes of them. With full=1 each user has the lists of getData too, and a page has 50 users at most.',
  method: 'GET',
  who: 'administrator',
  right: 'users:read',
  input: z.object({
    limit: createLimitField(500),
    before: z.uuid('before is a user id, as the header Link has it').optional(),
    all: all.describe('1 to include closed accounts'),
    full: z.literal('1', { error: 'full is 1, or left out' }).optional().describe('1 for the whole of each'),
  }),
  output: z.array(
    z.object({
      ...user,
      emailVerified: z.boolean(),
      status: z.enum(['open', 'closed']),
      passwordChangedAt: at,
      date,
      at,
      ...z.object(lists).partial().shape,
    }),
  ),
  failure: 'number',
  usesHttpStatus: true,
  example: { limit: '20' },
});
