import { z } from 'zod';
import { calculateWorth } from '~/features/copying/worth/worth.server';
import { loadGroupsPage, loadStatementOfPeriod } from '~/features/money/statements/lines.server';
import { isInPeriod, STATEMENT_TABS } from '~/features/money/statements/schema';
import { findLatestKyc } from '~/features/people/kyc/queries.server';
import { PROFILE_FIELDS, type ProfileName, profileText } from '~/features/people/profile/profileFields';
import { updateProfile } from '~/features/people/profile/updateProfile.server';
import { JOURNAL_KINDS, type JournalKind } from '~/ledger/chartOfAccounts';
import type { StatementLine } from '~/ledger/reading/statement.server';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { read } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { line } from '~/platform/fields/line';
import { done } from '~/platform/result';
import { fileField } from '~/web/guard/call';
import { defineListCall, defineReadCall, defineWriteCall } from '../call.server';
import { id, moneySchema, PERIOD_FIELDS, text, time, toIsoTime, toMoney } from '../fields';

const tag = 'Account';

/** Names of profile fields in this API. A field without a name does not compile. */
const PROFILE_NAMES = {
  firstname: 'firstName',
  lastname: 'lastName',
  phonenumber: 'phone',
  country: 'country',
  state: 'state',
  zipcode: 'postalCode',
  address: 'address',
  timeZone: 'timeZone',
} as const satisfies Record<ProfileName, string>;

const PROFILE_FIELD_NAMES = Object.keys(PROFILE_NAMES) as ProfileName[];

const mapFields = <T>(make: (name: ProfileName) => T): Record<(typeof PROFILE_NAMES)[ProfileName], T> =>
  Object.fromEntries(PROFILE_FIELD_NAMES.map((name) => [PROFILE_NAMES[name], make(name)])) as Record<
    (typeof PROFILE_NAMES)[ProfileName],
    T
  >;

const accountSchema = z.object({
  id,
  email: text,
  username: text,
  mode: z.enum(['paper', 'live']),
  profile: z.object(mapFields(() => text)).describe('Empty if not given'),
  isVerified: z.boolean().describe('Whether the email address is verified'),
  liveTradingUnlocked: z.boolean(),
  identityCheck: z.enum(['none', 'submitted', 'approved', 'rejected']),
  balances: z.object({
    total: moneySchema.describe('The total value of the account, including open positions at current prices'),
    booked: moneySchema.describe('The booked balance, without open results'),
    available: moneySchema.describe('Free to withdraw or use'),
    held: moneySchema.describe('Held for requested withdrawals'),
    plans: moneySchema.describe('Invested in plans'),
    planEarnings: moneySchema.describe('Accrued by running plans'),
    copies: moneySchema.describe('In copies, including open results'),
    trading: moneySchema.describe('In own trading, including open results'),
  }),
  totals: z.object({
    deposited: moneySchema,
    withdrawn: moneySchema,
    referralBonuses: moneySchema,
    rankBonuses: moneySchema,
    practiceMoney: moneySchema,
  }),
  createdAt: time,
});

const JOURNAL_KIND_NAMES = STATEMENT_TABS.all.kinds as [JournalKind, ...JournalKind[]];

const transactionSchema = z
  .object({
    id: text,
    kind: z.enum(JOURNAL_KIND_NAMES),
    title: text,
    at: time,
    amount: moneySchema,
    change: moneySchema.describe('Change of the total balance; zero if money moved within the account'),
    balance: moneySchema.describe('Total balance after it'),
    reason: text.nullable(),
  })
  .meta({ id: 'Transaction' });

const transactionOf = ({ journalId, kind, at, amount, change, fundedAfter, reason }: StatementLine) => ({
  id: journalId,
  kind,
  title: JOURNAL_KINDS[kind],
  at: toIsoTime(at),
  amount: toMoney(amount),
  change: toMoney(change),
  balance: toMoney(fundedAfter),
  reason,
});

/** Largest number of lines in a statement. */
const MAX_STATEMENT_LINES = 1_000;

