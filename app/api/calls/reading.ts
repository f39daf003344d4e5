import { z } from 'zod';
import { ANSWERED_PROFILE_NAMES, type ProfileName } from '~/features/people/profile/profileFields';
import { durationText } from '~/platform/text/durationText';
import { PICTURE_LINK_MIN_MS } from '~/uploads/acceptedFiles';
import { defineCall } from '~/web/guard/call';
import { at, createLimitField, date, idOutput, usdOutput } from '../fields';

const text = z.string();
const pictureField = text.describe('URL of the picture; empty if there is none');

/** Fields of a user, the same for the user and for administrators, filled by `createUserFields`. */
const user = {
  _id: idOutput,
  email: text,
  username: text,
  ...(Object.fromEntries(ANSWERED_PROFILE_NAMES.map((name) => [name, text])) as Record<ProfileName, typeof text>),
  profilepicture: text.describe(
    `URL of the picture, which works without a token for at least ${durationText(PICTURE_LINK_MIN_MS)}; empty if there is none`,
  ),
  funded: usdOutput.describe('The investor’s total balance'),
  totaldeposit: usdOutput,
  totalwithdraw: usdOutput,
  refBonus: usdOutput,
  periodicProfit: usdOutput,
  verified: z.boolean().describe('Whether live trading is unlocked'),
  trader: text.describe('The trader of the newest open copy; empty if there is none'),
  kycStatus: z.enum(['not_submitted', 'processing', 'approved', 'rejected']),
  kyc: z.enum(['none', 'submitted', 'approved', 'rejected']).describe('The same, in the words of the pages'),
  kycRejectionReason: text,
};

const movementFields = { id: idOutput, type: text, amount: usdOutput, date, at, balance: usdOutput };

const withdrawal = z.object({
  date,
  at,
  amount: usdOutput,
  id: idOutput,
  balance: usdOutput.describe('Available balance after the request'),
  status: text,
  method: text,
  reason: text,
  approvableFrom: text.describe('The earliest time of its approval in ISO 8601, while it waits; otherwise empty'),
});

/** Fields that are only in the complete data of a user, mostly lists. */
const lists = {
  available: usdOutput.describe('Available balance'),
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
    z.object({ ...movementFields, change: usdOutput.describe('Change of the total balance, with its sign') }),
  ),
  deposit: z.array(
    z.object({
      ...movementFields,
      balance: usdOutput.describe(
        'Total balance after it, as in `transaction`; until it is credited, the current total',
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
      profit: usdOutput.describe('Percent per day'),
      status: text,
      ends: at,
    }),
  ),
  withdraw: z.array(withdrawal).describe('Paid ones'),
  withdrawals: z.array(withdrawal).describe('All withdrawals, with their states'),
};

export const getData = defineCall({
  name: 'getData',
  about:
    'All data of the investor. Each list has the newest `limit` entries, newest first. The complete numbers are in the headers X-Total-trades, X-Total-referred, X-Total-transaction, X-Total-deposit, X-Total-invest, X-Total-withdraw and X-Total-withdrawals.',
  method: 'GET',
  who: 'investor',
  input: z.object({ limit: createLimitField(1000).describe('Length of each list, at most 1000; 200 by default') }),
  output: z.object({
    status: z.literal('ok'),
    ...user,
    ...lists,
  }),
  failure: 'error',
  example: { limit: '50' },
});

const figureField = z.number().describe('Up to the last complete day (UTC); 0 if there is nothing yet');
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
    .describe('Notes that belong to the figures: simulated, signals, investor, (partly) entered by management'),
  leaderShare: z
    .number()
    .describe('The leader’s percentage of a copy’s new gains, paid at the end of each month and of the copy'),
};

