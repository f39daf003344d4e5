import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { trader, user } from '#drizzle/schema';
import { formatUsd } from '~/ledger/money';
import type { Change } from '~/platform/changes';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { shownFullName } from '~/platform/plainName';
import type { Result } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { ADD, addEntry, addedMethod, CHANGE, changedMethod, changeEntry, KIND_NAMES } from '../catalogue';
import { recordTrade, tradeSchema } from '../traders';
import { creditReceivedDeposit } from '../wallet';
import { creditGoodwill, debitUser, openUser, upgradeProfit } from './moveBalance.server';
import { fundReserve, shiftReserve, takeBackReserve } from './reserves.server';
import { creditSchema, moneyActSchema, otherReserve, type ReserveName, reserveSchema } from './schema';

/**
 * What an administrator does to money, or to where it goes, alone in paper mode, and in live mode only with a second
 * one (`perform`): what it is called with, the use-case, and both in words.
 */
export type Operation<S extends z.ZodType> = {
  schema: S;
  run: (tx: Handle, by: Actor, input: z.output<S>) => Promise<Result<{ journalId?: string; code?: string }>>;
  /** What is asked for, as the second administrator reads it. */
  asks: (tx: Handle, input: z.output<S>) => Promise<string>;
  /** What changes by it, for the second administrator to compare. */
  changes?: (input: z.output<S>) => Change[];
  /** What was done. */
  said: (input: z.output<S>) => string;
  /** What "now" meant when it was asked for. */
  dated?: (input: z.output<S>) => z.output<S>;
};

const operation = <S extends z.ZodType>(given: Operation<S>) => given;

const METHOD = 'deposit-method';

const whose = { userId: z.uuid('There is no such user.') };

/** A user by name and address. */
async function named(tx: Handle, userId: string): Promise<string> {
  const [found] = await tx.select().from(user).where(eq(user.id, userId));
  return found ? `${shownFullName(found)} (${found.email})` : userId;
}

const creditText = ({ kind, amount }: { kind: 'deposit' | 'goodwill'; amount: bigint }) =>
  `${formatUsd(amount)} ${kind === 'deposit' ? 'received' : 'of goodwill'}`;

type Words = (amount: string, name: ReserveName) => string;

const onReserve = (run: typeof fundReserve, words: { asks: Words; said: Words }) =>
  operation({
    schema: reserveSchema,
    run,
    asks: async (_tx, { amount, reserve }) => words.asks(formatUsd(amount), reserve),
    said: ({ amount, reserve }) => words.said(formatUsd(amount), reserve),
  });

export const OPERATIONS = {
  credit: operation({
    schema: creditSchema.extend(whose),
    run: async (tx, by, { kind, ...act }) => {
      if (kind === 'goodwill') return await creditGoodwill(tx, by, act);
      // What was announced before the account was closed is approved in the deposits' queue.
      const open = await openUser(tx, act.userId);
      return open.ok ? await creditReceivedDeposit(tx, by, act) : open;
    },
    asks: async (tx, act) => `Credit ${creditText(act)} to ${await named(tx, act.userId)}`,
    said: (act) => `Credited ${creditText(act)}`,
  }),
  debit: operation({
    schema: moneyActSchema.extend(whose),
    run: debitUser,
    asks: async (tx, { amount, userId }) => `Debit ${formatUsd(amount)} from ${await named(tx, userId)}`,
    said: ({ amount }) => `Debited ${formatUsd(amount)}`,
  }),
  profit: operation({
    schema: moneyActSchema.extend(whose),
    run: upgradeProfit,
    asks: async (tx, { amount, userId }) => `Add ${formatUsd(amount)} of profit to ${await named(tx, userId)}`,
    said: ({ amount }) => `Added ${formatUsd(amount)} of profit`,
  }),
  'record-trade': operation({
    schema: tradeSchema,
    run: recordTrade,
    asks: async (tx, { id, pair, amount, tradeType, date }) => {
      const [leader] = await tx.select().from(trader).where(eq(trader.id, id));
      const name = leader ? shownFullName(leader) : id;
      return `Record a ${tradeType} of ${formatUsd(amount)} in ${pair} for ${name}, ${date}`;
    },
    said: () => 'Trade recorded and on its way to the copies',
    dated: (input) => ({ ...input, date: input.date || now().toISOString() }),
  }),
  'reserve-fund': onReserve(fundReserve, {
    asks: (amount, name) => `Put ${amount} into the ${name} reserve`,
    said: (amount, name) => `${amount} put into the ${name} reserve`,
  }),
  'reserve-take-back': onReserve(takeBackReserve, {
    asks: (amount, name) => `Take ${amount} back from the ${name} reserve`,
    said: (amount, name) => `${amount} taken back from the ${name} reserve`,
  }),
  'reserve-shift': onReserve(shiftReserve, {
    asks: (amount, name) => `Move ${amount} from the ${name} to the ${otherReserve(name)} reserve`,
    said: (amount, name) => `${amount} moved from the ${name} to the ${otherReserve(name)} reserve`,
  }),
  'deposit-method-add': operation({
    schema: ADD[METHOD],
    run: (tx, by, values) => addEntry(tx, by, METHOD, values),
    asks: async (_tx, { code }) => `Add the ${KIND_NAMES[METHOD]} ${code}`,
    changes: addedMethod,
    said: ({ code }) => `${code} added: a new ${KIND_NAMES[METHOD]}`,
  }),
  'deposit-method-change': operation({
    schema: CHANGE[METHOD].extend({ code: z.string(), before: z.record(z.string(), z.string()) }),
    run: (tx, by, { code, before, ...values }) => changeEntry(tx, by, METHOD, code, values, before),
    asks: async (_tx, { code, before, ...values }) => {
      const names = changedMethod(before, values).map(({ name }) => name);
      return `Change the ${KIND_NAMES[METHOD]} ${code}: ${names.join(', ')}`;
    },
    changes: ({ before, ...values }) => changedMethod(before, values),
    said: ({ name }) => `${name} changed`,
  }),
};

export type OperationName = keyof typeof OPERATIONS;
export type Input<N extends OperationName> = z.output<(typeof OPERATIONS)[N]['schema']>;
type Inputs = Input<OperationName>;

/** An operation by its name, when only its name is known; undefined for what is none. */
export function operationNamed(name: string): Operation<z.ZodType<Inputs>> | undefined {
  // Each takes its own input alone: whoever calls it has it from its schema.
  return Object.hasOwn(OPERATIONS, name)
    ? (OPERATIONS[name as OperationName] as unknown as Operation<z.ZodType<Inputs>>)
    : undefined;
}
