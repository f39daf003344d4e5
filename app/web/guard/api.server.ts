import type { z } from 'zod';
import { describeUnavailability, type Handle, read, type WriteLocks } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { formatIssue } from '~/platform/fields/issueMessages.server';
import { hashSecret } from '~/platform/ids';
import { log } from '~/platform/log/index.server';
import { runForRequest } from '~/platform/process/callContext.server';
import { done, type PassingRefusal, type Refusal, type Result, refuse } from '~/platform/result';
import { describeForbidden, hasRight } from '~/signIns/rights';
import {
  type Administrator,
  findSessionAdministrator,
  findSessionInvestor,
  isOfClosedAccount,
  type User,
} from '~/signIns/session.server';
import { refuseWhileReadOnly } from '~/signIns/staff.server';
import { BrokenFormError, readForm, TooManyFieldsError } from '../form/readForm.server';
import { readUpload } from '../form/upload.server';
import { parseContentType } from '../headerParameters';
import { isSpent, runOnceForProgram } from '../idempotency.server';
import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from '../responses.server';
import { parseStrictly, zeroByteMessage } from '../server/checks/strictJson';
import { type Call, listUploads, pathFieldNames, type RefusedCall, refusalBody, refusalStatusOf } from './call';

// The file is long because it contains all steps between a JSON call and its handler, in order.

export type CallRefusal = PassingRefusal & { more?: Record<string, unknown> };

type CallRequest = {
  request: globalThis.Request;
  url: URL;
  params: Record<string, string | undefined>;
  address: string;
  headers: Headers;
};
type CallerByKind = {
  anyone: object;
  investor: { user: User };
  administrator: { administrator: Administrator };
};
type SignedIn = { sessionHash: string };

/** Answer of an act that waits for a second administrator and has not happened yet. */
export type Pending = { status: 'pending'; id: string; message: string };

type AnswerTo<C extends Call> = z.input<C['output']> | (C extends { needsApproval: true } ? Pending : never);

type CallOutcome<A> = { answer: A; journalId?: string };

/** @property locks rows for concurrent execution; see `write`. Without them the act runs exclusively */
type OnceOptions = {
  onRefused?: (tx: Handle, refusal: Refusal) => Promise<void>;
  normalizedInput?: Record<string, unknown>;
  locks?: WriteLocks;
  reads?: (tx: Handle) => void;
};

export type CallContext<C extends Call> = CallRequest & {
  input: z.output<C['input']>;
  /** Runs the work of a call once (`Call.once`). `normalizedInput` unifies inputs that have several spellings. */
  once: (
    work: (tx: Handle) => Promise<Result<CallOutcome<AnswerTo<C>>>>,
    options?: OnceOptions,
  ) => Promise<Result<AnswerTo<C>, CallRefusal>>;
} & CallerByKind[C['who']] &
  (C['who'] extends 'anyone' ? object : SignedIn);

export type Handler<C extends Call> = (context: CallContext<C>) => Promise<Result<AnswerTo<C>, CallRefusal>>;

export type ConfirmCall = (here: Here) => Promise<Result<unknown, CallRefusal>>;

/**
 * Returns loader and action of a JSON call. The caller is identified only by `x-access-token`, so that pages of other sites can't call in
 * a user's name. `confirm` requires a second factor before `once` runs.
 */
