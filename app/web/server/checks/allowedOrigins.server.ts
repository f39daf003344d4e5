import { env } from '~/platform/env';

/** May pages of this origin make calls and show pictures? Compared exactly. */
export const isAllowedOrigin = (origin: string): boolean => env().API_ALLOWED_ORIGINS.includes(origin);

/**
 * Is this the request of a page of an allowed origin? A picture in a page comes without `Origin`, so its `Referer` counts; a page
 * that sends neither is taken for one where any origin is allowed.
 */
export function isFromAllowedPage(request: Request): boolean {
  const named = request.headers.get('Origin') ?? request.headers.get('Referer');
  if (named === null) return env().API_ALLOWED_ORIGINS.length > 0;
  return URL.canParse(named) && isAllowedOrigin(new URL(named).origin);
}
