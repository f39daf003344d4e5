import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { Request, RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { MINUTE, SECOND } from '~/platform/clock';
import { env } from '~/platform/env';
import { subscriberOf } from '~/signIns/subscriber';
import { refuse } from '../checks/refusal.server';
import { createProcessorShare } from './processorShare';
import { accountOf } from './requestAccount.server';

/** How many accounts are remembered by the cookie or token that showed them, so that few requests look them up a second time. */
const KNOWN = 10_000;

/**
 * Lets no account, and before sign-in no address, take more of the process's working time than `PROCESSOR_SECONDS` a minute:
 * past that it is answered 429 with `Retry-After`, and the others are served.
 * @param bringsFile tells the requests that bring a file: over a poor line it arrives for minutes, which costs next to nothing
 * @param isStream tells the paths of streams, which stay open for hours and cost nothing while they are silent
 */
export function processorGate(
  bringsFile: (request: Request) => boolean,
  isStream: (path: string) => boolean,
): RequestHandler {
  const share = createProcessorShare({
    budget: env().PROCESSOR_SECONDS * SECOND,
    window: MINUTE,
    worked: () => performance.eventLoopUtilization().active,
    now: () => performance.now(),
  });
  const known = new LRUCache<string, string>({ max: KNOWN });

  const holderOf = async (request: Request): Promise<string> => {
    const shown = request.get('x-access-token') ?? request.headers.cookie;
    const address = subscriberOf(request.ip ?? 'unknown');
    if (!shown) return address;
    const key = createHash('sha256').update(shown).digest('base64');
    const account = known.get(key) ?? (await accountOf(request));
    if (account) known.set(key, account);
    return account ?? address;
  };

  return async (request, response, next) => {
    if (isStream(request.path)) return next();
    const holder = await holderOf(request);
    const wait = share.waitOf(holder);
    if (wait > 0) {
      response.set('Retry-After', String(wait));
      const message = `Your requests have kept us busy for long. Nothing was changed. Please wait ${wait} seconds and try again.`;
      return refuse(request, response, 429, message);
    }
    if (request.destroyed || response.destroyed) return;
    const start = () => {
      if (response.closed) return;
      const running = share.begin(holder);
      response.once('close', () => share.end(running));
    };
    if (bringsFile(request)) request.once('end', start);
    else start();
    next();
  };
}
