import { findReferrer } from '~/features/people/auth/signUp/referrer.server';
import { read } from '~/platform/db/index.server';
import { setCookie } from '~/web/cookies/cookies.server';
import { publicRoute } from '~/web/guard/index.server';
import { redirect } from '~/web/responses.server';

/** Remembers the owner of a referral link and redirects to the sign-up. An unknown link only redirects. */
export const loader = publicRoute.loader(async ({ params: { id = '' } }) => {
  const referrer = await findReferrer(read(), id);
  const headers = new Headers();
  if (referrer) headers.set('Set-Cookie', await setCookie('referrer', referrer.id));
  return redirect('/signup', { status: 303, headers });
});
