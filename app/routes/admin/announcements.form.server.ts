import { endAnnouncement } from '~/features/backoffice/announcements/announce.server';
import { ANNOUNCEMENT_ACTS } from '~/features/backoffice/announcements/announcementActs.server';
import { refreshAnnouncements } from '~/features/backoffice/announcements/announcements.server';
import { announcementIdSchema, maintenanceSchema, newsSchema } from '~/features/backoffice/announcements/schema';
import { createActForm, createKeylessFormAction, runAfterAction } from './adminForms.server';

const ANNOUNCEMENTS_PATH = '/admin/announcements';

export const newsForm = createActForm({
  schema: newsSchema,
  act: ANNOUNCEMENT_ACTS.announce,
  input: (news) => news,
  to: ANNOUNCEMENTS_PATH,
});

export const maintenanceForm = createActForm({
  schema: maintenanceSchema,
  act: ANNOUNCEMENT_ACTS.maintenance,
  input: (planned) => planned,
  to: ANNOUNCEMENTS_PATH,
});

const withRefresh = (action: Parameters<typeof runAfterAction>[0]) => runAfterAction(action, refreshAnnouncements);

export const ANNOUNCEMENT_FORMS = {
  announce: withRefresh(newsForm.action()),
  maintain: withRefresh(maintenanceForm.action()),
  end: withRefresh(
    createKeylessFormAction(
      announcementIdSchema,
      (tx, by, { id }) => endAnnouncement(tx, by, id),
      ({ kind }) => (kind === 'maintenance' ? 'Maintenance is over' : 'Announcement ended'),
      ANNOUNCEMENTS_PATH,
    ),
  ),
};
