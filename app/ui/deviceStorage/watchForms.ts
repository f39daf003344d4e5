import { buildRefusedAnswer, SECRET_FIELDS } from '../forms/scripts/refusedForm';
import { type Control, initialValue, isTextControl } from '../forms/scripts/storeInput';
import { readDrafts, saveDraft } from './drafts';
import { forgetPages, storeWaitingNote } from './pages';
import { deleteOthersEntries, deviceStore, type Store } from './store';
import { fieldsOf, isFresh, readWaiting, saveWaiting, submittedFields, type WaitingForm } from './waitingForms';

/* Watches the forms of a signed-in person's pages. Stores input until it is sent, and submissions until they are answered. */

/** Delay after the last key before input is stored, milliseconds. */
const SAVE_DELAY_MS = 400;

/** Selector of forms that post, and of steps that submit by their URL (`step` of `GetForm`). */
const FORM_SELECTOR = 'main form[id]:is([method=post], [data-step])';

export type FormNotice = Pick<WaitingForm, 'at' | 'title' | 'page'> & {
  key: string;
  /**
   * State of a sent form. `here`: its page waits. `again`: being resent. `elsewhere`: resent by another tab. `asks`: too old to be resent
   * without asking. `sent`, `refused`: answered.
   */
  state: 'here' | 'again' | 'elsewhere' | 'asks' | 'sent' | 'refused';
  /** True if the form is stored beyond this page. */
  isStored: boolean;
};

let person: string | null = null;
let isOnDevice = false;
/** Storage of drafts: that of the device for a remembered person, otherwise that of the tab. */
let store: Store;
let notices: readonly FormNotice[] = [];
const listeners = new Set<() => void>();
const sendingForms = new Map<string, AbortController>();
/** The page's previous `fetch`, which retries until there is an answer (`withRetries`). */
let send: typeof fetch;

export const getFormNotices = (): readonly FormNotice[] => notices;

export function listenToForms(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setNotice(key: string, now: Omit<FormNotice, 'key'> | null): void {
  notices = [...notices.filter((one) => one.key !== key), ...(now ? [{ ...now, key }] : [])];
  for (const listener of listeners) listener();
}

const setNoticeState = (key: string, state: FormNotice['state']) => {
  const now = notices.find((one) => one.key === key);
  if (now) setNotice(key, { ...now, state });
};

export function clearFormNotices(): void {
  for (const { key, state } of notices) if (state === 'sent' || state === 'refused') setNotice(key, null);
}

/** Starts storing the input of this person's forms; repeated calls have no effect. */
export function watchForms(who: string, isRemembered: boolean): void {
  for (const each of deviceStores()) deleteOthersEntries(each, who);
  store = deviceStore(isRemembered);
  isOnDevice = isRemembered;
  const isFirst = send === undefined;
  person = who;
  if (!isFirst) return;
  send = window.fetch;
  window.fetch = (input, init) => {
    const { body } = init ?? {};
    const isForm = person !== null && (body instanceof URLSearchParams || body instanceof FormData);
    return isForm ? sendForm(person as string, input, { ...init, body }) : send(input, init);
  };
  let later: ReturnType<typeof setTimeout> | undefined;
  let touched: HTMLFormElement | null = null;
  const save = () => {
    clearTimeout(later);
    if (touched?.isConnected) storeForm(touched);
    touched = null;
  };
  const touch = ({ target, type }: Event) => {
    const { form } = target as Control;
    if (isRestoring || !isStorableControl(target) || !form?.matches(FORM_SELECTOR)) return;
    if (touched !== form) save();
    touched = form;
    clearTimeout(later);
    if (type === 'change') save();
    else later = setTimeout(save, SAVE_DELAY_MS);
  };
  document.addEventListener('input', touch);
  document.addEventListener('change', touch);
  addEventListener('pagehide', save);
  document.addEventListener(
    'submit',
    ({ target }) => {
      save();
      const form = target as HTMLFormElement;
      // The next step's URL contains the input.
      if (person !== null && form.matches('[data-step]')) saveDraft(store, person, draftOf(idOf(form)), {}, Date.now());
      if (form.getAttribute('action') !== '/logout') return;
      tabsChannel.postMessage(null);
      forgetPerson();
    },
    true,
  );
}

const deviceStores = () => [deviceStore(true), deviceStore(false)];

/** Channel between the tabs of a browser. When one logs out, the others stop storing. */
const tabsChannel = new BroadcastChannel('mirrorbook-signed-out');
tabsChannel.onmessage = forgetPerson;

function forgetPerson(): void {
  person = null;
  for (const one of sendingForms.values()) one.abort();
  for (const { key } of notices) setNotice(key, null);
  for (const each of deviceStores()) deleteOthersEntries(each);
  forgetPages();
}

const isCheckable = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type);

