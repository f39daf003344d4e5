import { z } from 'zod';
import { soloAct } from '~/features/backoffice/approvals/act';
import { applyResultBatch, endCopiesOfRetired, releaseBatch, runJobNow } from '~/features/copying/copy/jobs.server';
import { COPY_STOP } from '~/features/copying/copy/lifecycle/stopDebtorsCopy.server';
import { revokeKey } from '~/features/copying/signals/keys.server';
import { signalKeySchema } from '~/features/copying/signals/schema';
import { LOG_ACTS } from '~/features/copying/traders/log/logActs.server';
import { traderIdSchema } from '~/features/copying/traders/schema';
import { setTraderState } from '~/features/copying/traders/setTraderState.server';
import { TRADER_ACTS } from '~/features/copying/traders/traderActs.server';
import { PLAN_END_EARLY } from '~/features/money/plans/endInvestmentEarly.server';
import { freezeAccount, freezePart } from '~/features/people/auth/freeze/freeze.server';
import { freezeSchema } from '~/features/people/auth/freeze/schema';
import { closeAccount } from '~/features/people/profile/closeAccount.server';
import { RISK_ACTS } from '~/features/people/riskRating/riskActs.server';
import { ACCOUNT_ACTS } from '~/features/people/users/accountActs.server';
import { BALANCE_ACTS } from '~/features/people/users/balanceActs.server';
import { endSignIns } from '~/features/people/users/endSignIns.server';
import { sendResetLinkToUser } from '~/features/people/users/mailResetLink.server';
import { noteUser } from '~/features/people/users/noteUser.server';
import {
  closeAccountSchema,
  noteUserSchema,
  tagSchema,
  userIdField,
  userIdSchema,
  verifiedSchema,
} from '~/features/people/users/schema';
import { setVerified } from '~/features/people/users/setVerified.server';
import { tagUser, untagUser } from '~/features/people/users/tags.server';
import { done, type Result } from '~/platform/result';
import type { V1Call } from '../call.server';
import { decisionCall } from '../decisionCall.server';

const USERS = 'Staff: users';
const TRADERS = 'Staff: traders and results';

const usd = (value: string) => ({ value, currency: 'USD' as const });
const WHY = { reason: 'Agreed with them by phone' };
const ONE_IS_ENOUGH = 'its form asks for one administrator';

/** Drops the value of a result, leaving only that it succeeded. */
const wasDone = <T>(result: Result<T>): Result<object> => (result.ok ? done({}) : result);

const user = { tag: USERS, right: 'balances:change' } as const;
const trader = { tag: TRADERS, right: 'traders:change' } as const;
const mirrored = () => runJobNow(applyResultBatch);
const account = { ...user, right: 'accounts:change' } as const;
const balance = (step: keyof typeof BALANCE_ACTS, about: string, more = {}) =>
  decisionCall({
    ...user,
    operation: { credit: 'creditUser', debit: 'debitUser', profit: 'addProfit', 'write-off': 'writeOffDebt' }[step],
    path: `staff/users/{userId}/${step}`,
    about,
    act: BALANCE_ACTS[step],
    example: { userId: '$USER', amount: usd('50.00'), ...WHY, ...more },
    forms: [`admin/users/user#${step}`],
  });

/** Defines an act on a user that is done at once. */
const quick = (
  name: 'verified' | 'reset' | 'tag' | 'untag' | 'note',
  [operation, about]: [string, string],
  right: 'accounts:change' | 'users:help' | 'users:mark',
  act: Parameters<typeof decisionCall>[0]['act'],
  example = {},
) =>
  decisionCall({
    tag: USERS,
    right,
    operation,
    path: `staff/users/{id}/${name}`,
    about,
    act,
    example: { id: '$USER', ...example },
    forms: [`admin/users/user#${name}`, ...(right === 'users:mark' ? [] : [`admin/users/list#${name}`])],
  });

