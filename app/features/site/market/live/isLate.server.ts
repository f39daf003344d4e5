import type { Quote } from '~/market/feed/feed';
import { MINUTE, now, systemNow } from '~/platform/clock';

/** Returns whether a price is more than a minute old, so that the page does not call itself live. */
export function isStalePrice({ source, at }: Quote): boolean {
  // Only simulated prices use the product's clock.
  const time = source === 'simulated' ? now() : systemNow();
  return time.getTime() - at.getTime() > MINUTE;
}
