import { SECOND } from '../clock';

/** Largest accepted answer by default, in bytes. The largest of a price source is 200 KB. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;

export class RefusedAddressError extends Error {
  constructor(
    readonly status: number,
    readonly retryAfter?: number,
  ) {
    super(`answered ${status}`);
  }
}

export class ResponseTooLargeError extends Error {
  constructor() {
    super('too heavy');
  }
}

type FetchOptions = {
  /** JSON body to post; without it the address is fetched with GET. */
  body?: string;
  heaviest?: number;
};

/** Fetches a text without following redirects. Throws `ResponseTooLargeError`, `RefusedAddressError`, or after `patience` milliseconds. */
export async function fetchText(
  url: string,
  patience: number,
  { body, heaviest = MAX_ANSWER_BYTES }: FetchOptions = {},
): Promise<string> {
  const signal = AbortSignal.timeout(patience);
  const answer = await fetch(url, {
    signal,
    redirect: 'error',
    headers: { Accept: '*/*', ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { method: 'POST', body }),
  });
  if (!answer.ok || !answer.body) {
    await answer.body?.cancel();
    const seconds = Number(answer.headers.get('Retry-After'));
    throw new RefusedAddressError(answer.status, seconds > 0 ? seconds * SECOND : undefined);
  }
  const pieces: Uint8Array[] = [];
  let weight = 0;
  const reader = answer.body.getReader();
  // The signal of `fetch` does not reach the body once the request object is garbage-collected.
  signal.addEventListener('abort', () => void reader.cancel().catch(() => {}), { once: true });
  for (let { value } = await reader.read(); value; { value } = await reader.read()) {
    weight += value.byteLength;
    if (weight > heaviest) {
      await reader.cancel();
      throw new ResponseTooLargeError();
    }
    pieces.push(value);
  }
  signal.throwIfAborted();
  return Buffer.concat(pieces).toString('utf8');
}
