import { env } from '~/platform/env';
import { isSameSecret, newId, newSecret, sign } from '~/platform/ids';
import { areMailsShown } from '../queries.server';

/* Cookie by which a verification link recognises the browser that signed up. Its form does not reveal whether an account was created. */

const signatureOf = (userId: string, salt: string): string => sign(env().SESSION_SECRET, 'signed-up', userId, salt);

export function createSignUpMark(newcomer: string | null): string {
  const salt = newSecret(16);
  const mark = `${salt}.${signatureOf(newcomer ?? newId(), salt)}`;
  // The page can show the mail only if the cookie names the account.
  return newcomer && areMailsShown() ? `${mark}.${newcomer}` : mark;
}

export function isMarkOf(mark: string | null, userId: string): boolean {
  const [salt = '', signature = ''] = mark?.split('.') ?? [];
  return isSameSecret(signature, signatureOf(userId, salt));
}

export const newcomerOf = (mark: string | null): string | null => mark?.split('.')[2] ?? null;
