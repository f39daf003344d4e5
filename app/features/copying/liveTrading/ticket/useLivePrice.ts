import { useEffect, useState } from 'react';
import { updateCandle } from '~/market/feed/candle';
import type { Candle, Quote } from '~/market/feed/feed';
import { useIsMotionPaused } from '~/ui/browser/dataSaver';
import { readStream } from '~/ui/browser/readStream';
import { useRevalidator } from '~/web/router';

/** State of the connection. `late`: the source has sent no price for a minute. `paused`: disconnected to save data. */
export type Connection = 'asking' | 'open' | 'late' | 'paused' | 'ended';

type LivePriceInput = {
  stream: string;
  quote: Quote | null;
  candles: readonly Candle[];
  step: number;
};

/** Returns the price, the newest candle and the connection. A background tab disconnects, and loads missed candles later. */
export function useLivePrice({ stream, quote, candles, step }: LivePriceInput) {
  const seed = { quote, candle: candles.at(-1) };
  const [state, setState] = useState(seed);
  const [seen, setSeen] = useState(candles);
  const [connection, setConnection] = useState<Exclude<Connection, 'paused'>>('asking');
  const { revalidate } = useRevalidator();
  const paused = useIsMotionPaused();

  // The server's render is newer than the streamed data.
  if (seen !== candles) {
    setSeen(candles);
    setState(seed);
  }

  useEffect(() => {
    if (paused) return;
    let stop = () => {};
    const open = () => {
      setConnection('asking');
      stop = readStream(stream, {
        open: () => setConnection('open'),
        message: (data) => {
          const price = JSON.parse(data) as Omit<Quote, 'at'> & { at: string; late: boolean };
          const next = { ...price, at: new Date(price.at) };
          setConnection(price.late ? 'late' : 'open');
          setState(({ candle }) => ({ quote: next, candle: candle && updateCandle(candle, next, step) }));
        },
        broken: () => setConnection('asking'),
        ended: () => setConnection('ended'),
      });
    };
    const poll = () => {
      stop();
      if (document.hidden) return;
      revalidate();
      open();
    };
    if (!document.hidden) open();
    document.addEventListener('visibilitychange', poll);
    return () => {
      document.removeEventListener('visibilitychange', poll);
      stop();
    };
  }, [stream, step, revalidate, paused]);

  return { ...state, connection: paused ? ('paused' as const) : connection };
}
