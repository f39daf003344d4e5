import { env } from '~/platform/env';
import { newId, newSecret, sameSecret, sign } from '~/platform/ids';
import { mailsAreShown } from '../queries.server';

/*
 * A browser in which a person signed up keeps a mark of it, and their verification link signs that browser in. The mark looks
 * alike whether or not the sign-up made an account, so that it does not tell whether an address was known.
 */

const signatureOf = (userId: string, salt: string): string => sign(env().SESSION_SECRET, 'signed-up', userId, salt);

/** The mark of a sign-up; `newcomer` is the account that it made, null for none. */
export function signUpMark(newcomer: string | null): string {
  const salt = newSecret(16);
  const mark = `${salt}.${signatureOf(newcomer ?? newId(), salt)}`;
  // Where mails are shown to the browser, it must be known whose.
  return newcomer && mailsAreShown() ? `${mark}.${newcomer}` : mark;
}

/** Did this user sign up in the browser that has this mark? */
export function isMarkOf(mark: string | null, userId: string): boolean {
  const [salt = '', signature = ''] = mark?.split('.') ?? [];
  return sameSecret(signature, signatureOf(userId, salt));
}

/** The user whose mails are shown to the browser that has this mark; null wherever mails are really sent. */
export const newcomerOf = (mark: string | null): string | null => mark?.split('.')[2] ?? null;
