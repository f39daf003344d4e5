import { z } from 'zod';
import type { Handle, WriteLocks } from '~/platform/db/index.server';
import { done, type PassingRefusal, type Refusal, type Result } from '~/platform/result';
import type { OpenStream } from '~/platform/streams.server';
import type { KeyGrant, KeyGrants } from '~/signIns/keyGrants';
import type { KeyScope } from '~/signIns/keyScopes';
import type { Right } from '~/signIns/rights';
import type { Administrator, User } from '~/signIns/session.server';
import type { CallRefusal } from '~/web/guard/api.server';

/* Rows of the `/api/v1` table, from which routing, validation, documentation and tests are derived. */

/** Request of a call; `input` holds the fields of its path, and of its query or body. */
export type V1Request<I> = {
  input: I;
  request: globalThis.Request;
  address: string;
  headers: Headers;
};

type KeyFields = { holderId: string; key: KeyGrants; keyHash: string };

/** Investor who calls with an API key. */
export type KeyHolder = KeyFields & { user: User };
export type StaffKeyHolder = KeyFields & { administrator: Administrator };

type Keyed<I> = V1Request<I> & KeyHolder;

/**
 * Requested page of a list. `after` is the `next` of the previous page's answer, and `limit` the largest number of
 * rows.
 */
export type ListRange = { after: string | null; limit: number };
export type ListAnswer<T> = { rows: T[]; next: string | null };

/** Outcome of a write. `answer` is stored, so that a repetition returns the same answer. */
export type V1Outcome<A> = { answer: A; journalId?: string };

/** Function that runs the work of a write once per `Idempotency-Key`. */
export type OnceForKey = (
  work: (tx: Handle) => Promise<Result<V1Outcome<object>>>,
  options: {
    locks?: WriteLocks;
    onRefused?: (tx: Handle, refusal: Refusal) => Promise<void>;
    /** Requires the second factor, unless it was confirmed recently. */
    confirm?: () => Promise<Result<unknown, PassingRefusal>>;
  },
) => Promise<Result<object, CallRefusal>>;

export type V1Call = {
  /** Name of the operation in the document. */
  operation: string;
  method: 'GET' | 'POST';
  /** Path below `/api/v1/`, with input fields in braces. */
  path: string;
  tag: string;
  about: string;
  /** Scope of a key, or right of an administrator, that the call requires; null for calls without a key. */
  scope: KeyGrant | null;
  input: z.ZodObject;
  /** Fields of a write that are sent in its query. */
  inQuery?: readonly string[];
  output: z.ZodType;
  /** Kind of a write: `money` requires an `Idempotency-Key`. */
  once?: 'money' | 'act';
  isList?: true;
  /** True if the call answers with server-sent events. */
  isStream?: true;
  isFile?: true;
  /** True if the answer contains a secret that no later answer contains. These calls are no MCP tools. */
  returnsSecret?: true;
  /** True if the call moves money at the current market price, so that no effect can state the amount in advance. */
  atMarketPrice?: true;
  /**
   * Fields of preview and confirmation: `dryRun`, the digest of the effect, and a code. MCP tools that propose omit
   * them.
   */
  ofConfirmation?: readonly string[];
  /** Valid example of the input; `$WORD` is a placeholder for an ID. */
  example: Record<string, unknown>;
  /** Forms of pages with the same effect: the route's file below `app/routes`, and the intent after `#`. */
  forms?: readonly string[];
  handle: (
    here: V1Request<never> & KeyHolder,
    tools: { once: OnceForKey; part: ListRange; stream: (open: () => OpenStream) => Response },
  ) => Promise<Result<unknown, CallRefusal>>;
};

type CallRow<I extends z.ZodObject, O extends z.ZodType> = Omit<
  V1Call,
  'method' | 'input' | 'output' | 'scope' | 'example' | 'handle'
> & {
  input?: I;
  output: O;
  example?: z.input<I>;
};

type Nothing = z.ZodObject<Record<never, never>>;

const rowOf = <I extends z.ZodObject, O extends z.ZodType>({ input, example, ...row }: CallRow<I, O>) => ({
  ...row,
  input: z.strictObject({ ...input?.shape }),
  example: example ?? {},
});

/** Defines a call that reads one resource. */
export const defineReadCall = <O extends z.ZodType, I extends z.ZodObject = Nothing>({
  answer,
  ...row
}: CallRow<I, O> & { answer: (here: Keyed<z.output<I>>) => Promise<Result<z.input<O>>> }): V1Call => ({
  ...rowOf(row),
  method: 'GET',
  scope: 'read',
  handle: (here) => answer(here),
});

