const VISITOR_PREFIX = '/visitors';

const VISITOR_PAGES = /^\/traders(?:\/compare|\/[0-9a-f-]{36}(?:\/copy)?)?\/?(?=\?|$)/i;

/** Returns whether there is a cookie of an investor's session; the guard checks the session. */
const hasInvestorCookie = (cookies: string): boolean => /(?:^|; )(?:__Host-)?session=[^;]/.test(cookies);

type VisitorRequest = { method?: string; url?: string; headers: { cookie?: string } };

/** Returns the address whose route answers. On the pages of traders, visitors get the cached anonymous page and investors their own. */
export function resolveAddress({ method, url = '', headers: { cookie = '' } }: VisitorRequest): string {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && VISITOR_PAGES.test(url) && !hasInvestorCookie(cookie) ? VISITOR_PREFIX + url : url;
}

export const toPublicPath = (path: string): string =>
  path.startsWith(`${VISITOR_PREFIX}/`) ? path.slice(VISITOR_PREFIX.length) : path;
