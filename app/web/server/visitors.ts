/** Where the routes of visitors are, for pages that an investor has at the same address as their own. */
const VISITORS = '/visitors';

/** The pages that visitors may see, and the way from them to a copy, which begins with the sign-up. */
const OPEN = /^\/traders(?:\/compare|\/[0-9a-f-]{36}(?:\/copy)?)?\/?(?=\?|$)/i;

/** Has the browser the cookie of an investor's session? Whether it still counts is the guard's to say. */
const mayBeSignedIn = (cookies: string): boolean => /(?:^|; )(?:__Host-)?session=[^;]/.test(cookies);

type VisitorRequest = { method?: string; url?: string; headers: { cookie?: string } };

/**
 * The address whose route answers: of the pages of traders a visitor gets one that knows nobody, is the same for all and is kept in
 * memory, and an investor gets their own. All other addresses stay as they are.
 */
export function addressFor({ method, url = '', headers: { cookie = '' } }: VisitorRequest): string {
  const asks = method === 'GET' || method === 'HEAD';
  return asks && OPEN.test(url) && !mayBeSignedIn(cookie) ? VISITORS + url : url;
}

/** The address under which people know the page of a path. */
export const publicPath = (path: string): string =>
  path.startsWith(`${VISITORS}/`) ? path.slice(VISITORS.length) : path;
