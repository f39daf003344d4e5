import { endAnnouncement } from '~/features/backoffice/announcements/announce.server';
import { ANNOUNCEMENT_ACTS } from '~/features/backoffice/announcements/announcementActs.server';
import { refreshAnnouncements } from '~/features/backoffice/announcements/announcements.server';
import { announcementIdSchema, maintenanceSchema, newsSchema } from '~/features/backoffice/announcements/schema';
import { actForm, actionFollowedBy, plainForm } from './adminForms.server';

const to = '/admin/announcements';

export const newsForm = actForm({
  schema: newsSchema,
  act: ANNOUNCEMENT_ACTS.announce,
  input: (news) => news,
  to,
});

export const maintenanceForm = actForm({
  schema: maintenanceSchema,
  act: ANNOUNCEMENT_ACTS.maintenance,
  input: (planned) => planned,
  to,
});

const thenShown = (action: Parameters<typeof actionFollowedBy>[0]) => actionFollowedBy(action, refreshAnnouncements);

export const ANNOUNCEMENT_FORMS = {
  announce: thenShown(newsForm.action()),
  maintain: thenShown(maintenanceForm.action()),
  end: thenShown(
    plainForm(
      announcementIdSchema,
      (tx, by, { id }) => endAnnouncement(tx, by, id),
      ({ kind }) => (kind === 'maintenance' ? 'Maintenance is over' : 'Announcement ended'),
      to,
    ),
  ),
};
