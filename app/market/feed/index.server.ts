import { env, isPaper } from '~/platform/env';
import { singleton } from '~/platform/singleton';
import type { Feed } from './feed';
import { installedFeed } from './installed.server';
import { publicFeed } from './public.server';
import { responseCache } from './responseCache.server';

/** Returns the feed that MARKET_FEED selects. In paper mode simulated prices complete the public feed; in live mode nothing does. */
export const marketFeed = (): Feed =>
  singleton('market-feed', () => {
    if (env().MARKET_FEED === 'simulated') return installedFeed();
    const { EXCHANGE_URL: exchange, BANK_URL: bank } = env();
    return publicFeed({ exchange, bank, cache: responseCache, otherwise: isPaper() ? installedFeed() : undefined });
  });
