import { SourcesTable } from '~/features/money/reconciliation/components/tables';
import { loadSourcesPage } from '~/features/money/reconciliation/sources.server';
import { LinkButton } from '~/ui/Button';
import { Page } from '~/ui/layout/Layout';
import { admin } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const loader = admin.loader('books:read', loadSourcesPage);

export default function Reconciliation() {
  return (
    <Page
      title="Reconciliation"
      actions={
        <LinkButton to="/admin/reconciliation/custody.csv" document download>
          Custody as CSV
        </LinkButton>
      }
      lead="Compares statements of wallets and accounts with the books. Importing and matching move no money."
    >
      <SourcesTable {...useLoaderData<typeof loader>()} />
    </Page>
  );
}
