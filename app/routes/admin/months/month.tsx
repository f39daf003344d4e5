import { MonthReport } from '~/features/money/books/components/MonthReport';
import { findClosedMonth, findLedgerDifferences } from '~/features/money/books/months/monthReport.server';
import { monthField } from '~/features/money/books/months/schema';
import { bookLineTitle } from '~/ledger/chartOfAccounts';
import { formatMonth } from '~/ledger/months';
import { pageTitle } from '~/platform/text/productName';
import { LinkButton } from '~/ui/Button';
import { Page } from '~/ui/layout/Layout';
import { PrintButton, PrintHead } from '~/ui/layout/Print';
import { Notice } from '~/ui/messages/Notice';
import { Time } from '~/ui/tables/Data';
import { admin } from '~/web/guard/index.server';
import { data } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: pageTitle('Month') }];

export const loader = admin.loader('books:read', async ({ params, url }) => {
  const month = monthField.safeParse(params.month);
  const found = month.success ? await findClosedMonth(month.data) : null;
  if (!found) throw data('The books of that month are not closed.', { status: 404 });
  const isCompared = url.searchParams.has('compare') && found.report !== null;
  const differs = isCompared && found.report ? await findLedgerDifferences(found.month, found.report.lines) : null;
  return { found, differs };
});

export default function Month() {
  const { found, differs } = useLoaderData<typeof loader>();
  const { month, closedAt, closedBy, report, headPosition, headHash } = found;
  const at = `/admin/books/months/${month}`;
  return (
    <Page
      title={`Books of ${formatMonth(month)}`}
      lead={
        <>
          Closed by {closedBy} on <Time at={closedAt} />.
        </>
      }
      actions={
        <>
          <LinkButton to="/admin/books/months">Months</LinkButton>
          <PrintButton />
          <LinkButton to={`${at}?compare`}>Compare with the ledger</LinkButton>
        </>
      }
    >
      <PrintHead>Books of {formatMonth(month)}</PrintHead>
      {differs && (
        <Notice tone={differs.length === 0 ? 'success' : 'danger'} title="Compared with the ledger just now">
          {differs.length === 0
            ? 'Every figure is what the ledger has.'
            : `These lines differ: ${differs.map(bookLineTitle).join(', ')}. Approve and pay nothing until the cause is known.`}
        </Notice>
      )}
      {report ? (
        <MonthReport
          month={month}
          report={report}
          seal={headPosition !== null && headHash !== null ? { position: headPosition, hash: headHash } : null}
        />
      ) : (
        <Notice tone="info">The figures are being computed. That takes up to a minute; then reload this page.</Notice>
      )}
    </Page>
  );
}
