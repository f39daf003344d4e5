import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import type { NotificationsSince as Since } from '~/features/site/updates/notifications.server';
import { Button } from '~/ui/Button';
import { setMotionAllowed, useIsMotionForced } from '~/ui/browser/dataSaver';
import { FormProvider } from '~/ui/forms/Form';
import { Link } from '~/ui/Link';
import { AlertBand } from '~/ui/messages/AlertBand';
import { NewSince, NewSinceNotice, RenderedAt } from '~/ui/messages/NewSince';
import { Toast } from '~/ui/messages/Notice';
import { SignOut } from '~/ui/shell/Menus';
import { AppShell } from '~/ui/shell/Shell';
import { ThemeSwitch } from '~/ui/ThemeSwitch';
import type { ToastMessage as ToastText } from '~/web/cookies/toast.server';
import { useLocation } from '~/web/router';
import { Announcements } from './Announcements';
import type { StoredOnDeviceProps } from './internal/StoredOnDevice';
import { useUpdates } from './internal/useUpdates';
import { INVESTOR_BOTTOM_NAV, INVESTOR_NAV, USER_MENU } from './investorNav';
import { useRootData } from './rootData';
import { SiteBanner } from './SiteBanner';
import type { loadShell } from './shell.server';

type FrameProps = Awaited<ReturnType<typeof loadShell>> & {
  csrf: string;
  isRemembered: boolean;
  toast?: ToastText | null;
  since?: Since | null;
};

export function InvestorFrame({
  csrf,
  isRemembered,
  toast,
  user,
  alerts,
  frozen,
  notTaken,
  announcements: announced,
  drawnAt: renderedAt,
  since,
  children,
}: FrameProps & { children: ReactNode }) {
  const theme = useRootData()?.theme;
  const { newest, newSince, paused, refresh } = useUpdates(renderedAt);
  const movesAnyway = useIsMotionForced();
  const { pathname, search } = useLocation();
  const current = useNewestToast(toast ?? null, newest);
  const Kept = useStoredOnDeviceComponent();
  return (
    <FormProvider value={{ csrf }}>
      <AppShell
        brand={{ href: '/dashboard' }}
        banner={
          <>
            <SiteBanner />
            <Announcements announcements={announced} />
            {frozen.map(({ part, why, goesOn, to, action }) => (
              <AlertBand key={part} to={to} action={action}>
                {`${why} ${goesOn}`}
              </AlertBand>
            ))}
            {notTaken && (
              <AlertBand to="/withdraw" action="Withdraw">
                {notTaken}
              </AlertBand>
            )}
            {since && <NewSinceNotice {...since} href="/notifications" />}
            {newSince && <NewSince at={newSince} onReload={refresh} />}
            {Kept && <Kept person={user.email} csrf={csrf} isRemembered={isRemembered} />}
          </>
        }
        toast={current.toast && <Toast key={current.count} {...current.toast} update={current.toast === newest} />}
        nav={INVESTOR_NAV}
        places={INVESTOR_BOTTOM_NAV}
        user={user}
        userMenu={USER_MENU}
        alerts={alerts ?? undefined}
        signOut={<SignOut action="/logout" />}
        footer={
          <>
            <RenderedAt at={renderedAt} href={pathname + search} />
            {(paused || movesAnyway) && (
              <p className="mb-4 flex flex-wrap items-center gap-3">
                {paused
                  ? 'Live updates are off, to save data.'
                  : 'Live updates are on, although your browser saves data.'}
                <Button type="button" onClick={() => setMotionAllowed(paused)}>
                  {paused ? 'Turn on' : 'Turn off'}
                </Button>
              </p>
            )}
            <div>
              <p>
                Questions? Read the <Link to="/faq">FAQ</Link> or{' '}
                <Link to={`/support?from=${encodeURIComponent(pathname)}`}>write to support</Link>.
              </p>
              {/* Hidden on the settings page, which has its own card for the theme. */}
              {pathname !== '/settings' && <ThemeSwitch action="/theme" current={theme ?? undefined} />}
            </div>
          </>
        }
      >
        {children}
      </AppShell>
    </FormProvider>
  );
}

function useStoredOnDeviceComponent(): ComponentType<StoredOnDeviceProps> | null {
  const [Kept, setKept] = useState<ComponentType<StoredOnDeviceProps> | null>(null);
  useEffect(() => {
    // Without a connection the import fails, and the page works without stored parts.
    import('./internal/StoredOnDevice').then(({ StoredOnDevice }) => setKept(() => StoredOnDevice)).catch(() => {});
  }, []);
  return Kept;
}

type ToastContent = { tone: ToastText['tone']; title?: string; text: string };

/** Time during which an update about the same act would repeat a form's answer, milliseconds. */
const ANSWER_MEMORY_MS = 4_000;

/** Returns the newer of a form's answer and an update. `count` increases with each one, so that each is shown once. */
function useNewestToast(
  answered: ToastText | null,
  updated: ToastContent | null,
): { toast: ToastContent | null; count: number } {
  const [state, setState] = useState({ answered, updated, toast: answered as ToastContent | null, count: 0, at: 0 });
  if (state.answered === answered && state.updated === updated) return state;
  const time = Date.now();
  const next = { ...state, answered, updated };
  const isAnswered = answered !== null && answered !== state.answered;
  const isUpdated = updated !== null && updated !== state.updated && time - state.at > ANSWER_MEMORY_MS;
  const toast = isAnswered ? answered : isUpdated ? updated : null;
  if (toast) Object.assign(next, { toast, count: state.count + 1, at: isAnswered ? time : state.at });
  setState(next);
  return next;
}
