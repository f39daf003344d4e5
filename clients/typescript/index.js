import createClient from 'openapi-fetch';

/** Creates a client of the installation at an origin. It sends the API key `key` with every request. */
export function mirrorbook(origin, { key, ...options } = {}) {
  const headers = { ...options.headers, ...(key && { Authorization: `Bearer ${key}` }) };
  return createClient({ ...options, baseUrl: new URL('/api/v1', origin).href, headers });
}

/** Returns the data of a response, or throws a `ProblemError` if the request was refused. */
export async function unwrap(response) {
  const { data, error } = await response;
  if (error !== undefined) throw new ProblemError(error);
  return data;
}

/** Refusal of a request. `problem` is the problem document of the response (RFC 9457). */
export class ProblemError extends Error {
  constructor(problem) {
    super(problem.detail);
    this.name = 'ProblemError';
    this.problem = problem;
  }
}

/** Returns the idempotency header of a write. Store the key before you send, and repeat a failed write with the same one. */
export const withIdempotencyKey = (key = crypto.randomUUID()) => ({ 'Idempotency-Key': key });
