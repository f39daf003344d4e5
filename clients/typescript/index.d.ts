import type { Client, ClientOptions } from 'openapi-fetch';
import type { components, paths } from './schema.js';

export type { components, operations, paths } from './schema.js';
export type Schemas = components['schemas'];
export type Problem = Schemas['Problem'];
export type Mirrorbook = Client<paths>;

/** Creates a client of the installation at an origin. It sends the API key `key` with every request. */
export function mirrorbook(origin: string, options?: Omit<ClientOptions, 'baseUrl'> & { key?: string }): Mirrorbook;

/** Returns the data of a response, or throws a `ProblemError` if the request was refused. */
export function unwrap<T>(response: Promise<{ data?: T; error?: unknown }>): Promise<T>;

/** Refusal of a request. `problem` is the problem document of the response (RFC 9457). */
export class ProblemError extends Error {
  constructor(problem: Problem);
  readonly problem: Problem;
}

/** Returns the idempotency header of a write. Store the key before you send, and repeat a failed write with the same one. */
export function withIdempotencyKey(key?: string): { 'Idempotency-Key': string };
