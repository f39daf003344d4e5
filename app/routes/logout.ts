import { redirect } from '@remix-run/node';
import { signOut } from '~/platform/guard/endedSession.server';
import { investor } from '~/platform/guard/index.server';

/** Somebody who reloads, or types the address: signing out is a press of a button. */
export const loader = investor.loader(async () => redirect('/dashboard', 303));

export const action = investor.action(async ({ request }) => signOut(request, 'session'));