/** Returns whether an element is a field for input that contains no secret. */
const isStorableControl = (element: unknown): element is Control =>
  (isTextControl(element) || (element instanceof HTMLInputElement && isCheckable(element))) &&
  element.type !== 'password' &&
  element.name !== '' &&
  !SECRET_FIELDS.test(element.name);

const controlsOf = (form: HTMLFormElement): Control[] => [...form.elements].filter(isStorableControl);

const draftOf = (formId: string) => `${location.pathname}${location.search}#${formId}`;

const idOf = (form: HTMLFormElement) => form.getAttribute('id') ?? '';

function changedValues(form: HTMLFormElement): Record<string, string> {
  const changed = controlsOf(form).filter((control) =>
    isCheckable(control)
      ? control.checked !== control.defaultChecked && (control.checked || control.type === 'checkbox')
      : control.value !== initialValue(control),
  );
  return Object.fromEntries(
    changed.map((control) => [control.name, isCheckable(control) && !control.checked ? '' : control.value]),
  );
}

function storeForm(form: HTMLFormElement): void {
  // After a session has ended, the page belongs to nobody.
  if (person === null || location.pathname === '/login') return;
  saveDraft(store, person, draftOf(idOf(form)), changedValues(form), Date.now());
}

let isRestoring = false;

/** Restores drafts into forms that are still unchanged. @returns the time of the draft and a function that discards it; null without one */
export function restoreDrafts(): { at: Date; clear: () => void } | null {
  if (person === null) return null;
  const whose = person;
  const drafts = readDrafts(store, whose, Date.now());
  const filled: { form: HTMLFormElement; at: number }[] = [];
  for (const form of document.querySelectorAll<HTMLFormElement>(FORM_SELECTOR)) {
    const draft = drafts[draftOf(idOf(form))];
    if (!draft || Object.keys(changedValues(form)).length > 0) continue;
    isRestoring = true;
    fillForm(form, draft.values);
    isRestoring = false;
    if (Object.keys(changedValues(form)).length > 0) filled.push({ form, at: draft.at });
    // The page already has these values, so the draft was sent.
    else saveDraft(store, whose, draftOf(idOf(form)), {}, Date.now());
  }
  if (filled.length === 0) return null;
  const clear = () => {
    for (const { form } of filled) {
      form.reset();
      saveDraft(store, whose, draftOf(idOf(form)), {}, Date.now());
    }
  };
  return { at: new Date(Math.max(...filled.map(({ at }) => at))), clear };
}

