import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigation } from '~/web/router';
import { Button } from '../Button';
import { retryNow, useWaitReason } from '../browser/connection';
import { Link } from '../Link';
import { SkipLink } from '../layout/Layout';
import { Icon } from '../pictures/Icon';
import { Logo } from '../pictures/Logo';
import { useSavedPlace } from '../savedPlace';
import {
  AlertsBell,
  BottomNav,
  DropDown,
  Nav,
  type NavGroup,
  type NavItem,
  type ShellUser,
  SignedInPerson,
  UserMenu,
} from './Menus';

export type ShellContext = {
  banner?: ReactNode;
  toast?: ReactNode;
  children: ReactNode;
};

/** Frame of all signed-in pages: the menus, the signed-in person, and the content. Menus open without scripts. */
export function AppShell(
  props: ShellContext & {
    brand: { href: string; name?: string };
    nav: readonly NavGroup[];
    places?: readonly NavItem[];
    /** Search form, in the header or above a phone's menu. It is rendered twice, so it has no ID. */
    search?: ReactNode;
    user?: ShellUser;
    userMenu?: readonly NavItem[];
    /** Form that logs out: `SignOut`. */
    signOut: ReactNode;
    /** Number of unread items; shown as a bell. */
    alerts?: { count: number; href: string };
    footer?: ReactNode;
  },
) {
  const { pathname } = useLocation();
  useOfflinePage();
  const menu = (
    <>
      <Nav groups={props.nav} />
      <div className="menu-end">{props.signOut}</div>
    </>
  );
  return (
    <Frame banner={props.banner}>
      <header className="app-head">
        <Link to={props.brand.href} className="app-brand">
          <Logo name={props.brand.name} />
        </Link>
        {props.search && <div className="app-search">{props.search}</div>}
        {props.alerts && <AlertsBell {...props.alerts} />}
        {props.user && (
          <UserMenu key={`user ${pathname}`} user={props.user} items={props.userMenu ?? []} signOut={props.signOut} />
        )}
        {!props.places && (
          <DropDown key={`menu ${pathname}`} label="Menu" face={<Icon name="menu" />} wideToo={false}>
            {props.user && <SignedInPerson {...props.user} />}
            {props.search}
            {menu}
          </DropDown>
        )}
        {props.toast}
      </header>
      <div className="app-middle">
        <aside className={props.places ? 'app-side' : 'app-side dense'}>{menu}</aside>
        <div className="flex min-w-0 flex-1 flex-col">
          <Main>{props.children}</Main>
          {props.footer && <footer className="app-foot">{props.footer}</footer>}
        </div>
      </div>
      {props.places && <BottomNav items={props.places} />}
      <PageWaitNotice />
    </Frame>
  );
}

function useOfflinePage(): void {
  useEffect(() => {
    // Without service workers (private windows, old browsers) the browser shows its own error page.
    if (import.meta.env.PROD) navigator.serviceWorker?.register('/sw.js').catch(() => {});
  }, []);
}

/** Frame of login, sign-up and reset: one narrow card, and a link to the home page. */
export function AuthShell(props: ShellContext & { help?: ReactNode }) {
  return (
    <Frame {...props}>
      <div className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center gap-6 px-4 py-8">
        <header className="self-center">
          <Link to="/" className="inline-flex min-h-11 items-center no-underline">
            <Logo />
          </Link>
        </header>
        <main
          id="main"
          data-narrow
          tabIndex={-1}
          className="rounded-card border border-line bg-surface p-5 outline-none sm:p-8"
        >
          {props.children}
        </main>
        {props.help && <footer className="text-center text-sm text-muted">{props.help}</footer>}
      </div>
      <PageWaitNotice />
    </Frame>
  );
}

export function Frame({ banner, toast, children }: ShellContext) {
  useSavedPlace();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <NavigationProgress />
      {banner}
      {children}
      {toast}
    </div>
  );
}

/** Progress bar at the top edge, from a press until the page or the answer to a form has arrived. */
function NavigationProgress() {
  return useNavigation().state === 'idle' ? null : (
    <div role="progressbar" aria-label="Loading" className="on-its-way print:hidden" />
  );
}

/** Notice over a page that stays because the requested one can't be loaded. */
function PageWaitNotice() {
  const why = useWaitReason('page');
  return (
    <div role="status" className="page-waits">
      {why && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-control border border-warning bg-warning-soft p-4 shadow-raised">
          <p className="min-w-0 flex-1 basis-56">{why} The page opens as soon as it can.</p>
          <Button type="button" onClick={retryNow}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}

export const Main = ({ children }: { children: ReactNode }) => (
  <main id="main" tabIndex={-1} className="main">
    {children}
  </main>
);
