import type { z } from 'zod';

/** Who may make a call. */
export type Caller = 'anybody' | 'investor' | 'administrator';

/** One JSON call as its clients see it: what is checked, documented and typed comes from here. */
export type Call = {
  /** Its path is `/api/` and this. */
  name: string;
  /** What it does, in a sentence or two. */
  about: string;
  method: 'GET' | 'POST';
  who: Caller;
  /** A call for anybody that reads a token: what it does is about the token, or a token that still works spares it a wait. */
  takesToken?: 'needed' | 'optional';
  /** What is sent: the fields of the body or, of a GET, of the query. */
  input: z.ZodObject;
  /** Reads a body of an older shape as one of this; what it does not know it leaves. */
  adapt?: (sent: Record<string, unknown>) => Record<string, unknown>;
  /** What a success answers. */
  output: z.ZodType;
  /** What the body's `status` says of a failure: the word or the HTTP status. */
  failure: 'error' | 'number';
  /** HTTP statuses of this call's own refusals, by code, where they are not 400. */
  statuses?: Readonly<Record<string, number>>;
  /**
   * Done once for each `Idempotency-Key`. `money`: without a key, the same again within two minutes is asked back,
   * since clients of the old kind send none and people press twice.
   */
  once?: 'money' | 'filed';
  /**
   * Something that can be sent as it is; a word in capitals after a dollar sign stands for an id or a secret of one's
   * own, and a name after an at sign for a file, which goes in a multipart body.
   */
  example: Record<string, unknown>;
  /** In live mode it waits for a second administrator: 202, and the body's `status` is pending. */
  second?: true;
  /** The file it takes in a multipart body, and in what field. */
  upload?: { purpose: 'proof' | 'document' | 'picture' | 'trader'; field: string };
};

/** Does the example of a call bring a file? */
export const bringsFile = ({ upload, example }: Call): boolean =>
  upload !== undefined && String(example[upload.field] ?? '').startsWith('@');

/** Describes a call, and keeps its exact types for the client and the handler. */
export const defineCall = <const C extends Call>(call: C): C => call;
