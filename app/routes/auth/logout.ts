import { signOut } from '~/web/guard/endedSession.server';
import { investor } from '~/web/guard/index.server';
import { redirect } from '~/web/responses.server';

/** A GET (a reload, a typed address) changes nothing: signing out is a post. */
export const loader = investor.loader(async () => redirect('/dashboard', 303));

/** Maintenance permits signing out. */
export const handle = { inMaintenance: true };

export const action = investor.action(async ({ request }) => signOut(request, 'session'));

/** Never seen, since both lead elsewhere; with it a refusal is a page of this product, without it bare JSON. */
export default function SigningOut() {
  return null;
}
