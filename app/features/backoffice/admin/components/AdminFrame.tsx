import { type ReactNode, useEffect } from 'react';
import type { announcementsFor } from '~/features/backoffice/announcements/announcements.server';
import type { BooksAlarm } from '~/features/money';
import { BooksBand } from '~/features/money/components';
import { RoleProvider } from '~/features/people/components';
import { Announcements, HelpLinks } from '~/features/site/components';
import { PRODUCT_NAME } from '~/platform/text/productName';
import { hasRight, type Role } from '~/signIns/rights';
import { Button } from '~/ui/Button';
import { FormProvider, GetForm, PostForm } from '~/ui/forms/Form';
import { AlertBand } from '~/ui/messages/AlertBand';
import { Toast } from '~/ui/messages/Notice';
import { AppShell, AuthShell } from '~/ui/shell/Shell';
import type { ToastMessage as ToastText } from '~/web/cookies/toast.server';
import { useLocation } from '~/web/router';
import { createAdminNav, OWN_MENU, type WaitingCounts } from '../internal/adminNav';

export { findMenuTitle } from '../internal/adminNav';

type Facts = {
  csrf: string;
  toast: ToastText | null;
  signedIn: {
    name: string;
    email: string;
    role: Role;
    waiting: WaitingCounts;
    alarm: BooksAlarm | null;
    alone: boolean;
    paymentsWait: { text: string; leads: boolean } | null;
    announcements: ReturnType<typeof announcementsFor>;
  } | null;
};

function SearchBox() {
  const { pathname, search } = useLocation();
  const entered = pathname === '/admin/search' ? (new URLSearchParams(search).get('q') ?? '') : '';
  return (
    <GetForm key={entered} action="/admin/search" role="search">
      <input
        type="search"
        name="q"
        aria-label="Search everything"
        placeholder="Search everything"
        defaultValue={entered}
        maxLength={200}
        className="input"
      />
    </GetForm>
  );
}

/** Height of the fade at the lower edge of the side menu, in pixels. */
const MENU_FADE_PX = 28;

/** Scrolls the menu to its current entry, for browsers without `scroll-initial-target`. */
function useScrollToCurrentEntry(): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another current entry
  useEffect(() => {
    const side = document.querySelector('.app-side');
    const entry = side?.querySelector('[aria-current]')?.getBoundingClientRect();
    if (!side || !entry) return;
    const { top, bottom } = side.getBoundingClientRect();
    const below = entry.bottom - Math.min(bottom, innerHeight) + MENU_FADE_PX;
    side.scrollTop += Math.max(0, below) || Math.min(0, entry.top - top);
  }, [pathname]);
}

export function AdminFrame(props: Facts & { banner: ReactNode; children: ReactNode }) {
  const { csrf, signedIn, banner, children } = props;
  useScrollToCurrentEntry();
  const toast = props.toast && <Toast key={props.toast.text} {...props.toast} />;
  return (
    <FormProvider value={{ csrf }}>
      {signedIn ? (
        <AppShell
          banner={
            <>
              {banner}
              <Announcements announcements={signedIn.announcements} />
              {signedIn.alarm && <BooksBand alarm={signedIn.alarm} leads={hasRight(signedIn, 'books:read')} />}
              {signedIn.paymentsWait && (
                <AlertBand to={signedIn.paymentsWait.leads ? '/admin/restores' : undefined} action="Go through it">
                  {signedIn.paymentsWait.text}
                </AlertBand>
              )}
              {signedIn.alone && (
                <AlertBand to="/admin/staff/rights" action="Roles and rights">
                  Fewer than two administrators can decide payments, so deposits, plans and new copies are not
                  available. Invite a second one, or create one with npm run admin:create.
                </AlertBand>
              )}
            </>
          }
          toast={toast}
          brand={{ href: '/admin', name: `${PRODUCT_NAME} admin` }}
          nav={createAdminNav(signedIn.waiting, signedIn)}
          search={<SearchBox />}
          user={signedIn}
          userMenu={OWN_MENU}
          signOut={
            <PostForm action="/admin/logout">
              <Button tone="quiet" icon="logout" wide>
                Log out
              </Button>
            </PostForm>
          }
        >
          <RoleProvider value={signedIn.role}>
            <div className="back-office">{children}</div>
          </RoleProvider>
        </AppShell>
      ) : (
        <AuthShell banner={banner} toast={toast} help={<HelpLinks />}>
          {children}
        </AuthShell>
      )}
    </FormProvider>
  );
}