export const STAFF_ACT_CALLS: readonly V1Call[] = [
  balance('credit', 'Credits a user.', { kind: 'goodwill' }),
  balance('debit', 'Takes money from a user.'),
  balance('profit', 'Adds profit to a user.'),
  balance('write-off', 'Writes off what a user owes.'),
  decisionCall({
    ...user,
    operation: 'payOutClosedAccount',
    path: 'staff/users/{userId}/pay-out',
    about: 'Asks for money of a closed account to be paid out.',
    act: ACCOUNT_ACTS['account-pay-out'],
    example: { userId: '$USER', amount: usd('50.00'), method: 'BTC', wallet: '$WALLET', ...WHY },
    forms: ['admin/users/user#pay-out'],
  }),
  decisionCall({
    ...account,
    operation: 'reopenAccount',
    path: 'staff/users/{userId}/reopen',
    about: 'Opens a closed account again.',
    act: ACCOUNT_ACTS['account-reopen'],
    example: { userId: '$USER', ...WHY },
    forms: ['admin/users/user#reopen'],
  }),
  decisionCall({
    ...account,
    operation: 'closeAccount',
    path: 'staff/users/{userId}/close',
    about: 'Closes an account; its email address is sent again, so that it is no other one.',
    act: soloAct({
      schema: closeAccountSchema.extend(userIdField),
      run: async (tx, by, { email: submittedEmail, ...asked }) =>
        wasDone(await closeAccount(tx, by, { ...asked, submittedEmail })),
      toast: () => 'The account is closed',
      alone: ONE_IS_ENOUGH,
      confirmed: true,
    }),
    example: { userId: '$USER', email: '$EMAIL', ...WHY },
    forms: ['admin/users/user#close'],
  }),
  decisionCall({
    ...user,
    right: 'accounts:freeze',
    operation: 'freezeAccount',
    path: 'staff/users/{userId}/freeze',
    about: 'Freezes an account, or a part of it.',
    act: soloAct({
      schema: freezeSchema.extend(userIdField),
      run: async (tx, by, { part, ...asked }) =>
        wasDone(part ? await freezePart(tx, by, { ...asked, part }) : await freezeAccount(tx, by, asked)),
      toast: ({ part }) =>
        part ? 'Frozen, and the investor was told' : 'The account is frozen, and its owner was told',
      alone: ONE_IS_ENOUGH,
      confirmed: true,
    }),
    example: { userId: '$USER', ...WHY },
    forms: ['admin/users/freeze#freeze'],
  }),
  decisionCall({
    ...account,
    operation: 'unfreezeAccount',
    path: 'staff/users/{userId}/unfreeze',
    about: 'Lets an account, or a part of it, continue.',
    act: ACCOUNT_ACTS['account-unfreeze'],
    example: { userId: '$USER', ...WHY },
    forms: ['admin/users/freeze#unfreeze'],
  }),
  decisionCall({
    ...user,
    right: 'papers:decide',
    operation: 'rateRisk',
    path: 'staff/users/{userId}/risk',
    about: 'Rates the risk of a user.',
    act: RISK_ACTS['risk-rate'],
    example: { userId: '$USER', rating: 'high', reason: 'Many accounts use this wallet' },
    forms: ['admin/users/risk'],
  }),
  quick(
    'verified',
    ['setLiveTrading', 'Unlocks live trading for a user, or locks it.'],
    'accounts:change',
    soloAct({
      schema: verifiedSchema,
      run: async (tx, by, { id: userId, verified }) =>
        wasDone(await setVerified(tx, by, { userId, verified: verified === 'on' })),
      toast: ({ verified }) => `Live trading is ${verified === 'on' ? 'unlocked' : 'locked'}`,
      alone: ONE_IS_ENOUGH,
    }),
    { verified: 'on' },
  ),
  quick(
    'reset',
    ['mailPasswordLink', 'Mails a link to choose a new password.'],
    'users:help',
    soloAct({
      schema: userIdSchema,
      run: async (tx, by, { id }) => wasDone(await sendResetLinkToUser(tx, by, id)),
      toast: () => 'A link to choose a new password was mailed',
      alone: ONE_IS_ENOUGH,
    }),
  ),
  quick(
    'tag',
    ['tagUser', 'Tags a user.'],
    'users:mark',
    soloAct({
      schema: tagSchema,
      run: async (tx, by, { id: userId, tag }) => wasDone(await tagUser(tx, by, { userId, tag })),
      toast: ({ tag }) => `Tagged “${tag}”`,
      alone: ONE_IS_ENOUGH,
    }),
    { tag: 'vip' },
  ),
  quick(
    'untag',
    ['untagUser', 'Takes a tag from a user.'],
    'users:mark',
    soloAct({
      schema: tagSchema,
      run: async (tx, by, { id: userId, tag }) => wasDone(await untagUser(tx, by, { userId, tag })),
      toast: ({ tag }) => `No longer tagged “${tag}”`,
      alone: ONE_IS_ENOUGH,
    }),
    { tag: 'vip' },
  ),
  quick(
    'note',
    ['noteUser', 'Writes a note on a user, which the staff alone reads.'],
    'users:mark',
    soloAct({
      schema: noteUserSchema,
      run: async (tx, by, { id: userId, note }) => wasDone(await noteUser(tx, by, { userId, note })),
      toast: () => 'The note is kept',
      alone: ONE_IS_ENOUGH,
    }),
    { note: 'Asked for by phone.' },
  ),
  decisionCall({
    ...user,
    right: 'users:help',
    operation: 'endSignIns',
    path: 'staff/users/{userId}/end-sign-ins',
    about: 'Signs a user out everywhere; their API keys end too.',
    act: soloAct({
      schema: z.object(userIdField),
      run: async (tx, by, { userId }) => wasDone(await endSignIns(tx, by, userId)),
      toast: () => 'Signed out everywhere',
      alone: ONE_IS_ENOUGH,
    }),
    example: { userId: '$USER' },
    forms: ['admin/users/part#end-sign-ins'],
  }),
  decisionCall({
    ...user,
    operation: 'endInvestmentEarly',
    path: 'staff/investments/{id}/end',
    about: 'Ends a plan of a user early.',
    act: PLAN_END_EARLY,
    example: { id: '$INVESTMENT', ...WHY },
    forms: ['admin/users/part#end'],
  }),
  decisionCall({
    ...user,
    operation: 'stopDebtorsCopy',
    path: 'staff/copies/{id}/stop',
    about: 'Stops a copy of a user who owes money.',
    act: COPY_STOP,
    example: { id: '$COPY', ...WHY },
    forms: ['admin/users/part#stop'],
  }),
  ...(['trader-create', 'trader-change'] as const).map((name) =>
    decisionCall({
      ...trader,
      operation: name === 'trader-create' ? 'createTrader' : 'changeTrader',
      path: name === 'trader-create' ? 'staff/traders' : 'staff/traders/{id}/change',
      about: name === 'trader-create' ? 'Adds a trader.' : 'Changes a trader; all fields are sent.',
      act: TRADER_ACTS[name],
      names: {
        firstname: 'firstName',
        lastname: 'lastName',
        minimumcapital: 'minimumCapital',
        avgReturn: 'averageReturn',
        rrRatio: 'riskReward',
        traderImage: null,
      },
      example: {
        ...(name === 'trader-change' && { id: '$TRADER' }),
        firstName: 'Ada',
        lastName: 'Stone',
        nationality: 'Malta',
        minimumCapital: usd('500.00'),
      },
      forms: [`admin/traders#${name === 'trader-create' ? 'create' : 'edit'}`],
    }),
  ),
  decisionCall({
    ...trader,
    operation: 'retireTrader',
    path: 'staff/traders/{id}/retire',
    about: 'Retires a trader for good: all copies end.',
    act: TRADER_ACTS['trader-retire'],
    example: { id: '$TRADER' },
    forms: ['admin/traders#retire'],
    follow: () => runJobNow(endCopiesOfRetired),
  }),
  ...(['pause', 'reopen'] as const).map((event) =>
    decisionCall({
      ...trader,
      operation: `${event}Trader`,
      path: `staff/traders/{id}/${event}`,
      about: event === 'pause' ? 'Lets nobody begin a copy of a trader.' : 'Lets copies of a trader begin again.',
      act: soloAct({
        schema: traderIdSchema,
        run: async (tx, by, { id }) => wasDone(await setTraderState(tx, by, id, event)),
        toast: () => (event === 'pause' ? 'The trader is paused now' : 'The trader is open now'),
        alone: ONE_IS_ENOUGH,
      }),
      example: { id: '$TRADER' },
      forms: [`admin/traders#${event}`],
    }),
  ),
  decisionCall({
    ...trader,
    operation: 'revokeSignalKey',
    path: 'staff/traders/{trader}/revoke-key',
    about: 'Ends the key of a trader’s program.',
    act: soloAct({
      schema: signalKeySchema,
      run: async (tx, by, { trader: id }) => wasDone(await revokeKey(tx, by, id)),
      toast: () => 'The key no longer works',
      alone: ONE_IS_ENOUGH,
    }),
    example: { trader: '$TRADER' },
    forms: ['admin/signals#revoke-key'],
  }),
  decisionCall({
    ...trader,
    operation: 'recordResult',
    path: 'staff/results',
    about: 'Enters a result of a trader, which copies then get.',
    act: LOG_ACTS['record-trade'],
    names: { id: 'trader', tradeType: 'type' },
    example: { trader: '$TRADER', pair: 'BTC/USD', amount: usd('120.00'), type: 'profit' },
    forms: ['admin/trades#record-trade'],
    follow: mirrored,
  }),
  decisionCall({
    ...trader,
    operation: 'importResults',
    path: 'staff/traders/{id}/results',
    about: 'Enters results of a trader from the text of a CSV file.',
    act: LOG_ACTS['import-trades'],
    example: { id: '$TRADER', text: 'date,pair,type,amount\n2026-03-02,BTC/USD,profit,10.00' },
    forms: ['admin/trades#import-trades'],
    follow: mirrored,
  }),
  decisionCall({
    ...trader,
    operation: 'voidResult',
    path: 'staff/results/{trade}/void',
    about: 'Voids a result; with an amount, the right one takes its place.',
    act: LOG_ACTS['void-trade'],
    names: { tradeType: 'type' },
    example: { trade: '$RESULT', reason: 'It was entered twice' },
    forms: ['admin/trades#void-trade'],
    follow: mirrored,
  }),
  decisionCall({
    ...trader,
    operation: 'completeLog',
    path: 'staff/traders/{trader}/complete-log',
    about: 'Declares the results of a trader complete up to an instant: money that waited for them returns.',
    act: LOG_ACTS['complete-log'],
    example: { trader: '$TRADER' },
    forms: ['admin/trades#complete-log'],
    follow: () => runJobNow(releaseBatch),
  }),
];
