import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '~/ui/Button';
import { useWaitReason } from '~/ui/browser/connection';
import { forgetPages, readSavedTime, savePage } from '~/ui/deviceStorage/pages';
import {
  clearFormNotices,
  discardWaiting,
  type FormNotice,
  getFormNotices,
  listenToForms,
  resendForm,
  resendUnanswered,
  restoreDrafts,
  watchForms,
} from '~/ui/deviceStorage/watchForms';
import { Link } from '~/ui/Link';
import { Time } from '~/ui/tables/Data';
import { useLocation, useNavigation, useRevalidator } from '~/web/router';

export type StoredOnDeviceProps = { person: string; csrf: string; isRemembered: boolean };

const SAVE_DELAY_MS = 1_000;

/** Parts stored on the device: restored drafts, forms that wait to be sent, and pages for reading offline. */
export function StoredOnDevice({ person, csrf, isRemembered }: StoredOnDeviceProps) {
  const back = useDrafts(person, isRemembered);
  const forms = useForms(person, csrf, isRemembered);
  useStoredPages(isRemembered ? person : null);
  const seen = useLastSeen();
  return (
    <>
      {back && (
        <div
          role="status"
          className="flex flex-wrap items-center justify-center gap-x-3 border-b border-warning bg-warning-soft px-4 py-1 print:hidden"
        >
          <span>
            What you typed here on <Time at={back.at} /> and did not send is back in the form.
          </span>
          <Button type="button" tone="quiet" onClick={back.clear}>
            Clear it
          </Button>
        </div>
      )}
      <div className="above-page-waits">
        {forms.map((form) => (
          <WaitingForm key={form.key} form={form} csrf={csrf} isRemembered={isRemembered} />
        ))}
        {seen && (
          <MessageBox>
            <Link to={seen.address} reloadDocument>
              Read the page as it was on <Time at={seen.at} />
            </Link>
          </MessageBox>
        )}
      </div>
    </>
  );
}

const MessageBox = ({ children }: { children: ReactNode }) => (
  <div
    role="status"
    className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control border border-warning bg-warning-soft p-4 shadow-raised"
  >
    {children}
  </div>
);

function useDrafts(person: string, isRemembered: boolean) {
  const { key } = useLocation();
  const { state } = useNavigation();
  const [back, setBack] = useState<ReturnType<typeof restoreDrafts>>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opened page has its own forms
  useEffect(() => {
    watchForms(person, isRemembered);
    if (state !== 'idle') return;
    const found = restoreDrafts();
    const clear = () => {
      found?.clear();
      setBack(null);
    };
    setBack(found && { ...found, clear });
  }, [person, isRemembered, key, state]);
  return back;
}

/** Sends the forms stored by earlier pages. A form of this page is announced once sending it has failed. */
function useForms(person: string, csrf: string, isRemembered: boolean): readonly FormNotice[] {
  const { key } = useLocation();
  const { revalidate } = useRevalidator();
  const forms = useSyncExternalStore(listenToForms, getFormNotices, getFormNotices);
  const isStuck = useWaitReason('form') !== null;
  useEffect(() => {
    watchForms(person, isRemembered);
    resendUnanswered(csrf);
  }, [person, csrf, isRemembered]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content of another page replaces earlier messages
  useEffect(clearFormNotices, [key]);
  const arrived = forms.filter(({ state }) => state === 'sent').length;
  useEffect(() => {
    if (arrived > 0) revalidate();
  }, [arrived, revalidate]);
  return forms.filter(({ state }) => state !== 'here' || isStuck);
}

function WaitingForm({ form, csrf, isRemembered }: { form: FormNotice } & Omit<StoredOnDeviceProps, 'person'>) {
  const { key, at, title, page, state, isStored } = form;
  const text: Record<FormNotice['state'], ReactNode> = {
    here: isStored
      ? `waits for a connection. It is also sent when you open a page again ${isRemembered ? 'later' : 'in this tab'}.`
      : 'waits for a connection. Leave this page open until then: your browser lets nothing be kept.',
    again: 'had no answer yet. It is sent until there is one, and counts only once.',
    elsewhere: 'is being sent by another tab.',
    asks: (
      <>
        was sent on <Time at={new Date(at)} /> and had no answer. Sent again, it counts only once.
      </>
    ),
    sent: 'has arrived.',
    refused: 'was not accepted as it was. What you typed is on its page.',
  };
  return (
    <MessageBox>
      <span className="min-w-0 flex-1 basis-56">
        <strong>{title}</strong> {text[state]}
      </span>
      {state === 'asks' && (
        <Button type="button" onClick={() => void resendForm(key, csrf)}>
          Send it
        </Button>
      )}
      {(state === 'here' || state === 'again' || state === 'asks') && (
        <Button type="button" tone="quiet" onClick={() => discardWaiting(key)}>
          Take it back
        </Button>
      )}
      {state === 'refused' && <Link to={page}>Open it</Link>}
    </MessageBox>
  );
}

function useStoredPages(person: string | null): void {
  const { key } = useLocation();
  const { state } = useNavigation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opened page is stored
  useEffect(() => {
    if (state !== 'idle') return;
    const later = setTimeout(async () => {
      await forgetPages(person ?? undefined);
      // Storage may be full or forbidden.
      if (person) await savePage(person).catch(() => {});
    }, SAVE_DELAY_MS);
    return () => clearTimeout(later);
  }, [person, key, state]);
}

function useLastSeen(): { address: string; at: Date } | null {
  const { location } = useNavigation();
  const isWaiting = useWaitReason('page') !== null;
  const address = location && isWaiting ? location.pathname + location.search : null;
  const [seen, setSeen] = useState<{ address: string; at: Date } | null>(null);
  useEffect(() => {
    setSeen(null);
    if (address) readSavedTime(address).then((at) => setSeen(at && { address, at }));
  }, [address]);
  return seen;
}
