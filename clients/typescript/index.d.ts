import type { Client, ClientOptions } from 'openapi-fetch';
import type { components, paths } from './schema.js';

export type { components, operations, paths } from './schema.js';
export type Schemas = components['schemas'];
export type Problem = Schemas['Problem'];
export type Mirrorbook = Client<paths>;

/** Makes a client of the installation at an origin, which sends this API key with every call. */
export function mirrorbook(origin: string, options?: Omit<ClientOptions, 'baseUrl'> & { key?: string }): Mirrorbook;

/** Returns what a call answered; throws a `Refused` with the problem where it was refused. */
export function answerOf<T>(call: Promise<{ data?: T; error?: unknown }>): Promise<T>;

/** Refusal of a call: `problem` is the document that was answered. */
export class Refused extends Error {
  constructor(problem: Problem);
  readonly problem: Problem;
}

/** Makes the header of a write. Keep the key, and send it again with a repetition of the same write. */
export function once(key?: string): { 'Idempotency-Key': string };
