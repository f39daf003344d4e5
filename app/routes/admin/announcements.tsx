import { listAnnouncements } from '~/features/backoffice/announcements/announcements.server';
import { AnnouncementsTable } from '~/features/backoffice/announcements/components/AnnouncementsTable';
import { MaintenanceForm, NewsForm } from '~/features/backoffice/announcements/components/forms';
import { May } from '~/features/people/staff/components/May';
import { ActionProblem } from '~/features/site/shell/ActionProblem';
import { Card, Page, Section } from '~/ui/layout/Layout';
import { admin } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';
import { ANNOUNCEMENT_FORMS, maintenanceForm, newsForm } from './announcements.form.server';

export const handle = { inMaintenance: true };

export const loader = admin.loader('operation:read', async ({ administrator }) => ({
  rows: await listAnnouncements(),
  keys: { news: newsForm.key(administrator.id), maintenance: maintenanceForm.key(administrator.id) },
}));

export const action = admin.actions('operation:change', ANNOUNCEMENT_FORMS);

// Reloads after refusals too, since another administrator may have changed something.
export const shouldRevalidate = () => true;

export default function AnnouncementsPage() {
  const { rows, keys } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Announcements"
      lead={`Messages at the top of pages. ${rows.length === 0 ? 'Nothing has been announced yet.' : 'Times are in UTC.'}`}
    >
      <ActionProblem />
      {rows.length > 0 && (
        <Section title="Announced">
          <AnnouncementsTable rows={rows} />
        </Section>
      )}
      <May right="operation:change">
        <Card title="Announce">
          <NewsForm key={rows[0]?.id} formKey={keys.news} />
        </Card>
        <Card title="Maintenance">
          <MaintenanceForm key={rows[0]?.id} formKey={keys.maintenance} />
        </Card>
      </May>
    </Page>
  );
}
