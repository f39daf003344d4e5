import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { type Act, act, type Fields } from '~/features/backoffice/approvals/act';
import { listChangesForTwo, reasonsOfTerms } from '~/features/backoffice/approvals/columnRules';
import { hasChangedNumbers } from '~/features/backoffice/approvals/differs';
import { planTitle } from '~/features/money';
import { formatBps } from '~/ledger/money';
import type { Handle } from '~/platform/db/index.server';
import { type ChangedValue, listChanges } from '~/platform/events/changes';
import { addEntry } from './addEntry.server';
import { changeEntry } from './changeEntry.server';
import { CATALOGUE_TABLES } from './internal/catalogueTables.server';
import { type CatalogueKind, ENTRY_RIGHTS, KIND_NAMES } from './kinds';
import { formatRateInput, RATES, type RateUnit } from './rates';
import { ADD_SCHEMAS, CHANGE_SCHEMAS, RATE_FIELDS } from './schema';
import { CATALOGUE_TERMS } from './terms';

type Addable = Exclude<CatalogueKind, 'rate'>;

/** Parts that differ by kind of entry: the schema of the form, and the serialisation of its values. */
type CatalogueForm<I extends Fields> = { schema: z.ZodType<I> } & Pick<Act<I>, 'sent'>;

const code = z.string().min(1).max(60);

/** Returns the name of an entry: "Gold plan", "deposit method BTC". */
const describeEntry = (kind: Addable, { code, name }: Fields): string =>
  kind === 'plan' ? planTitle(String(name ?? code)) : `${KIND_NAMES[kind]} ${code}`;

const createAddAct = <K extends Addable, I extends Fields & { code: string }>(
  kind: K,
  takesTwo: string,
  more: CatalogueForm<I>,
) =>
  act<I, `${K}-add`>({
    ...more,
    name: `${kind}-add`,
    right: ENTRY_RIGHTS[kind],
    takesTwo,
    run: (tx, by, values) => addEntry(tx, by, kind, values),
    title: async (_tx, values) => `Add the ${describeEntry(kind, values)}`,
    details: async (_tx, values) => listNewEntry(kind, values),
    toast: (values) => `${describeEntry(kind, values)} added`,
  });

type Changed = Fields & { code: string; name: string; reason?: string };

const createChangeAct = <K extends Addable, I extends Changed>(kind: K, more: CatalogueForm<I>) =>
  act<I, `${K}-change`>({
    ...more,
    name: `${kind}-change`,
    right: ENTRY_RIGHTS[kind],
    run: (tx, by, { code, reason, ...values }) => changeEntry(tx, by, kind, code, values, reason),
    title: async (tx, { code, reason: _, ...values }) => {
      const names = (await listEntryChanges(tx, kind, code, values)).map(({ name }) => name);
      return `Change the ${describeEntry(kind, { code, ...values })}: ${names.join(', ')}`;
    },
    details: (tx, { code, reason: _, ...values }) => listEntryChanges(tx, kind, code, values),
    wantsReason: (tx, { code, ...values }) => findChangedTerms(tx, kind, code, values),
    takesTwo: {
      when: async (tx, _by, { code, reason: _, ...values }) => {
        const row = await findEntryRow(tx, kind, code);
        const terms = row ? listChangesForTwo(CATALOGUE_TERMS[kind], row, values) : [];
        return reasonsOfTerms(terms, `a ${KIND_NAMES[kind]}`);
      },
    },
    toast: ({ code, name }) => `${describeEntry(kind, { code, name })} changed`,
  });

async function findChangedTerms(tx: Handle, kind: CatalogueKind, code: string, values: Fields): Promise<boolean> {
  const row = await findEntryRow(tx, kind, code);
  return row !== null && hasChangedNumbers(row, values);
}

const serializePlan = <I extends Fields & { dailyBps: number }>(input: I) => ({
  ...input,
  dailyBps: formatBps(input.dailyBps),
});

type Rate = { unit: RateUnit; code: string; value: number; reason?: string };

const rateSchema: z.ZodType<Rate> = z.discriminatedUnion('unit', [
  RATE_FIELDS.percent.extend({ unit: z.literal('percent'), code }),
  RATE_FIELDS.usd.extend({ unit: z.literal('usd'), code }),
  RATE_FIELDS.days.extend({ unit: z.literal('days'), code }),
  RATE_FIELDS.switch.extend({ unit: z.literal('switch'), code }),
  RATE_FIELDS.keys.extend({ unit: z.literal('keys'), code }),
]);

const getRateName = (key: string) => RATES[key]?.name ?? key;

export const CATALOGUE_ACTS = {
  'plan-add': createAddAct('plan', 'it adds terms that money is promised on', {
    schema: ADD_SCHEMAS.plan,
    sent: serializePlan,
  }),
  'plan-change': createChangeAct('plan', { schema: CHANGE_SCHEMAS.plan.extend({ code }), sent: serializePlan }),
  'deposit-method-add': createAddAct('deposit-method', 'investors would send money to its address', {
    schema: ADD_SCHEMAS['deposit-method'],
  }),
  'deposit-method-change': createChangeAct('deposit-method', {
    schema: CHANGE_SCHEMAS['deposit-method'].extend({ code }),
  }),
  'withdrawal-method-add': createAddAct('withdrawal-method', 'money would leave by it', {
    schema: ADD_SCHEMAS['withdrawal-method'],
  }),
  'withdrawal-method-change': createChangeAct('withdrawal-method', {
    schema: CHANGE_SCHEMAS['withdrawal-method'].extend({ code }),
  }),
  'rate-change': act({
    name: 'rate-change',
    right: ENTRY_RIGHTS.rate,
    schema: rateSchema,
    takesTwo: 'it changes a rate, a bonus or a limit',
    run: (tx, by, { code, value, reason }) => changeEntry(tx, by, 'rate', code, { value }, reason),
    title: async (_tx, { code }) => `Change the rate "${getRateName(code)}"`,
    details: (tx, { code, value }) => listEntryChanges(tx, 'rate', code, { value }),
    wantsReason: (tx, { code, value }) => findChangedTerms(tx, 'rate', code, { value }),
    toast: ({ code }) => `${getRateName(code)} changed`,
    sent: ({ value, ...more }) => ({ ...more, value: formatRateInput(more.unit, value) }),
  }),
};

async function findEntryRow(tx: Handle, kind: CatalogueKind, code: string): Promise<Fields | null> {
  const { table, key } = CATALOGUE_TABLES[kind];
  const [row] = await tx.select().from(table).where(eq(key, code));
  return row ?? null;
}

async function listEntryChanges(
  tx: Handle,
  kind: CatalogueKind,
  code: string,
  values: Fields,
): Promise<ChangedValue[]> {
  const { describeRow } = CATALOGUE_TABLES[kind];
  const row = await findEntryRow(tx, kind, code);
  return row ? listChanges(describeRow(row), describeRow({ ...row, ...values })) : [];
}

const listNewEntry = (kind: CatalogueKind, values: Fields): ChangedValue[] =>
  listChanges({}, CATALOGUE_TABLES[kind].describeRow(values));
