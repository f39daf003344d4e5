import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useNavigate } from '~/web/router';
import { cx } from '../cx';
import { Link } from '../Link';
import { Icon } from '../pictures/Icon';
import { ClosedUrlContext } from '../savedPlace';

/**
 * Step shown over its page, with its own URL. The link that closes it (`closeHref`) is last, so that the focus starts at the first field.
 * Without scripts it is open on the page. A `sheet` rises from a phone's bottom edge, and its title gets the focus, since a key may still
 * be pressed.
 */
export function StepDialog(props: { title: string; closeHref: string; sheet?: boolean; children: ReactNode }) {
  const { title, closeHref, sheet, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const navigate = useNavigate();
  useEffect(() => {
    const opened = dialog.current;
    if (!opened) return;
    // Before scripts ran, a person may have scrolled, typed or started a press in the dialog, so its scroll position
    // and focus are restored.
    const { scrollTop } = opened;
    const { activeElement } = document;
    const wasWithin = opened.contains(activeElement);
    opened.close();
    opened.showModal();
    const focused = wasWithin ? activeElement : sheet ? opened.querySelector('h2') : null;
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    opened.scrollTop = scrollTop;
  }, [sheet]);
  return (
    <>
      <div className="fixed inset-0 z-30 bg-[rgb(8_15_26/0.6)] print:hidden" />
      <dialog
        ref={dialog}
        open
        aria-labelledby={heading}
        onCancel={(event) => {
          event.preventDefault();
          navigate(closeHref, { preventScrollReset: true });
        }}
        className={cx(
          'fixed inset-x-0 top-4 z-30 mx-auto my-0 h-fit max-h-[calc(100dvh-2rem)] sm:top-[12dvh] sm:max-h-[calc(88dvh-1rem)] w-[calc(100%-2rem)] max-w-lg overflow-y-auto rounded-card border border-line bg-surface p-5 text-ink shadow-raised backdrop:bg-transparent',
          sheet && 'max-sm:top-auto max-sm:bottom-0 max-sm:w-full max-sm:rounded-b-none',
        )}
      >
        <h2
          id={heading}
          tabIndex={sheet ? -1 : undefined}
          className="mb-4 pe-10 text-xl font-semibold leading-tight outline-none"
        >
          {title}
        </h2>
        <ClosedUrlContext.Provider value={closeHref}>{children}</ClosedUrlContext.Provider>
        <Link
          to={closeHref}
          preventScrollReset
          className="absolute end-2 top-2 grid size-11 place-items-center rounded-control text-muted hover:text-ink"
        >
          <Icon name="close" />
          <span className="sr-only">Close</span>
        </Link>
      </dialog>
    </>
  );
}
