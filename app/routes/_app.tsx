import { data } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { INVESTOR_NAV, USER_MENU } from '~/features/shell/investorNav';
import { SiteBanner } from '~/features/shell/SiteBanner';
import { shellOf } from '~/features/shell/shell.server';
import { investor } from '~/platform/guard/index.server';
import { takeToast } from '~/platform/toast.server';
import { Button } from '~/ui/Button';
import { FormProvider, PostForm } from '~/ui/Form';
import { Toast } from '~/ui/Notice';
import { AppShell } from '~/ui/Shell';

export const handle = { hydrate: true };

export const loader = investor.loader(async ({ request, csrf, user }) => {
  const { toast, headers } = await takeToast(request);
  return data({ csrf, toast, ...(await shellOf(user)) }, { headers });
});

export default function InvestorLayout() {
  const { csrf, toast, user, alerts } = useLoaderData<typeof loader>();
  return (
    <FormProvider value={{ csrf }}>
      <AppShell
        brand={{ href: '/dashboard' }}
        banner={<SiteBanner />}
        toast={toast && <Toast key={toast.text} {...toast} />}
        nav={INVESTOR_NAV}
        user={user}
        userMenu={USER_MENU}
        alerts={alerts ?? undefined}
        signOut={
          <PostForm action="/logout">
            <Button tone="quiet" icon="logout" wide>
              Logout
            </Button>
          </PostForm>
        }
      >
        <Outlet />
      </AppShell>
    </FormProvider>
  );
}
