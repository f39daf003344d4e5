const VISITORS = '/visitors';

const OPEN = /^\/traders(?:\/compare|\/[0-9a-f-]{36}(?:\/copy)?)?\/?(?=\?|$)/i;

/** Returns whether there is a cookie of an investor's session; the guard checks the session. */
const mayBeSignedIn = (cookies: string): boolean => /(?:^|; )(?:__Host-)?session=[^;]/.test(cookies);

type VisitorRequest = { method?: string; url?: string; headers: { cookie?: string } };

/** Returns the address whose route answers. On the pages of traders, visitors get the cached anonymous page and investors their own. */
export function addressFor({ method, url = '', headers: { cookie = '' } }: VisitorRequest): string {
  const asks = method === 'GET' || method === 'HEAD';
  return asks && OPEN.test(url) && !mayBeSignedIn(cookie) ? VISITORS + url : url;
}

export const publicPath = (path: string): string =>
  path.startsWith(`${VISITORS}/`) ? path.slice(VISITORS.length) : path;
