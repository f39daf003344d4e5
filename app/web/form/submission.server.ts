import type { SubmissionResult } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { z } from 'zod';
import type { Handle, WriteLocks } from '~/platform/db/index.server';
import '~/platform/fields/issueMessages.server';
import type { StoredFile } from '~/platform/fields/uploadedFile';
import {
  type PassingRefusal,
  type Preview,
  type Refusal,
  type Result,
  STATUS_OF,
  TONE_BY_CODE,
} from '~/platform/result';
import { redirectWithToast, type ToastMessage } from '../cookies/toast.server';
import { isDone, isIssuedKey, issueKey, type OnceResult, runExactlyOnce, type Storable } from '../idempotency.server';
import { data } from '../responses.server';
import { type ExpectedUpload, type ReceivedUpload, readUpload } from './upload.server';

export const markHasFile = <F extends (...args: never[]) => unknown>(handler: F): F & { hasFile: true } =>
  Object.assign(handler, { hasFile: true as const });

/** Fields whose values are never sent back to the browser. */
export const UNSTORED_FIELDS = ['password', 'confirmPassword', 'currentPassword', 'newPassword', 'otp'];

/** Answer of an action that shows the page again; `useActionForm` reads it. */
export type FormAnswer = {
  form?: string;
  result: SubmissionResult<string[]>;
  /** Tone of a message that is not an error; see `TONE_BY_CODE`. */
  tone?: 'info' | 'warning';
  /** Key for repeating the form: the same one after a refusal, which does not consume it, or a new one if it is no longer valid. */
  formKey?: string;
  /** True if a recent form did the same, so that the page asks whether to repeat it. */
  mustConfirm?: boolean;
  /** True if a second factor is required, so that the page shows the field `otp`. */
  confirm?: boolean;
  /** Effect of the form, which the page shows before it asks whether to continue. */
  preview?: Preview;
  storedFiles?: Record<string, StoredFile>;
};

export type RefusedForm = ReturnType<typeof data<FormAnswer>>;

/** Function that shows the form again with a refusal. `Retry-After` states when to retry. */
type Refuse = (refusal: PassingRefusal, status?: number, more?: Partial<FormAnswer>) => RefusedForm;

export type Submission<T> = { ok: true; value: T; refuse: Refuse } | { ok: false; refused: RefusedForm };

/**
 * Parses a form with the browser's schema. An invalid value answers 400 with messages and all input except passwords. The file `upload`
 * is stored first, and stays stored if another field is invalid; 503 if the storage is unavailable.
 */
export async function parseSubmission<S extends z.ZodType>(
  form: FormData,
  schema: S,
  upload?: ExpectedUpload,
): Promise<Submission<z.output<S>>> {
  // Conform reads instructions from these fields. The product's forms send none, and invalid ones would throw.
  for (const name of ['__intent__', '__state__']) form.delete(name);
  const taken: ReceivedUpload = upload ? await readUpload(form, upload) : { form, field: '' };
  const parsed = await parseWithZod(taken.form, { schema, async: true });
  const storedFiles = taken.file && { [taken.field]: taken.file };
  if (storedFiles) storedFilesByForm.set(form, storedFiles);
  const id = form.get('_form');
  const sent = { form: typeof id === 'string' ? id : undefined, storedFiles };
  const reply = (more: Parameters<typeof parsed.reply>[0], init: ResponseInit, rest: Partial<FormAnswer> = {}) =>
    data({ ...sent, result: parsed.reply({ hideFields: UNSTORED_FIELDS, ...more }), ...rest }, init);
  const refuse = (
    { code, message, also = [], field, retryAfter, preview }: PassingRefusal,
    status = 400,
    more: Partial<FormAnswer> = {},
  ) => {
    // A preview is no error, unless a field is missing too.
    if (preview && !field) return reply({}, { status: 200 }, { preview, ...more });
    const headers = retryAfter === undefined ? undefined : { 'Retry-After': String(retryAfter) };
    const errors = field ? { fieldErrors: { [field]: [message, ...also] } } : { formErrors: [message] };
    return reply(
      errors,
      { status: STATUS_OF[code] ?? status, headers },
      { tone: TONE_BY_CODE[code], preview, ...more },
    );
  };
  if (taken.refusal) return { ok: false, refused: refuse(taken.refusal) };
  if (parsed.status !== 'success') return { ok: false, refused: reply({}, { status: 400 }) };
  return { ok: true, value: parsed.value as z.output<S>, refuse };
}

const storedFilesByForm = new WeakMap<FormData, FormAnswer['storedFiles']>();

const ANY_FIELDS_SCHEMA = z.looseObject({});

/** Shows a form again as entered, with the reason of the failure and the same key. Null for a form of buttons only. */
export async function redisplayForm(
  form: FormData,
  refusal: PassingRefusal,
  status: number,
): Promise<RefusedForm | null> {
  // Only forms with input fields have an ID.
  if (!form.has('_form')) return null;
  const storedFiles = storedFilesByForm.get(form);
  // Omits files, since a page can't fill in a file field.
  for (const [name, value] of [...form]) if (value instanceof File) form.delete(name);
  const sent = await parseSubmission(form, ANY_FIELDS_SCHEMA);
  if (!sent.ok) return sent.refused;
  return sent.refuse(refusal, status, {
    ...(storedFiles && { storedFiles }),
    formKey: form.has('_key') ? String(form.get('_key')) : undefined,
    mustConfirm: form.has('_again'),
  });
}

