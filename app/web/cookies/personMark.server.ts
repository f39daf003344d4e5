import { isHttps } from '~/platform/installation/site';

/* Unsigned cookie with the kind of the signed-in person, for cached pages and their script. It grants no access. */

export const isMarked = (cookies: string | null | undefined): boolean => /(?:^|; )person=[^;]/.test(cookies ?? '');

/** Cookie header for rendering a page as for any signed-in person. */
export const SIGNED_IN_COOKIE = 'person=1';

const personCookie = (name: string, maxAge?: number): [string, string] => [
  'Set-Cookie',
  `person=${encodeURIComponent(name)}; Path=/; SameSite=Lax${maxAge === undefined ? '' : `; Max-Age=${maxAge}`}${isHttps() ? '; Secure' : ''}`,
];

export const markPerson = ({ firstName }: { firstName: string }, maxAge?: number): [string, string] =>
  personCookie([...firstName].slice(0, 40).join('') || '·', maxAge);

export const unmarkPerson = (): [string, string] => personCookie('', 0);
