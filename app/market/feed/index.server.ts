import { env, isPaper } from '~/platform/env';
import { singleton } from '~/platform/singleton';
import type { Feed } from './feed';
import { installedFeed } from './installed.server';
import { publicFeed } from './public.server';
import { responseCache } from './responseCache.server';

/**
 * The feed that MARKET_FEED chooses, one per process. In paper mode the public one is completed by simulated prices,
 * which say so; in live mode what has no source has no price.
 */
export const marketFeed = (): Feed =>
  singleton('market-feed', () => {
    if (env().MARKET_FEED === 'simulated') return installedFeed();
    const { EXCHANGE_URL: exchange, BANK_URL: bank } = env();
    return publicFeed({ exchange, bank, cache: responseCache, otherwise: isPaper() ? installedFeed() : undefined });
  });
