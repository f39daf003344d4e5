import { getFormProps } from '@conform-to/react';
import type { StatementColumns } from '#drizzle/schema';
import { writeCoinAmount } from '~/ledger/coinAmount';
import { Button } from '~/ui/Button';
import { Field, fieldProps, SelectField } from '~/ui/forms/Field';
import { FileField } from '~/ui/forms/FileField';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { Link } from '~/ui/Link';
import { acceptAttribute, acceptedText } from '~/uploads/acceptedFiles';
import { useActionForm } from '~/web/form/useActionForm';
import { columnsSchema, openingSchema, statementFileSchema, takeSchema } from '../schema';

export function StatementFileForm({ action }: { action?: string }) {
  const { form, fields, kept } = useActionForm(statementFileSchema, { id: 'file' });
  return (
    <PostForm {...getFormProps(form)} action={action} multipart>
      <ErrorSummary errors={problemsOf(form, { statement: 'Statement' })} />
      <input type="hidden" name="_intent" value="file" />
      <FileField
        {...fieldProps(fields.statement)}
        label="Statement"
        hint={`${acceptedText('statement')}, with a header row. Lines imported before are skipped. You review the lines before they are imported.`}
        accept={acceptAttribute('statement')}
        kept={kept.statement}
      />
      <Button tone="primary">Review</Button>
    </PostForm>
  );
}

const LABELS = {
  date: 'Date',
  time: 'Time',
  dateOrder: '2/3/2026 means',
  decimals: 'Decimal separator',
  amount: 'Amount',
  moneyIn: 'Or money in',
  moneyOut: 'and money out',
  fee: 'Fee on top of the amount',
  transactionId: 'Transaction id',
  address: 'Address',
  note: 'Note',
  direction: 'In or out',
  coin: 'Coin',
  status: 'Status',
} as const;

export function ColumnsForm({ header, columns }: { header: readonly string[]; columns: StatementColumns }) {
  const { form, fields } = useActionForm(columnsSchema, {
    id: 'columns',
    defaultValue: Object.fromEntries(
      Object.keys(LABELS).map((name) => [name, columns[name as keyof typeof LABELS] ?? '']),
    ),
  });
  const options = [...new Set(header)].filter(Boolean).map((name) => ({ value: name, label: name }));
  const select = (name: Exclude<keyof typeof LABELS, 'dateOrder' | 'decimals'>, hint?: string) => (
    <SelectField
      {...fieldProps(fields[name])}
      label={LABELS[name]}
      hint={hint}
      placeholder={name === 'date' ? 'Choose a column' : 'None'}
      options={options}
    />
  );
  return (
    <PostForm {...getFormProps(form)} inline="columns">
      <ErrorSummary errors={problemsOf(form, LABELS)} />
      <input type="hidden" name="_intent" value="columns" />
      {select('date', 'UTC where it names no time zone.')}
      {select('time', 'Where it stands in a column of its own.')}
      <SelectField
        {...fieldProps(fields.dateOrder)}
        label={LABELS.dateOrder}
        options={[
          { value: 'day', label: '2 March' },
          { value: 'month', label: '3 February' },
        ]}
      />
      <SelectField
        {...fieldProps(fields.decimals)}
        label={LABELS.decimals}
        options={[
          { value: 'point', label: 'point: 1,234.5' },
          { value: 'comma', label: 'comma: 1.234,5' },
        ]}
      />
      {select('amount', 'With a sign, or with a column that says in or out.')}
      {select('direction', 'Where amounts have no sign: in or out, credit or debit, Haben or Soll.')}
      {select('moneyIn')}
      {select('moneyOut', 'One of the two is enough where all lines of a file went one way.')}
      {select('fee', 'On money in it is the sender’s. If it was taken off, choose the net amount above.')}
      {select('transactionId')}
      {select('address', 'Money in: our address. Money out: the address it was sent to.')}
      {select('note')}
      {select('coin', 'Lines of other coins are left out.')}
      {select('status', 'Lines that are pending or failed are left out.')}
      <Button tone="primary">Use these columns</Button>
    </PostForm>
  );
}

export function TakeForm({ covers, digest }: { covers: { from: string; until: string }; digest: string }) {
  const { form, fields } = useActionForm(takeSchema, { id: 'take-lines', defaultValue: covers });
  return (
    <PostForm {...getFormProps(form)} inline>
      <ErrorSummary errors={problemsOf(form, { from: 'Complete from', until: 'Complete through' })} />
      <input type="hidden" name="_intent" value="take" />
      <input type="hidden" name="shown" value={digest} />
      <Field {...fieldProps(fields.from)} type="date" label="Complete from" hint="A day in UTC" />
      <Field
        {...fieldProps(fields.until)}
        type="date"
        label="Complete through"
        hint="An earlier day, if the file was saved before this one was over"
      />
      <Button tone="primary">Import</Button>
    </PostForm>
  );
}

export function OpeningForm({ opensAt, opening }: { opensAt: Date; opening: bigint }) {
  const { form, fields } = useActionForm(openingSchema, {
    id: 'opening',
    defaultValue: { day: opensAt.toISOString().slice(0, 10), opening: writeCoinAmount(opening) },
  });
  const hint = (
    <>
      A day in UTC, with none of the <Link to="#breaks">open breaks</Link> before it
    </>
  );
  return (
    <PostForm {...getFormProps(form)} inline>
      <ErrorSummary errors={problemsOf(form, { day: 'Statements begin on', opening: 'Opening balance' })} />
      <input type="hidden" name="_intent" value="opening" />
      <Field {...fieldProps(fields.day)} type="date" label="Statements begin on" hint={hint} />
      <Field
        {...fieldProps(fields.opening)}
        inputMode="decimal"
        label="Opening balance"
        hint="In the coin, as in 0.0625"
      />
      <Button>Save</Button>
    </PostForm>
  );
}
