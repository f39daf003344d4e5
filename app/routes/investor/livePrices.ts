import { openPriceStream } from '~/features/liveTrading/stream.server';
import { streamed } from '~/features/liveTrading/view.server';
import { investorStill } from '~/platform/signIns/session.server';
import { investor } from '~/web/guard/index.server';

/** `no-transform` keeps compression, ours and a proxy's, from holding prices back. */
const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
  // Its connection serves nothing else, so that a server that ends need not wait for it to fall idle.
  Connection: 'close',
};

/** The price of `?symbol=` as server-sent events, to whom live trading is unlocked. */
export const loader = investor.loader(async ({ request, url, user, sessionHash, whenGone }) => {
  if (!user.pdtUnlocked) return new Response('Live trading is locked.', { status: 403 });
  if (request.method === 'HEAD') return new Response(null, { headers: HEADERS });
  const mayGoOn = async () => (await investorStill(sessionHash))?.pdtUnlocked === true;
  const { body, end } = openPriceStream({ instrument: streamed(url.searchParams), userId: user.id, mayGoOn });
  whenGone(() => end());
  return new Response(body, { headers: HEADERS });
});
