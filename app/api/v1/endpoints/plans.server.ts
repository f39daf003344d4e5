import { and, eq, gte, lt } from 'drizzle-orm';
import { z } from 'zod';
import { INVESTMENT_STATES, investment } from '#drizzle/schema';
import { openInvestment } from '~/features/money/plans/openInvestment.server';
import { loadInvestmentsPage } from '~/features/money/plans/queries.server';
import { investmentAmount } from '~/features/money/plans/schema';
import { done } from '~/platform/result';
import { defineListCall, defineWriteCall } from '../call.server';
import {
  amountFor,
  changedOutput,
  id,
  moneySchema,
  PERIOD_FIELDS,
  percent,
  percentOf,
  text,
  time,
  toIsoTime,
  toMoney,
} from '../fields';

const tag = 'Plans';
const state = z.enum(INVESTMENT_STATES);

export const PLAN_CALLS = [
  defineListCall({
    operation: 'listInvestments',
    path: 'investments',
    tag,
    about: 'The account’s investments in plans, newest first.',
    input: z.object({ state: state.optional(), ...PERIOD_FIELDS }),
    output: z
      .object({
        id,
        plan: text,
        state,
        principal: moneySchema,
        dailyPercent: percent,
        dailyProfit: moneySchema,
        days: z.number().int(),
        daysEarned: z.number().int(),
        earned: moneySchema,
        promised: moneySchema.describe('Its total return'),
        openedAt: time,
        maturesAt: time,
      })
      .meta({ id: 'Investment' }),
    answer: async ({ user, input: { state: only, from, until } }, { after, limit }) => {
      const { rows, next } = await loadInvestmentsPage(user.id, new URLSearchParams(after ? { after } : {}), {
        only: and(
          only && eq(investment.status, only),
          from && gte(investment.openedAt, from),
          until && lt(investment.openedAt, until),
        ),
        size: limit,
      });
      const shown = rows.map((row) => ({
        id: row.id,
        plan: row.planName,
        state: row.status,
        principal: toMoney(row.principal),
        dailyPercent: percentOf(row.dailyBps),
        dailyProfit: toMoney(row.profit),
        days: row.days,
        daysEarned: row.daysAccrued,
        earned: toMoney(row.earned),
        promised: toMoney(row.promised),
        openedAt: toIsoTime(row.openedAt),
        maturesAt: toIsoTime(row.maturesAt),
      }));
      return { rows: shown, next };
    },
  }),
  defineWriteCall({
    operation: 'buyPlan',
    path: 'investments',
    tag,
    about: 'Invests in a plan, in whole dollars.',
    scope: 'trade',
    once: 'money',
    input: z.object({
      plan: z.string().min(1).max(40).describe('The ID of a plan'),
      amount: amountFor(investmentAmount),
      terms: z.string().max(40).describe('As returned by listPlans; the request is refused if the terms have changed'),
    }),
    output: changedOutput,
    example: { plan: 'starter', amount: { value: '500.00', currency: 'USD' as const }, terms: '2000/2' },
    forms: ['investor/plans'],
    locks: ({ user }) => ({ users: [user.id] }),
    act: async (tx, { user, input }) => {
      const opened = await openInvestment(tx, user, input);
      return opened.ok ? done({ journalId: opened.value.journalId, answer: { id: opened.value.id } }) : opened;
    },
  }),
];