export function apiRoute<C extends Call>(call: C, handler: Handler<C>, confirm?: ConfirmCall) {
  return Object.assign(
    async ({ request, params, context }: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> => {
      const headers = new Headers({ 'Cache-Control': 'no-store' });
      const known: Pick<RefusedCall, 'sent' | 'user'> = { sent: {} };
      const failed = (refusal: CallRefusal) => respondWithRefusal(call, headers, { refusal, ...known }, context);
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      if (method !== call.method) {
        headers.set('Allow', call.method === 'GET' ? 'GET, HEAD' : 'POST');
        return failed({ code: 'method', message: `Use ${call.method}.` });
      }
      try {
        const { address } = context;
        const basics = { request, url: new URL(request.url), params, address, headers };
        const result = await runForRequest(context, () => handleCall(call, handler, basics, { known, confirm }));
        if (!result.ok) return failed(result.error);
        if (call.shared) allowRevalidatedCaching(headers);
        const waits = (result.value as { status?: unknown }).status === 'pending';
        return respondWithJson(context, result.value, waits ? 202 : 200, headers);
      } catch (error) {
        const fault = describeUnavailability(error);
        if (fault?.retryAfter === undefined) {
          log().error({ requestId: context.requestId, err: error }, fault ? 'a row was altered' : 'request failed');
        }
        if (fault) return failed({ code: 'busy', message: fault.message, retryAfter: fault.retryAfter });
        return failed({ code: 'fault', message: 'internal server error' });
      }
    },
    { guard: 'apiRoute' },
  );
}

/** Lets browsers cache an answer with revalidation, so that the next read sees a change. */
function allowRevalidatedCaching(headers: Headers): void {
  headers.set('Cache-Control', 'public, no-cache');
  headers.set('Vary', 'Origin');
}

async function handleCall<C extends Call>(
  call: C,
  handler: Handler<C>,
  basics: CallRequest,
  { known, confirm }: { known: Pick<RefusedCall, 'sent' | 'user'>; confirm?: ConfirmCall },
): ReturnType<Handler<C>> {
  const token = basics.request.headers.get('x-access-token');
  const caller = await authenticateCaller(call, token);
  if (!caller.ok) return caller;
  known.user = caller.value.user;
  const sent = await readSentFields(call, basics, caller.value);
  if (!sent.ok) return sent;
  known.sent = sent.value;
  const context = { ...basics, ...caller.value, sessionHash: hashSecret(token ?? '') };
  return await handleInput(call, handler, context, sent.value, confirm);
}

async function handleInput<C extends Call>(
  call: C,
  handler: Handler<C>,
  known: CallRequest & Anyone & SignedIn,
  sent: Record<string, unknown>,
  confirm?: ConfirmCall,
): ReturnType<Handler<C>> {
  const parsed = await call.input.safeParseAsync(call.adapt?.(sent) ?? sent, ISSUE_MESSAGES);
  if (!parsed.success) return refuseInvalidInput(parsed.error.issues);
  const context = { ...known, input: parsed.data };
  return await handler({ ...context, once: createOnce(call, context, confirm) } as unknown as CallContext<C>);
}

export const ISSUE_MESSAGES = {
  error: (issue: z.core.$ZodRawIssue) => formatIssue(issue, issue.path?.join('.') || undefined),
};

function refuseInvalidInput(issues: readonly z.core.$ZodIssue[]): { ok: false; error: CallRefusal } {
  const errors: Record<string, string[]> = {};
  for (const { path, message } of issues) {
    const field = path.join('.');
    errors[field] = [...(errors[field] ?? []), message];
  }
  const [field = '', [message = ''] = []] = Object.entries(errors)[0] ?? [];
  return { ok: false, error: { code: 'bad-input', message, field, more: { errors } } };
}

/** Code by which clients distinguish the token of a closed account from an invalid one. */
const CLOSED_ACCOUNT_CODE = 'account-gone';

type Anyone = { user?: User; administrator?: Administrator };

async function authenticateCaller(
  { who, right, statuses }: Call,
  token: string | null,
): Promise<Result<Anyone, CallRefusal>> {
  if (who === 'anyone') return done({});
  // Looks up administrators first if the call needs one. Tokens of other kinds only affect the error message.
  const administrator = who === 'administrator' ? await findSessionAdministrator(token, 'api') : null;
  if (administrator) {
    // Live mode issues no token without a second factor. Tokens from before, or whose factor was disabled, are refused
    // here.
    if (!isPaper() && !administrator.factorSince) {
      return refuse('forbidden', 'Sign in at /admin first and turn on two-factor authentication.');
    }
    // A call without a right is open to no role.
    if (!right || !hasRight(administrator.administrator, right)) {
      const text = right ? describeForbidden(administrator.administrator, right) : 'No role may make this call.';
      return refuse('forbidden', text);
    }
    const held = await refuseWhileReadOnly(read(), administrator.administrator.id, right);
    return held ?? done({ administrator: administrator.administrator });
  }
  const holder = await findSessionInvestor(token, 'api');
  // In live mode `register` gives the same answer for a known address, so an unverified token must behave like no
  // token.
  const investor = isPaper() || holder?.user.emailVerifiedAt ? holder : null;
  if (who === 'investor' && investor) {
    // The token of a registration becomes valid when the address is verified.
    if (!investor.user.emailVerifiedAt) return refuse('not-signed-in', 'Error! Email not verified');
    return done({ user: investor.user });
  }
  if (investor || (who === 'investor' && (await findSessionAdministrator(token, 'api'))))
    return refuse('forbidden', 'This call is not for your kind of token.');
  if (statuses && CLOSED_ACCOUNT_CODE in statuses && (await isOfClosedAccount(token)))
    return refuse(CLOSED_ACCOUNT_CODE, 'user does not exist');
  return refuse('not-signed-in', 'Send a valid token in the header x-access-token.');
}

type Sendable = Pick<Call, 'method' | 'path' | 'input' | 'adapt' | 'plainText'>;

/** Returns the input by name: the query of a GET, a JSON object or, for files, a multipart form. */
export async function readSentFields(
  call: Sendable,
  { request, url, params }: Pick<CallRequest, 'request' | 'url' | 'params'>,
  { user, administrator }: Anyone,
): Promise<Result<Record<string, unknown>, CallRefusal>> {
  if (call.method === 'GET') {
    const inPath = pathFieldNames(call).map((field): [string, string] => [field, params[field] ?? '']);
    return readFormFields([...inPath, ...url.searchParams]);
  }
  const type = parseContentType(request.headers.get('Content-Type'))?.value;
  if (!/^\s*(identity\s*)?$/i.test(request.headers.get('Content-Encoding') ?? '')) {
    return refuse('type', 'Send the body as it is, not compressed.');
  }
  const uploads = listUploads(call);
  if (uploads.length > 0 && type === 'multipart/form-data') {
    const form = await readForm(request).catch((error: Error) => error);
    if (form instanceof Error) {
      const isKnown = form instanceof BrokenFormError || form instanceof TooManyFieldsError;
      const why = isKnown ? form.message : 'it did not arrive whole';
      return refuse('broken', `The body can’t be read as a multipart form: ${why}.`);
    }
    const all = readFormFields([...form]);
    if (!all.ok) return all;
    const isUpload = (name: unknown) => uploads.some(({ field }) => field === name);
    // The field of a file can contain the file, its ID or address, or nothing.
    const isText = ([name, value]: [string, unknown]) => !isUpload(name) || (typeof value === 'string' && value !== '');
    const fields = Object.fromEntries(Object.entries(all.value).filter(isText));
    // Files are stored only if all other input is valid.
    const { error } = await call.input.safeParseAsync(call.adapt?.(fields) ?? fields, ISSUE_MESSAGES);
    const wrong = error?.issues.filter(({ path }) => !isUpload(path[0])) ?? [];
    if (wrong.length > 0) return refuseInvalidInput(wrong);
    for (const { purpose, field } of uploads) {
      const taken = await readUpload(form, { ownerId: user?.id ?? administrator?.id ?? '', purpose, field });
      if (taken.refusal) return { ok: false, error: taken.refusal };
      if (taken.file) fields[field] = taken.file.id;
    }
    return done(fields);
  }
  if (type !== 'application/json' && !(call.plainText && type === 'text/plain')) {
    return refuse(
      'type',
      `Send application/json in UTF-8${uploads.length > 0 ? ', or multipart/form-data with a file' : ''}.`,
    );
  }
  const bytes = new Uint8Array(await request.arrayBuffer());
  try {
    // Programs in C may send the NUL at the end of a text.
    const parsed = parseStrictly(new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\0+\s*$/, ''));
    return parsed.ok ? done(parsed.value) : refuse('broken', parsed.message, parsed.field);
  } catch {
    return refuse('broken', 'The body is not UTF-8.');
  }
}

