import { signOut } from '~/web/guard/endedSession.server';
import { investor } from '~/web/guard/index.server';
import { redirect } from '~/web/responses.server';

/** A GET (a reload, an entered address) changes nothing; logging out needs a post. */
export const loader = investor.loader(async () => redirect('/dashboard', 303));

/** Logging out is permitted during maintenance. */
export const handle = { inMaintenance: true };

export const action = investor.action(async ({ request }) => signOut(request, 'session'));

/** Renders nothing, since loader and action redirect. Without a component, Remix would answer a refusal with bare JSON. */
export default function SigningOut() {
  return null;
}
