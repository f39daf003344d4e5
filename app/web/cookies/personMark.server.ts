import { isHttps } from '~/platform/installation/site';

/*
 * A plain cookie that says that this browser is signed in, and as whom: pages from memory are drawn by whether it is there, and
 * their script reads the name. It opens nothing: who is signed in is what the sealed cookie of the session says.
 */

/** Is a browser with these cookies marked as signed in? What the mark says is not looked at. */
export const isMarked = (cookies: string | null | undefined): boolean => /(?:^|; )person=[^;]/.test(cookies ?? '');

/** A header of cookies with which a page is drawn for a browser that is signed in, without being anyone's. */
export const MARKED = 'person=1';

const personCookie = (name: string, maxAge?: number): [string, string] => [
  'Set-Cookie',
  `person=${encodeURIComponent(name)}; Path=/; SameSite=Lax${maxAge === undefined ? '' : `; Max-Age=${maxAge}`}${isHttps() ? '; Secure' : ''}`,
];

/** The header that marks a browser as signed in; `maxAge` in seconds, as of the session. */
export const markPerson = ({ firstName }: { firstName: string }, maxAge?: number): [string, string] =>
  personCookie([...firstName].slice(0, 40).join('') || '·', maxAge);

/** The header that takes the mark away. */
export const unmarkPerson = (): [string, string] => personCookie('', 0);