function readFormFields(entries: [string, FormDataEntryValue][]): Result<Record<string, unknown>, CallRefusal> {
  const fields: Record<string, unknown> = Object.create(null);
  for (const [name, value] of entries) {
    if (name in fields) return refuse('broken', `The field "${name}" is there more than once.`, name);
    if (String(value).includes('\0')) return refuse('broken', zeroByteMessage(name), name);
    fields[name] = value;
  }
  return done({ ...fields });
}

export const IDEMPOTENCY_KEY_PATTERN = /^[\x21-\x7e]{1,255}$/;

type Here = CallRequest & Anyone & SignedIn & { input: Record<string, unknown> };

function createOnce(call: Call, here: Here, confirm?: ConfirmCall) {
  const { request, headers, input, user, administrator } = here;
  return async (
    work: (tx: Handle) => Promise<Result<CallOutcome<object>>>,
    { onRefused, normalizedInput: meant = input, locks, reads }: OnceOptions = {},
  ): Promise<Result<object, CallRefusal>> => {
    const input = request.headers.get('Idempotency-Key');
    if (input !== null && !IDEMPOTENCY_KEY_PATTERN.test(input)) {
      return refuse('bad-key', 'An Idempotency-Key has 1 to 255 printable ASCII characters.');
    }
    const scope = user?.id ?? administrator?.id ?? '';
    const key = input && `api:${input}`;
    if (confirm && !(key && (await isSpent(scope, key)))) {
      const confirmed = await confirm(here);
      if (!confirmed.ok) return confirmed;
    }
    // The code is omitted, because a repetition has another one.
    const { otp: _, ...fields } = meant;
    const same = { body: JSON.stringify(fields, call.once === 'filed' ? stringifyBigint : normalizeValue) };
    const outcome = await runOnceForProgram(
      {
        scope,
        operation: `api:${call.name}`,
        key,
        fields: same,
        // A call with its own key is a separate request.
        again: input !== null || call.once === 'filed',
        locks,
        reads,
      },
      work,
      onRefused,
    );
    switch (outcome.kind) {
      case 'again?':
        return refuse(
          'again',
          'You asked for exactly this a moment ago, and it was done. To have it done twice, send each with an Idempotency-Key header of its own.',
        );
      case 'key-reused':
      case 'bad-key':
        return refuse('key-reused', 'This Idempotency-Key was used for another request. Nothing was done.');
      default:
        if (outcome.replayed) headers.set('Idempotency-Replayed', 'true');
        return outcome.kind === 'done' ? done(outcome.value.answer) : { ok: false, error: outcome.refusal };
    }
  };
}

