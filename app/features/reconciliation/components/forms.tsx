import { getFormProps } from '@conform-to/react';
import type { StatementColumns } from '#drizzle/schema';
import { writeCoinAmount } from '~/ledger/coinAmount';
import { Button } from '~/ui/Button';
import { Field, fieldProps, SelectField } from '~/ui/forms/Field';
import { FileField } from '~/ui/forms/FileField';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { acceptAttribute, acceptedText } from '~/uploads/acceptedFiles';
import { useActionForm } from '~/web/form/useActionForm';
import { columnsSchema, openingSchema, statementFileSchema } from '../schema';

/** Brings a statement's file; what is in it is shown before anything is stored. */
export function StatementFileForm() {
  const { form, fields, kept } = useActionForm(statementFileSchema, { id: 'file' });
  return (
    <PostForm {...getFormProps(form)} multipart>
      <ErrorSummary errors={problemsOf(form, { statement: 'Statement' })} />
      <input type="hidden" name="_intent" value="file" />
      <FileField
        {...fieldProps(fields.statement)}
        label="Statement"
        hint={`${acceptedText('statement')}, with a header. Lines that were read in before are known and left as they are. Nothing is stored before you have seen it.`}
        accept={acceptAttribute('statement')}
        kept={kept.statement}
      />
      <Button tone="primary">Look at it</Button>
    </PostForm>
  );
}

const LABELS = {
  date: 'Date',
  dateOrder: 'Of 2/3/2026 it means',
  decimals: 'Decimals stand after',
  amount: 'Amount, with a sign',
  moneyIn: 'Or came in',
  moneyOut: 'and went out',
  fee: 'Fee beside the amount',
  transactionId: 'Transaction id',
  address: 'Address',
  note: 'Note',
} as const;

/** Says which column of a file has what. */
export function ColumnsForm({ header, columns }: { header: readonly string[]; columns: StatementColumns }) {
  const { form, fields } = useActionForm(columnsSchema, {
    id: 'columns',
    defaultValue: Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, value ?? ''])),
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
      {select('date', 'Without a zone it is read as UTC.')}
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
          { value: 'point', label: 'a point: 1,234.5' },
          { value: 'comma', label: 'a comma: 1.234,5' },
        ]}
      />
      {select('amount')}
      {select('moneyIn')}
      {select('moneyOut')}
      {select('fee')}
      {select('transactionId')}
      {select('address', 'Of what came in ours, of what went out the one it went to.')}
      {select('note')}
      <Button tone="primary">Use these columns</Button>
    </PostForm>
  );
}

/** From when on the statements of a source count, and what was held then. */
export function OpeningForm({ opensAt, opening }: { opensAt: Date; opening: bigint }) {
  const { form, fields } = useActionForm(openingSchema, {
    id: 'opening',
    defaultValue: { day: opensAt.toISOString().slice(0, 10), opening: writeCoinAmount(opening) },
  });
  return (
    <PostForm {...getFormProps(form)} inline>
      <ErrorSummary errors={problemsOf(form, { day: 'From', opening: 'Held then' })} />
      <input type="hidden" name="_intent" value="opening" />
      <Field {...fieldProps(fields.day)} type="date" label="From" hint="A day by UTC" />
      <Field {...fieldProps(fields.opening)} inputMode="decimal" label="Held then" hint="In the coin, as in 0.0625" />
      <Button>Save</Button>
    </PostForm>
  );
}
