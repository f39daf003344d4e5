import type { SubmissionResult } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { z } from 'zod';
import type { Handle } from '~/platform/db/index.server';
import type { KeptFile } from '~/platform/fields/uploadedFile';
import { type PassingRefusal, type Preview, type Refusal, type Result, STATUS_OF, TONE_OF } from '~/platform/result';
import { redirectWithToast, type Toast } from '../cookies/toast.server';
import { exactlyOnce, isOurKey, isSpent, newKey, type Once } from '../idempotency.server';
import { data } from '../responses.server';
import { type ExpectedUpload, type TakenUpload, takeUpload } from './upload.server';

/** Marks what handles a form that brings a file: the server lets more bytes in at the address of its page. */
export const withFile = <F extends (...args: never[]) => unknown>(handler: F): F & { bringsFile: true } =>
  Object.assign(handler, { bringsFile: true as const });

/** Never sent back into a form. */
const NOT_KEPT = ['password', 'confirmPassword', 'currentPassword', 'newPassword', 'otp'];

/** What an action answers with when the page is to be shown again; `useActionForm` reads it. */
export type FormAnswer = {
  /** Which form of the page it answers. */
  form?: string;
  result: SubmissionResult<string[]>;
  /** How it is told, where it is no error: see `TONE_OF`. */
  tone?: 'info' | 'warning';
  /** A fresh key for the corrected form: the old one has an outcome now. */
  formKey?: string;
  /** The same was asked for a moment ago: the page asks "again?". */
  askAgain?: boolean;
  /** It waits for a second factor: the page asks for its code, in the field `otp`. */
  confirm?: boolean;
  /** What it would do: the page shows it and asks whether to go on. */
  preview?: Preview;
  /** Files that have arrived, by field: they need not be sent again. */
  kept?: Record<string, KeptFile>;
};

export type Refused = ReturnType<typeof data<FormAnswer>>;

/** The form again with a refusal. When it passes is told in `Retry-After`; a route exports `headers` to pass that on. */
type Refuse = (refusal: PassingRefusal, status?: number, more?: Partial<FormAnswer>) => Refused;

export type Submission<T> = { ok: true; value: T; refuse: Refuse } | { ok: false; refused: Refused };

/**
 * Parses a posted form with the schema that the browser checks with too. A value that does not fit is answered with the
 * page again: 400, what was typed kept (but passwords), each message beside its field.
 * @param upload the file that the form brings: it is stored first, and the schema sees its id (`uploadedFile`). An error
 *   elsewhere in the form leaves it kept. What it was refused for stands beside its field; a storage that is down is a 503
 */
export async function submission<S extends z.ZodType>(
  form: FormData,
  schema: S,
  upload?: ExpectedUpload,
): Promise<Submission<z.output<S>>> {
  // conform's own instructions, which no form of ours sends; nonsense in them would be a fault and not a refusal.
  for (const name of ['__intent__', '__state__']) form.delete(name);
  const taken: TakenUpload = upload ? await takeUpload(form, upload) : { form, field: '' };
  const parsed = await parseWithZod(taken.form, { schema, async: true });
  const kept = taken.file && { [taken.field]: taken.file };
  if (kept) keptFiles.set(form, kept);
  const id = form.get('_form');
  const sent = { form: typeof id === 'string' ? id : undefined, kept };
  const reply = (more: Parameters<typeof parsed.reply>[0], init: ResponseInit, rest: Partial<FormAnswer> = {}) =>
    data({ ...sent, result: parsed.reply({ hideFields: NOT_KEPT, ...more }), ...rest }, init);
  const refuse = (
    { code, message, also = [], field, retryAfter, preview }: PassingRefusal,
    status = 400,
    more: Partial<FormAnswer> = {},
  ) => {
    // What would be done is no problem, unless something beside it is missing.
    if (preview && !field) return reply({}, { status: 200 }, { preview, ...more });
    const headers = retryAfter === undefined ? undefined : { 'Retry-After': String(retryAfter) };
    const errors = field ? { fieldErrors: { [field]: [message, ...also] } } : { formErrors: [message] };
    return reply(errors, { status: STATUS_OF[code] ?? status, headers }, { tone: TONE_OF[code], preview, ...more });
  };
  if (taken.refusal) return { ok: false, refused: refuse(taken.refusal) };
  if (parsed.status !== 'success') return { ok: false, refused: reply({}, { status: 400 }) };
  return { ok: true, value: parsed.value as z.output<S>, refuse };
}

/** The files that have arrived with a form. */
const keptFiles = new WeakMap<FormData, FormAnswer['kept']>();

const anything = z.looseObject({});

/**
 * A form whose handler never came to an answer, as it was typed, with why; null for one of buttons alone. Its key stays:
 * sent again, it still counts once.
 */
export async function asTyped(form: FormData, refusal: PassingRefusal, status: number): Promise<Refused | null> {
  // A form with something typed into it says which one it is.
  if (!form.has('_form')) return null;
  const kept = keptFiles.get(form);
  // A browser sends no file that it did not choose itself, so none can go back.
  for (const [name, value] of [...form]) if (value instanceof File) form.delete(name);
  const sent = await submission(form, anything);
  if (!sent.ok) return sent.refused;
  const hidden = (name: string) => (form.has(name) ? String(form.get(name)) : undefined);
  return sent.refuse(refusal, status, {
    ...(kept && { kept }),
    formKey: hidden('_key'),
    askAgain: form.has('_again'),
  });
}

