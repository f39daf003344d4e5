import { env, isPaper } from '~/platform/env';
import { once } from '~/platform/singleton';
import type { Feed } from './feed';
import { publicFeed } from './public.server';
import { shelf } from './responseCache.server';
import { simulatedFeed } from './simulated';

/**
 * The feed that MARKET_FEED chooses, one per process. In paper mode the public one is completed by simulated prices,
 * which say so; in live mode what has no source has no price.
 */
export const marketFeed = (): Feed =>
  once('market-feed', () => {
    if (env().MARKET_FEED === 'simulated') return simulatedFeed();
    return publicFeed({ shelf, otherwise: isPaper() ? simulatedFeed() : undefined });
  });
