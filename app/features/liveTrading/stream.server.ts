import { type Instrument, marketFeed } from '~/features/market';
import { now, SECOND } from '~/platform/clock';
import { singleton } from '~/platform/singleton';

/** How often a price is sent, milliseconds. */
const EVERY = 2 * SECOND;

/** Of so many prices one waits for a look at whether its reader may still have it. */
const LOOK_EACH = 5;

/**
 * Streams of one person at a time; one more ends the oldest. A browser opens six connections to a host, and pages need
 * some.
 */
export const STREAMS_EACH = 3;

/** Ends a stream. Told why, the browser does not open it again by itself. */
type End = (why?: 'signed-out' | 'elsewhere') => void;

/** The open streams of this process by person, the oldest first. */
const streams = singleton('price-streams', () => new Map<string, Set<End>>());

/** How many streams are open in this process. */
export const openStreams = (): number => [...streams.values()].reduce((sum, { size }) => sum + size, 0);

/** Ends all streams, when the process is asked to end. Browsers come back by themselves. */
export function endPriceStreams(): void {
  for (const ends of streams.values()) for (const end of [...ends]) end();
}

/**
 * An instrument's price as server-sent events, at once and then every two seconds, as long as `mayGoOn` says so: it is
 * asked now and then, and must not count as the person's own doing. `end` ends it, for when the reader has gone.
 */
export function openPriceStream(given: {
  instrument: Instrument;
  userId: string;
  mayGoOn: () => Promise<boolean>;
  /** Milliseconds between prices. */
  every?: number;
}): { body: ReadableStream<Uint8Array>; end: End } {
  const { instrument, userId, mayGoOn, every = EVERY } = given;
  const own = streams.get(userId) ?? new Set<End>();
  const encoder = new TextEncoder();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let close = (_last: string) => {};
  let over = false;

  const end: End = (why) => {
    if (over) return;
    over = true;
    clearTimeout(timer);
    own.delete(end);
    if (own.size === 0) streams.delete(userId);
    close(why ? `event: end\ndata: ${why}\n\n` : '');
  };

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      close = (last) => {
        if (last) send(last);
        controller.close();
      };
      const tick = async (count: number) => {
        // A database that does not answer is no reason to end what a person looks at.
        if (count % LOOK_EACH === 0 && !(await mayGoOn().catch(() => true))) return end('signed-out');
        if (over) return;
        send(told(instrument));
        timer = setTimeout(tick, every, count + 1);
      };
      send('retry: 3000\n\n');
      send(told(instrument));
      timer = setTimeout(tick, every, 1);
    },
    cancel: () => {
      close = () => {};
      end();
    },
  });

  own.add(end);
  streams.set(userId, own);
  const [oldest] = own;
  if (own.size > STREAMS_EACH) oldest?.('elsewhere');
  return { body, end };
}

/** A price as an event; where there is none yet a comment, which keeps the connection from being taken for dead. */
function told(instrument: Instrument): string {
  const quote = marketFeed().quote(instrument, now());
  return quote ? `data: ${JSON.stringify(quote)}\n\n` : ': no price yet\n\n';
}
