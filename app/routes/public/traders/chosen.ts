import { SECOND } from '~/platform/durations';
import { LINK_LIFETIME_MS } from '~/signIns/signInLimits';
import { setCookie } from '~/web/cookies/cookies.server';
import { publicRoute } from '~/web/guard/index.server';
import { redirect } from '~/web/responses.server';
import { toPublicPath } from '~/web/server/visitors';

/**
 * Remembers the trader that a visitor chose to copy and redirects to the sign-up. The next login or verification opens the form of the
 * copy.
 */
export const loader = publicRoute.loader(async ({ url: { pathname, search } }) => {
  const back = await setCookie(
    'return',
    toPublicPath(pathname) + search.slice(0, 200),
    LINK_LIFETIME_MS.verify / SECOND,
  );
  return redirect('/signup', { status: 303, headers: { 'Set-Cookie': back, 'Cache-Control': 'no-store' } });
});
