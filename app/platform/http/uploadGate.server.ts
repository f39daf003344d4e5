import type { Request, RequestHandler } from 'express';
import { env } from '../env';
import { refuse } from './refusal.server';
import { subscriberOf } from './subscriber';

/** One address may have this part of all uploads at once, so that a few slow senders do not keep everybody else out. */
const SHARE = 1 / 4;
const COME_BACK_SECONDS = 10;

/** Bounds the memory that arriving files take: past the most at once, whoever comes is told when to come back. */
export function uploadGate(bringsFile: (request: Request) => boolean): RequestHandler {
  const most = env().UPLOADS_AT_ONCE;
  const mostOfOne = Math.ceil(most * SHARE);
  const arriving = new Map<string, number>();
  let all = 0;
  const count = (subscriber: string, change: 1 | -1) => {
    const now = (arriving.get(subscriber) ?? 0) + change;
    if (now > 0) arriving.set(subscriber, now);
    else arriving.delete(subscriber);
    all += change;
  };
  return (request, response, next) => {
    if (!bringsFile(request)) return next();
    const subscriber = subscriberOf(request.ip ?? 'unknown');
    if (all >= most || (arriving.get(subscriber) ?? 0) >= mostOfOne) {
      response.set('Retry-After', String(COME_BACK_SECONDS));
      const message = `Many files are arriving just now. Nothing was changed. Please go back and send yours again in ${COME_BACK_SECONDS} seconds.`;
      return refuse(request, response, 503, message);
    }
    count(subscriber, 1);
    response.once('close', () => count(subscriber, -1));
    next();
  };
}
