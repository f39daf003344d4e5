import { act } from '~/features/backoffice';
import { formatUsd } from '~/ledger/money';
import { fundReserve, shiftReserve, withdrawReserve } from './reserves.server';
import { getOtherReserve, reserveSchema } from './schema';

export const RESERVE_ACTS = {
  'reserve-fund': act({
    name: 'reserve-fund',
    right: 'reserves:change',
    takesTwo: 'it changes a reserve',
    schema: reserveSchema,
    run: fundReserve,
    title: async (_tx, { amount, reserve }) => `Put ${formatUsd(amount)} into the ${reserve} reserve`,
    toast: ({ amount, reserve }) => `${formatUsd(amount)} put into the ${reserve} reserve`,
  }),
  'reserve-take-back': act({
    name: 'reserve-take-back',
    right: 'reserves:change',
    takesTwo: 'it lets money out',
    schema: reserveSchema,
    run: withdrawReserve,
    title: async (_tx, { amount, reserve }) => `Take ${formatUsd(amount)} back from the ${reserve} reserve`,
    toast: ({ amount, reserve }) => `${formatUsd(amount)} taken back from the ${reserve} reserve`,
  }),
  'reserve-shift': act({
    name: 'reserve-shift',
    right: 'reserves:change',
    takesTwo: 'it changes a reserve',
    schema: reserveSchema,
    run: shiftReserve,
    title: async (_tx, { amount, reserve }) =>
      `Move ${formatUsd(amount)} from the ${reserve} to the ${getOtherReserve(reserve)} reserve`,
    toast: ({ amount, reserve }) =>
      `${formatUsd(amount)} moved from the ${reserve} to the ${getOtherReserve(reserve)} reserve`,
  }),
};
