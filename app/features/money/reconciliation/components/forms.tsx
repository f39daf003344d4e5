import type { StatementColumns } from '#drizzle/schema';
import { Button } from '~/ui/Button';
import { ActionForm } from '~/ui/forms/ActionForm';
import { SelectField } from '~/ui/forms/Field';
import { FileField } from '~/ui/forms/FileField';
import { acceptAttribute, acceptedText } from '~/uploads/acceptedFiles';
import { columnsSchema, importSchema, statementFileSchema } from '../schema';

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

type Choice = { value: string; label: string };
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
