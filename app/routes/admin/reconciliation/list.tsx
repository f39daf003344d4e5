import { SourcesTable, WithoutStatement } from '~/features/money/reconciliation/components/tables';
import { sourcesPage } from '~/features/money/reconciliation/sources.server';
import { LinkButton } from '~/ui/Button';
import { Page, Section } from '~/ui/layout/Layout';
import { admin } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const loader = admin.loader('books:read', sourcesPage);

export default function Reconciliation() {
  const { rows, at } = useLoaderData<typeof loader>();
  const without = rows.filter(({ source }) => source === null);
  return (
    <Page
      title="Reconciliation"
      actions={
        <LinkButton to="/admin/reconciliation/custody.csv" document download>
          Custody by day
        </LinkButton>
      }
      lead="Compares statements of wallets and accounts with the books. Importing and matching move no money."
    >
      <SourcesTable rows={rows.flatMap(({ source, ...method }) => (source ? [{ ...method, source }] : []))} at={at} />
      {without.length > 0 && (
        <Section title="No statement yet" lead="Choose a method to import its first statement.">
          <WithoutStatement rows={without} />
        </Section>
      )}
    </Page>
  );
}
