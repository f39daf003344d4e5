import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { Request, RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { MINUTE, SECOND } from '~/platform/clock';
import { env } from '~/platform/env';
import { shareUsage } from '~/platform/process/sharedLimits.server';
import { getNetworkOrigin } from '~/signIns/subscriber';
import { sendRefusal } from '../checks/refusal.server';
import { findRequestAccount } from './requestAccount.server';

/** Largest number of cached cookies and tokens with their accounts. The cache avoids lookups. */
const MAX_CACHED_ACCOUNTS = 10_000;

const SIGN_IN_COOKIES = /(?:^|;)\s*(?:__Host-)?(?:session|admin)\s*=[^;]*/g;

/** Ratio of a network's allowed working time to an address's. */
const NETWORK_TIME_FACTOR = 2;

/**
 * Creates the middleware that limits processor time to `processorSeconds` a minute for an account (before login, for an
 * address), and to twice as much for a network. Beyond the limit it responds with 429. The time in which a file
 * (`hasFile`) arrives does not count; streams are exempt.
 */
export function createProcessorGate(
  hasFile: (request: Request) => boolean,
  isStream: (path: string) => boolean,
): RequestHandler {
  const timeOfEach = (limit: string, seconds: number) => {
    const budget = seconds * SECOND;
    const share = createProcessorShare({
      budget,
      window: MINUTE,
      worked: () => performance.eventLoopUtilization().active,
      now: () => performance.now(),
      charged: (holder, work) => shared(holder, work),
    });
    const shared = shareUsage({ limit, max: budget, heard: share.charge });
    return share;
  };
  const ofOne = timeOfEach('working time of one', env().LIMITS.processorSeconds);
  const ofNetwork = timeOfEach('working time of a network', env().LIMITS.processorSeconds * NETWORK_TIME_FACTOR);
  const known = new LRUCache<string, string>({ max: MAX_CACHED_ACCOUNTS });

  const signedInAs = async (request: Request): Promise<string | null> => {
    // Other cookies change between pages.
    const shown =
      request.get('Authorization') ??
      request.get('x-access-token') ??
      request.headers.cookie?.match(SIGN_IN_COOKIES)?.join();
    if (!shown) return null;
    const key = createHash('sha256').update(shown).digest('base64');
    const account = known.get(key) ?? (await findRequestAccount(request));
    if (account) known.set(key, account);
    return account;
  };

  return async (request, response, next) => {
    if (isStream(request.path)) return next();
    const account = await signedInAs(request);
    response.locals.account = account;
    const { subscriber, network } = getNetworkOrigin(request.ip);
    const holder = account ?? subscriber;
    const wait = Math.max(ofOne.waitOf(holder), account ? 0 : ofNetwork.waitOf(network));
    if (wait > 0) {
      response.set('Retry-After', String(wait));
      const message = `This is taking longer than usual. Nothing was changed. Please wait ${wait} seconds and try again.`;
      return sendRefusal(request, response, 429, message);
    }
    if (request.destroyed || response.destroyed) return;
    const start = () => {
      if (response.closed) return;
      const running = ofOne.begin(holder);
      const besides = account ? null : ofNetwork.begin(network);
      response.once('close', () => {
        ofOne.end(running);
        if (besides) ofNetwork.end(besides);
      });
    };
    if (hasFile(request)) request.once('end', start);
    else start();
    next();
  };
}

export type RunningRequest = { holder: string; from: number };

/** Number of holders above which those without used time are dropped. */
const MAX_HOLDERS = 10_000;

/**
 * Creates the meter of each holder's share of the event loop's working time, which is split evenly among the running
 * requests. A charge expires over `window` milliseconds, so `budget` is a rate that allows bursts.
 */
export function createProcessorShare(options: {
  budget: number;
  window: number;
  worked: () => number;
  now: () => number;
  charged?: (holder: string, work: number) => void;
}) {
  const { budget, window, worked, now, charged } = options;
  const taken = new Map<string, { spent: number; at: number }>();
  let underWay = 0;
  let perRequest = 0;
  let last = worked();

  const advance = (): number => {
    const work = worked();
    if (underWay > 0) perRequest += (work - last) / underWay;
    last = work;
    return perRequest;
  };

  const owed = (holder: string): number => {
    const known = taken.get(holder);
    return known ? Math.max(0, known.spent - ((now() - known.at) * budget) / window) : 0;
  };

  function charge(holder: string, work: number): void {
    if (taken.size >= MAX_HOLDERS) for (const each of [...taken.keys()]) if (owed(each) === 0) taken.delete(each);
    taken.set(holder, { spent: owed(holder) + work, at: now() });
  }

  return {
    charge,
    begin: (holder: string): RunningRequest => {
      const from = advance();
      underWay += 1;
      return { holder, from };
    },
    end: ({ holder, from }: RunningRequest): void => {
      const to = advance();
      underWay -= 1;
      charge(holder, to - from);
      charged?.(holder, to - from);
    },
    waitOf: (holder: string): number => {
      const over = owed(holder) - budget;
      return over > 0 ? Math.ceil((over * window) / budget / 1_000) : 0;
    },
  };
}
