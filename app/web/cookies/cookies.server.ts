import { SECOND } from '~/platform/durations';
import { env } from '~/platform/env';
import { isSameSecret, newSecret, sign } from '~/platform/ids';
import { isHttps } from '~/platform/installation/site';
import { singleton } from '~/platform/singleton';
import { CODE_STEP_MS, LINK_LIFETIME_MS } from '~/signIns/signInLimits';
import { type Cookie, createCookie } from '../responses.server';
import { REFERRER_DAYS } from './referrerDays';

type CookieName =
  | 'session'
  | 'admin'
  | 'form'
  | 'second'
  | 'toast'
  | 'referrer'
  | 'signup'
  | 'return'
  | 'typed'
  | 'known'
  | 'banner'
  | 'looked';

const DAY_SECONDS = 86_400;

const COOKIE_MAX_AGE_SECONDS: Record<CookieName, number | undefined> = {
  session: undefined,
  admin: undefined,
  form: DAY_SECONDS,
  second: CODE_STEP_MS / SECOND,
  toast: 60,
  return: 900,
  /** Form that was submitted after the session had ended; stored as long as the page to return to. */
  typed: 900,
  referrer: REFERRER_DAYS * DAY_SECONDS,
  /** Account that the verification link signs in on this browser; stored as long as the link is valid. */
  signup: LINK_LIFETIME_MS.verify / SECOND,
  /** Accounts that have signed in on this browser; stored for the longest time that browsers allow. */
  known: 400 * DAY_SECONDS,
  /** Reader and time of the last page, for browsers without scripts. */
  looked: undefined,
  banner: 400 * DAY_SECONDS,
};

/**
 * Returns one of the product's cookies: HttpOnly, SameSite=Lax and, over HTTPS, Secure with a `__Host-` name that no other host can set.
 */
export function createCookieFor(name: CookieName): Cookie {
  const secure = isHttps();
  return singleton(`cookie ${name} ${secure}`, () =>
    createCookie(`${secure ? '__Host-' : ''}${name}`, {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure,
      maxAge: COOKIE_MAX_AGE_SECONDS[name],
      // The cookie's name is part of the signature, so that its value is not valid in another cookie.
      secrets: [sign(env().SESSION_SECRET, 'cookie', name)],
    }),
  );
}

export async function readCookie(request: globalThis.Request, name: CookieName): Promise<string | null> {
  const value: unknown = await createCookieFor(name).parse(request.headers.get('Cookie'));
  return typeof value === 'string' ? value : null;
}

/** Returns the header that sets one of the product's cookies; `maxAge` in seconds. */
export const setCookie = (name: CookieName, value: string, maxAge?: number): Promise<string> =>
  createCookieFor(name).serialize(value, maxAge === undefined ? undefined : { maxAge });

export const clearCookie = (name: CookieName): Promise<string> => createCookieFor(name).serialize('', { maxAge: 0 });

export const formToken = (binding: string): string => sign(env().SESSION_SECRET, 'form', binding);

export const isFormToken = (token: FormDataEntryValue | null, binding: string): boolean =>
  typeof token === 'string' && isSameSecret(token, formToken(binding));

/** Returns the binding of a visitor's forms: a short-lived cookie, created when the first form is rendered. */
export async function anonymousBinding(request: globalThis.Request): Promise<{ binding: string; setCookie?: string }> {
  const known = await readCookie(request, 'form');
  if (known) return { binding: known };
  const binding = newSecret();
  return { binding, setCookie: await setCookie('form', binding) };
}
