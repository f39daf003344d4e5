import { data, type HeadersArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useRouteLoaderData } from '@remix-run/react';
import { AdminFrame } from '~/features/admin/components/AdminFrame';
import { AdminSignIn } from '~/features/admin/components/AdminSignIn';
import { overviewNow, waitingNow } from '~/features/admin/overview.server';
import { adminSignInSchema } from '~/features/admin/schema';
import { signInAdministrator } from '~/features/admin/signInAdministrator.server';
import { refuseForm } from '~/features/auth/refusals.server';
import { PublicFrame } from '~/features/marketing/components/PublicFrame';
import { RouteProblem } from '~/features/shell/RouteProblem';
import { SiteBanner } from '~/features/shell/SiteBanner';
import { setCookie } from '~/platform/cookies.server';
import { submission } from '~/platform/form/submission.server';
import { currentAdministrator, visitor } from '~/platform/guard/index.server';
import { redirectWithToast, takeToast } from '~/platform/toast.server';

export const handle = { hydrate: true };

export const meta = () => [{ title: 'Administration · Mirrorbook' }];

// Told to wait, a client is told for how long.
export const headers = ({ actionHeaders, errorHeaders }: HeadersArgs) => errorHeaders ?? actionHeaders;

/**
 * A visitor's, since `/admin` is where administrators sign in; every page inside has the guard of its own. The overview is
 * read here too: a second visitor's loader would make a second token for the sign-in form, and one of them would be wrong.
 */
export const loader = visitor.loader(async ({ request, url, csrf }) => {
  const { toast, headers } = await takeToast(request);
  const current = await currentAdministrator(request);
  if (!current) return data({ toast, csrf, signedIn: null }, { headers });
  const { name, email } = current.administrator;
  const overview = url.pathname === '/admin' ? await overviewNow() : null;
  const signedIn = { name, email, waiting: await waitingNow(), overview };
  return data({ toast, csrf: current.csrf, signedIn }, { headers });
});

/** The sign-in. It is the frame's own, so that its address stays `/admin`, without the `?index` of a page inside. */
export const action = visitor.action(async ({ request, form, address }) => {
  const sent = await submission(form, adminSignInSchema);
  if (!sent.ok) return sent.refused;
  const client = { address, userAgent: request.headers.get('User-Agent') };
  const signedIn = await signInAdministrator(sent.value, client);
  if (!signedIn.ok) return refuseForm(sent, signedIn.error);
  const toast = { tone: 'success', text: 'Signed in successfully' } as const;
  return await redirectWithToast('/admin', toast, { 'Set-Cookie': await setCookie('admin', signedIn.value.secret) });
});

export default function AdminLayout() {
  const frame = useLoaderData<typeof loader>();
  return (
    <AdminFrame {...frame} banner={<SiteBanner />}>
      {frame.signedIn ? <Outlet /> : <AdminSignIn />}
    </AdminFrame>
  );
}

/** A page that fails leaves its frame standing. */
export function ErrorBoundary() {
  const frame = useRouteLoaderData<typeof loader>('routes/admin');
  if (!frame?.signedIn) {
    return (
      <PublicFrame banner={<SiteBanner />}>
        <RouteProblem />
      </PublicFrame>
    );
  }
  return (
    <AdminFrame {...frame} toast={null} banner={<SiteBanner />}>
      <RouteProblem home={{ href: '/admin', label: 'Go to the overview' }} />
    </AdminFrame>
  );
}
