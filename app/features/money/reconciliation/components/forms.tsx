import type { StatementColumns } from '#drizzle/schema';
import { writeCoinAmount } from '~/ledger/coinAmount';
import { isoDay } from '~/platform/text/dayText';
import { Button } from '~/ui/Button';
import { ActionForm, REASON_FIELD, type Schema } from '~/ui/forms/ActionForm';
import { Checkbox, RadioCards } from '~/ui/forms/ChoiceFields';
import { SelectField } from '~/ui/forms/Field';
import { FileField } from '~/ui/forms/FileField';
import { MoneyField } from '~/ui/forms/MoneyField';
import { PreviewedForm } from '~/ui/forms/PreviewedForm';
import { Link } from '~/ui/Link';
import { acceptAttribute, acceptedText } from '~/uploads/acceptedFiles';
import {
  BREAK_SCHEMAS,
  type BreakIntent,
  columnsSchema,
  importSchema,
  ON_NO_STATEMENT,
  openingSchema,
  statementFileSchema,
} from '../schema';

export const StatementFileForm = () => (
  <ActionForm
    schema={statementFileSchema}
    id="file"
    intent="file"
    fields={[
      {
        as: FileField,
        name: 'statement',
        label: 'Statement',
        hint: `${acceptedText('statement')}, with a header row. Lines imported before are skipped. You review the lines before they are imported.`,
        accept: acceptAttribute('statement'),
      },
    ]}
  >
    <Button tone="primary">Review</Button>
  </ActionForm>
);

type Choice = { value: string; label: string; detail?: string };
type ColumnName = Exclude<keyof StatementColumns, 'header' | 'confirmed'>;

const DATE_ORDER_OPTIONS: Choice[] = [
  { value: 'day', label: '2 March' },
  { value: 'month', label: '3 February' },
];
const DECIMAL_MARK_OPTIONS: Choice[] = [
  { value: 'point', label: 'point: 1,234.5' },
  { value: 'comma', label: 'comma: 1.234,5' },
];

type ColumnChoice = { name: ColumnName; label: string; hint?: string; options?: Choice[] };

/** Choices for the columns and formats of a file, by subject. A choice without `options` selects one of the columns. */
const COLUMN_CHOICES: { title: string; row: ColumnChoice[] }[] = [
  {
    title: 'Time',
    row: [
      { name: 'date', label: 'Date', hint: 'UTC, unless the value has a time zone.' },
      { name: 'time', label: 'Time', hint: 'If it has its own column.' },
      { name: 'dateOrder', label: '2/3/2026 means', options: DATE_ORDER_OPTIONS },
    ],
  },
  {
    title: 'Amount',
    row: [
      { name: 'amount', label: 'Amount', hint: 'With a sign, or with a column for in or out.' },
      { name: 'decimals', label: 'Decimal separator', options: DECIMAL_MARK_OPTIONS },
      {
        name: 'direction',
        label: 'In or out',
        hint: 'If amounts have no sign: in or out, credit or debit, Haben or Soll.',
      },
      { name: 'moneyIn', label: 'Money in', hint: 'If money in and money out have separate columns.' },
      {
        name: 'moneyOut',
        label: 'Money out',
        hint: 'One is enough if all lines go in one direction.',
      },
      {
        name: 'fee',
        label: 'Fee on top of the amount',
        hint: 'For money in, the sender pays it. If it was deducted, choose the net amount.',
      },
    ],
  },
  {
    title: 'Payment',
    row: [
      { name: 'transactionId', label: 'Transaction ID' },
      { name: 'address', label: 'Address', hint: 'Money in: our address. Money out: the address it was sent to.' },
      { name: 'note', label: 'Note' },
    ],
  },
  {
    title: 'Lines to leave out',
    row: [
      { name: 'coin', label: 'Coin', hint: 'Lines of other coins are left out.' },
      { name: 'status', label: 'Status', hint: 'Lines that are pending or failed are left out.' },
    ],
  },
];

export function ColumnsForm({ header, columns }: { header: readonly string[]; columns: StatementColumns }) {
  const names = [...new Set(header)].filter(Boolean).map((name) => ({ value: name, label: name }));
  const placeholder = (name: ColumnName) => (name === 'date' ? 'Choose a column' : 'None');
  const choices = COLUMN_CHOICES.flatMap(({ row }) => row);
  return (
    <ActionForm
      schema={columnsSchema}
      id="columns"
      intent="columns"
      values={Object.fromEntries(choices.map(({ name }) => [name, columns[name] ?? '']))}
      fields={COLUMN_CHOICES.map(({ title, row }) => ({
        title,
        cell: 'small',
        row: row.map(({ options, ...field }) => ({
          as: SelectField,
          ...field,
          ...(options ? { options } : { options: names, placeholder: placeholder(field.name) }),
        })),
      }))}
    >
      <Button tone="primary">Use these columns</Button>
    </ActionForm>
  );
}

const LATEST_DAY = 'An earlier day, if the file was saved before the end of this one';

