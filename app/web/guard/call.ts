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
  /** Path below `/api/`, where that is not its name, with fields of the input in braces, as in `things/{id}`. */
  path?: string;
  about: string;
  method: 'GET' | 'POST';
  who: Caller;
  right?: Right;
  /** Open to all, but reads a token: about the token, or to spare its holder a wait. */
  takesToken?: 'needed' | 'optional';
  input: z.ZodObject;
  /** Reads an older shape of the body as this one. */
  adapt?: (sent: Record<string, unknown>) => Record<string, unknown>;
  output: z.ZodType;
  /** Kind of `status` in the body of a refusal. */
  failure: 'error' | 'number';
  statuses?: Readonly<Record<string, number | 'error'>>;
  /** Further fields of each refusal, at every HTTP status: clients read them without looking at the status. */
  refused?: { fields: z.ZodObject; values: (about: RefusedCall) => Record<string, unknown> };
  /** Clients of the original may read only the HTTP status, and print a success at 200, so a refusal has an HTTP status of its own. */
  unread?: true;
  /** Done once for each `Idempotency-Key`. Without one, a repetition of `money` or `decision` within two minutes is refused. */
  once?: 'money' | 'decision' | 'filed';
  /** The same answer for all callers: the server keeps it in memory until something is written. */
  shared?: true;
  /** Example that is valid as it is; `$WORD` is a placeholder for an ID or a secret, `@name` for a file. */
  example: Record<string, unknown>;
  /** True if `text/plain` is accepted too: alert services use it for JSON. */
  plainText?: true;
  /** True if maintenance permits the call: it signs in or out, or changes nothing. */
  inMaintenance?: true;
  /** True if the call waits for a second administrator in live mode: 202, and the body's `status` is pending. */
  second?: true;
};

type Purpose = 'proof' | 'document' | 'picture' | 'trader' | 'message';

const fileFields = z.registry<{ purpose: Purpose }>();

/** Field of a call's input for the ID or address of an upload; in a multipart body the file itself. */
export function fileField<S extends z.ZodType>(purpose: Purpose, field: S): S {
  fileFields.add(field, { purpose });
  return field;
}

export const uploadsOf = ({ input }: Pick<Call, 'input'>): { purpose: Purpose; field: string }[] =>
  Object.entries(input.shape).flatMap(([field, schema]) => {
    const known = fileFields.get(schema as z.ZodType);
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

/** Returns how a call reports a refusal: HTTP 200 where specified, since many clients' libraries throw on other statuses. */
export function refusalStatusOf(call: Pick<Call, 'failure' | 'statuses' | 'unread'>, code: string): RefusalStatus {
  const known = HTTP_STATUSES[code];
  const own = call.statuses?.[code] ?? known ?? 400;
  const http = known ?? (call.unread ? (own === 'error' ? 400 : own) : 200);
  return { http, status: call.failure === 'error' || http === 401 ? 'error' : own };
}

/** HTTP statuses that only a program's author causes. */
const FAULTS_OF_PROGRAMS = new Set([400, 404, 405, 414]);

/** Returns whether a refusal is an empty list: clients of the original map the answer of a call with a list, whatever the status. */
export const isEmptyRefusal = ({ output }: Pick<Call, 'output'>, http: number): boolean =>
  output instanceof z.ZodArray && !FAULTS_OF_PROGRAMS.has(http);

export function refusalBody(
  call: Pick<Call, 'output' | 'refused'>,
  { http, status }: RefusalStatus,
  { message, sent, user, ...more }: RefusedCall & { field?: string; errors?: Record<string, string[]> },
): unknown {
  if (isEmptyRefusal(call, http)) return [];
  return { status, message, ...more, ...call.refused?.values({ message, sent, user }) };
}

/** Returns whether a body with this `status` is a success. Lists have none. */
export const isSuccess = (status: unknown): boolean =>
  status === undefined || status === 'ok' || status === 200 || status === 'pending';

export const pathFields = ({ path = '' }: Pick<Call, 'path'>): string[] =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, field = '']) => field);

export const addressOf = (
  { name, path = name }: Pick<Call, 'name' | 'path'>,
  fields?: Record<string, unknown>,
  written: (value: string) => string = encodeURIComponent,
): string =>
  `/api/${fields ? path.replace(/\{(\w+)\}/g, (_, field: string) => written(String(fields[field] ?? ''))) : path}`;

export const hasFile = ({ input, example }: Pick<Call, 'input' | 'example'>): boolean =>
  uploadsOf({ input }).some(({ field }) => String(example[field] ?? '').startsWith('@'));

export const defineCall = <const C extends Call>(call: C): C => call;
