import { makeDismissalCookie } from '~/features/backoffice/announcements/announcements.server';
import { publicRoute } from '~/web/guard/index.server';
import { redirectBack } from '~/web/redirectBack.server';

/** Permitted during maintenance, since the choice is stored only in the browser. */
export const handle = { inMaintenance: true };

export const action = publicRoute.action(async ({ form, request }) => {
  const cookies = request.headers.get('Cookie') ?? '';
  return redirectBack(request, { 'Set-Cookie': makeDismissalCookie(cookies, String(form.get('id'))) });
});
