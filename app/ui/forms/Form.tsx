import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { type FormProps, useActionData, useLocation, useNavigation } from '~/web/router';
import { useWaitReason } from '../browser/connection';
import { useHydrated } from '../browser/hydrated';
import { cx } from '../cx';
import { Form } from '../Link';
import { NOTICE_TONES, type NoticeTone, Toast, ToneMark } from '../messages/Notice';
import { Icon } from '../pictures/Icon';
import { ClosedUrlContext, savePlace } from '../savedPlace';

export const FormContext = createContext<{ csrf?: string }>({});
export const FormProvider = FormContext.Provider;

type Pending = { sending: boolean; by?: string };
const PendingContext = createContext<Pending>({ sending: false });

/** Number of times that the surrounding form was submitted but not sent because the browser's validation failed. */
const RefusedContext = createContext(0);

/** Returns whether the surrounding form is being sent, and which button (`name=value`) sent it. */
export const usePending = () => useContext(PendingContext);

/** Layout of a form. `columns`: as many fields of equal width side by side as fit. */
type FormLayout = { inline?: boolean | 'columns'; children: ReactNode };
type NativeFormProps = Omit<FormProps, 'method' | 'encType' | 'className' | 'children'>;

const fieldsClass = (inline: FormLayout['inline']) =>
  inline === 'columns' ? 'fields-grid' : inline ? 'fields-row' : 'fields';

/**
 * Form that changes something: a native post, with client navigation once scripts run. Contains the CSRF token. With `formKey` it has its
 * effect once. `at` is the ID of the row or card to which it returns.
 */
export function PostForm(
  props: FormLayout & NativeFormProps & { csrf?: string; formKey?: string; multipart?: boolean; at?: string },
) {
  const { csrf, formKey, multipart, at, inline, children, onSubmit, ...form } = props;
  const context = useContext(FormContext);
  const token = csrf ?? context.csrf;
  const saysItself = useHydrated();
  const { pending, track } = usePendingForm();
  const [refused, setRefused] = useState(0);
  return (
    <Form
      noValidate={saysItself}
      {...form}
      method="post"
      preventScrollReset
      encType={multipart ? 'multipart/form-data' : undefined}
      className={fieldsClass(inline)}
      onSubmit={(event) => {
        onSubmit?.(event);
        if (isConformValidation(event)) return;
        pressedElement = document.activeElement;
        savePlace(event.currentTarget, at);
        if (event.defaultPrevented) setRefused((times) => times + 1);
        track(event);
      }}
    >
      {token && <input type="hidden" name="_csrf" value={token} />}
      {form.id && <input type="hidden" name="_form" value={form.id} />}
      {formKey && <input type="hidden" name="_key" value={formKey} />}
      {at && <BackField at={at} />}
      <PendingContext.Provider value={pending}>
        <RefusedContext.Provider value={refused}>{children}</RefusedContext.Provider>
      </PendingContext.Provider>
      {formKey && <WaitingNotice sending={pending.sending} />}
    </Form>
  );
}

/** Hidden address to which the form returns. Without scripts, the browser scrolls to the form's part of the page. */
function BackField({ at }: { at: string }) {
  const { pathname, search } = useLocation();
  const closed = useContext(ClosedUrlContext);
  const hydrated = useHydrated();
  return <input type="hidden" name="_back" value={(closed ?? pathname + search) + (hydrated ? '' : `#${at}`)} />;
}

/** Returns whether a submit event is Conform's own validation instead of a user's. */
const isConformValidation = ({ nativeEvent }: FormEvent<HTMLFormElement>): boolean =>
  (nativeEvent as SubmitEvent).submitter?.getAttribute('name') === '__intent__';

/** Notice below the button, and in a toast, while a sent form gets no answer. */
function WaitingNotice({ sending }: { sending: boolean }) {
  const waiting = useWaitReason('form');
  const stuck = sending && waiting !== null;
  return (
    <>
      <p role="status" className="empty:hidden">
        {stuck
          ? 'There is no connection just now. What you typed is kept and sent again automatically. It counts only once.'
          : null}
      </p>
      {stuck && <Toast tone="warning" title="Something went wrong." text="We keep trying to send it." echo />}
    </>
  );
}

/** Form sent with GET, for searches and filters. `step` is the name under which the browser stores its input. */
export function GetForm({
  inline,
  children,
  onSubmit,
  step,
  ...form
}: FormLayout & NativeFormProps & { step?: string }) {
  const saysItself = useHydrated();
  const { pending, track } = usePendingForm();
  return (
    <Form
      noValidate={saysItself}
      {...(step && { id: step, 'data-step': true })}
      {...form}
      method="get"
      className={cx(fieldsClass(inline), 'print:hidden')}
      onSubmit={(event) => {
        onSubmit?.(event);
        track(event);
      }}
    >
      <PendingContext.Provider value={pending}>{children}</PendingContext.Provider>
    </Form>
  );
}

/** Returns the pending form; URLs alone do not distinguish the forms of a page. */
function usePendingForm() {
  const { state } = useNavigation();
  const [by, setBy] = useState<string>();
  useEffect(() => {
    if (state === 'idle') setBy(undefined);
  }, [state]);
  const track = (event: FormEvent<HTMLFormElement>) => {
    if (event.defaultPrevented) return;
    const { submitter } = event.nativeEvent as SubmitEvent;
    setBy(submitter instanceof HTMLButtonElement ? `${submitter.name}=${submitter.value}` : '=');
  };
  return { pending: { sending: by !== undefined && state !== 'idle', by }, track };
}

