import { useLoaderData, useLocation } from '@remix-run/react';
import { AuditFilter } from '~/features/admin/components/AuditFilter';
import { EventsTable } from '~/features/admin/components/EventsTable';
import { auditChoices, auditPage } from '~/features/admin/logs.server';
import { waysOn } from '~/features/admin/paging';
import { admin } from '~/platform/guard/index.server';
import { LinkButton } from '~/ui/Button';
import { CursorPager } from '~/ui/Data';
import { Page } from '~/ui/Layout';

export const meta = () => [{ title: 'Audit log · Mirrorbook' }];

export const loader = admin.loader(async ({ url }) => ({
  ...(await auditPage(url.searchParams)),
  choices: await auditChoices(),
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
      <CursorPager {...waysOn(search, ways)} />
    </Page>
  );
}
