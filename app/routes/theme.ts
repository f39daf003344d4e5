import { redirect } from '@remix-run/node';
import { publicRoute } from '~/platform/guard/index.server';
import { safePath } from '~/platform/site';
import { themeCookie } from '~/platform/theme.server';

/** Keeps the choice of theme in a cookie and goes back to where it was made: for everybody, signed in or not. */
export const action = publicRoute.action(async ({ form, request }) => {
  const referer = request.headers.get('Referer') ?? '';
  const from = new URL(URL.canParse(referer) ? referer : '/', request.url);
  const headers = { 'Set-Cookie': themeCookie(String(form.get('theme'))) };
  return redirect(safePath(from.pathname + from.search), { status: 303, headers });
});