/** Asks the person who sends a form for their second factor: a refusal, about the field `otp`, until they have shown it. */
export type Confirm = (otp: string) => Promise<Result<unknown, PassingRefusal>>;

/** A form that moves money or files something: what it is called, who sends it, what it does, where it leads. */
export type OnceForm<S extends z.ZodType, T> = {
  /** The id of the user or administrator whose key the form carries. */
  scope: string;
  operation: string;
  schema: S;
  /** The file that the form brings; see `submission`. */
  upload?: ExpectedUpload;
  /** Asks for a second factor, given what the form holds of it, once the form is found right and before anything is done. */
  confirm?: Confirm;
  /**
   * @param shown the digest of the preview that the form brings back; null when none was shown, and always without
   *   `previews`
   */
  run: (tx: Handle, value: z.output<S>, shown: string | null) => Promise<Result<T>>;
  /** Its page shows what it would do first: without `shown`, `run` answers with a refusal that holds a preview. */
  previews?: boolean;
  /** It happens to its thing once (a cancellation, a decision): asked again, `run` refuses it in its own words. */
  refusesAgain?: boolean;
  /** Written when `run` refused and was taken back: a mail that says so. */
  onRefused?: (tx: Handle, refusal: Refusal, value: z.output<S>) => Promise<void>;
  next: (value: T) => { to: string; toast: Toast };
};

const OLD_PAGE: Refusal = {
  code: 'bad-key',
  message: 'This page was too old to be used. Nothing was done. Please check it and send it again.',
};

/**
 * Does what the form asks, once, however often it is sent: the second press, the reload and the fiftieth parallel post
 * get the answer of the first.
 */
export async function onceForm<S extends z.ZodType, T extends { journalId?: string }>(
  form: FormData,
  {
    scope,
    operation,
    schema,
    upload,
    confirm,
    run,
    previews = false,
    refusesAgain = false,
    onRefused,
    next,
  }: OnceForm<S, T>,
): Promise<Refused | Response> {
  const key = String(form.get('_key') ?? '');
  // A form already done gets its first answer, even if state changed since.
  const ours = isOurKey(key, scope, operation);
  const unless = async () => {
    if (!ours) return OLD_PAGE;
    const refusal = (await upload?.unless?.()) ?? null;
    return refusal && !(await isSpent(scope, key)) ? refusal : null;
  };
  const sent = await submission(form, schema, upload && { ...upload, unless });
  if (!sent.ok) {
    if (!ours) sent.refused.data.formKey = newKey(scope, operation);
    return sent.refused;
  }
  const again = form.get('_again') === '1';
  const shown = previews ? shownIn(form) : null;
  const once = (seen: string | null) =>
    exactlyOnce(
      {
        scope,
        operation,
        key,
        fields: asText(sent.value as Record<string, unknown>),
        again: again || refusesAgain,
      },
      async (tx) => {
        const ran = await run(tx, sent.value, seen);
        if (previews && seen === null && ran.ok) throw new Error(`${operation} was done before it was shown`);
        return ran;
      },
      onRefused && ((tx, refusal) => onRefused(tx, refusal, sent.value)),
    );
  // A form already done needs no second factor.
  const spent = ours && (await isSpent(scope, key));
  // Showing the preview needs no code, but the page already asks for it.
  const previewsOnly = previews && shown === null && !spent;
  const confirmed = confirm && !spent ? await confirm(previewsOnly ? '' : String(form.get('otp') ?? '')) : null;
  const wantsCode = confirmed?.ok === false;
  // The key goes back unused: sent again with the code, it is still the same form.
  if (wantsCode && !(previewsOnly && confirmed.error.field === 'otp')) {
    const preview = previews && ours ? previewOf(await once(null)) : undefined;
    return sent.refuse(confirmed.error, 403, { formKey: key, askAgain: again, confirm: true, preview });
  }
  const outcome = await once(shown);
  const formKey = newKey(scope, operation);
  switch (outcome.kind) {
    case 'done': {
      const { to, toast } = next(outcome.value);
      return await redirectWithToast(to, toast);
    }
    case 'refused':
      if (!outcome.refusal.preview) return sent.refuse(outcome.refusal, 400, { formKey });
      return sent.refuse(outcome.refusal, 400, { formKey: key, askAgain: again, confirm: wantsCode });
    case 'again?':
      return sent.refuse(
        {
          code: 'again',
          message: 'You asked for exactly this a moment ago, and it was done. Do you want it done again?',
        },
        409,
        { formKey, askAgain: true },
      );
    case 'key-reused':
      return sent.refuse(
        {
          code: 'key-reused',
          message:
            'This form was sent before with other values, and that was done. Look at your history, then send it again if you still want this.',
        },
        422,
        { formKey },
      );
    case 'bad-key':
      return sent.refuse(OLD_PAGE, 422, { formKey });
  }
}

/** The digest of the preview that a form brings back; null when it brings none. */
export function shownIn(form: FormData): string | null {
  const digest = form.get('_preview');
  return typeof digest === 'string' ? digest : null;
}

const previewOf = <T>(outcome: Once<T>) => (outcome.kind === 'refused' ? outcome.refusal.preview : undefined);

/** Values as text, for "is it the same?": cents exactly, a date as its instant. */
function asText(value: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(value).filter(([, part]) => part !== undefined && part !== null);
  return Object.fromEntries(
    entries.map(([name, part]) => [name, part instanceof Date ? part.toISOString() : String(part)]),
  );
}
