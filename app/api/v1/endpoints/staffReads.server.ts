import { z } from 'zod';
import { STAFF_FILES, type StaffFile } from '~/api/staffFiles.server';
import { search } from '~/features/backoffice/search/search.server';
import { listTraders } from '~/features/copying/traders/list/queries.server';
import { loadLatestTrades } from '~/features/copying/traders/log/tradeLog.server';
import { loadUserFile } from '~/features/people/users/user.server';
import { loadUsersPage, type UserRow } from '~/features/people/users/users.server';
import { done, refuse } from '~/platform/result';
import { freezesOf } from '~/signIns/frozen';
import { respondWithListFile } from '~/web/listFile.server';
import { defineStaffFileCall, defineStaffListCall, defineStaffReadCall } from '../call.server';
import { id, isoOrNull, moneySchema, text, time, toIsoTime, toMoney, usdOrNull } from '../fields';
import { QUEUE_FILTER } from './staffQueues.server';
import { decodePage, encodeNextPage, toTraderAnswer, traderSchema } from './traders.server';

const tag = 'Staff: lists';
const person = {
  id,
  firstName: text,
  lastName: text,
  username: text,
  email: text,
  isVerified: z.boolean().describe('Whether the email address is verified'),
  liveTradingUnlocked: z.boolean(),
  state: z.enum(['open', 'closed']),
  risk: text.nullable(),
  frozen: z.array(text),
  tags: z.array(text),
  createdAt: time,
};

type Person = Omit<UserRow, 'funded' | 'requests'>;

const toPersonAnswer = (row: Person) => ({
  id: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  username: row.username,
  email: row.email,
  isVerified: row.emailVerifiedAt !== null,
  liveTradingUnlocked: row.pdtUnlocked,
  state: row.status,
  risk: row.riskRating,
  frozen: freezesOf(row).map(({ part }) => part),
  tags: row.tags,
  createdAt: toIsoTime(row.createdAt),
});

const toQuery = (fields: Record<string, string | undefined>) =>
  new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value]] : [])));

const choiceField = z.string().max(40).optional();

/** Converts the filter of an API call to the query parameters of the queue's page. */
const toQueuePageQuery = ({ search: q, state: status, days, ...view }: z.output<z.ZodObject<typeof QUEUE_FILTER>>) =>
  toQuery({ ...view, q, status, days: days?.toString() });