/** Problem of a form. `id` is the field's; without one the message has no link. `atField`: shown only at the field. */
export type FieldProblem = { id?: string; label?: string; message: string; atField?: boolean };

let pressedElement: Element | null = null;

/** Returns whether the user has started typing elsewhere, so that the focus must not move. */
function hasFocusMoved(): boolean {
  const { activeElement } = document;
  return activeElement !== pressedElement && Boolean(activeElement?.matches('input, textarea, select'));
}

/** Appearance of an action's answer; `problem` by default. */
type Answer = { tone?: NoticeTone; result?: { error?: Record<string, string[] | null> | null } };

function useFormAnswer(): { answer?: Answer; count: number } {
  const answer = useActionData() as Answer | undefined;
  const [seen, setSeen] = useState({ answer, count: 0 });
  if (seen.answer === answer) return seen;
  const next = { answer, count: seen.count + 1 };
  setSeen(next);
  return next;
}

/**
 * Problems of a form, focused and read out, with links to their fields; shown briefly in a toast too (not with `once`). Short forms have
 * only the toast. An `info` has no title.
 */
export function ErrorSummary(props: {
  title?: string;
  lead?: string;
  once?: boolean;
  tone?: NoticeTone;
  errors: FieldProblem[];
}) {
  const { lead, errors } = props;
  const box = useRef<HTMLDivElement>(null);
  const news = errors.map(({ id = '', message }) => id + message).join();
  const firstField = errors[0]?.id ?? '';
  // Applies also if the same error is repeated.
  const { state } = useNavigation();
  useEffect(() => {
    if (!news || state !== 'idle' || hasFocusMoved()) return;
    const field = document.getElementById(firstField);
    (box.current ?? field?.querySelector('input') ?? field)?.focus();
  }, [news, state, firstField]);
  const { answer, count } = useFormAnswer();
  const refused = useContext(RefusedContext);
  // A GET form has no answer, since each submission opens its own URL.
  const { key } = useLocation();
  const [first] = errors;
  if (!first) return null;
  const answered = Object.values(answer?.result?.error ?? {}).flat();
  const answeredTone = errors.every(({ message }) => answered.includes(message)) ? answer?.tone : undefined;
  const tone = answeredTone ?? props.tone ?? 'danger';
  const title = tone === 'info' ? undefined : (props.title ?? 'There is a problem');
  const { box: colours, mark } = NOTICE_TONES[tone];
  const toast = (
    <Toast
      key={`${count} ${refused} ${key}`}
      tone={tone}
      title={lead || props.title ? title : undefined}
      text={lead ?? first.message}
      echo
    />
  );
  if (errors.every(({ atField }) => atField)) return props.once ? null : toast;
  return (
    <>
      <div
        ref={box}
        role="alert"
        tabIndex={-1}
        // biome-ignore lint/a11y/noAutofocus: without JavaScript only this leads a person to the error
        autoFocus
        className={cx('flex flex-col gap-1 rounded-control border p-4', colours)}
      >
        {title && (
          <p className={cx('flex items-center gap-2 font-semibold', tone === 'danger' && mark)}>
            <ToneMark tone={tone} />
            {title}
          </p>
        )}
        {lead && <p>{lead}</p>}
        <ul>
          {errors.map(({ id, label, message }) => {
            const text = (
              <>
                {label && <span className="font-medium">{label}: </span>}
                {message}
              </>
            );
            return (
              <li key={(id ?? '') + message}>
                {id && tone !== 'info' ? (
                  <a
                    href={`#${id}`}
                    className={cx(
                      'inline-block py-1',
                      tone === 'danger' ? 'text-loss hover:text-loss' : 'text-ink hover:text-ink',
                    )}
                  >
                    {text}
                  </a>
                ) : (
                  text
                )}
              </li>
            );
          })}
        </ul>
      </div>
      {toast}
    </>
  );
}

/** Error message next to its subject. `id` links it to a field's `aria-describedby`. */
export function FormError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={cx('flex items-start gap-1.5 text-loss', id && 'text-sm')} role={id ? undefined : 'alert'}>
      <span className="mt-0.5">
        <Icon name="warning" size="small" />
      </span>
      <span>{children}</span>
    </p>
  );
}

/** Number of fields up to which a form shows errors only at its fields. */
const MAX_FIELDS_WITHOUT_SUMMARY = 4;

/** Returns the problems of a conform form for `ErrorSummary`. A problem of no field refers to the form. */
export function problemsOfForm(
  form: { id: string; allErrors: Record<string, string[]> },
  labels: Record<string, string> = {},
): FieldProblem[] {
  const isShort = Object.keys(labels).length <= MAX_FIELDS_WITHOUT_SUMMARY;
  return Object.entries(form.allErrors).flatMap(([name, messages]) =>
    messages.map((message) => ({
      id: name ? `${form.id}-${name}` : form.id,
      label: labels[name],
      message,
      atField: isShort && name in labels && messages.length === 1,
    })),
  );
}

/** Button that dismisses a message by posting to `action`, with the message's `id` if there are several. */
export const DismissButton = ({ action, id }: { action: string; id?: string }) => (
  <PostForm action={action}>
    <button
      type="submit"
      name={id && 'id'}
      value={id}
      className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-control"
    >
      <Icon name="close" />
      <span className="sr-only">Dismiss</span>
    </button>
  </PostForm>
);
