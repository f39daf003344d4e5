import { createContext, useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigation } from '~/web/router';

/** URL to which a form in a dialog returns: its page without the dialog. */
export const ClosedUrlContext = createContext<string | null>(null);

export const PlaceIdContext = createContext<string | undefined>(undefined);

type Place = { pathname: string; at?: string; form: HTMLFormElement; around: HTMLElement[] };

let submittedPlace: Place | null = null;

/** Stores the position of a form being sent. `at` is the ID of its part of the page. */
export function savePlace(form: HTMLFormElement, at?: string): void {
  const around: HTMLElement[] = [];
  for (let part = form.parentElement; part; part = part.parentElement)
    if (part.tabIndex >= 0 || part.id) around.push(part);
  submittedPlace = { pathname: window.location.pathname, at, form, around };
}

const FOCUSABLE_SELECTOR = 'button, a[href], input:not([type=hidden]), select, summary';

/** Restores the focus after the pressed control has disappeared, without scrolling the page. */
function restoreFocus({ at, form, around }: Place): void {
  const { activeElement, body } = document;
  if (activeElement && activeElement !== body) return;
  const part = at ? document.getElementById(at) : null;
  const place = [form, part, ...around].find((each) => each?.isConnected);
  // Ignores elements hidden at this width, such as the name of an open fold.
  const shown = [...(place?.querySelectorAll<HTMLElement>(FOCUSABLE_SELECTOR) ?? [])].find(
    (each) => each.getClientRects().length,
  );
  const target = shown ?? place;
  if (!target) return;
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

const useIsomorphicLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/** Restores scroll position and focus after a form, unless it leads to another page. */
export function useSavedPlace(): void {
  const { pathname } = useLocation();
  const { state } = useNavigation();
  useIsomorphicLayoutEffect(() => {
    if (!submittedPlace || submittedPlace.pathname === pathname) return;
    submittedPlace = null;
    window.scrollTo(0, 0);
  }, [pathname]);
  useEffect(() => {
    if (state !== 'idle' || !submittedPlace) return;
    restoreFocus(submittedPlace);
    submittedPlace = null;
  }, [state]);
}
