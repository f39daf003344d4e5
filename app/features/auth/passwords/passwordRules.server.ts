import { isPaper } from '~/platform/env';
import { singleton } from '~/platform/singleton';

/** How long a password must be, characters. Money that is real is worth a longer one. */
export const leastPassword = (): number => (isPaper() ? 8 : 12);

/** The most common passwords, from a list that comes with the app. Loaded when a password is first chosen. */
const commonPasswords = () =>
  singleton('common-passwords', async () => {
    const { dictionary } = await import('@zxcvbn-ts/language-common');
    return new Set(dictionary['passwords-common']);
  });

/** What is wrong with a new password, in words, or null. */
export async function weaknessOf(password: string): Promise<string | null> {
  if (password.length < leastPassword()) return `Use at least ${leastPassword()} characters`;
  const common = await commonPasswords();
  if (!common.has(password.toLowerCase())) return null;
  return 'This password is among the most common ones, which are guessed first. Choose another.';
}
