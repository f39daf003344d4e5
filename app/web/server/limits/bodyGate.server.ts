import type { Request, RequestHandler } from 'express';
import { SECOND } from '~/platform/clock';
import { createPlaces } from '~/platform/places';
import { getNetworkOrigin } from '~/signIns/subscriber';
import { sendRefusal } from '../checks/refusal.server';
import type { createConcurrencyGate } from './concurrencyGate.server';

const MAX_ARRIVING_BODIES = { subscriber: 32, network: 128, all: 1_000 };
/** Time that a form on a slow connection gets before it may be dropped for others, milliseconds. */
const BODY_GRACE_MS = 5 * SECOND;
const RETRY_AFTER_SECONDS = 10;

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Creates the middleware that passes a request on once its body has arrived. If there are too many, it ends the
 * slowest: 503 with `Retry-After`.
 */
export function createBodyGate(
  hasFile: (request: Request) => boolean,
  concurrencyGate: Pick<ReturnType<typeof createConcurrencyGate>, 'leave'>,
): RequestHandler {
  const places = createPlaces({ max: MAX_ARRIVING_BODIES.all, overShare: 'ends the slowest' });
  return (request, response, next) => {
    if (SAFE_METHODS.has(request.method) || hasFile(request) || hasArrived(request)) return next();
    const { subscriber, network } = getNetworkOrigin(request.ip);
    const giveUp = () => {
      if (response.headersSent) return;
      response.set({ 'Retry-After': String(RETRY_AFTER_SECONDS), Connection: 'close' });
      response.once('finish', () => request.destroy());
      sendRefusal(
        request,
        response,
        503,
        'This form took too long to arrive. Nothing was changed. Please send it again.',
      );
    };
    const holders = [
      { name: subscriber, max: MAX_ARRIVING_BODIES.subscriber },
      { name: network, max: MAX_ARRIVING_BODIES.network },
    ];
    const since = performance.now();
    const isDripping = () => performance.now() - since > BODY_GRACE_MS;
    const free = places.take(holders, { giveUp, isDripping });
    if (!free) return giveUp();
    const goOn = concurrencyGate.leave(request, response, next);
    const poll = () => {
      if (!hasArrived(request)) return;
      stop();
      goOn();
    };
    const stop = () => {
      free();
      request.off('readable', poll);
      response.off('close', stop);
    };
    // A listener for `readable` makes Node fill its buffer and pause.
    request.on('readable', poll);
    response.once('close', stop);
  };
}

const hasArrived = (request: Request): boolean =>
  request.complete ||
  (request.headers['transfer-encoding'] === undefined && request.readableLength >= request.readableHighWaterMark);
