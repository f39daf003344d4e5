import { z } from 'zod';
import {
  ADD,
  addEntry,
  CHANGE,
  changeEntry,
  entryChanges,
  entryRow,
  KIND_NAMES,
  type Kind,
  newEntry,
  RATE,
  RATES,
  rateTyped,
} from '~/features/catalogue';
import { formatBps } from '~/ledger/money';
import type { Handle } from '~/platform/db/index.server';
import { termsForTwo } from './columnRules';
import { operation } from './operation';
import { numbersDiffer } from './policy';

type Entry = 'plan' | 'deposit-method' | 'withdrawal-method';

const code = z.string().min(1).max(60);

type Values = Record<string, unknown> & { code: string; reason?: string };

async function changeTitle(tx: Handle, kind: Entry, { code, reason: _, ...values }: Values): Promise<string> {
  const names = (await entryChanges(tx, kind, code, values)).map(({ name }) => name);
  return `Change the ${KIND_NAMES[kind]} ${code}: ${names.join(', ')}`;
}

async function changedTerms(
  tx: Handle,
  kind: Entry,
  { code, reason: _, ...values }: Values,
): Promise<{ terms: string[] }> {
  const row = await entryRow(tx, kind, code);
  return { terms: row ? termsForTwo(kind, row, values) : [] };
}

async function termsDiffer(tx: Handle, kind: Kind, { code, ...values }: Values): Promise<boolean> {
  const row = await entryRow(tx, kind, code);
  return row !== null && numbersDiffer(row, values);
}

/** A percentage as it is typed; what else a form holds, `asSent` can tell. */
const typedBps = <T extends { dailyBps: number }>(input: T) => ({ ...input, dailyBps: formatBps(input.dailyBps) });

const rateSchema = z.discriminatedUnion('unit', [
  RATE.percent.extend({ unit: z.literal('percent'), code }),
  RATE.usd.extend({ unit: z.literal('usd'), code }),
  RATE.days.extend({ unit: z.literal('days'), code }),
  RATE.switch.extend({ unit: z.literal('switch'), code }),
]);

const rateName = (key: string) => RATES[key]?.name ?? key;

/** Acts on what is offered and on which terms. */
export const CATALOGUE_OPERATIONS = {
  'plan-add': operation('plan-add', {
    schema: ADD.plan,
    run: (tx, by, values) => addEntry(tx, by, 'plan', values),
    asks: async (_tx, { code }) => `Add the ${KIND_NAMES.plan} ${code}`,
    tells: async (_tx, values) => newEntry('plan', values),
    said: ({ code }) => `${code} added: a new ${KIND_NAMES.plan}`,
    sent: typedBps,
  }),
  'plan-change': operation('plan-change', {
    schema: CHANGE.plan.extend({ code }),
    run: (tx, by, { code, reason, ...values }) => changeEntry(tx, by, 'plan', code, values, reason),
    asks: (tx, values) => changeTitle(tx, 'plan', values),
    tells: (tx, { code, reason: _, ...values }) => entryChanges(tx, 'plan', code, values),
    differs: (tx, values) => termsDiffer(tx, 'plan', values),
    facts: (tx, _by, values) => changedTerms(tx, 'plan', values),
    said: ({ name }) => `${name} changed`,
    sent: typedBps,
  }),
  'deposit-method-add': operation('deposit-method-add', {
    schema: ADD['deposit-method'],
    run: (tx, by, values) => addEntry(tx, by, 'deposit-method', values),
    asks: async (_tx, { code }) => `Add the ${KIND_NAMES['deposit-method']} ${code}`,
    tells: async (_tx, values) => newEntry('deposit-method', values),
    said: ({ code }) => `${code} added: a new ${KIND_NAMES['deposit-method']}`,
  }),
  'deposit-method-change': operation('deposit-method-change', {
    schema: CHANGE['deposit-method'].extend({ code }),
    run: (tx, by, { code, reason, ...values }) => changeEntry(tx, by, 'deposit-method', code, values, reason),
    asks: (tx, values) => changeTitle(tx, 'deposit-method', values),
    tells: (tx, { code, reason: _, ...values }) => entryChanges(tx, 'deposit-method', code, values),
    differs: (tx, values) => termsDiffer(tx, 'deposit-method', values),
    facts: (tx, _by, values) => changedTerms(tx, 'deposit-method', values),
    said: ({ name }) => `${name} changed`,
  }),
  'withdrawal-method-add': operation('withdrawal-method-add', {
    schema: ADD['withdrawal-method'],
    run: (tx, by, values) => addEntry(tx, by, 'withdrawal-method', values),
    asks: async (_tx, { code }) => `Add the ${KIND_NAMES['withdrawal-method']} ${code}`,
    tells: async (_tx, values) => newEntry('withdrawal-method', values),
    said: ({ code }) => `${code} added: a new ${KIND_NAMES['withdrawal-method']}`,
  }),
  'withdrawal-method-change': operation('withdrawal-method-change', {
    schema: CHANGE['withdrawal-method'].extend({ code }),
    run: (tx, by, { code, reason, ...values }) => changeEntry(tx, by, 'withdrawal-method', code, values, reason),
    asks: (tx, values) => changeTitle(tx, 'withdrawal-method', values),
    tells: (tx, { code, reason: _, ...values }) => entryChanges(tx, 'withdrawal-method', code, values),
    differs: (tx, values) => termsDiffer(tx, 'withdrawal-method', values),
    facts: (tx, _by, values) => changedTerms(tx, 'withdrawal-method', values),
    said: ({ name }) => `${name} changed`,
  }),
  'rate-change': operation('rate-change', {
    schema: rateSchema,
    run: (tx, by, { code, value, reason }) => changeEntry(tx, by, 'rate', code, { value }, reason),
    asks: async (_tx, { code }) => `Change the rate "${rateName(code)}"`,
    tells: (tx, { code, value }) => entryChanges(tx, 'rate', code, { value }),
    differs: (tx, { code, value }) => termsDiffer(tx, 'rate', { code, value }),
    said: ({ code }) => `${rateName(code)} changed`,
    sent: ({ value, ...more }) => ({ ...more, value: rateTyped(more.unit, value) }),
  }),
};
