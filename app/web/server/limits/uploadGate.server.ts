import type { Request, RequestHandler } from 'express';
import { SECOND } from '~/platform/clock';
import { env } from '~/platform/env';
import { subscriberOf } from '~/signIns/subscriber';
import { refuse } from '../checks/refusal.server';
import { accountOf } from './requestAccount.server';

/** One address, and one account, may have this part of all uploads at once: a few slow senders keep no others out. */
const SHARE = 1 / 4;
const COME_BACK_SECONDS = 10;

/**
 * Bounds the memory that arriving files take: past the most at once, the answer says when to come back. One that
 * arrives more slowly than `UPLOAD_SLOWEST` is cut, so that a place is held for a bounded time.
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

/** Ends a request whose body comes in more slowly than it may; returns what stops looking. */
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
