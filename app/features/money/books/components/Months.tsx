import { formatMonth } from '~/ledger/months';
import { SelectField } from '~/ui/forms/Field';
import { PreviewedForm } from '~/ui/forms/PreviewedForm';
import { Link } from '~/ui/Link';
import { Badge, Time } from '~/ui/tables/Data';
import { Table } from '~/ui/tables/Table';
import { closeMonthSchema } from '../months/schema';

export function CloseMonthForm(props: { months: readonly string[]; formKey: string }) {
  const { months, formKey } = props;
  return (
    <PreviewedForm
      schema={closeMonthSchema}
      id="close-month"
      formKey={formKey}
      values={{ month: months[0] }}
      fields={[
        {
          as: SelectField,
          name: 'month',
          label: 'Month',
          options: months.map((month) => ({ value: month, label: formatMonth(month) })),
        },
        <p key="effect">
          Closing computes the totals of everything posted until the end of the month. After that nothing dated before
          that end can be posted, and closing can’t be undone.
        </p>,
      ]}
      submitLabel={({ month = months[0] }) => (month ? `Close ${formatMonth(month)}` : 'Close the month')}
      danger
      named
      cancel="/admin/books/months"
    />
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
        { header: 'Month', cell: ({ month }) => <Link to={`/admin/books/months/${month}`}>{formatMonth(month)}</Link> },
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
