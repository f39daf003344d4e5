import { data, redirect } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { adminNav } from '~/features/admin/adminNav';
import { overviewNow, waitingNow } from '~/features/admin/overview.server';
import { SiteBanner } from '~/features/shell/SiteBanner';
import { pendingSignIn } from '~/features/twofactor/signInStep.server';
import { currentAdministrator, visitor } from '~/platform/guard/index.server';
import { takeToast } from '~/platform/toast.server';
import { Button } from '~/ui/Button';
import { FormProvider, PostForm } from '~/ui/Form';
import { Toast } from '~/ui/Notice';
import { AppShell, AuthShell } from '~/ui/Shell';

export const handle = { hydrate: true };

/**
 * A visitor's, since `/admin` is where administrators sign in; every page inside has the guard of its own. The overview is
 * read here too: a second visitor's loader would make a second token for the sign-in form, and one of them would be wrong.
 */
export const loader = visitor.loader(async ({ request, url, csrf }) => {
  const { toast, headers } = await takeToast(request);
  const current = await currentAdministrator(request);
  const second = url.searchParams.get('step') === 'code';
  if (!current && second && !(await pendingSignIn(request, 'admin'))) throw redirect('/admin', 303);
  if (!current) return data({ toast, csrf, signedIn: null }, { headers });
  const { name, email } = current.administrator;
  const overview = url.pathname === '/admin' ? await overviewNow() : null;
  const signedIn = { name, email, waiting: await waitingNow(), overview };
  return data({ toast, csrf: current.csrf, signedIn }, { headers });
});

export default function AdminLayout() {
  const { toast, csrf, signedIn } = useLoaderData<typeof loader>();
  const around = { banner: <SiteBanner />, toast: toast && <Toast key={toast.text} {...toast} /> };
  return (
    <FormProvider value={{ csrf }}>
      {signedIn ? (
        <AppShell
          {...around}
          brand={{ href: '/admin', name: 'Mirrorbook admin' }}
          nav={adminNav(signedIn.waiting)}
          user={signedIn}
          signOut={
            <PostForm action="/admin/logout">
              <Button tone="quiet" icon="logout" wide>
                Logout
              </Button>
            </PostForm>
          }
        >
          <Outlet />
        </AppShell>
      ) : (
        <AuthShell {...around}>
          <Outlet />
        </AuthShell>
      )}
    </FormProvider>
  );
}
