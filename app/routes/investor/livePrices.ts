import { openPriceStream } from '~/features/liveTrading/stream.server';
import { streamed } from '~/features/liveTrading/view.server';
import { investorStill } from '~/platform/signIns/session.server';
import { investor } from '~/web/guard/index.server';
import { EVENT_STREAM } from '~/web/responses.server';

/** The price of `?symbol=` as server-sent events, to whom live trading is unlocked. */
export const loader = investor.loader(async ({ request, url, user, sessionHash, whenGone }) => {
  if (!user.pdtUnlocked) return new Response('Live trading is locked.', { status: 403 });
  if (request.method === 'HEAD') return new Response(null, { headers: EVENT_STREAM });
  const mayGoOn = async () => (await investorStill(sessionHash))?.pdtUnlocked === true;
  const { body, end } = openPriceStream({ instrument: streamed(url.searchParams), userId: user.id, mayGoOn });
  whenGone(() => end());
  return new Response(body, { headers: EVENT_STREAM });
});
