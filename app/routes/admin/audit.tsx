import { AuditFilter } from '~/features/backoffice/auditLog/components/AuditFilter';
import { EventsTable } from '~/features/backoffice/auditLog/components/EventsTable';
import { loadAuditChoices, loadAuditPage } from '~/features/backoffice/auditLog/logs.server';
import { createPageLinks } from '~/platform/db/paging';
import { LinkButton } from '~/ui/Button';
import { Page } from '~/ui/layout/Layout';
import { CursorPager } from '~/ui/tables/Data';
import { admin } from '~/web/guard/index.server';
import { useLoaderData, useLocation } from '~/web/router';

export const loader = admin.loader('events:read', async ({ url }) => ({
  ...(await loadAuditPage(url.searchParams)),
  choices: await loadAuditChoices(),
}));

export default function AuditLog() {
  const { rows, choices, ...ways } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <Page
      title="Audit log"
      lead="Who did what, to what, when, from where and why."
      actions={
        <LinkButton to={`/admin/audit.csv${search}`} document download>
          Download as CSV
        </LinkButton>
      }
    >
      <AuditFilter {...choices} />
      <EventsTable events={rows} caption="Events, newest first" />
      <CursorPager {...createPageLinks(search, ways)} />
    </Page>
  );
}
