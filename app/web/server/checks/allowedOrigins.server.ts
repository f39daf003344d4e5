import { env } from '~/platform/env';

export const isAllowedOrigin = (origin: string): boolean => env().API_ALLOWED_ORIGINS.includes(origin);

/** Returns whether a page of an allowed origin sent the request, by `Origin` or, for pictures, which send none, by `Referer`. */
export function isFromAllowedPage(request: Request): boolean {
  const named = request.headers.get('Origin') ?? request.headers.get('Referer');
  if (named === null) return env().API_ALLOWED_ORIGINS.length > 0;
  return URL.canParse(named) && isAllowedOrigin(new URL(named).origin);
}
