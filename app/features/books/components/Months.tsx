import { getFormProps } from '@conform-to/react';
import { monthTitle } from '~/ledger/months';
import { fieldProps, SelectField } from '~/ui/forms/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { PreviewedSubmit } from '~/ui/forms/PreviewedSubmit';
import { Link } from '~/ui/Link';
import { Badge, Time } from '~/ui/tables/Data';
import { Table } from '~/ui/tables/Table';
import { usePreviewedForm } from '~/web/form/usePreviewedForm';
import { closeMonthSchema } from '../months/schema';

export function CloseMonthForm(props: { months: readonly string[]; formKey: string }) {
  const { form, fields, formKey, previewed } = usePreviewedForm(closeMonthSchema, {
    id: 'close-month',
    defaultValue: { month: props.months[0] },
    formKey: props.formKey,
  });
  const month = props.months.find((choice) => choice === fields.month.value) ?? props.months[0];
  return (
    <PostForm {...getFormProps(form)} formKey={formKey}>
      <ErrorSummary errors={problemsOf(form, { month: 'Month', otp: 'Code' })} />
      <SelectField
        {...fieldProps(fields.month)}
        label="Month"
        options={props.months.map((month) => ({ value: month, label: monthTitle(month) }))}
      />
      <p>
        Closing adds up everything posted up to the end of the month. After that nothing dated before that end can be
        posted, and closing can’t be undone.
      </p>
      <PreviewedSubmit
        {...previewed}
        words={month ? `Close ${monthTitle(month)}` : 'Close the month'}
        danger
        named
        back={previewed.preview && { to: '/admin/books/months', words: 'Cancel' }}
      />
    </PostForm>
  );
}

type Closed = { id: string; month: string; closedAt: Date; closedBy: string; isAddedUp: boolean };

export function MonthsTable({ rows }: { rows: Closed[] }) {
  return (
    <Table
      caption="Closed months, newest first"
      rows={rows}
      rowKey={({ id }) => id}
      empty="No month is closed yet."
      columns={[
        { header: 'Month', cell: ({ month }) => <Link to={`/admin/books/months/${month}`}>{monthTitle(month)}</Link> },
        { header: 'Closed by', cell: ({ closedBy }) => closedBy },
        { header: 'Closed', cell: ({ closedAt }) => <Time at={closedAt} /> },
        {
          header: 'Figures',
          align: 'end',
          cell: ({ isAddedUp }) =>
            isAddedUp ? <Badge tone="good">Added up</Badge> : <Badge tone="accent">Being added up</Badge>,
        },
      ]}
    />
  );
}