export const STAFF_READ_CALLS = [
  defineStaffReadCall({
    operation: 'search',
    path: 'staff/search',
    tag,
    right: 'everyone',
    about:
      'Finds a name, an email address, an amount, a transaction, a wallet, a reference or an ID in all data that the role may see.',
    input: z.object({ q: z.string().min(1).max(200), kind: choiceField }),
    output: z.object({
      data: z.array(
        z.object({
          kind: text,
          hasMore: z.boolean(),
          hits: z.array(
            z.object({
              id: text,
              title: text,
              owner: text.nullable(),
              amount: moneySchema.nullable(),
              state: text.nullable(),
            }),
          ),
        }),
      ),
    }),
    example: { q: 'Moss' },
    answer: async ({ administrator, key, input: { q, kind = null } }) =>
      done({
        data: ((await search(administrator, q, kind, key.scopes)) ?? []).map(({ kind: of, more, hits }) => ({
          kind: of,
          hasMore: more,
          hits: hits.map((hit) => ({
            id: hit.id,
            title: hit.title,
            owner: hit.owner,
            amount: usdOrNull(hit.amount ?? null),
            state: hit.status ?? null,
          })),
        })),
      }),
  }),
  defineStaffListCall({
    operation: 'listUsers',
    path: 'staff/users',
    tag,
    right: 'users:read',
    about: 'Users, newest first.',
    input: z.object({
      q: z.string().max(100).optional().describe('Part of a name or an email address'),
      status: choiceField.describe('`open` or `closed`'),
      email: choiceField.describe('`verified` or `unverified`'),
      risk: choiceField,
      freeze: choiceField,
      waits: choiceField.describe('`deposit`, `withdrawal`, `payment` or `kyc`'),
      tag: choiceField,
    }),
    output: z.object({ ...person, owed: moneySchema.describe('The total balance') }).meta({ id: 'User' }),
    answer: async ({ input }, { after, limit }) => {
      const { rows, next } = await loadUsersPage(toQuery({ ...input, after: after ?? undefined }), limit);
      return { rows: rows.map((row) => ({ ...toPersonAnswer(row), owed: toMoney(row.funded) })), next };
    },
  }),
  defineStaffReadCall({
    operation: 'getUser',
    path: 'staff/users/{id}',
    tag,
    right: 'users:read',
    about: 'One user with balances and totals.',
    input: z.object({ id }),
    output: z
      .object({
        ...person,
        identityCheck: text.nullable(),
        balances: z.object({
          total: moneySchema,
          available: moneySchema,
          held: moneySchema,
          copies: moneySchema,
          plans: moneySchema,
          trading: moneySchema,
        }),
        totals: z.object({ deposited: moneySchema, withdrawn: moneySchema }),
        owes: moneySchema.describe('A debt from a reversed deposit'),
        signIns: z.number().int(),
        closedAt: time.nullable(),
      })
      .meta({ id: 'UserFile' }),
    example: { id: '$USER' },
    answer: async ({ input }) => {
      const file = await loadUserFile(input.id);
      if (!file) return refuse('not-found', 'There is no such user.', 'id');
      const { worth, totals } = file;
      return done({
        ...toPersonAnswer(file.person),
        identityCheck: file.kyc,
        balances: {
          total: toMoney(worth.total),
          available: toMoney(worth.available),
          held: toMoney(worth.held),
          copies: toMoney(worth.allocated),
          plans: toMoney(worth.principal),
          trading: toMoney(worth.trading),
        },
        totals: { deposited: toMoney(totals.totalDeposit), withdrawn: toMoney(totals.totalWithdraw) },
        owes: toMoney(file.owed),
        signIns: file.sessions,
        closedAt: isoOrNull(file.person.closedAt),
      });
    },
  }),
  defineStaffListCall({
    operation: 'listAllTraders',
    path: 'staff/traders',
    tag,
    right: 'traders:read',
    about: 'The traders, including retired ones.',
    input: z.object({ search: z.string().max(100).default('') }),
    output: traderSchema,
    answer: async ({ input: { search: words } }, { after, limit }) => {
      const { traders, ...paged } = await listTraders({ search: words, page: decodePage(after), size: limit });
      return { rows: traders.map(toTraderAnswer), next: encodeNextPage(paged) };
    },
  }),
  defineStaffListCall({
    operation: 'listResults',
    path: 'staff/results',
    tag,
    right: 'traders:read',
    about: 'Results entered by administrators, newest first.',
    output: z
      .object({
        id,
        trader: z.object({ id, name: text }),
        pair: text,
        type: z.enum(['profit', 'loss']),
        amount: moneySchema,
        at: time,
        enteredAt: time,
        voidedAt: time.nullable(),
        voidReason: text.nullable(),
      })
      .meta({ id: 'Result' }),
    answer: async (_, { after, limit }) => {
      const { rows, next } = await loadLatestTrades(toQuery({ after: after ?? undefined }), limit);
      const shown = rows.map(({ trade, trader }) => ({
        id: trade.id,
        trader: { id: trader.id, name: `${trader.firstName} ${trader.lastName}` },
        pair: trade.pair,
        type: trade.type,
        amount: toMoney(trade.amount),
        at: toIsoTime(trade.at),
        enteredAt: toIsoTime(trade.recordedAt),
        voidedAt: isoOrNull(trade.voidedAt),
        voidReason: trade.voidReason,
      }));
      return { rows: shown, next };
    },
  }),
  ...Object.entries<StaffFile>(STAFF_FILES).map(([name, { right, columns, lines, isQueue }]) =>
    defineStaffFileCall({
      operation: `export${name.replace(/(?:^|-)(.)/g, (_, first: string) => first.toUpperCase())}`,
      path: `staff/exports/${name}.csv`,
      tag,
      right,
      about: `The ${isQueue ? 'queue' : 'whole list'} of ${name.replace('-', ' ')} as a CSV file. The audit log records the download.`,
      input: z.object(isQueue && QUEUE_FILTER),
      output: text,
      answer: async ({ administrator, input, request }) => {
        const url = new URL(request.url);
        url.search = String(isQueue ? toQueuePageQuery(input) : '');
        return done(await respondWithListFile(name, columns, lines, { administrator, url }));
      },
    }),
  ),
];
