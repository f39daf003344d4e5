import { SECOND } from '~/platform/durations';
import { LINK_LIFETIME_MS } from '~/signIns/signInLimits';
import { setCookie } from '~/web/cookies/cookies.server';
import { publicRoute } from '~/web/guard/index.server';
import { redirect } from '~/web/responses.server';
import { publicPath } from '~/web/server/visitors';

/** Remembers the copy that a visitor chose and leads to the sign-up; the next sign-in or verification opens its form. */
export const loader = publicRoute.loader(async ({ url: { pathname, search } }) => {
  const back = await setCookie('return', publicPath(pathname) + search.slice(0, 200), LINK_LIFETIME_MS.verify / SECOND);
  return redirect('/signup', { status: 303, headers: { 'Set-Cookie': back, 'Cache-Control': 'no-store' } });
});
