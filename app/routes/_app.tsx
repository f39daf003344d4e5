import { data } from '@remix-run/node';
import { Outlet, useLoaderData, useRouteLoaderData } from '@remix-run/react';
import { INVESTOR_NAV, USER_MENU } from '~/features/shell/investorNav';
import { SiteBanner } from '~/features/shell/SiteBanner';
import { shellOf } from '~/features/shell/shell.server';
import { investor } from '~/platform/guard/index.server';
import { takeToast } from '~/platform/toast.server';
import type { loader as root } from '~/root';
import { FormProvider } from '~/ui/Form';
import { Toast } from '~/ui/Notice';
import { AppShell, SignOut } from '~/ui/Shell';
import { ThemeSwitch } from '~/ui/ThemeSwitch';

export const handle = { hydrate: true };

export const loader = investor.loader(async ({ request, csrf, user }) => {
  const { toast, headers } = await takeToast(request);
  return data({ csrf, toast, ...(await shellOf(user)) }, { headers });
});

export default function InvestorLayout() {
  const { csrf, toast, user, alerts } = useLoaderData<typeof loader>();
  const theme = useRouteLoaderData<typeof root>('root')?.theme;
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
        signOut={<SignOut action="/logout" />}
        footer={<ThemeSwitch action="/theme" current={theme ?? undefined} />}
      >
        <Outlet />
      </AppShell>
    </FormProvider>
  );
}
