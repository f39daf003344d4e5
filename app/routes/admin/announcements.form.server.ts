import { endAnnouncement } from '~/features/backoffice/announcements/announce.server';
import { ANNOUNCEMENT_ACTS } from '~/features/backoffice/announcements/announcementActs.server';
import { refreshAnnouncements } from '~/features/backoffice/announcements/announcements.server';
import { announcementIdSchema, maintenanceSchema, newsSchema } from '~/features/backoffice/announcements/schema';
import { confirming } from '~/features/people/twofactor/confirmFresh.server';
import { write } from '~/platform/db/index.server';
import { byAdmin } from '~/platform/states';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { submission } from '~/web/form/submission.server';
import type { AdminContext } from '~/web/guard/index.server';
import { actForm } from './confirmedForm.server';

const to = '/admin/announcements';

export const newsForm = actForm({
  operation: 'announce',
  schema: newsSchema,
  act: ANNOUNCEMENT_ACTS.announce,
  input: (news) => news,
  to,
});

export const maintenanceForm = actForm({
  operation: 'maintenance',
  schema: maintenanceSchema,
  act: ANNOUNCEMENT_ACTS.maintenance,
  input: (planned) => planned,
  to,
});

type AdminPost = AdminContext & { form: FormData };

export const ANNOUNCEMENT_FORMS = {
  announce: (context: AdminPost) => told(newsForm.post({ ...context, confirm: confirming(context) }, undefined)),
  maintain: (context: AdminPost) => told(maintenanceForm.post({ ...context, confirm: confirming(context) }, undefined)),
  end: (context: AdminPost) => told(end(context)),
};

async function end({ administrator, form }: AdminPost) {
  const sent = await submission(form, announcementIdSchema);
  if (!sent.ok) return sent.refused;
  const ended = await write((tx) => endAnnouncement(tx, byAdmin(administrator.id), sent.value.id));
  if (!ended.ok) return sent.refuse(ended.error);
  const text = ended.value.kind === 'maintenance' ? 'Maintenance is over' : 'Announcement ended';
  return await redirectWithToast('/admin/announcements', { tone: 'success', text });
}

/** The page that follows tells what has changed. */
async function told<T>(answer: Promise<T>): Promise<T> {
  const given = await answer;
  await refreshAnnouncements();
  return given;
}
