import { isPaper } from '~/platform/env';
import { type Result, refuse } from '~/platform/result';
import { singleton } from '~/platform/singleton';
import { type AuthRefusal, refuseWhenBusy } from '../signIn/signInAnswers.server';
import { hashPassword } from './passwords.server';

export const getMinPasswordChars = (): number => (isPaper() ? 8 : 12);

const loadCommonPasswords = () =>
  singleton('common-passwords', async () => {
    const { dictionary } = await import('@zxcvbn-ts/language-common');
    return new Set(dictionary['passwords-common']);
  });

export async function findWeakness(chosen: string): Promise<string | null> {
  const password = chosen.normalize('NFC');
  if (password.length < getMinPasswordChars()) return `Use at least ${getMinPasswordChars()} characters`;
  const common = await loadCommonPasswords();
  if (!common.has(password.toLowerCase())) return null;
  return 'This is one of the most common passwords, which are guessed first. Choose another one.';
}

/**
 * Calls the function with the hash of a new password. Refuses a weak password (`weak-password`), or asks to retry later if too many
 * requests wait.
 */
export async function withNewPassword<T>(
  newPassword: string,
  work: (passwordHash: string) => Promise<Result<T, AuthRefusal>>,
): Promise<Result<T, AuthRefusal>> {
  const weakness = await findWeakness(newPassword);
  if (weakness) return refuse('weak-password', weakness, 'newPassword');
  return await refuseWhenBusy(async () => await work(await hashPassword(newPassword)));
}
