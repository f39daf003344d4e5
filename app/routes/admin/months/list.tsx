import { CloseMonthForm, MonthsTable } from '~/features/money/books/components/Months';
import { loadMonthsPage } from '~/features/money/books/months/monthReport.server';
import { May } from '~/features/people/staff/components/May';
import { pageTitle } from '~/platform/text/productName';
import { LinkButton } from '~/ui/Button';
import { Card, Page, Section } from '~/ui/layout/Layout';
import { admin } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';
import { closeMonthForm } from './closeMonth.form.server';

export const meta = () => [{ title: pageTitle('Months') }];

export const loader = admin.loader('books:read', async ({ administrator }) => ({
  ...(await loadMonthsPage()),
  formKey: closeMonthForm.key(administrator.id),
}));

export const action = admin.action('reserves:change', closeMonthForm.action());

// Reloads after refusals too, since another administrator may have closed a month.
export const shouldRevalidate = () => true;

export default function Months() {
  const { choices, closed, formKey } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Months"
      lead="The figures of a closed month never change."
      actions={<LinkButton to="/admin/books">Books</LinkButton>}
    >
      <May right="reserves:change">
        <Card title="Close a month">
          {choices.length > 0 ? (
            <CloseMonthForm key={closed[0]?.id} months={choices} formKey={formKey} />
          ) : (
            <p>Every month that is over is closed.</p>
          )}
        </Card>
      </May>
      <Section title="Closed">
        <MonthsTable rows={closed} />
      </Section>
    </Page>
  );
}