function fillForm(form: HTMLFormElement, values: Record<string, string>): void {
  for (const control of controlsOf(form)) {
    const value = values[control.name];
    if (value === undefined) continue;
    const fold = control.closest('details');
    if (fold) fold.open = true;
    if (isCheckable(control)) {
      const isSelected = value === control.value;
      if (control.checked !== isSelected && (isSelected || control.type === 'checkbox')) control.click();
      continue;
    }
    control.value = value;
    // Field listeners update when they receive this event.
    control.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

type Post = RequestInit & { body: URLSearchParams | FormData };

/** Returns whether the form succeeded (202). Remix also answers 202 to redirect an ended session to the login. */
const isSuccess = async (answer: Response): Promise<boolean> =>
  answer.status === 202 && !(await answer.clone().text()).includes('"/login"');

async function sendForm(whose: string, input: RequestInfo | URL, init: Post): Promise<Response> {
  const [id, key] = ['_form', '_key'].map((name) => init.body.get(name));
  const draft = typeof id === 'string' ? draftOf(id) : null;
  const fields = fieldsOf(init.body);
  if (typeof key === 'string' && fields) return await sendOnce(whose, key, input, init, { draft, fields });
  const answer = await send(input, init);
  if (draft && (await isSuccess(answer))) saveDraft(store, whose, draft, {}, Date.now());
  return answer;
}

async function sendOnce(
  whose: string,
  key: string,
  input: RequestInfo | URL,
  init: Post,
  { draft, fields }: Pick<WaitingForm, 'draft' | 'fields'>,
): Promise<Response> {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input, location.href);
  const form: WaitingForm = {
    at: Date.now(),
    title: document.querySelector('main h1')?.textContent ?? document.title,
    page: location.pathname + location.search,
    to: pathname + search,
    fields,
    draft,
  };
  const isStored = saveAndNoteForm(whose, key, form);
  if (draft && isStored) saveDraft(store, whose, draft, {}, Date.now());
  const controller = new AbortController();
  sendingForms.set(key, controller);
  setNotice(key, { ...form, state: 'here', isStored: isStored });
  return await withFormLock(key, async () => {
    try {
      const signal = init.signal ? AbortSignal.any([init.signal, controller.signal]) : controller.signal;
      const answer = await send(input, { ...init, signal });
      settleForm(whose, key, form, await isSuccess(answer));
      return answer;
    } catch (error) {
      const answer = controller.signal.aborted ? buildRefusedAnswer(init.body, REVERTED_MESSAGE) : null;
      // The person has left for another page; sending continues.
      if (!controller.signal.aborted && init.signal?.aborted && isStored)
        setTimeout(() => resendUnanswered(tokenIn(init.body)));
      else settleForm(whose, key, form, false);
      if (answer) return answer;
      throw error;
    } finally {
      sendingForms.delete(key);
      setNotice(key, null);
    }
  });
}

/** Stores or deletes (null) a waiting form, and lists it on pages that are read offline. */
function saveAndNoteForm(whose: string, key: string, form: WaitingForm | null): boolean {
  const isStored = saveWaiting(store, whose, key, form, Date.now());
  const titles = Object.values(readWaiting(store, whose, Date.now())).map(({ title }) => title);
  // If caches are forbidden or full, these pages lack the note.
  if (isOnDevice) void storeWaitingNote(whose, titles).catch(() => {});
  return isStored;
}

const REVERTED_MESSAGE = 'You took this back. If it had arrived before, your history shows it.';

const tokenIn = (body: URLSearchParams | FormData) => String(body.get('_csrf') ?? '');

/** Runs work while no other tab sends the same form. Without locks, the form's key ensures that it counts once. */
const withFormLock = async <T>(key: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks ? await navigator.locks.request(lockOf(key), () => work()) : await work();

const lockOf = (key: string) => `form ${key}`;

/** Stops waiting for a form that was answered or reverted. Unsent input stays as a draft. */
function settleForm(whose: string, key: string, form: WaitingForm, isDone: boolean): void {
  saveAndNoteForm(whose, key, null);
  if (!isDone && form.draft && person !== null) {
    saveDraft(store, whose, form.draft, submittedFields(form), Date.now());
  }
}

/** Resends unanswered forms of earlier pages, each in only one tab, and shows the outcome. */
export function resendUnanswered(csrf: string): void {
  if (person === null) return;
  for (const [key, form] of Object.entries(readWaiting(store, person, Date.now()))) {
    if (sendingForms.has(key)) continue;
    const isDue = isFresh(form, Date.now());
    setNotice(key, { ...form, state: isDue ? 'again' : 'asks', isStored: true });
    if (isDue) void resendForm(key, csrf);
  }
}

export async function resendForm(key: string, csrf: string): Promise<void> {
  if (person === null || sendingForms.has(key)) return;
  const whose = person;
  const controller = new AbortController();
  sendingForms.set(key, controller);
  setNoticeState(key, 'again');
  const isElsewhere = await navigator.locks?.query().then(({ held }) => held?.some(({ name }) => name === lockOf(key)));
  if (isElsewhere) setNoticeState(key, 'elsewhere');
  await withFormLock(key, async () => {
    // Another tab may have sent the form meanwhile, or the person may have discarded it.
    const form = readWaiting(store, whose, Date.now())[key];
    if (!form || controller.signal.aborted) return setNotice(key, null);
    setNoticeState(key, 'again');
    const body = new URLSearchParams([...form.fields, ['_csrf', csrf]]);
    const answer = await send(form.to, { method: 'POST', body, signal: controller.signal }).catch(() => null);
    if (controller.signal.aborted) return;
    const isDone = answer !== null && (await isSuccess(answer));
    settleForm(whose, key, form, isDone);
    setNoticeState(key, isDone ? 'sent' : 'refused');
  }).finally(() => sendingForms.delete(key));
}

/** Stops resending a form, and leaves its input on its page. It may have arrived before, at most once. */
export function discardWaiting(key: string): void {
  const form = person !== null && readWaiting(store, person, Date.now())[key];
  if (form && person !== null) settleForm(person, key, form, false);
  sendingForms.get(key)?.abort();
  setNotice(key, null);
}
