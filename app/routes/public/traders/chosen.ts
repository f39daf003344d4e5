import { SECOND } from '~/platform/durations';
import { LINK_LIFETIME } from '~/signIns/signInLimits';
import { setCookie } from '~/web/cookies/cookies.server';
import { publicRoute } from '~/web/guard/index.server';
import { redirect } from '~/web/responses.server';
import { publicPath } from '~/web/server/visitors';

/**
 * A visitor chose a trader to copy: remembers the form of that copy, with the amount, and leads to the sign-up. The form is opened by
 * the sign-in that follows, or by the verification of the address in this browser, for as long as the link for that works.
 */
export const loader = publicRoute.loader(async ({ url: { pathname, search } }) => {
  const back = await setCookie('return', publicPath(pathname) + search.slice(0, 200), LINK_LIFETIME.verify / SECOND);
  return redirect('/signup', { status: 303, headers: { 'Set-Cookie': back, 'Cache-Control': 'no-store' } });
});
