import type { Request, RequestHandler } from 'express';
import { SECOND } from '~/platform/clock';
import { env } from '~/platform/env';
import { subscriberOf } from '~/signIns/subscriber';
import { refuse } from '../checks/refusal.server';
import { accountOf } from './requestAccount.server';

/** The part of all places for uploads that one address, or one account, may hold, so that a few slow senders don't block others. */
const SHARE = 1 / 4;
const COME_BACK_SECONDS = 10;

/**
 * Limits the memory that arriving files take. When too many arrive at once, the answer is 503 and says when to try again. An upload
 * slower than `UPLOAD_SLOWEST` is cut off, so that no place is held without end.
 */
export function uploadGate(bringsFile: (request: Request) => boolean): RequestHandler {
  const most = env().UPLOADS_AT_ONCE;
  const mostOfOne = Math.ceil(most * SHARE);
  const arriving = new Map<string, number>();
  let all = 0;
  const count = (holder: string, change: 1 | -1) => {
    const now = (arriving.get(holder) ?? 0) + change;
    if (now > 0) arriving.set(holder, now);
    else arriving.delete(holder);
  };
  return async (request, response, next) => {
    if (!bringsFile(request)) return next();
    const account = await accountOf(request);
    const holders = [subscriberOf(request.ip ?? 'unknown'), ...(account ? [account] : [])];
    if (all >= most || holders.some((holder) => (arriving.get(holder) ?? 0) >= mostOfOne)) {
      response.set('Retry-After', String(COME_BACK_SECONDS));
      const message = `Many files are arriving just now. Nothing was changed. Please go back and send yours again in ${COME_BACK_SECONDS} seconds.`;
      return refuse(request, response, 503, message);
    }
    if (request.destroyed) return;
    all += 1;
    for (const holder of holders) count(holder, 1);
    const stopWatching = cutSlow(request);
    response.once('close', () => {
      stopWatching();
      all -= 1;
      for (const holder of holders) count(holder, -1);
    });
    next();
  };
}

/** Ends a request whose body arrives too slowly; returns a function that stops watching it. */
function cutSlow(request: Request): () => void {
  const { PATIENCE, UPLOAD_SLOWEST } = env();
  const least = PATIENCE * UPLOAD_SLOWEST;
  let before = request.socket.bytesRead;
  const looking = setInterval(() => {
    if (request.complete) return clearInterval(looking);
    const { bytesRead } = request.socket;
    if (bytesRead - before < least) request.destroy();
    before = bytesRead;
  }, PATIENCE * SECOND);
  looking.unref();
  return () => clearInterval(looking);
}