const stringifyBigint = (_name: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

/** Normalises input to detect repeated calls. Ignores case, spaces and empty fields. */
const normalizeValue = (name: string, value: unknown) => {
  if (typeof value !== 'string') return value === null ? undefined : stringifyBigint(name, value);
  return value.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase() || undefined;
};

function respondWithRefusal(
  call: Call,
  headers: Headers,
  { refusal, ...known }: { refusal: CallRefusal } & Pick<RefusedCall, 'sent' | 'user'>,
  context: AppLoadContext,
): Response {
  const { code, message, field, retryAfter, more } = refusal;
  const mapped = refusalStatusOf(call, code);
  if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter));
  context.setOutcome?.(String(mapped.http === 200 ? mapped.status : mapped.http));
  const body = refusalBody(call, mapped, { message, ...(field ? { field } : {}), ...more, ...known });
  return respondWithJson(context, body, mapped.http, headers);
}

/** Faster version of `Response.json` that sets Content-Length. */
function respondWithJson(
  { sendWhole: giveWhole }: AppLoadContext,
  value: unknown,
  status: number,
  headers: Headers,
): Response {
  headers.set('Content-Type', 'application/json');
  return respondWithBody(giveWhole, Buffer.from(JSON.stringify(value)), status, headers);
}

export function respondWithBody(
  giveWhole: AppLoadContext['sendWhole'],
  body: Buffer<ArrayBuffer>,
  status: number,
  headers: Headers,
): Response {
  headers.set('Content-Length', String(body.length));
  if (!giveWhole) return new Response(body, { status, headers });
  giveWhole(body);
  return new Response(null, { status, headers });
}

/** Answers requests below `/api` that match no call. */
export const answerUnknownCall = Object.assign(
  async () => Response.json({ status: 404, message: 'There is no such operation.' }, { status: 404 }),
  { guard: 'apiRoute' },
);
