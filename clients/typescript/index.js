import createClient from 'openapi-fetch';

/** Makes a client of the installation at an origin, which sends this API key with every call. */
export function mirrorbook(origin, { key, ...options } = {}) {
  const headers = { ...options.headers, ...(key && { Authorization: `Bearer ${key}` }) };
  return createClient({ ...options, baseUrl: new URL('/api/v1', origin).href, headers });
}

/** Returns what a call answered; throws a `Refused` with the problem where it was refused. */
export async function answerOf(call) {
  const { data, error } = await call;
  if (error !== undefined) throw new Refused(error);
  return data;
}

/** Refusal of a call: `problem` is the document that was answered. */
export class Refused extends Error {
  constructor(problem) {
    super(problem.detail);
    this.name = 'Refused';
    this.problem = problem;
  }
}

/** Makes the header of a write. Keep the key, and send it again with a repetition of the same write. */
export const once = (key = crypto.randomUUID()) => ({ 'Idempotency-Key': key });
