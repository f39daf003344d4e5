import { isLocked } from '~/features/copying/liveTrading/rules';
import { openPriceStream } from '~/features/copying/liveTrading/ticket/stream.server';
import { requestedInstrument } from '~/features/copying/liveTrading/view.server';
import { findInvestorByTokenHash } from '~/signIns/session.server';
import { respondWithEventStream } from '~/web/eventStream.server';
import { investor } from '~/web/guard/index.server';

export const handle = { stream: true };

/** Streams the price of `?symbol=` as server-sent events to users with unlocked live trading. */
export const loader = investor.loader(async ({ url, user, sessionHash, ...input }) => {
  if (isLocked(user)) return new Response('Live trading is locked.', { status: 403 });
  const mayGoOn = async () => {
    const still = await findInvestorByTokenHash(sessionHash);
    return still !== null && !isLocked(still);
  };
  return respondWithEventStream(input, () =>
    openPriceStream({ instrument: requestedInstrument(url.searchParams), userId: user.id, mayGoOn }),
  );
});
