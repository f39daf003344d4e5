import type { RequestHandler } from 'express';
import { env } from '~/platform/env';
import { getPublicOrigin } from '~/platform/installation/site';
import { isAllowedOrigin } from '../checks/allowedOrigins.server';
import { isCall, sendRefusal } from '../checks/refusal.server';
import { isVerificationLink } from '../checks/verificationLink.server';

const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST',
  'Access-Control-Allow-Headers': 'authorization, content-type, idempotency-key, if-none-match, x-access-token',
  'Access-Control-Max-Age': '600',
};

const EXPOSED_HEADERS = [
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'RateLimit',
  'RateLimit-Limit',
  'RateLimit-Policy',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'X-Mode',
  'X-Request-Id',
  'X-Total-deposit',
  'X-Total-invest',
  'X-Total-referred',
  'X-Total-trades',
  'X-Total-transaction',
  'X-Total-withdraw',
  'X-Total-withdrawals',
].join(', ');

/** Sends CORS headers for the product's own and the configured origins: the exact origin, never `*`, and without cookies. */
export const setCorsHeaders: RequestHandler = (request, response, next) => {
  const isFile = /^\/files\//i.test(request.path);
  if (!isFile && !isCall(request.path) && !isVerificationLink(request.path)) return next();
  const origin = request.headers.origin;
  response.vary('Origin');
  const own = env().PUBLIC_URL ? new URL(getPublicOrigin()).origin : `http://${request.headers.host}`;
  const allowed = origin !== undefined && isAllowedOrigin(origin);
  if (allowed)
    response.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED_HEADERS });
  else if (origin !== undefined && origin !== own) {
    return sendRefusal(request, response, 403, 'This call is not open to pages of other sites.');
  }
  if (request.method !== 'OPTIONS') return next();
  response
    .set(allowed ? PREFLIGHT_HEADERS : { Allow: PREFLIGHT_HEADERS['Access-Control-Allow-Methods'] })
    .status(204)
    .end();
};
