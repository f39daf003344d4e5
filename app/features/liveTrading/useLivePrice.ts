import { useEffect, useState } from 'react';
import type { Candle, Quote } from '~/features/market';
import { useRevalidator } from '~/web/router';
import { withPrice } from './candle';

/**
 * `asking`: the connection is being made, or made again; `late`: it is there, and its source has had no price for a minute;
 * `ended`: it will not come back by itself.
 */
export type Connection = 'asking' | 'open' | 'late' | 'ended';

type Given = {
  /** The stream's address. */
  stream: string;
  quote: Quote | null;
  candles: readonly Candle[];
  /** Milliseconds a candle lasts. */
  step: number;
};

/**
 * The price, the newest candle with it, and how the connection that brings them stands. A page in a background tab has
 * none; looked at again, it loads what it missed.
 */
export function useLivePrice({ stream, quote, candles, step }: Given) {
  const seed = { quote, candle: candles.at(-1) };
  const [state, setState] = useState(seed);
  const [seen, setSeen] = useState(candles);
  const [connection, setConnection] = useState<Connection>('asking');
  const { revalidate } = useRevalidator();

  // What the server has just drawn is newer than what was streamed before.
  if (seen !== candles) {
    setSeen(candles);
    setState(seed);
  }

  useEffect(() => {
    let source: EventSource | undefined;
    const open = () => {
      setConnection('asking');
      source = new EventSource(stream);
      source.onopen = () => setConnection('open');
      source.onmessage = ({ data }) => {
        const told = JSON.parse(data) as Omit<Quote, 'at'> & { at: string; late: boolean };
        const next = { ...told, at: new Date(told.at) };
        setConnection(told.late ? 'late' : 'open');
        setState(({ candle }) => ({ quote: next, candle: candle && withPrice(candle, next, step) }));
      };
      source.onerror = () => setConnection(source?.readyState === EventSource.CLOSED ? 'ended' : 'asking');
      source.addEventListener('end', () => {
        source?.close();
        setConnection('ended');
      });
    };
    const look = () => {
      source?.close();
      if (document.hidden) return;
      revalidate();
      open();
    };
    open();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      source?.close();
    };
  }, [stream, step, revalidate]);

  return { ...state, connection };
}
