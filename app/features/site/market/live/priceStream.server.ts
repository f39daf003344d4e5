import { setImmediate as nextTurn } from 'node:timers/promises';
import { findInstrumentByName, type Instrument } from '~/market/instruments';
import { SECOND } from '~/platform/clock';
import { log } from '~/platform/log/index.server';
import { createPlaces } from '~/platform/places';
import { singleton } from '~/platform/singleton';
import { type OpenStream, openStream, type SendEvent } from '~/platform/streams.server';
import { getNetworkOrigin } from '~/signIns/subscriber';
import { budgetPauseMs } from '~/ui/browser/lineBudget';
import { loadLivePriceRows } from '../queries.server';
import { createPriceEvents } from './internal/movingPrices';
import { isStalePrice } from './isLate.server';

const PRICE_INTERVAL_MS = SECOND;

/** Number of intervals without a price after which a message keeps the connection alive. */
const KEEP_ALIVE_INTERVALS = 15;

export const MARKET_STREAM_NAME = 'market prices';

/** Largest number of readers per IP address and per network; a further one disconnects the oldest. */
export const PRICE_READERS_PER_ADDRESS = 20;
export const PRICE_READERS_PER_NETWORK = 200;

/** Largest number of readers; a further one disconnects the oldest of the network with the most readers. */
export const MAX_PRICE_READERS = 2_000;

/** Number of readers that are notified before other requests are served. */
const READERS_PER_BATCH = 50;

/** Readers of the same prices, who receive the same bytes. */
type ReaderGroup = {
  instruments: Instrument[];
  readers: Set<SendEvent>;
  sent: Map<string, string>;
  quiet: number;
  /** End of the pause that keeps readers within their byte budget, as a time of `performance.now()`. */
  restsUntil: number;
};

const marketStream = singleton('market-stream', () => ({
  places: createPlaces({ max: MAX_PRICE_READERS, overShare: 'ends the slowest' }),
  groups: new Map<string, ReaderGroup>(),
  timer: undefined as ReturnType<typeof setInterval> | undefined,
  busy: false,
}));

/** Parses the instruments of `?of=EURUSD,BTCUSD`, without duplicates and in a fixed order. Ignores unknown names. */
export const parseRequestedInstruments = (query: URLSearchParams): Instrument[] =>
  [...new Set((query.get('of') ?? '').slice(0, 1_000).split(','))]
    .sort()
    .flatMap((id) => findInstrumentByName(id) ?? []);

/** Streams prices of some instruments, then each second those that changed, within the byte budget; null beyond `MAX_PRICE_READERS`. */
export function openMarketPrices(instruments: Instrument[], address: string): OpenStream | null {
  const { subscriber, network } = getNetworkOrigin(address);
  const holders = [
    { name: subscriber, max: PRICE_READERS_PER_ADDRESS },
    { name: network, max: PRICE_READERS_PER_NETWORK },
  ];
  let opened: OpenStream | undefined;
  const free = marketStream.places.take(holders, { giveUp: () => opened?.end('elsewhere') });
  if (!free) return null;
  const key = instruments.map(({ id }) => id).join();
  opened = openStream({
    kind: MARKET_STREAM_NAME,
    person: subscriber,
    maxOpen: PRICE_READERS_PER_ADDRESS,
    begin: (send) => {
      const group = marketStream.groups.get(key) ?? {
        instruments,
        readers: new Set(),
        sent: new Map(),
        quiet: 0,
        restsUntil: 0,
      };
      marketStream.groups.set(key, group);
      group.readers.add(send);
      send(createPriceEvents(loadLivePriceRows(instruments), new Map(), isStalePrice));
      marketStream.timer ??= setInterval(() => void publishChangedPrices(), PRICE_INTERVAL_MS).unref();
      return () => {
        free();
        group.readers.delete(send);
        if (group.readers.size === 0) marketStream.groups.delete(key);
        if (marketStream.groups.size > 0) return;
        clearInterval(marketStream.timer);
        marketStream.timer = undefined;
      };
    },
  });
  return opened;
}

/** Publishes changed prices to all readers. Each price is read once for all pages. */
export async function publishChangedPrices(): Promise<void> {
  if (marketStream.busy) return;
  marketStream.busy = true;
  try {
    const requested = new Set([...marketStream.groups.values()].flatMap(({ instruments }) => instruments));
    const rows = new Map(loadLivePriceRows([...requested]).map((row) => [row.instrument, row]));
    let served = 0;
    for (const group of [...marketStream.groups.values()]) {
      if (performance.now() < group.restsUntil) continue;
      const news = createPriceEvents(
        group.instruments.flatMap((instrument) => rows.get(instrument) ?? []),
        group.sent,
        isStalePrice,
      );
      group.quiet = news ? 0 : group.quiet + 1;
      const text = news || (group.quiet % KEEP_ALIVE_INTERVALS === 0 ? ':\n\n' : '');
      if (!text) continue;
      group.restsUntil = performance.now() + budgetPauseMs(Buffer.byteLength(text));
      for (const send of [...group.readers]) {
        send(text);
        served += 1;
        if (served % READERS_PER_BATCH === 0) await nextTurn();
      }
    }
  } catch (error) {
    log().warn({ err: error }, 'prices could not be published');
  } finally {
    marketStream.busy = false;
  }
}
