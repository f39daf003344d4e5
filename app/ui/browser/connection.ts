import { useSyncExternalStore } from 'react';
import { isFailedRender, refusedForm } from '../forms/scripts/refusedForm';

const PAGE_TIMEOUT_MS = 60_000;
/** First and longest pause after a failed attempt, milliseconds. The pause doubles each time. */
const PAUSE = { first: 1_000, longest: 15_000 };

const NO_CONNECTION = 'There is no connection just now.';

type Waiting = { what: 'form' | 'page'; why: string };

let waiting: Waiting | null = null;
const listeners = new Set<() => void>();

function setWaiting(now: Waiting | null): void {
  waiting = now;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns why a form, or a page, has to wait; null when none does. */
export const useWaiting = (what: Waiting['what']): string | null =>
  useSyncExternalStore(
    subscribe,
    () => (waiting?.what === what ? waiting.why : null),
    () => null,
  );

export const tryNow = () => window.dispatchEvent(new Event('online'));

/**
 * Wraps `fetch` for Remix. It retries pages, and forms with a key (`_key`), until there is an answer, while the page stays as it was.
 * Other forms are sent once. If a form with input gets no answer or an error, the page stays and shows the message `failed`.
 */
export function persistent(send: typeof fetch, failed: string): typeof fetch {
  return async (input, init) => {
    if (!isData(input)) return await send(input, init);
    const what = isPage(init) ? 'page' : 'form';
    if (what === 'form' && !countsOnce(init?.body)) return await once(send, failed, input, init);
    let mine: Waiting | null = null;
    try {
      for (let pause = PAUSE.first; ; pause = Math.min(pause * 2, PAUSE.longest)) {
        const answer = await whole(send, input, init).catch(() => null);
        init?.signal?.throwIfAborted();
        if (answer && !(what === 'page' && isPassing(answer))) return await readable(answer, failed, init?.body);
        mine = { what, why: (answer && (await messageOf(answer))) || NO_CONNECTION };
        setWaiting(mine);
        await connection(Math.max(pause, retryAfter(answer)), init?.signal);
      }
    } finally {
      if (mine && waiting === mine) setWaiting(null);
    }
  };
}

async function once(
  send: typeof fetch,
  failed: string,
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const answer = await send(input, init).catch(() => null);
  init?.signal?.throwIfAborted();
  const typed = answer ? null : refusedForm(init?.body, failed);
  if (typed) return typed;
  if (!answer) throw problem(503, `${NO_CONNECTION} Please open the page again to see whether this arrived.`);
  return await readable(answer, failed, init?.body);
}

const isData = (input: RequestInfo | URL) =>
  new URL(input instanceof Request ? input.url : input, location.href).pathname.endsWith('.data');

const isPage = (init?: RequestInit) => (init?.method ?? 'GET') === 'GET';

const countsOnce = (body: unknown) => (body instanceof URLSearchParams || body instanceof FormData) && body.has('_key');

const isPassing = (answer: Response) => (answer.status === 429 || answer.status === 503) && !isRemix(answer);

const isRemix = ({ headers }: Response) => headers.get('Content-Type')?.startsWith('text/x-script') ?? false;

const retryAfter = (answer: Response | null) => 1_000 * (Number(answer?.headers.get('Retry-After')) || 0);

async function readable(answer: Response, failed: string, form?: BodyInit | null): Promise<Response> {
  const broke = answer.status >= 500 && (!isRemix(answer) || (await isFailedRender(answer.clone())));
  // A temporary refusal (too many requests, maintenance) states the time to retry.
  const words = isPassing(answer) ? await messageOf(answer.clone()) : '';
  const typed = broke ? refusedForm(form, words || failed) : null;
  if (typed) return typed;
  if (answer.ok || isRemix(answer)) return answer;
  throw problem(answer.status, await messageOf(answer));
}

const messageOf = async (answer: Response): Promise<string> =>
  answer.headers.get('Content-Type')?.startsWith('text/plain') ? await answer.text() : '';

const problem = (status: number, data: string) => ({ status, statusText: '', internal: false, data });

/** Makes one attempt and reads the whole response, since a connection may break within the body. */
async function whole(send: typeof fetch, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
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

function connection(pause: number, signal?: AbortSignal | null): Promise<void> {
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
