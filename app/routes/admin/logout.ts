import { signOut } from '~/web/guard/endedSession.server';
import { admin } from '~/web/guard/index.server';
import { redirect } from '~/web/responses.server';

/** A GET (a reload, an entered address) changes nothing; logging out needs a post. */
export const loader = admin.loader('everyone', async () => redirect('/admin', 303));

/** Logging out is permitted during maintenance. */
export const handle = { inMaintenance: true };

export const action = admin.action('everyone', async ({ request }) => signOut(request, 'admin'));

/** Renders nothing, since loader and action redirect. Without a component, Remix would answer a refusal with bare JSON. */
export default function SigningOut() {
  return null;
}
