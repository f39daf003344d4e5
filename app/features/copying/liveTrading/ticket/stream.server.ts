import { isStalePrice } from '~/features/site';
import { marketFeed } from '~/market/feed/index.server';
import type { Instrument } from '~/market/instruments';
import { now, SECOND } from '~/platform/clock';
import { countStreams, type OpenStream, openStream } from '~/platform/streams.server';
import { priceInstant } from '~/trading/contracts';

const PRICE_INTERVAL_MS = 2 * SECOND;

/** Number of prices between two checks of the viewer's right to the stream. */
const PRICES_PER_CHECK = 5;

/** Largest number of concurrent streams of one person. Another stream closes the oldest. */
export const MAX_STREAMS_PER_USER = 3;

const STREAM_KIND = 'prices';

export const openStreams = (): number => countStreams(STREAM_KIND);

export function openPriceStream(options: {
  instrument: Instrument;
  userId: string;
  mayGoOn: () => Promise<boolean>;
  every?: number;
}): OpenStream {
  const { instrument, userId, mayGoOn, every = PRICE_INTERVAL_MS } = options;
  return openStream({
    kind: STREAM_KIND,
    person: userId,
    maxOpen: MAX_STREAMS_PER_USER,
    begin: (send, end) => {
      let timer: ReturnType<typeof setTimeout>;
      let over = false;
      const tick = async (count: number) => {
        // An unavailable database does not end the stream.
        if (count % PRICES_PER_CHECK === 0 && !(await mayGoOn().catch(() => true))) return end('signed-out');
        if (over) return;
        send(serialize(instrument));
        timer = setTimeout(tick, every, count + 1);
      };
      send(serialize(instrument));
      timer = setTimeout(tick, every, 1);
      return () => {
        over = true;
        clearTimeout(timer);
      };
    },
  });
}

/** Formats a price as an event. Before the first price it returns a comment, which keeps the connection open. */
function serialize(instrument: Instrument): string {
  const quote = marketFeed().quote(instrument, priceInstant(instrument.id, now()));
  return quote ? `data: ${JSON.stringify({ ...quote, late: isStalePrice(quote) })}\n\n` : ': no price yet\n\n';
}
