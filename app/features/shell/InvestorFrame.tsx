import type { ReactNode } from 'react';
import { Announcements } from '~/features/announcements/components';
import type { loader as root } from '~/root';
import { AlertBand } from '~/ui/AlertBand';
import { FormProvider } from '~/ui/Form';
import { Toast } from '~/ui/Notice';
import { AppShell, SignOut } from '~/ui/Shell';
import { ThemeSwitch } from '~/ui/ThemeSwitch';
import { useRouteLoaderData } from '~/web/router';
import type { Toast as Told } from '~/web/toast.server';
import { INVESTOR_NAV, INVESTOR_PLACES, USER_MENU } from './investorNav';
import { SiteBanner } from './SiteBanner';
import type { shellOf } from './shell.server';

type Facts = Awaited<ReturnType<typeof shellOf>> & { csrf: string; toast?: Told | null };

/** Around every page of a signed-in investor, the one that says something went wrong included. */
export function InvestorFrame({
  csrf,
  toast,
  user,
  alerts,
  isFrozen,
  notTaken,
  told,
  children,
}: Facts & { children: ReactNode }) {
  const theme = useRouteLoaderData<typeof root>('root')?.theme;
  return (
    <FormProvider value={{ csrf }}>
      <AppShell
        brand={{ href: '/dashboard' }}
        banner={
          <>
            <SiteBanner />
            <Announcements told={told} />
            {isFrozen && (
              <AlertBand to="/settings/frozen" action="How to unfreeze it">
                Your account is frozen: nothing leaves it. Cancel withdrawals that you did not ask for.
              </AlertBand>
            )}
            {notTaken && (
              <AlertBand to="/withdraw" action="Withdraw">
                {notTaken}
              </AlertBand>
            )}
          </>
        }
        toast={toast && <Toast key={toast.text} {...toast} />}
        nav={INVESTOR_NAV}
        places={INVESTOR_PLACES}
        user={user}
        userMenu={USER_MENU}
        alerts={alerts ?? undefined}
        signOut={<SignOut action="/logout" />}
        footer={<ThemeSwitch action="/theme" current={theme ?? undefined} />}
      >
        {children}
      </AppShell>
    </FormProvider>
  );
}
