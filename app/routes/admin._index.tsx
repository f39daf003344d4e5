import type { HeadersFunction } from '@remix-run/node';
import { useRouteLoaderData } from '@remix-run/react';
import { AdminSignIn } from '~/features/admin/components/AdminSignIn';
import { Overview } from '~/features/admin/components/Overview';
import { adminSignInSchema } from '~/features/admin/schema';
import { signInAdministrator } from '~/features/admin/signInAdministrator.server';
import { refuseForm } from '~/features/auth/refusals.server';
import { setCookie } from '~/platform/cookies.server';
import { submission } from '~/platform/form/submission.server';
import { visitor } from '~/platform/guard/index.server';
import { redirectWithToast } from '~/platform/toast.server';
import type { loader } from './admin';

export const meta = () => [{ title: 'Administration · Mirrorbook' }];

// Told to wait, a client is told for how long.
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const action = visitor.action(async ({ request, form, address }) => {
  const sent = await submission(form, adminSignInSchema);
  if (!sent.ok) return sent.refused;
  const client = { address, userAgent: request.headers.get('User-Agent') };
  const signedIn = await signInAdministrator(sent.value, client);
  if (!signedIn.ok) return refuseForm(sent, signedIn.error);
  const toast = { tone: 'success', text: 'Signed in successfully' } as const;
  return await redirectWithToast('/admin', toast, { 'Set-Cookie': await setCookie('admin', signedIn.value.secret) });
});

/** The sign-in for visitors, an overview for administrators. */
export default function AdminIndex() {
  const overview = useRouteLoaderData<typeof loader>('routes/admin')?.signedIn?.overview;
  return overview ? <Overview {...overview} /> : <AdminSignIn />;
}
