import { type HeadersFunction, redirect } from '@remix-run/node';
import { useRouteLoaderData, useSearchParams } from '@remix-run/react';
import { AdminSignIn } from '~/features/admin/components/AdminSignIn';
import { Overview } from '~/features/admin/components/Overview';
import { adminSignInSchema } from '~/features/admin/schema';
import { finishAdminSignIn, signInAdministrator } from '~/features/admin/signInAdministrator.server';
import { refuseForm } from '~/features/auth/refusals.server';
import { CodeStep } from '~/features/twofactor/components/CodeStep';
import { otpSchema } from '~/features/twofactor/schema';
import { pendingSignIn } from '~/features/twofactor/signInStep.server';
import { clearCookie, setCookie } from '~/platform/cookies.server';
import { submission } from '~/platform/form/submission.server';
import { visitor } from '~/platform/guard/index.server';
import { redirectWithToast } from '~/platform/toast.server';
import type { loader } from './admin';

export const meta = () => [{ title: 'Administration · Mirrorbook' }];

// Told to wait, a client is told for how long.
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const action = visitor.action(async ({ request, form, address, url }) => {
  const client = { address, userAgent: request.headers.get('User-Agent') };
  const second = url.searchParams.get('step') === 'code';
  const sent = second ? await submission(form, otpSchema) : await submission(form, adminSignInSchema);
  if (!sent.ok) return sent.refused;
  const signedIn =
    'otp' in sent.value
      ? await finishAdminSignIn(await pendingSignIn(request, 'admin'), sent.value.otp, client)
      : await signInAdministrator(sent.value, client);
  if (!signedIn.ok) {
    const { second: pending } = signedIn.error;
    if (!pending) return refuseForm(sent, signedIn.error);
    return redirect('/admin?step=code', { status: 303, headers: { 'Set-Cookie': await setCookie('second', pending) } });
  }
  const toast = { tone: 'success', text: 'Signed in successfully' } as const;
  return await redirectWithToast('/admin', toast, [
    ['Set-Cookie', await setCookie('admin', signedIn.value.secret)],
    ['Set-Cookie', await clearCookie('second')],
  ]);
});

/** The sign-in for visitors, an overview for administrators. */
export default function AdminIndex() {
  const overview = useRouteLoaderData<typeof loader>('routes/admin')?.signedIn?.overview;
  const [query] = useSearchParams();
  if (overview) return <Overview {...overview} />;
  return query.get('step') === 'code' ? <CodeStep back="/admin" /> : <AdminSignIn />;
}
