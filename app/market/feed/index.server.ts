import { env, isPaper } from '~/platform/env';
import { singleton } from '~/platform/singleton';
import type { Feed } from './feed';
import { installedFeed } from './installed.server';
import { publicFeed } from './public.server';
import { responseCache } from './responseCache.server';

/** Returns the feed selected by MARKET_FEED. In paper mode, simulated prices complete the public feed; in live mode they do not. */
export const marketFeed = (): Feed =>
  singleton('market-feed', () => {
    if (env().MARKET_FEED === 'simulated') return installedFeed();
    const { EXCHANGE_URL: exchange, BANK_URL: bank } = env();
    return publicFeed({ exchange, bank, cache: responseCache, otherwise: isPaper() ? installedFeed() : undefined });
  });