export const ACCOUNT_CALLS = [
  defineReadCall({
    operation: 'getAccount',
    path: 'account',
    tag,
    about: 'The account of the API key, and its balances.',
    output: accountSchema,
    answer: async ({ user }) => {
      const { balances, totals } = await readBalancesAndTotals(user.id);
      const [worth, documents] = await Promise.all([calculateWorth(user.id, balances), findLatestKyc(read(), user.id)]);
      const profile = profileText(user);
      return done({
        id: user.id,
        email: user.email,
        username: user.username,
        mode: isPaper() ? ('paper' as const) : ('live' as const),
        profile: mapFields((name) => profile[name]),
        isVerified: user.emailVerifiedAt !== null,
        liveTradingUnlocked: user.pdtUnlocked,
        identityCheck: documents?.status ?? ('none' as const),
        balances: {
          total: toMoney(worth.total),
          booked: toMoney(worth.booked),
          available: toMoney(worth.available),
          held: toMoney(worth.held),
          plans: toMoney(worth.principal),
          planEarnings: toMoney(worth.accrued),
          copies: toMoney(worth.allocated),
          trading: toMoney(worth.trading),
        },
        totals: {
          deposited: toMoney(totals.totalDeposit),
          withdrawn: toMoney(totals.totalWithdraw),
          referralBonuses: toMoney(totals.referralBonus),
          rankBonuses: toMoney(totals.rankBonus),
          practiceMoney: toMoney(totals.practiceMoney),
        },
        createdAt: toIsoTime(user.createdAt),
      });
    },
  }),
  defineWriteCall({
    operation: 'changeProfile',
    path: 'account/profile',
    tag,
    about: 'Changes the profile. Omitted fields keep their values; an optional field is cleared if empty.',
    scope: 'account',
    once: 'act',
    input: z.object({
      ...mapFields((name) => PROFILE_FIELDS[name].schema.optional()),
      picture: fileField('picture', line(100).optional().describe('A picture; empty removes it')),
    }),
    output: z.object({ id }),
    example: { country: 'Malta' },
    forms: ['investor/settings/profile', 'investor/settings/picture#upload', 'investor/settings/picture#remove'],
    locks: ({ user }) => ({ users: [user.id] }),
    act: async (tx, { user, input: { picture, ...fields } }) => {
      const sent = PROFILE_FIELD_NAMES.filter((name) => PROFILE_NAMES[name] in fields);
      const change = {
        ...Object.fromEntries(sent.map((name) => [name, fields[PROFILE_NAMES[name]]])),
        ...(picture !== undefined && { profilepicture: picture || null }),
      };
      const updated = await updateProfile(tx, user, change);
      return updated.ok ? done({ answer: { id: user.id } }) : updated;
    },
  }),
  defineListCall({
    operation: 'listTransactions',
    path: 'transactions',
    tag,
    about: 'All transactions of the account in the order of booking, newest first.',
    input: z.object({ ...PERIOD_FIELDS, kind: z.enum(JOURNAL_KIND_NAMES).optional() }),
    output: transactionSchema,
    answer: async ({ user, input: { from, until, kind: only } }, { after, limit }) => {
      const period = { from: from ?? null, until: until ?? null };
      const fits = ({ kind, at }: StatementLine) =>
        (only ? kind === only : JOURNAL_KIND_NAMES.includes(kind)) && isInPeriod(period, at);
      const { groups, next } = await loadGroupsPage(user.id, after, { fits, size: limit });
      return { rows: groups.flat().map(transactionOf), next };
    },
  }),
  defineReadCall({
    operation: 'getStatement',
    path: 'statement',
    tag,
    about: `Opening and closing balance of a period, and its transactions, oldest first; at most the ${MAX_STATEMENT_LINES} newest.`,
    input: z.object(PERIOD_FIELDS),
    output: z.object({
      opening: moneySchema,
      closing: moneySchema,
      isCut: z.boolean().describe('Whether earlier transactions of the period are included in the opening balance'),
      transactions: z.array(transactionSchema),
    }),
    answer: async ({ user, input: { from, until } }) => {
      const period = { from: from ?? null, until: until ?? null };
      const { opening, closing, isCut, lines } = await loadStatementOfPeriod(user.id, period, MAX_STATEMENT_LINES);
      return done({
        opening: toMoney(opening),
        closing: toMoney(closing),
        isCut,
        transactions: lines.map(transactionOf),
      });
    },
  }),
];
