import { useCallback, useEffect, useRef, useState } from 'react';
import type { Update } from '~/features/updates';
import { useNavigation, useRevalidator } from '~/web/router';

/** One tab of a browser has the connection, under this lock, and tells the others on the channel of this name. */
const NAME = 'mirrorbook-updates';

/** A page that was left alone for so long no longer asks for what is new: that would keep its sign-in alive. Milliseconds. */
const LEFT_ALONE = 10 * 60_000;

/** Before a connection that was refused is tried again, milliseconds. */
const PAUSE = 30_000;

/** Changes that come together are asked for together, milliseconds. */
const TOGETHER = 300;

/** How often a page is asked for again whose figures move with the prices, which it says by `data-moving`; milliseconds. */
const MOVES = 5_000;

/** The last event of a stream whose sign-in has ended. */
const SIGNED_OUT = 'signed-out';

/** What is told in a toast. */
type Words = Pick<Update, 'id' | 'tone' | 'text'>;

type Updates = {
  /** What to tell in a toast: the newest, with how many more there are. */
  told: Words | null;
  /** Since when there is something new that the page does not show; null when it shows all. */
  newSince: Date | null;
  /** Asks for what is new. */
  refresh: () => void;
};

/**
 * Keeps a page as new as the server's figures, and tells what happened. One connection a browser, whatever tabs there are.
 * @param drawnAt when the server drew the page: what came later was not seen
 */
export function useUpdates(drawnAt: Date): Updates {
  const { revalidate } = useRevalidator();
  const [told, setTold] = useState<Words | null>(null);
  const [newSince, setNewSince] = useState<Date | null>(null);
  const seen = useRef<Set<string> | null>(null);
  const opened = useRef(drawnAt);
  const used = useRef(0);
  const isLeading = useRef(false);
  isLeading.current = useNavigation().state !== 'idle';

  const refresh = useCallback(() => {
    used.current = Date.now();
    setNewSince(null);
    revalidate();
  }, [revalidate]);

  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    let missed = false;
    const touch = () => {
      used.current = Date.now();
    };
    touch();

    // A page on its way is new anyway; asking again would end its request, and lose the toast that this brings.
    let later: ReturnType<typeof setTimeout> | undefined;
    const renew = () => {
      clearTimeout(later);
      if (isLeading.current) later = setTimeout(renew, TOGETHER);
      else revalidate();
    };

    /** Tells what is new; `began` when the stream has just begun, so that no figures of it came with what is new. */
    const ask = async (began = false) => {
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
      setTold(more.length > 0 ? { ...first, text: `${first.text}, and ${more.length} more` } : first);
      if (began || !known) renew();
    };

    const hear = (facts: string) => {
      // Led to the sign-in, the page would lose it; sent, the form says that the sign-in is over, and keeps it.
      if (facts === SIGNED_OUT && holdsTyped()) return;
      if (document.hidden) {
        missed = true;
        return;
      }
      if (Date.now() - used.current > LEFT_ALONE) return setNewSince((since) => since ?? new Date());
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        renew();
        if (facts !== 'positions') void ask();
      }, TOGETHER);
    };

    const channel = new BroadcastChannel(NAME);
    channel.onmessage = ({ data }) => hear(data);
    const everyTab = (facts: string) => {
      channel.postMessage(facts);
      hear(facts);
    };
    const look = () => {
      if (document.hidden || !missed) return;
      missed = false;
      touch();
      renew();
    };
    document.addEventListener('visibilitychange', look);
    const moving = setInterval(() => {
      if (!document.hidden && document.querySelector('main [data-moving]')) hear('positions');
    }, MOVES);
    for (const what of ['pointerdown', 'keydown', 'scroll']) addEventListener(what, touch, { passive: true, signal });

    void ask();
    // What came between the drawing of the page and the first figures of the stream.
    const begin = () => void ask(true);
    // Without locks each tab has a connection of its own, of which the server keeps a few.
    const alone = navigator.locks ?? { request: (_: string, __: object, work: () => Promise<void>) => work() };
    alone.request(NAME, { signal }, () => connected(signal, everyTab, begin)).catch(() => {});
    return () => {
      over.abort();
      clearTimeout(waiting);
      clearTimeout(later);
      clearInterval(moving);
      channel.close();
      document.removeEventListener('visibilitychange', look);
    };
  }, [revalidate]);

  return { told, newSince, refresh };
}

/** Reads the stream until `signal` ends it, however often the connection breaks. */
function connected(signal: AbortSignal, hear: (facts: string) => void, begin: () => void): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource;
    let again: ReturnType<typeof setTimeout> | undefined;
    let broken = false;
    const open = () => {
      source = new EventSource('/events');
      source.onmessage = ({ data }) => hear(data);
      source.onopen = () => {
        // What happened meanwhile was told to no one.
        if (broken) hear('money positions news');
        broken = false;
      };
      source.onerror = () => {
        broken = true;
        if (source.readyState === EventSource.CLOSED) again = setTimeout(open, PAUSE);
      };
      source.addEventListener('begin', begin);
      source.addEventListener('end', ({ data }) => {
        source.close();
        // The page asks again, and is led to the sign-in.
        if (data === SIGNED_OUT) hear(SIGNED_OUT);
      });
    };
    open();
    signal.addEventListener('abort', () => {
      source.close();
      clearTimeout(again);
      resolve();
    });
  });
}

/** Does a form of the page hold something that was typed and not sent? */
const holdsTyped = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement>('main form[method=post] :is(input, textarea)')].some(
    ({ type, value, defaultValue }) =>
      type !== 'hidden' && type !== 'checkbox' && type !== 'radio' && value !== defaultValue,
  );
