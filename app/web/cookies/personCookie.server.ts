import { isHttps } from '~/platform/installation/site';

/* Unsigned cookie with the kind of the signed-in person, for cached pages and their script. It grants no access. */

export const hasPersonCookie = (cookies: string | null | undefined): boolean =>
  /(?:^|; )person=[^;]/.test(cookies ?? '');

/** Cookie header for rendering a page as for any signed-in person. */
export const SIGNED_IN_COOKIE_HEADER = 'person=1';

const personCookieHeader = (name: string, maxAge?: number): [string, string] => [
  'Set-Cookie',
  `person=${encodeURIComponent(name)}; Path=/; SameSite=Lax${maxAge === undefined ? '' : `; Max-Age=${maxAge}`}${isHttps() ? '; Secure' : ''}`,
];

export const setPersonCookie = ({ firstName }: { firstName: string }, maxAge?: number): [string, string] =>
  personCookieHeader([...firstName].slice(0, 40).join('') || '·', maxAge);

export const clearPersonCookie = (): [string, string] => personCookieHeader('', 0);
