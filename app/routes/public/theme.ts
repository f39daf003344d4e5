import { safePath } from '~/platform/installation/site';
import { publicRoute } from '~/web/guard/index.server';
import { redirect } from '~/web/responses.server';
import { themeCookie } from '~/web/theme.server';

/** Keeps the choice of theme in a cookie and goes back to where it was made, for visitors signed in or not. */
export const action = publicRoute.action(async ({ form, request }) => {
  const referer = request.headers.get('Referer') ?? '';
  const from = new URL(URL.canParse(referer) ? referer : '/', request.url);
  const headers = { 'Set-Cookie': themeCookie(String(form.get('theme'))) };
  return redirect(safePath(from.pathname + from.search), { status: 303, headers });
});
