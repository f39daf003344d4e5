import { publicRoute } from '~/web/guard/index.server';
import { redirect } from '~/web/responses.server';

/** Redirects password managers to the form that changes a password (W3C, "A Well-Known URL for Changing Passwords"). */
export const loader = publicRoute.loader(async () => redirect('/settings/password', { status: 303 }));
