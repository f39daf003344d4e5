import { z } from 'zod';
import { defineSoloAct } from '~/features/backoffice/approvals/act';
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
import { addUserNote } from '~/features/people/users/addUserNote.server';
import { BALANCE_ACTS } from '~/features/people/users/balanceActs.server';
import { endSignIns } from '~/features/people/users/endSignIns.server';
import { sendResetLinkToUser } from '~/features/people/users/mailResetLink.server';
import {
  closeAccountSchema,
  tagSchema,
  userIdField,
  userIdSchema,
  userNoteSchema,
  verifiedSchema,
} from '~/features/people/users/schema';
import { setLiveTradingUnlocked } from '~/features/people/users/setLiveTradingUnlocked.server';
import { tagUser, untagUser } from '~/features/people/users/tags.server';
import { done, type Result } from '~/platform/result';
import type { V1Call } from '../call.server';
import { defineDecisionCall } from '../decisionCall.server';

const USERS_TAG = 'Staff: users';
const TRADERS_TAG = 'Staff: traders and results';

const exampleUsd = (value: string) => ({ value, currency: 'USD' as const });
const EXAMPLE_REASON = { reason: 'Agreed with them by phone' };
const SOLO_REASON = 'its form asks for one administrator';

/** Drops the value of a result, leaving only that it succeeded. */
const dropValue = <T>(result: Result<T>): Result<object> => (result.ok ? done({}) : result);

const user = { tag: USERS_TAG, right: 'balances:change' } as const;
const trader = { tag: TRADERS_TAG, right: 'traders:change' } as const;
const applyToCopies = () => runJobNow(applyResultBatch);
const account = { ...user, right: 'accounts:change' } as const;
const defineBalanceCall = (step: keyof typeof BALANCE_ACTS, about: string, more = {}) =>
  defineDecisionCall({
    ...user,
    operation: { credit: 'creditUser', debit: 'debitUser', profit: 'addProfit', 'write-off': 'writeOffDebt' }[step],
    path: `staff/users/{userId}/${step}`,
    about,
    act: BALANCE_ACTS[step],
    example: { userId: '$USER', amount: exampleUsd('50.00'), ...EXAMPLE_REASON, ...more },
    forms: [`admin/users/user#${step}`],
  });

/** Defines an act on a user that is done at once. */
const defineQuickCall = (
  name: 'verified' | 'reset' | 'tag' | 'untag' | 'note',
  [operation, about]: [string, string],
  right: 'accounts:change' | 'users:help' | 'users:mark',
  act: Parameters<typeof defineDecisionCall>[0]['act'],
  example = {},
) =>
  defineDecisionCall({
    tag: USERS_TAG,
    right,
    operation,
    path: `staff/users/{id}/${name}`,
    about,
    act,
    example: { id: '$USER', ...example },
    forms: [`admin/users/user#${name}`, ...(right === 'users:mark' ? [] : [`admin/users/list#${name}`])],
  });

