import type { Quote } from '~/market/feed/feed';
import { MINUTE, now, systemNow } from '~/platform/clock';

/**
 * Did a price stand more than a minute ago, because its source is silent or tells a price a day? A page with no newer one does not
 * call itself live.
 */
export function isLate({ source, at }: Quote): boolean {
  // Only simulated prices follow the product's clock.
  const time = source === 'simulated' ? now() : systemNow();
  return time.getTime() - at.getTime() > MINUTE;
}
