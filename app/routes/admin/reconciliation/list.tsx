import { SourcesTable } from '~/features/reconciliation/components/tables';
import { sourcesPage } from '~/features/reconciliation/sources.server';
import { LinkButton } from '~/ui/Button';
import { Page } from '~/ui/layout/Layout';
import { admin } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: 'Reconciliation · Mirrorbook' }];

export const loader = admin.loader('books:read', sourcesPage);

/** Every method with how its statements and our books agree. */
export default function Reconciliation() {
  const { rows, at } = useLoaderData<typeof loader>();
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
      <SourcesTable rows={rows} at={at} />
    </Page>
  );
}
