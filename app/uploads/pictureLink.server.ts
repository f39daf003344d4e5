import { systemNow } from '~/platform/clock';
import { createPublicLink } from '~/platform/installation/site';
import { calculateMac, isMacValid } from '~/platform/mac';
import { PICTURE_LINK_MIN_MS } from './acceptedFiles';

const LINK_PURPOSE = 'picture link';

/**
 * Returns a signed, expiring address of a profile picture, because `<img>` may have no session. It is constant within an hour, for
 * caches.
 */
export function pictureLink(id: string): string {
  const until = String((Math.floor(systemNow().getTime() / PICTURE_LINK_MIN_MS) + 2) * PICTURE_LINK_MIN_MS);
  return createPublicLink(
    `/files/${id}?${new URLSearchParams({ until, mac: calculateMac(LINK_PURPOSE, [id, until]) })}`,
  );
}

export function isPictureLink(id: string, query: URLSearchParams): boolean {
  const [until, mac] = [query.get('until') ?? '', query.get('mac') ?? ''];
  return Number(until) > systemNow().getTime() && isMacValid(mac, LINK_PURPOSE, [id, until]);
}
