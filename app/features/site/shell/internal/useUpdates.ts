import { useCallback, useEffect, useRef, useState } from 'react';
import type { Update } from '~/features/site/updates/notifications.server';
import { useIsMotionPaused } from '~/ui/browser/dataSaver';
import { budgetPauseMs } from '~/ui/browser/lineBudget';
import { readStream } from '~/ui/browser/readStream';
import { useNavigation, useRevalidator } from '~/web/router';

/** Name of the lock and the channel. One tab of a browser holds the connection and notifies the others. */
const LOCK_NAME = 'mirrorbook-updates';

/** Idle time after which a page stops its requests, milliseconds, since they would extend its session. */
const IDLE_PAGE_MS = 10 * 60_000;

/** Delay that combines concurrent changes into one request, milliseconds. */
const COMBINE_DELAY_MS = 300;

/** Reload interval of pages whose figures change with prices (`data-moving`), milliseconds; longer if that exceeds the byte budget. */
const MOVING_INTERVAL_MS = 5_000;

const SIGNED_OUT_MESSAGE = 'signed-out';

/** Facts to reload when the missed changes are unknown. */
const ALL_FACTS = 'money positions news';

type UpdateMessage = Pick<Update, 'id' | 'tone' | 'text'>;

type Updates = {
  /** Newest message, with the number of further ones. */
  newest: UpdateMessage | null;
  newSince: Date | null;
  paused: boolean;
  refresh: () => void;
};

/** Updates a page rendered at `renderedAt` over one connection per browser. Pauses while all tabs are hidden or the browser saves data. */
export function useUpdates(renderedAt: Date): Updates {
  const { revalidate } = useRevalidator();
  const [newest, setNewest] = useState<UpdateMessage | null>(null);
  const [newSince, setNewSince] = useState<Date | null>(null);
  const seen = useRef<Set<string> | null>(null);
  const opened = useRef(renderedAt);
  const used = useRef(0);
  const paused = useIsMotionPaused();
  const isLeading = useRef(false);
  isLeading.current = useNavigation().state !== 'idle';

  const refresh = useCallback(() => {
    used.current = Date.now();
    setNewSince(null);
    revalidate();
  }, [revalidate]);

  useEffect(() => {
    if (paused) return;
    const over = new AbortController();
    const { signal } = over;
    const touch = () => {
      used.current = Date.now();
    };
    touch();

    // A pending navigation loads everything anyway. A request now would cancel it and lose its toast.
    let later: ReturnType<typeof setTimeout> | undefined;
    const renew = () => {
      clearTimeout(later);
      if (isLeading.current) later = setTimeout(renew, COMBINE_DELAY_MS);
      else revalidate();
    };
    let mayMoveAt = 0;
    const weighed = new PerformanceObserver((list) => {
      for (const { name, responseEnd, transferSize } of list.getEntries() as PerformanceResourceTiming[])
        if (new URL(name).pathname.endsWith('.data')) mayMoveAt = responseEnd + budgetPauseMs(transferSize);
    });
    weighed.observe({ type: 'resource' });

    /** Requests notifications. `began` is true at the start of the stream, when the page's figures may be outdated. */
    const poll = async (began = false) => {
      const answer = await fetch('/events/told', { signal, headers: { Accept: 'application/json' } }).catch(() => null);
      if (!answer?.ok || answer.redirected) return;
      const all = (await answer.json()) as (Omit<Update, 'at'> & { at: string })[];
      const known = seen.current;
      seen.current = new Set([...(known ?? []), ...all.map(({ id }) => id)]);
      const isNew = known
        ? ({ id }: Pick<Update, 'id'>) => !known.has(id)
        : ({ at }: { at: string }) => new Date(at) > opened.current;
      const [first, ...more] = all.filter(isNew);
      if (!first) return;
      setNewest(more.length > 0 ? { ...first, text: `${first.text}, and ${more.length} more` } : first);
      if (began || !known) renew();
    };

    let waiting: ReturnType<typeof setTimeout> | undefined;
    let moving: ReturnType<typeof setTimeout> | undefined;
    const receive = (facts: string) => {
      // A redirect to the login page would lose entered text. The form reports the ended session when it is sent.
      if (document.hidden || (facts === SIGNED_OUT_MESSAGE && hasUnsentInput())) return;
      if (Date.now() - used.current > IDLE_PAGE_MS) return setNewSince((since) => since ?? new Date());
      if (facts === 'positions') {
        clearTimeout(moving);
        moving = setTimeout(renew, Math.max(COMBINE_DELAY_MS, mayMoveAt - performance.now()));
        return;
      }
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        renew();
        void poll();
      }, COMBINE_DELAY_MS);
    };

    const channel = new BroadcastChannel(LOCK_NAME);
    channel.onmessage = ({ data }) => receive(data);
    const everyTab = (facts: string) => {
      channel.postMessage(facts);
      receive(facts);
    };
    const moves = setInterval(() => {
      if (!document.hidden && document.querySelector('main [data-moving]')) receive('positions');
    }, MOVING_INTERVAL_MS);
    for (const what of ['pointerdown', 'keydown', 'scroll']) addEventListener(what, touch, { passive: true, signal });

    void poll();
    // Browsers without Web Locks open one connection per tab, up to the server's limit.
    const alone = navigator.locks ?? { request: (_: string, __: object, work: () => Promise<void>) => work() };
    let lastPoll = new AbortController();
    const follow = () => {
      lastPoll = new AbortController();
      const { signal: ended } = lastPoll;
      const input = performance.now();
      const lead = () => {
        // Changes between rendering and the stream's first figures may have been missed.
        const mayHaveMissed = performance.now() - input > COMBINE_DELAY_MS;
        return stayConnected(ended, everyTab, () => void poll(true), mayHaveMissed);
      };
      alone.request(LOCK_NAME, { signal: ended }, lead).catch(() => {});
    };
    const check = () => {
      lastPoll.abort();
      if (document.hidden) return;
      touch();
      receive(ALL_FACTS);
      follow();
    };
    document.addEventListener('visibilitychange', check);
    if (!document.hidden) follow();
    return () => {
      over.abort();
      lastPoll.abort();
      weighed.disconnect();
      clearTimeout(waiting);
      clearTimeout(moving);
      clearTimeout(later);
      clearInterval(moves);
      channel.close();
      document.removeEventListener('visibilitychange', check);
    };
  }, [revalidate, paused]);

  return { newest, newSince, paused, refresh };
}

/** Reads the stream until `signal` ends it, and reconnects whenever the connection breaks. */
function stayConnected(
  signal: AbortSignal,
  receive: (facts: string) => void,
  start: () => void,
  lost: boolean,
): Promise<void> {
  let isLost = lost;
  const stop = readStream('/events', {
    message: receive,
    open: () => {
      if (isLost) receive(ALL_FACTS);
      isLost = false;
    },
    broken: () => {
      isLost = true;
    },
    // The page reloads, and the reload redirects to the login page.
    ended: (why) => why === SIGNED_OUT_MESSAGE && receive(SIGNED_OUT_MESSAGE),
    events: { begin: start },
  });
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      stop();
      resolve();
    });
  });
}

const hasUnsentInput = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement>('main form[method=post] :is(input, textarea)')].some(
    ({ type, value, defaultValue }) =>
      type !== 'hidden' && type !== 'checkbox' && type !== 'radio' && value !== defaultValue,
  );
