import { z } from 'zod';
import { STATUS_OF } from '~/platform/result';
import type { Right } from '~/signIns/rights';

/** Who may make a call. */
export type Caller = 'anyone' | 'investor' | 'administrator';

/** A call that was refused: the message, what was sent as it was sent (nothing where it was not read), and whose call it was. */
export type RefusedCall = {
  message: string;
  sent: Record<string, unknown>;
  user?: { firstName: string; lastName: string; email: string };
};

/** One JSON call as its clients see it: what is checked, documented and typed comes from here. */
export type Call = {
  name: string;
  /** Its path below `/api/`, where that is not its name; a field of the input stands in it in braces, as in `things/{id}`. */
  path?: string;
  /** What it does, in a sentence or two. */
  about: string;
  method: 'GET' | 'POST';
  who: Caller;
  /** What the administrator whose call it is has to be allowed; a call of administrators has one. */
  right?: Right;
  /** A call open to all that reads a token: what the call does is about the token, or a token that still works spares it a wait. */
  takesToken?: 'needed' | 'optional';
  /** What is sent: the fields of the body or, of a GET, of the query. */
  input: z.ZodObject;
  /** Reads a body of an older shape as one of this; what it does not know it leaves. */
  adapt?: (sent: Record<string, unknown>) => Record<string, unknown>;
  /** What a success answers. */
  output: z.ZodType;
  /** What the body's `status` says of a refusal: the word or a number. */
  failure: 'error' | 'number';
  /** What the body's `status` says of this call's own refusals, by code, where that is not 400. */
  statuses?: Readonly<Record<string, number | 'error'>>;
  /** Further fields of each refusal of this call, at every HTTP status: those that clients read without looking at the status. */
  refused?: { fields: z.ZodObject; values: (about: RefusedCall) => Record<string, unknown> };
  /**
   * Clients of the original may look at nothing but the HTTP status of this call's answer, and print a success at 200: the specification
   * fixes no `status` in its body, or no words for its refusals. So a refusal has an HTTP status of its own.
   */
  unread?: true;
  /**
   * Done once for each `Idempotency-Key`. `money` and `decision`: without a key, the same again within two minutes is asked back, since
   * clients of the old kind send none and people press twice. A decision repeated could be about something else, or undo the first.
   */
  once?: 'money' | 'decision' | 'filed';
  /** The same answer for all callers: the server keeps it in memory until something is written. */
  shared?: true;
  /**
   * Something that can be sent as it is; a word in capitals after a dollar sign stands for an id or a secret of one's
   * own, and a name after an at sign for a file, which goes in a multipart body.
   */
  example: Record<string, unknown>;
  /** Also taken as `text/plain`: alert services say so of the JSON they send. */
  plainText?: true;
  /** Taken during maintenance too: it signs in or out, or changes nothing. */
  inMaintenance?: true;
  /** In live mode it waits for a second administrator: 202, and the body's `status` is pending. */
  second?: true;
};

type Purpose = 'proof' | 'document' | 'picture' | 'trader';

const fileFields = z.registry<{ purpose: Purpose }>();

/** A field of a call's input that holds the id of an upload, or its address here; in a multipart body the file itself comes in it. */
export function fileField<S extends z.ZodType>(purpose: Purpose, field: S): S {
  fileFields.add(field, { purpose });
  return field;
}

/** The files that a call takes in a multipart body, and in what fields: what its schema says. */
export const uploadsOf = ({ input }: Pick<Call, 'input'>): { purpose: Purpose; field: string }[] =>
  Object.entries(input.shape).flatMap(([field, schema]) => {
    const known = fileFields.get(schema as z.ZodType);
    return known ? { purpose: known.purpose, field } : [];
  });

/** HTTP statuses of refusals that no answer of the specification covers, by code. */
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

/** How a refusal is told: the HTTP status, and the `status` in the body. */
export type RefusalStatus = { http: number; status: number | 'error' };

/**
 * How a call tells a refusal of this code. What the specification lists as an answer of a call is HTTP 200 with its `status` in
 * the body, since clients of its time read bodies and many of their libraries throw on any other HTTP status. HTTP statuses are
 * left to what no listed answer covers.
 */
export function toldAs(call: Pick<Call, 'failure' | 'statuses' | 'unread'>, code: string): RefusalStatus {
  const known = HTTP_STATUSES[code];
  const own = call.statuses?.[code] ?? known ?? 400;
  const http = known ?? (call.unread ? (own === 'error' ? 400 : own) : 200);
  return { http, status: call.failure === 'error' || http === 401 ? 'error' : own };
}

/** HTTP statuses of requests that no client of the original makes: their message is for the author of a program. */
const FAULTS_OF_PROGRAMS = new Set([400, 404, 405, 414]);

/** Returns whether a refusal with this HTTP status is an empty list. Clients of the original map what a call with a list answers, whatever the status. */
export const refusesWithNothing = ({ output }: Pick<Call, 'output'>, http: number): boolean =>
  output instanceof z.ZodArray && !FAULTS_OF_PROGRAMS.has(http);

/** Builds the body of a refusal, at any HTTP status. */
export function refusalBody(
  call: Pick<Call, 'output' | 'refused'>,
  { http, status }: RefusalStatus,
  { message, sent, user, ...more }: RefusedCall & { field?: string; errors?: Record<string, string[]> },
): unknown {
  if (refusesWithNothing(call, http)) return [];
  return { status, message, ...more, ...call.refused?.values({ message, sent, user }) };
}

/** Does a body with this `status` tell of a success? One that is a list has none. */
export const isSuccess = (status: unknown): boolean =>
  status === undefined || status === 'ok' || status === 200 || status === 'pending';

/** The fields of a call's input that stand in its path. */
export const pathFields = ({ path = '' }: Pick<Call, 'path'>): string[] =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, field = '']) => field);

/**
 * Where a call is, with its fields in their places; without fields, as the document has it.
 * @param written how a field is written there
 */
export const addressOf = (
  { name, path = name }: Pick<Call, 'name' | 'path'>,
  fields?: Record<string, unknown>,
  written: (value: string) => string = encodeURIComponent,
): string =>
  `/api/${fields ? path.replace(/\{(\w+)\}/g, (_, field: string) => written(String(fields[field] ?? ''))) : path}`;

/** Does the example of a call bring a file? */
export const bringsFile = ({ input, example }: Call): boolean =>
  uploadsOf({ input }).some(({ field }) => String(example[field] ?? '').startsWith('@'));

/** Describes a call, and keeps its exact types for the client and the handler. */
export const defineCall = <const C extends Call>(call: C): C => call;