/** Defines a stream of server-sent events. `open` opens the stream or refuses. */
export const defineStreamCall = ({
  open: opening,
  ...row
}: CallRow<Nothing, z.ZodType> & { open: (here: Keyed<object>) => Result<() => OpenStream> }): V1Call => ({
  ...rowOf<Nothing, z.ZodType>(row),
  method: 'GET',
  scope: 'read',
  isStream: true,
  handle: async (here, { stream }) => {
    const opened = opening(here);
    return opened.ok ? done(stream(opened.value)) : opened;
  },
});

type ByStaff<I> = V1Request<I> & StaffKeyHolder;

/** Defines a call that reads one resource for administrators with a right. */
export const defineStaffReadCall = <O extends z.ZodType, I extends z.ZodObject = Nothing>({
  answer,
  right,
  ...row
}: CallRow<I, O> & {
  right: Right;
  answer: (here: ByStaff<z.output<I>>) => Promise<Result<z.input<O>>>;
}): V1Call => ({ ...defineReadCall<O, I>({ ...row, answer: answer as never } as never), scope: right });

/** Defines a call by which administrators download a file. */
export const defineStaffFileCall = <I extends z.ZodObject>({
  answer,
  right,
  ...row
}: CallRow<I, z.ZodType> & {
  right: Right;
  answer: (here: ByStaff<z.output<I>>) => Promise<Result<Response>>;
}): V1Call => ({
  ...rowOf<I, z.ZodType>(row),
  method: 'GET',
  scope: right,
  isFile: true,
  handle: (here) => answer(here as unknown as ByStaff<z.output<I>>),
});

export const LIST_FIELDS = {
  limit: z.coerce.number().int().min(1).max(100).default(25).describe('The largest number of entries'),
  cursor: z.string().max(1_000).optional().describe('The `nextCursor` of the previous page'),
};

/** Defines a list whose pages are linked by cursors. */
export const defineListCall = <O extends z.ZodType, I extends z.ZodObject = Nothing>({
  answer,
  output,
  input,
  ...row
}: CallRow<I, O> & {
  answer: (here: Keyed<z.output<I>>, part: ListRange) => Promise<ListAnswer<z.input<O>>>;
}): V1Call => ({
  ...rowOf<z.ZodObject, O>({ ...row, output, input: z.strictObject({ ...input?.shape, ...LIST_FIELDS }) }),
  output: z.object({
    data: z.array(output),
    nextCursor: z.string().nullable().describe('Cursor of the next page; null on the last one'),
  }),
  method: 'GET',
  scope: 'read',
  isList: true,
  handle: async (here, { part }) => ({ ok: true, value: await answer(here as Keyed<z.output<I>>, part) }),
});

/** Defines a list for administrators with a right. */
export const defineStaffListCall = <O extends z.ZodType, I extends z.ZodObject = Nothing>({
  answer,
  right,
  ...row
}: CallRow<I, O> & {
  right: Right;
  answer: (here: ByStaff<z.output<I>>, part: ListRange) => Promise<ListAnswer<z.input<O>>>;
}): V1Call => ({ ...defineListCall<O, I>({ ...row, answer: answer as never } as never), scope: right });

/** Defines a call that changes something. `act` runs in one transaction, like the form of the page. */
export const defineWriteCall = <O extends z.ZodType, I extends z.ZodObject = Nothing>({
  act,
  locks,
  onRefused,
  scope,
  ...row
}: CallRow<I, O> & {
  once: 'money' | 'act';
  scope: KeyScope;
  act: (tx: Handle, here: Keyed<z.output<I>>) => Promise<Result<V1Outcome<z.input<O> & object>>>;
  locks?: (here: Keyed<z.output<I>>) => WriteLocks | Promise<WriteLocks>;
  onRefused?: (tx: Handle, refusal: Refusal, here: Keyed<z.output<I>>) => Promise<void>;
}): V1Call => ({
  ...rowOf(row),
  method: 'POST',
  scope,
  handle: async (input, { once }) => {
    const here = input as Keyed<z.output<I>>;
    return await once((tx) => act(tx, here), {
      locks: await locks?.(here),
      onRefused: onRefused && ((tx, refusal) => onRefused(tx, refusal, here)),
    });
  },
});

/** Defines a call that takes no key. */
export const defineKeylessCall = <O extends z.ZodType, I extends z.ZodObject = Nothing>({
  answer,
  method,
  ...row
}: CallRow<I, O> & {
  method: V1Call['method'];
  answer: (here: V1Request<z.output<I>>) => Promise<Result<z.input<O>, CallRefusal>>;
}): V1Call => ({ ...rowOf(row), method, scope: null, handle: (here) => answer(here) });