/** Check of the second factor of the person who sends a form. Refuses (field `otp`) until the code is correct. */
export type Confirm = (otp: string) => Promise<Result<unknown, PassingRefusal>>;

export type OnceForm<S extends z.ZodType, T> = {
  /** ID of the user or administrator for whom the form's key was made. */
  scope: string;
  operation: string;
  schema: S;
  upload?: ExpectedUpload;
  /** Checks the second factor after the form was validated and before anything is done. */
  confirm?: Confirm;
  /** @param shown digest of the preview in the form; null without one */
  run: (tx: Handle, value: z.output<S>, shown: string | null) => Promise<Result<T>>;
  /** Returns the locks for concurrent execution; see `write`. Without them the act is exclusive. */
  locks?: (value: z.output<S>) => WriteLocks | Promise<WriteLocks>;
  /** True if the page first shows the effect: without `shown`, `run` returns a refusal with a preview. */
  hasPreview?: boolean;
  /** True if the thing can happen only once, such as a cancellation, so that `run` refuses the second time. */
  refusesRepetition?: boolean;
  /** Writes data that belongs to a refusal, such as a mail, after `run` was rolled back. */
  onRefused?: (tx: Handle, refusal: Refusal, value: z.output<S>) => Promise<void>;
  next: (value: T) => { to: string; toast: ToastMessage };
};

const OUTDATED_PAGE_REFUSAL: Refusal = {
  code: 'bad-key',
  message: 'This page was too old to be used. Nothing was done. Please check it and send it again.',
};

/** Runs a form's effect once. Later posts get the answer of the first. A refused form may be sent again with other values. */
export async function runFormOnce<S extends z.ZodType, T extends Storable>(
  form: FormData,
  {
    scope,
    operation,
    schema,
    upload,
    confirm,
    run,
    locks,
    hasPreview = false,
    refusesRepetition = false,
    onRefused,
    next,
  }: OnceForm<S, T>,
): Promise<RefusedForm | Response> {
  const key = String(form.get('_key') ?? '');
  // A form that was done before gets its first answer, even if the state has changed.
  const own = isIssuedKey(key, scope, operation);
  const refuseBeforeStoring = async () => {
    if (!own) return OUTDATED_PAGE_REFUSAL;
    const refusal = (await upload?.refuseBeforeStoring?.()) ?? null;
    return refusal && !(await isDone(scope, key)) ? refusal : null;
  };
  const sent = await parseSubmission(form, schema, upload && { ...upload, refuseBeforeStoring });
  if (!sent.ok) {
    if (!own) sent.refused.data.formKey = issueKey(scope, operation);
    return sent.refused;
  }
  const again = form.get('_again') === '1';
  const shown = hasPreview ? previewDigestOf(form) : null;
  const once = async (seen: string | null) =>
    await runExactlyOnce(
      {
        scope,
        operation,
        key,
        fields: serializeValue(sent.value as Record<string, unknown>),
        again: again || refusesRepetition,
        locks: await locks?.(sent.value),
      },
      async (tx) => {
        const ran = await run(tx, sent.value, seen);
        if (hasPreview && seen === null && ran.ok) throw new Error(`${operation} was done before it was shown`);
        return ran;
      },
      onRefused && ((tx, refusal) => onRefused(tx, refusal, sent.value)),
    );
  // A form that was done before needs no second factor.
  const wasDone = own && (await isDone(scope, key));
  // A preview needs no code, although the page already requests it.
  const isPreview = hasPreview && shown === null && !wasDone;
  const confirmed = confirm && !wasDone ? await confirm(isPreview ? '' : String(form.get('otp') ?? '')) : null;
  const wantsCode = confirmed?.ok === false;
  // The key stays the same, so that the form sent again with the code counts as the same.
  if (wantsCode && !(isPreview && confirmed.error.field === 'otp')) {
    const preview = hasPreview && own ? outcomePreview(await once(null)) : undefined;
    return sent.refuse(confirmed.error, 403, { formKey: key, mustConfirm: again, confirm: true, preview });
  }
  const outcome = await once(shown);
  const formKey = issueKey(scope, operation);
  switch (outcome.kind) {
    case 'done': {
      const { to, toast } = next(outcome.value);
      return await redirectWithToast(to, toast);
    }
    case 'refused':
      if (!outcome.refusal.preview) return sent.refuse(outcome.refusal, 400, { formKey: key });
      return sent.refuse(outcome.refusal, 400, { formKey: key, mustConfirm: again, confirm: wantsCode });
    case 'again?':
      return sent.refuse(
        {
          code: 'again',
          message: 'You requested exactly this a moment ago, and it was done. Do you want it done again?',
        },
        409,
        { formKey: key, mustConfirm: true },
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
      return sent.refuse(OUTDATED_PAGE_REFUSAL, 422, { formKey });
  }
}

export function previewDigestOf(form: FormData): string | null {
  const digest = form.get('_preview');
  return typeof digest === 'string' ? digest : null;
}

const outcomePreview = <T>(outcome: OnceResult<T>) =>
  outcome.kind === 'refused' ? outcome.refusal.preview : undefined;

const serializePart = (part: unknown): string =>
  typeof part === 'object'
    ? JSON.stringify(part, (_, each) => (typeof each === 'bigint' ? `${each}` : each))
    : String(part);

/** Serialises values to compare two forms: amounts in exact cents, dates as instants. */
function serializeValue(value: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(value).filter(([, part]) => part !== undefined && part !== null);
  return Object.fromEntries(
    entries.map(([name, part]) => [name, part instanceof Date ? part.toISOString() : serializePart(part)]),
  );
}
