import { isPaper } from '~/platform/env';
import { type Result, refuse } from '~/platform/result';
import { singleton } from '~/platform/singleton';
import { type AuthRefusal, whenFree } from '../signIn/signInAnswers.server';
import { hashPassword } from './passwords.server';

/** How long a password must be, characters. Money that is real is worth a longer one. */
export const leastPassword = (): number => (isPaper() ? 8 : 12);

/** The most common passwords, from a list that comes with the app. Loaded when a password is first chosen. */
const commonPasswords = () =>
  singleton('common-passwords', async () => {
    const { dictionary } = await import('@zxcvbn-ts/language-common');
    return new Set(dictionary['passwords-common']);
  });

/** What is wrong with a new password, in words, or null. */
export async function weaknessOf(chosen: string): Promise<string | null> {
  const password = chosen.normalize('NFC');
  if (password.length < leastPassword()) return `Use at least ${leastPassword()} characters`;
  const common = await commonPasswords();
  if (!common.has(password.toLowerCase())) return null;
  return 'This password is among the most common ones, which are guessed first. Choose another.';
}

/**
 * Goes on with the hash of a password that a person chose in the field `newPassword`. Refuses one that is too weak (`weak-password`),
 * and says when to come back where too many wait for a hash.
 */
export async function withNewPassword<T>(
  newPassword: string,
  work: (passwordHash: string) => Promise<Result<T, AuthRefusal>>,
): Promise<Result<T, AuthRefusal>> {
  const weakness = await weaknessOf(newPassword);
  if (weakness) return refuse('weak-password', weakness, 'newPassword');
  return await whenFree(async () => await work(await hashPassword(newPassword)));
}
