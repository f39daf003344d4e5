import type { HeadersFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AdminSignIn } from '~/features/admin/components/AdminSignIn';
import { Overview } from '~/features/admin/components/Overview';
import { overviewNow } from '~/features/admin/overview.server';
import { adminSignInSchema } from '~/features/admin/schema';
import { signInAdministrator } from '~/features/admin/signInAdministrator.server';
import { refuseForm } from '~/features/auth/refusals.server';
import { setCookie } from '~/platform/cookies.server';
import { submission } from '~/platform/form/submission.server';
import { currentAdministrator, visitor } from '~/platform/guard/index.server';
import { redirectWithToast } from '~/platform/toast.server';

export const meta = () => [{ title: 'Administration · Mirrorbook' }];

// Told to wait, a client is told for how long.
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

/** The sign-in for visitors, an overview for administrators. */
export const loader = visitor.loader(async ({ request, csrf }) => {
  const current = await currentAdministrator(request);
  return { csrf, overview: current && (await overviewNow()) };
});

export const action = visitor.action(async ({ request, form, address }) => {
  const sent = await submission(form, adminSignInSchema);
  if (!sent.ok) return sent.refused;
  const client = { address, userAgent: request.headers.get('User-Agent') };
  const signedIn = await signInAdministrator(sent.value, client);
  if (!signedIn.ok) return refuseForm(sent, signedIn.error);
  const toast = { tone: 'success', text: 'Signed in successfully' } as const;
  return await redirectWithToast('/admin', toast, { 'Set-Cookie': await setCookie('admin', signedIn.value.secret) });
});

export default function AdminIndex() {
  const { csrf, overview } = useLoaderData<typeof loader>();
  // The token of this page's own loader: on a first visit the layout's was made for another cookie.
  return overview ? <Overview {...overview} /> : <AdminSignIn csrf={csrf} />;
}
