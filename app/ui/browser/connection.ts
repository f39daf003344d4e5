import { useSyncExternalStore } from 'react';
import { buildRefusedAnswer, isFailedRender } from '../forms/scripts/refusedForm';

const PAGE_TIMEOUT_MS = 60_000;
/** First and longest pause after a failed attempt, milliseconds. The pause doubles each time. */
const RETRY_PAUSE_MS = { first: 1_000, longest: 15_000 };

const NO_CONNECTION_MESSAGE = 'There is no connection just now.';

type Wait = { what: 'form' | 'page'; why: string };

let currentWait: Wait | null = null;
const listeners = new Set<() => void>();

function setCurrentWait(now: Wait | null): void {
  currentWait = now;
  for (const listener of listeners) listener();
}

function subscribeToWait(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns why a form, or a page, has to wait; null when none does. */
export const useWaitReason = (what: Wait['what']): string | null =>
  useSyncExternalStore(
    subscribeToWait,
    () => (currentWait?.what === what ? currentWait.why : null),
    () => null,
  );

export const retryNow = () => window.dispatchEvent(new Event('online'));

/**
 * Wraps `fetch` for Remix. It retries pages, and forms with a key (`_key`), until there is an answer, while the page stays as it was.
 * Other forms are sent once. If a form with input gets no answer or an error, the page stays and shows the message `failed`.
 */
export function withRetries(send: typeof fetch, failed: string): typeof fetch {
  return async (input, init) => {
    if (!isDataRequest(input)) return await send(input, init);
    const what = isPageRequest(init) ? 'page' : 'form';
    if (what === 'form' && !hasFormKey(init?.body)) return await sendOnce(send, failed, input, init);
    let ownWait: Wait | null = null;
    try {
      for (let pause = RETRY_PAUSE_MS.first; ; pause = Math.min(pause * 2, RETRY_PAUSE_MS.longest)) {
        const answer = await fetchWhole(send, input, init).catch(() => null);
        init?.signal?.throwIfAborted();
        if (answer && !(what === 'page' && isTemporaryRefusal(answer)))
          return await toReadableResponse(answer, failed, init?.body);
        ownWait = { what, why: (answer && (await messageOf(answer))) || NO_CONNECTION_MESSAGE };
        setCurrentWait(ownWait);
        await waitForConnection(Math.max(pause, retryAfterMs(answer)), init?.signal);
      }
    } finally {
      if (ownWait && currentWait === ownWait) setCurrentWait(null);
    }
  };
}

async function sendOnce(
  send: typeof fetch,
  failed: string,
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const answer = await send(input, init).catch(() => null);
  init?.signal?.throwIfAborted();
  const entered = answer ? null : buildRefusedAnswer(init?.body, failed);
  if (entered) return entered;
  if (!answer)
    throw createErrorResponse(503, `${NO_CONNECTION_MESSAGE} Please open the page again to see whether this arrived.`);
  return await toReadableResponse(answer, failed, init?.body);
}

const isDataRequest = (input: RequestInfo | URL) =>
  new URL(input instanceof Request ? input.url : input, location.href).pathname.endsWith('.data');

const isPageRequest = (init?: RequestInit) => (init?.method ?? 'GET') === 'GET';

const hasFormKey = (body: unknown) => (body instanceof URLSearchParams || body instanceof FormData) && body.has('_key');

const isTemporaryRefusal = (answer: Response) =>
  (answer.status === 429 || answer.status === 503) && !isRemixResponse(answer);

const isRemixResponse = ({ headers }: Response) => headers.get('Content-Type')?.startsWith('text/x-script') ?? false;

const retryAfterMs = (answer: Response | null) => 1_000 * (Number(answer?.headers.get('Retry-After')) || 0);

async function toReadableResponse(answer: Response, failed: string, form?: BodyInit | null): Promise<Response> {
  const broke = answer.status >= 500 && (!isRemixResponse(answer) || (await isFailedRender(answer.clone())));
  // A temporary refusal (too many requests, maintenance) states the time to retry.
  const text = isTemporaryRefusal(answer) ? await messageOf(answer.clone()) : '';
  const input = broke ? buildRefusedAnswer(form, text || failed) : null;
  if (input) return input;
  if (answer.ok || isRemixResponse(answer)) return answer;
  throw createErrorResponse(answer.status, await messageOf(answer));
}

const messageOf = async (answer: Response): Promise<string> =>
  answer.headers.get('Content-Type')?.startsWith('text/plain') ? await answer.text() : '';

const createErrorResponse = (status: number, data: string) => ({ status, statusText: '', internal: false, data });

/** Makes one attempt and reads the whole response, since a connection may break within the body. */
async function fetchWhole(send: typeof fetch, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const ended = new AbortController();
  const end = () => ended.abort();
  const timer = setTimeout(end, PAGE_TIMEOUT_MS);
  init?.signal?.addEventListener('abort', end);
  try {
    const answer = await send(input, { ...init, signal: ended.signal });
    const bytes = await answer.arrayBuffer();
    // Responses with some statuses must not have a body, not even an empty one.
    return new Response(bytes.byteLength > 0 ? bytes : null, answer);
  } finally {
    clearTimeout(timer);
    init?.signal?.removeEventListener('abort', end);
  }
}

function waitForConnection(pause: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      signal?.removeEventListener('abort', go);
      resolve();
    };
    const timer = setTimeout(go, pause);
    window.addEventListener('online', go);
    signal?.addEventListener('abort', go);
  });
}
