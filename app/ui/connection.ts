import { useSyncExternalStore } from 'react';

/** Longer than an answer of ours takes on a slow line, with a file on its way, milliseconds. */
const GIVE_UP = 60_000;
/** The pause after a post that did not get through, milliseconds; it doubles, up to the second. */
const PAUSE = { first: 1_000, longest: 15_000 };

let waiting = false;
const listeners = new Set<() => void>();

function setWaiting(now: boolean): void {
  if (waiting === now) return;
  waiting = now;
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** Whether a form is waiting for the connection to come back. */
export const useWaiting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => waiting,
    () => false,
  );

/**
 * A `fetch` that sends a form with a key (`_key`, which makes sending it twice count once) again and again until it is
 * answered; whoever asked sees only that it takes long. Everything else is sent once, as ever.
 */
export function persistent(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    if (!countsOnce(init?.body)) return await send(input, init);
    try {
      for (let pause = PAUSE.first; ; pause = Math.min(pause * 2, PAUSE.longest)) {
        const answer = await whole(send, input, init).catch(() => null);
        if (answer) return answer;
        init?.signal?.throwIfAborted();
        setWaiting(true);
        await connection(pause, init?.signal);
      }
    } finally {
      setWaiting(false);
    }
  };
}

const countsOnce = (body: unknown) => (body instanceof URLSearchParams || body instanceof FormData) && body.has('_key');

/** One try: the answer to its last byte, since a connection may break in the middle of it too. */
async function whole(send: typeof fetch, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const ended = new AbortController();
  const end = () => ended.abort();
  const timer = setTimeout(end, GIVE_UP);
  init?.signal?.addEventListener('abort', end);
  try {
    const answer = await send(input, { ...init, signal: ended.signal });
    const bytes = await answer.arrayBuffer();
    // Some statuses may have no body, not even an empty one.
    return new Response(bytes.byteLength > 0 ? bytes : null, answer);
  } finally {
    clearTimeout(timer);
    init?.signal?.removeEventListener('abort', end);
  }
}

/** Resolves after the pause, or as soon as the browser says that there is a connection, or nobody waits any more. */
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
