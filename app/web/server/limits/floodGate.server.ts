import type { RequestHandler } from 'express';
import { env } from '~/platform/env';
import { createSharedLimiter } from '~/platform/process/sharedLimits.server';
import { getNetworkOrigin } from '~/signIns/subscriber';
import { isCall, isV1Call, sendRefusal } from '../checks/refusal.server';

/** Ratio of a network's allowed requests to those of one address. */
export const NETWORK_REQUEST_FACTOR = 8;

/** Returns the headers that state a limit of requests per minute, as in draft-ietf-httpapi-ratelimit-headers. */
export const rateLimitHeaders = (policy: string, points: number, left: number, msBeforeNext: number) => ({
  'RateLimit-Policy': `"${policy}";q=${points};w=60`,
  RateLimit: `"${policy}";r=${Math.max(0, left)};t=${Math.ceil(msBeforeNext / 1_000)}`,
});

/**
 * Creates the middleware that limits the requests per minute of an IP address (`LIMITS.requestsPerMinute`) and of its
 * network, counted across all processes.
 */
export function createFloodGate(): RequestHandler {
  const points = env().LIMITS.requestsPerMinute;
  const ofOne = createSharedLimiter('requests of an address', points);
  const ofNetwork = createSharedLimiter('requests of a network', points * NETWORK_REQUEST_FACTOR);
  return (request, response, next) => {
    const { subscriber, network } = getNetworkOrigin(request.ip);
    Promise.all([ofOne(subscriber), ofNetwork(network)]).then(
      ([state]) => {
        if (isV1Call(request.path)) {
          response.set(rateLimitHeaders('address', points, state.remainingPoints, state.msBeforeNext));
        } else if (isCall(request.path)) {
          response.set({
            'RateLimit-Limit': String(points),
            'RateLimit-Remaining': String(state.remainingPoints),
            'RateLimit-Reset': String(Math.ceil(state.msBeforeNext / 1_000)),
          });
        }
        next();
      },
      (state: { msBeforeNext: number }) => {
        const seconds = Math.ceil(state.msBeforeNext / 1_000);
        response.set({
          'Retry-After': String(seconds),
          ...(isV1Call(request.path)
            ? rateLimitHeaders('address', points, 0, state.msBeforeNext)
            : { 'RateLimit-Limit': String(points), 'RateLimit-Remaining': '0', 'RateLimit-Reset': String(seconds) }),
        });
        sendRefusal(request, response, 429, `Please wait ${seconds} seconds and try again.`);
      },
    );
  };
}