export const fetchTraders = defineCall({
  name: 'fetchTraders',
  about: 'The traders. Their figures are computed from recorded trades and real copies; declared figures are separate.',
  method: 'GET',
  who: 'anyone',
  input: z.object({ all: all.describe('1 to include retired traders') }),
  output: z.object({
    status: z.literal(200),
    traders: z.array(
      z.object({
        ...trader,
        figures: z.enum(['computed', 'none yet']),
        profitrate: figureField.describe('Percent of closed trades with a profit; 0 if there are none yet'),
        averagereturn: figureField.describe(
          'Percent per month: 7.4 is a mean return of 7.4% of the calendar months, open positions included; 0 if there is none yet',
        ),
        averagereturnText: text.describe('The same with its unit, such as 7.40%; “none yet” if there is none'),
        followers: z.number().describe('Number of people whose copy holds money, including paused copies'),
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
  z.number().nullable().describe(`Percent; null if the record is too short. ${about}`);
const createRatioOutput = (about: string) =>
  z.number().nullable().describe(`${about}; null if there were no trades or no losses`);

export const traders = defineCall({
  name: 'traders',
  path: 'traders/{id}',
  about:
    'One trader with the figures of the profile, computed from orders, entered results and real copies. The record ends with the last complete day (UTC); a figure that needs a longer record is null.',
  method: 'GET',
  who: 'anyone',
  input: z.object({ id: z.uuid('id is the _id of a trader, as fetchTraders has it') }),
  output: z.object({
    status: z.literal('ok'),
    ...trader,
    source: z
      .enum(['typed results', 'simulated', 'signals', 'investor'])
      .describe('Source of the results: entered by management, a simulated strategy, a program’s signals, own orders'),
    capital: usdOutput.describe('The base of the returns'),
    record: z.object({
      until: text.describe('The end of the last counted day, in ISO 8601; empty if there is no record'),
      days: z.number(),
      returns: z.object({
        month: createPercentOutput('The last 30 days'),
        quarter: createPercentOutput('The last 91 days'),
        year: createPercentOutput('The last 365 days'),
        all: createPercentOutput('The whole record'),
      }),
      months: z.array(z.object({ month: text.describe('Such as 2026-03'), return: z.number().describe('Percent') })),
      worstDay: createPercentOutput('The worst day'),
      worstWeek: createPercentOutput('The worst seven days in a row'),
      longestUnderWater: z.number().nullable().describe('The longest time below a previous high, days'),
      sharpe: z.number().nullable(),
      sortino: z.number().nullable(),
      annualised: z.boolean().describe('Whether Sharpe and Sortino are annualised; otherwise they are daily'),
      risk: z.number().nullable().describe('1 to 10; null if not rated'),
      markets: z
        .array(z.object({ symbol: text, trades: z.number() }))
        .describe('Whether the results come from positions'),
    }),
    maxDrawdown: createPercentOutput('The largest fall from a high'),
    closedTrades: z.number().describe('Whether some results were entered by management'),
    openTrades: z
      .object({ count: z.number(), result: usdOutput })
      .describe('Positions open at the end of the last complete day, and their results at that time, US dollars'),
    typedResults: z.number().describe('Number of entered results so far; today’s are not in any figure yet'),
    winRate: z.number().nullable().describe('Percent of closed trades; null before the first'),
    monthlyReturn: z
      .number()
      .nullable()
      .describe('The mean return of calendar months, percent; null before the end of the first day'),
    profitFactor: createRatioOutput('All profits divided by all losses, open positions included'),
    riskReward: createRatioOutput('The average profit divided by the average loss, open positions included'),
    averageHolding: z.number().nullable().describe('Seconds, for trades with positions'),
    copiers: z.object({
      followers: z.number().describe('Number of people whose copy holds money, including paused copies'),
      capital: usdOutput.describe('Money in copies, including results; open positions as of the last complete day'),
      copies: z.number().describe('Number of all copies so far'),
      inProfit: z.number().describe('Number of them with a profit'),
      median: usdOutput
        .nullable()
        .describe(
          'The median result of a copy, open positions as of the last complete day, US dollars; null before the first',
        ),
      fellShort: z
        .object({
          median: createPercentOutput('The median copy; null before the first closed trade'),
          worstTenth: createPercentOutput('A tenth of the copies fell short by at least this'),
        })
        .describe(
          'The trader’s closed trades scaled to each copy, less the copy’s own results, percent of its largest capital',
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
    'The users, newest first; the header Link leads to the next page. The response contains no passwords and no password hashes. With full=1 each user has the lists of getData too, and a page has at most 50 users.',
  method: 'GET',
  who: 'administrator',
  right: 'users:read',
  input: z.object({
    limit: createLimitField(500),
    before: z.uuid('before is a user id, as the header Link has it').optional(),
    all: all.describe('1 to include closed accounts'),
    full: z
      .literal('1', { error: 'full is 1, or left out' })
      .optional()
      .describe('1 to include all lists of each user'),
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
