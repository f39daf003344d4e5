import { openMarketPrices, parseRequestedInstruments } from '~/features/site/market/live/priceStream.server';
import { respondWithEventStream } from '~/web/eventStream.server';
import { publicRoute } from '~/web/guard/index.server';

export const handle = { stream: true };

/** Streams the prices of `?of=EURUSD,BTCUSD` as server-sent events to public pages. */
export const loader = publicRoute.loader(async ({ url, address, ...input }) => {
  const instruments = parseRequestedInstruments(url.searchParams);
  if (instruments.length === 0) return new Response('None of these is a symbol.', { status: 404 });
  return respondWithEventStream(input, () => openMarketPrices(instruments, address));
});
