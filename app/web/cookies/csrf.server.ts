import { env } from '~/platform/env';
import { newSecret, sameSecret, sign } from '~/platform/ids';
import { readCookie, setCookie } from './cookies.server';

/** The token that forms of this sign-in (or, before one, of this browser) carry. */
export const formToken = (binding: string): string => sign(env().SESSION_SECRET, 'form', binding);

/** Does a posted form carry the token of this sign-in or browser? */
export const isFormToken = (token: FormDataEntryValue | null, binding: string): boolean =>
  typeof token === 'string' && sameSecret(token, formToken(binding));

/** What binds the forms of a visitor who is not signed in: a short-lived cookie, made when the first form is drawn. */
export async function anonymousBinding(request: globalThis.Request): Promise<{ binding: string; setCookie?: string }> {
  const known = await readCookie(request, 'form');
  if (known) return { binding: known };
  const binding = newSecret();
  return { binding, setCookie: await setCookie('form', binding) };
}