export const STAFF_ACT_CALLS: readonly V1Call[] = [
  defineBalanceCall('credit', 'Credits a user.', { kind: 'goodwill' }),
  defineBalanceCall('debit', 'Takes money from a user.'),
  defineBalanceCall('profit', 'Adds profit to a user.'),
  defineBalanceCall('write-off', 'Writes off what a user owes.'),
  defineDecisionCall({
    ...user,
    operation: 'payOutClosedAccount',
    path: 'staff/users/{userId}/pay-out',
    about: 'Requests a payment of a closed account’s money.',
    act: ACCOUNT_ACTS['account-pay-out'],
    example: { userId: '$USER', amount: exampleUsd('50.00'), method: 'BTC', wallet: '$WALLET', ...EXAMPLE_REASON },
    forms: ['admin/users/user#pay-out'],
  }),
  defineDecisionCall({
    ...account,
    operation: 'reopenAccount',
    path: 'staff/users/{userId}/reopen',
    about: 'Opens a closed account again.',
    act: ACCOUNT_ACTS['account-reopen'],
    example: { userId: '$USER', ...EXAMPLE_REASON },
    forms: ['admin/users/user#reopen'],
  }),
  defineDecisionCall({
    ...account,
    operation: 'closeAccount',
    path: 'staff/users/{userId}/close',
    about: 'Closes an account. Repeat its email address, to confirm that it is the right one.',
    act: defineSoloAct({
      schema: closeAccountSchema.extend(userIdField),
      run: async (tx, by, { email: submittedEmail, ...input }) =>
        dropValue(await closeAccount(tx, by, { ...input, submittedEmail })),
      toast: () => 'The account is closed',
      alone: SOLO_REASON,
      confirmed: true,
    }),
    example: { userId: '$USER', email: '$EMAIL', ...EXAMPLE_REASON },
    forms: ['admin/users/user#close'],
  }),
  defineDecisionCall({
    ...user,
    right: 'accounts:freeze',
    operation: 'freezeAccount',
    path: 'staff/users/{userId}/freeze',
    about: 'Freezes an account, or a part of it.',
    act: defineSoloAct({
      schema: freezeSchema.extend(userIdField),
      run: async (tx, by, { part, ...input }) =>
        dropValue(part ? await freezePart(tx, by, { ...input, part }) : await freezeAccount(tx, by, input)),
      toast: ({ part }) =>
        part ? 'Frozen, and the investor was told' : 'The account is frozen, and its owner was told',
      alone: SOLO_REASON,
      confirmed: true,
    }),
    example: { userId: '$USER', ...EXAMPLE_REASON },
    forms: ['admin/users/freeze#freeze'],
  }),
  defineDecisionCall({
    ...account,
    operation: 'unfreezeAccount',
    path: 'staff/users/{userId}/unfreeze',
    about: 'Unfreezes an account, or a part of it.',
    act: ACCOUNT_ACTS['account-unfreeze'],
    example: { userId: '$USER', ...EXAMPLE_REASON },
    forms: ['admin/users/freeze#unfreeze'],
  }),
  defineDecisionCall({
    ...user,
    right: 'papers:decide',
    operation: 'rateRisk',
    path: 'staff/users/{userId}/risk',
    about: 'Sets the risk rating of a user.',
    act: RISK_ACTS['risk-rate'],
    example: { userId: '$USER', rating: 'high', reason: 'Many accounts use this wallet' },
    forms: ['admin/users/risk'],
  }),
  defineQuickCall(
    'verified',
    ['setLiveTrading', 'Unlocks live trading for a user, or locks it.'],
    'accounts:change',
    defineSoloAct({
      schema: verifiedSchema,
      run: async (tx, by, { id: userId, verified }) =>
        dropValue(await setLiveTradingUnlocked(tx, by, { userId, verified: verified === 'on' })),
      toast: ({ verified }) => `Live trading is ${verified === 'on' ? 'unlocked' : 'locked'}`,
      alone: SOLO_REASON,
    }),
    { verified: 'on' },
  ),
  defineQuickCall(
    'reset',
    ['mailPasswordLink', 'Mails a link to choose a new password.'],
    'users:help',
    defineSoloAct({
      schema: userIdSchema,
      run: async (tx, by, { id }) => dropValue(await sendResetLinkToUser(tx, by, id)),
      toast: () => 'A link to choose a new password was mailed',
      alone: SOLO_REASON,
    }),
  ),
  defineQuickCall(
    'tag',
    ['tagUser', 'Tags a user.'],
    'users:mark',
    defineSoloAct({
      schema: tagSchema,
      run: async (tx, by, { id: userId, tag }) => dropValue(await tagUser(tx, by, { userId, tag })),
      toast: ({ tag }) => `Tagged “${tag}”`,
      alone: SOLO_REASON,
    }),
    { tag: 'vip' },
  ),
  defineQuickCall(
    'untag',
    ['untagUser', 'Takes a tag from a user.'],
    'users:mark',
    defineSoloAct({
      schema: tagSchema,
      run: async (tx, by, { id: userId, tag }) => dropValue(await untagUser(tx, by, { userId, tag })),
      toast: ({ tag }) => `No longer tagged “${tag}”`,
      alone: SOLO_REASON,
    }),
    { tag: 'vip' },
  ),
  defineQuickCall(
    'note',
    ['noteUser', 'Writes a note on a user, which the staff alone reads.'],
    'users:mark',
    defineSoloAct({
      schema: userNoteSchema,
      run: async (tx, by, { id: userId, note }) => dropValue(await addUserNote(tx, by, { userId, note })),
      toast: () => 'The note is kept',
      alone: SOLO_REASON,
    }),
    { note: 'Requested by phone.' },
  ),
  defineDecisionCall({
    ...user,
    right: 'users:help',
    operation: 'endSignIns',
    path: 'staff/users/{userId}/end-sign-ins',
    about: 'Ends all sessions and API keys of a user.',
    act: defineSoloAct({
      schema: z.object(userIdField),
      run: async (tx, by, { userId }) => dropValue(await endSignIns(tx, by, userId)),
      toast: () => 'Signed out everywhere',
      alone: SOLO_REASON,
    }),
    example: { userId: '$USER' },
    forms: ['admin/users/part#end-sign-ins'],
  }),
  defineDecisionCall({
    ...user,
    operation: 'endInvestmentEarly',
    path: 'staff/investments/{id}/end',
    about: 'Ends a user’s plan early.',
    act: PLAN_END_EARLY,
    example: { id: '$INVESTMENT', ...EXAMPLE_REASON },
    forms: ['admin/users/part#end'],
  }),
  defineDecisionCall({
    ...user,
    operation: 'stopDebtorsCopy',
    path: 'staff/copies/{id}/stop',
    about: 'Stops a copy of a user who owes money.',
    act: COPY_STOP,
    example: { id: '$COPY', ...EXAMPLE_REASON },
    forms: ['admin/users/part#stop'],
  }),
  ...(['trader-create', 'trader-change'] as const).map((name) =>
    defineDecisionCall({
      ...trader,
      operation: name === 'trader-create' ? 'createTrader' : 'changeTrader',
      path: name === 'trader-create' ? 'staff/traders' : 'staff/traders/{id}/change',
      about: name === 'trader-create' ? 'Adds a trader.' : 'Changes a trader; send all fields.',
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
        minimumCapital: exampleUsd('500.00'),
      },
      forms: [`admin/traders#${name === 'trader-create' ? 'create' : 'edit'}`],
    }),
  ),
  defineDecisionCall({
    ...trader,
    operation: 'retireTrader',
    path: 'staff/traders/{id}/retire',
    about: 'Retires a trader permanently: all copies end.',
    act: TRADER_ACTS['trader-retire'],
    example: { id: '$TRADER' },
    forms: ['admin/traders#retire'],
    follow: () => runJobNow(endCopiesOfRetired),
  }),
  ...(['pause', 'reopen'] as const).map((event) =>
    defineDecisionCall({
      ...trader,
      operation: `${event}Trader`,
      path: `staff/traders/{id}/${event}`,
      about: event === 'pause' ? 'Closes a trader to new copies.' : 'Opens a trader to new copies.',
      act: defineSoloAct({
        schema: traderIdSchema,
        run: async (tx, by, { id }) => dropValue(await setTraderState(tx, by, id, event)),
        toast: () => (event === 'pause' ? 'The trader is paused now' : 'The trader is open now'),
        alone: SOLO_REASON,
      }),
      example: { id: '$TRADER' },
      forms: [`admin/traders#${event}`],
    }),
  ),
  defineDecisionCall({
    ...trader,
    operation: 'revokeSignalKey',
    path: 'staff/traders/{trader}/revoke-key',
    about: 'Revokes the key of a trader’s program.',
    act: defineSoloAct({
      schema: signalKeySchema,
      run: async (tx, by, { trader: id }) => dropValue(await revokeKey(tx, by, id)),
      toast: () => 'The key no longer works',
      alone: SOLO_REASON,
    }),
    example: { trader: '$TRADER' },
    forms: ['admin/signals#revoke-key'],
  }),
  defineDecisionCall({
    ...trader,
    operation: 'recordResult',
    path: 'staff/results',
    about: 'Enters a result of a trader, which copies receive.',
    act: LOG_ACTS['record-trade'],
    names: { id: 'trader', tradeType: 'type' },
    example: { trader: '$TRADER', pair: 'BTC/USD', amount: exampleUsd('120.00'), type: 'profit' },
    forms: ['admin/trades#record-trade'],
    follow: applyToCopies,
  }),
  defineDecisionCall({
    ...trader,
    operation: 'importResults',
    path: 'staff/traders/{id}/results',
    about: 'Enters results of a trader from the text of a CSV file.',
    act: LOG_ACTS['import-trades'],
    example: { id: '$TRADER', text: 'date,pair,type,amount\n2026-03-02,BTC/USD,profit,10.00' },
    forms: ['admin/trades#import-trades'],
    follow: applyToCopies,
  }),
  defineDecisionCall({
    ...trader,
    operation: 'voidResult',
    path: 'staff/results/{trade}/void',
    about: 'Voids a result; with an amount, the corrected result replaces it.',
    act: LOG_ACTS['void-trade'],
    names: { tradeType: 'type' },
    example: { trade: '$RESULT', reason: 'It was entered twice' },
    forms: ['admin/trades#void-trade'],
    follow: applyToCopies,
  }),
  defineDecisionCall({
    ...trader,
    operation: 'completeLog',
    path: 'staff/traders/{trader}/complete-log',
    about: 'Declares the results of a trader complete up to a time: money that waited for them is returned.',
    act: LOG_ACTS['complete-log'],
    example: { trader: '$TRADER' },
    forms: ['admin/trades#complete-log'],
    follow: () => runJobNow(releaseBatch),
  }),
];
