import { redirect } from '@remix-run/node';
import { clearCookie, readCookie } from '~/platform/cookies.server';
import { admin } from '~/platform/guard/index.server';
import { endSession } from '~/platform/session.server';
import { redirectWithToast } from '~/platform/toast.server';

/** Somebody who reloads, or types the address: signing out is a press of a button. */
export const loader = admin.loader(async () => redirect('/admin', 303));

export const action = admin.action(async ({ request }) => {
  const secret = await readCookie(request, 'admin');
  if (secret) await endSession(secret);
  const toast = { tone: 'success', text: 'Signed out' } as const;
  return await redirectWithToast('/admin', toast, { 'Set-Cookie': await clearCookie('admin') });
});
