import { z } from 'zod';
import { STATUS_OF } from '~/platform/result';
import type { Right } from '~/signIns/rights';

export type Caller = 'anyone' | 'investor' | 'administrator';

export type RefusedCall = {
  message: string;
  sent: Record<string, unknown>;
  user?: { firstName: string; lastName: string; email: string };
};

export type Call = {
  name: string;
  /** Path below `/api/`, if it is not the call's name, with input fields in braces, as in `things/{id}`. */
  path?: string;
  about: string;
  method: 'GET' | 'POST';
  who: Caller;
  right?: Right;
  /**
   * Kind of token that a call open to everyone reads: `needed` if the call concerns the token, `optional` if the token
   * spares its owner a wait.
   */
  takesToken?: 'needed' | 'optional';
  input: z.ZodObject;
  /** Converts an older form of the body to the current one. */
  adapt?: (sent: Record<string, unknown>) => Record<string, unknown>;
  output: z.ZodType;
  /** Kind of `status` in the body of a refusal. */
  failure: 'error' | 'number';
  statuses?: Readonly<Record<string, number | 'error'>>;
  /** Additional fields of each refusal at every HTTP status, for clients that read them regardless of the status. */
  refused?: { fields: z.ZodObject; values: (about: RefusedCall) => Record<string, unknown> };
  /** True if clients of the original may read only the HTTP status. A refusal then has its own HTTP status. */
  usesHttpStatus?: true;
  /**
   * Kind of write whose effect happens once per `Idempotency-Key`. Without a key, a repetition of `money` or `decision`
   * within two minutes is refused.
   */
  once?: 'money' | 'decision' | 'filed';
  /** True if all callers get the same answer, which the server caches until the next write. */
  shared?: true;
  /** Valid example; `$WORD` is a placeholder for an ID or a secret, `@name` for a file. */
  example: Record<string, unknown>;
  /** True if `text/plain` is also accepted, because alert services send JSON with it. */
  plainText?: true;
  /** True if the call is permitted during maintenance, because it logs in or out or changes nothing. */
  inMaintenance?: true;
  /** True if the call waits for a second administrator in live mode, with HTTP 202 and `status` pending in the body. */
  needsApproval?: true;
};

type UploadPurpose = 'proof' | 'document' | 'picture' | 'trader' | 'message';

const fileFieldRegistry = z.registry<{ purpose: UploadPurpose }>();

/** Returns an input field for the ID or address of an upload; in a multipart body it contains the file itself. */
export function fileField<S extends z.ZodType>(purpose: UploadPurpose, field: S): S {
  fileFieldRegistry.add(field, { purpose });
  return field;
}

export const listUploads = ({ input }: Pick<Call, 'input'>): { purpose: UploadPurpose; field: string }[] =>
  Object.entries(input.shape).flatMap(([field, schema]) => {
    const known = fileFieldRegistry.get(schema as z.ZodType);
    return known ? { purpose: known.purpose, field } : [];
  });

const HTTP_STATUSES: Readonly<Record<string, number>> = {
  ...STATUS_OF,
  again: 409,
  'bad-key': 400,
  broken: 400,
  fault: 500,
  'key-reused': 422,
  method: 405,
  'not-signed-in': 401,
  type: 415,
};

export type RefusalStatus = { http: number; status: number | 'error' };

/** Returns the HTTP status of a refusal. It is 200 where the specification says so, since many clients throw on other statuses. */
export function refusalStatusOf(
  call: Pick<Call, 'failure' | 'statuses' | 'usesHttpStatus'>,
  code: string,
): RefusalStatus {
  const known = HTTP_STATUSES[code];
  const own = call.statuses?.[code] ?? known ?? 400;
  const http = known ?? (call.usesHttpStatus ? (own === 'error' ? 400 : own) : 200);
  return { http, status: call.failure === 'error' || http === 401 ? 'error' : own };
}

/** HTTP statuses that only a bug in the client can cause. */
const CLIENT_BUG_STATUSES = new Set([400, 404, 405, 414]);

/** Returns whether a refusal is an empty list, since clients of the original iterate over the answer whatever its status. */
export const isEmptyRefusal = ({ output }: Pick<Call, 'output'>, http: number): boolean =>
  output instanceof z.ZodArray && !CLIENT_BUG_STATUSES.has(http);

export function refusalBody(
  call: Pick<Call, 'output' | 'refused'>,
  { http, status }: RefusalStatus,
  { message, sent, user, ...more }: RefusedCall & { field?: string; errors?: Record<string, string[]> },
): unknown {
  if (isEmptyRefusal(call, http)) return [];
  return { status, message, ...more, ...call.refused?.values({ message, sent, user }) };
}

/** Returns whether a body with this `status` is a success. Lists have no `status`. */
export const isSuccess = (status: unknown): boolean =>
  status === undefined || status === 'ok' || status === 200 || status === 'pending';

export const pathFieldNames = ({ path = '' }: Pick<Call, 'path'>): string[] =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, field = '']) => field);

export const getCallAddress = (
  { name, path = name }: Pick<Call, 'name' | 'path'>,
  fields?: Record<string, unknown>,
  written: (value: string) => string = encodeURIComponent,
): string =>
  `/api/${fields ? path.replace(/\{(\w+)\}/g, (_, field: string) => written(String(fields[field] ?? ''))) : path}`;

export const hasFile = ({ input, example }: Pick<Call, 'input' | 'example'>): boolean =>
  listUploads({ input }).some(({ field }) => String(example[field] ?? '').startsWith('@'));

export const defineCall = <const C extends Call>(call: C): C => call;
