import { redirect } from '@remix-run/node';
import { clearCookie, readCookie } from '~/platform/cookies.server';
import { investor } from '~/platform/guard/index.server';
import { endSession } from '~/platform/session.server';
import { redirectWithToast } from '~/platform/toast.server';

/** Somebody who reloads, or types the address: signing out is a press of a button. */
export const loader = investor.loader(async () => redirect('/dashboard', 303));

export const action = investor.action(async ({ request }) => {
  const secret = await readCookie(request, 'session');
  if (secret) await endSession(secret);
  const toast = { tone: 'success', text: 'Signed out' } as const;
  return await redirectWithToast('/login', toast, { 'Set-Cookie': await clearCookie('session') });
});
