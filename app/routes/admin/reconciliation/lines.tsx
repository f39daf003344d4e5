import { StatementSourceLayout } from '~/features/money/reconciliation/components/StatementSourceLayout';
import { LinesTable } from '~/features/money/reconciliation/components/tables';
import { loadStatementLinesPage } from '~/features/money/reconciliation/sources.server';
import { createPageLinks } from '~/platform/db/paging';
import { pageTitle } from '~/platform/text/productName';
import { CursorPager } from '~/ui/tables/Data';
import { admin } from '~/web/guard/index.server';
import { useLoaderData, useLocation } from '~/web/router';
import { findRequestedMethod, methodPath } from './source.form.server';

export const meta = () => [{ title: pageTitle('Statement lines') }];

export const loader = admin.loader('books:read', async (context) => {
  const method = await findRequestedMethod(context);
  return { method, path: methodPath(method), ...(await loadStatementLinesPage(method.code, context.url.searchParams)) };
});

export default function Lines() {
  const { method, path, rows, ...ways } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <StatementSourceLayout method={method} path={path}>
      <LinesTable rows={rows} path={path} of={method.code} />
      <CursorPager {...createPageLinks(search, ways)} />
    </StatementSourceLayout>
  );
}
