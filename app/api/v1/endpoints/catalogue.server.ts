import { z } from 'zod';
import { listPlansOnSale } from '~/features/money/plans/queries.server';
import { getOfferKey } from '~/features/money/plans/rules';
import { listDepositMethods } from '~/features/money/wallet/deposits/depositQueries.server';
import { listWithdrawalMethods } from '~/features/money/wallet/withdrawals/withdrawalQueries.server';
import { getCoinCode } from '~/platform/networks/lookups';
import { done } from '~/platform/result';
import { defineReadCall } from '../call.server';
import { moneySchema, percent, percentOf, text, toMoney, usdOrNull } from '../fields';

const tag = 'Catalogue';

const method = {
  code: text.describe('Code for deposits and withdrawals'),
  name: text,
  network: text.describe('Network of its addresses'),
  coin: text,
  minimum: moneySchema,
};

export const CATALOGUE_CALLS = [
  defineReadCall({
    operation: 'listDepositMethods',
    path: 'deposit-methods',
    tag,
    about: 'The deposit methods, with their minimums and the addresses to pay to.',
    output: z.object({
      data: z.array(
        z.object({ ...method, address: text.describe('The address to pay to') }).meta({ id: 'DepositMethod' }),
      ),
    }),
    answer: async () =>
      done({
        data: (await listDepositMethods()).map(({ code, name, network, minimum, address }) => ({
          code,
          name,
          network,
          coin: getCoinCode(code),
          minimum: toMoney(minimum),
          address,
        })),
      }),
  }),
  defineReadCall({
    operation: 'listWithdrawalMethods',
    path: 'withdrawal-methods',
    tag,
    about: 'The withdrawal methods, with their minimums and charges.',
    output: z.object({ data: z.array(z.object({ ...method, fee: moneySchema }).meta({ id: 'WithdrawalMethod' })) }),
    answer: async () =>
      done({
        data: (await listWithdrawalMethods()).map(({ code, name, network, minimum, fee }) => ({
          code,
          name,
          network,
          coin: getCoinCode(code),
          minimum: toMoney(minimum),
          fee: toMoney(fee),
        })),
      }),
  }),
  defineReadCall({
    operation: 'listPlans',
    path: 'plans',
    tag,
    about: 'The plans on sale.',
    output: z.object({
      data: z.array(
        z
          .object({
            id: text,
            name: text,
            minimum: moneySchema,
            maximum: moneySchema,
            most: moneySchema
              .nullable()
              .describe('The largest amount that can be invested now; null if not even the minimum is available'),
            dailyPercent: percent,
            days: z.number().int(),
            terms: text.describe('Send it with an investment, which is refused if the terms have changed'),
          })
          .meta({ id: 'Plan' }),
      ),
    }),
    answer: async ({ user }) =>
      done({
        data: (await listPlansOnSale(user.id)).map((plan) => ({
          id: plan.id,
          name: plan.name,
          minimum: toMoney(plan.minimum),
          maximum: toMoney(plan.maximum),
          most: usdOrNull(plan.maxAmount),
          dailyPercent: percentOf(plan.dailyBps),
          days: plan.days,
          terms: getOfferKey(plan),
        })),
      }),
  }),
];