/** Form that imports the shown lines. `digest` identifies them, so that no other lines are imported. */
export const ImportForm = ({ covers, digest }: { covers: { from: string; until: string }; digest: string }) => (
  <ActionForm
    schema={importSchema}
    id="take-lines"
    intent="take"
    inline
    hidden={{ shown: digest }}
    values={covers}
    fields={[
      { name: 'from', type: 'date', label: 'Complete from', hint: 'A day in UTC' },
      { name: 'until', type: 'date', label: 'Complete through', hint: LATEST_DAY },
    ]}
  >
    <Button tone="primary">Import</Button>
  </ActionForm>
);

const OPENING_HINT = (
  <>
    A day in UTC, with none of the <Link to="#breaks">open breaks</Link> before it
  </>
);

export const OpeningForm = ({ opensAt, opening }: { opensAt: Date; opening: bigint }) => (
  <ActionForm
    schema={openingSchema}
    id="opening"
    intent="opening"
    inline
    values={{ day: isoDay(opensAt), opening: writeCoinAmount(opening) }}
    fields={[
      { name: 'day', type: 'date', label: 'Statements begin on', hint: OPENING_HINT },
      { name: 'opening', inputMode: 'decimal', label: 'Opening balance', hint: 'In the coin, as in 0.0625' },
    ]}
  >
    <Button>Save</Button>
  </ActionForm>
);

type FormField = { name: string; label: string; as?: unknown };
type FormKind = { fields: readonly FormField[]; submitLabel: string; danger?: boolean; lead?: string };

const choiceField = (name: string, label = '') => ({ as: RadioCards, name, label });
const moneyField = (label: string) => ({ as: MoneyField, name: 'amount', label });
const ANOTHER_FIELD = { as: Checkbox, name: 'another', label: 'Another movement' };
const OWNER_FIELD = { name: 'email', label: 'Owner’s email', type: 'email', autoComplete: 'off' };
const ASSIGNEE_FIELD = { as: SelectField, name: 'to', label: 'Administrator', placeholder: 'Choose', required: true };
const NOTE_FIELD = { ...REASON_FIELD, name: 'note', label: 'Note' };

const BREAK_FORMS: Record<Exclude<BreakIntent, 'take' | 'give-back'>, FormKind> = {
  link: { fields: [choiceField('other'), REASON_FIELD], submitLabel: 'Match' },
  resolve: { fields: [choiceField('as', 'Resolution'), REASON_FIELD], submitLabel: 'Resolve' },
  elsewhere: { fields: [REASON_FIELD], submitLabel: 'Resolve', lead: `${ON_NO_STATEMENT}.` },
  undo: { fields: [REASON_FIELD], submitLabel: 'Reopen' },
  assign: { fields: [ASSIGNEE_FIELD], submitLabel: 'Assign' },
  note: { fields: [NOTE_FIELD], submitLabel: 'Add note' },
  credit: { fields: [OWNER_FIELD, REASON_FIELD], submitLabel: 'Credit the owner', danger: true },
  correct: {
    fields: [choiceField('deposit', 'Deposit'), moneyField('Amount received'), REASON_FIELD],
    submitLabel: 'Correct the deposit',
    danger: true,
  },
  book: {
    fields: [choiceField('as', 'Book as'), moneyField('Value in dollars'), ANOTHER_FIELD, REASON_FIELD],
    submitLabel: 'Book',
    danger: true,
  },
};

export type BreakFormProps = {
  kind: keyof typeof BREAK_FORMS;
  options?: readonly Choice[];
  label?: string;
  values?: Record<string, string | undefined>;
  /** Description of a similar line in another statement. */
  alike?: string;
  formKey?: string;
};

export function BreakForm({ kind, options, label, alike, back, formKey, values }: BreakFormProps & { back: string }) {
  const { fields, submitLabel, danger, lead } = BREAK_FORMS[kind];
  const items = fields.flatMap((field): object[] => {
    if (field.as === SelectField) return [{ ...field, options }];
    if (field.as === RadioCards) return [{ ...field, label: field.label || label, options }];
    if (field.as !== Checkbox) return [field];
    return alike ? [{ ...field, label: `Another movement than ${alike}`, short: field.label }] : [];
  });
  const form = {
    formKey,
    values: values as never,
    schema: BREAK_SCHEMAS[kind] as Schema,
    id: kind,
    intent: kind,
    hidden: { group: values?.group, from: values?.from },
    fields: [lead && <p key="lead">{lead}</p>, ...items] as Parameters<typeof ActionForm>[0]['fields'],
  };
  if (!formKey)
    return (
      <ActionForm {...form} inline={kind === 'note' || kind === 'assign'}>
        <Button>{submitLabel}</Button>
      </ActionForm>
    );
  const cancel = { to: back, text: 'Cancel' };
  return <PreviewedForm {...form} submitLabel={submitLabel} danger={danger} again="Yes, do this again" back={cancel} />;
}
