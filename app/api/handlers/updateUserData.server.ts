import { updateProfile } from '~/features/people/profile/updateProfile.server';
import { done, refuse } from '~/platform/result';
import type { CallHandler } from '../callHandler';
import { PICTURE_LEFT_OUT } from '../fields';

export const updateUserData: CallHandler<'updateUserData'> = async ({ user, input: { password, ...input }, once }) => {
  // Profile forms of older clients may have this field. Changing a password needs the mailbox, or the old password.
  if (password?.trim()) return refuse('password-elsewhere', PASSWORD_ELSEWHERE, 'password');
  return await once(async (tx) => {
    const updated = await updateProfile(tx, user, input);
    if (updated.ok) return done({ answer: { status: 200, message: UPDATED } });
    if (updated.error.code !== 'not-own-picture') return updated;
    // Clients that keep their pictures elsewhere send an address of there with the rest, which is done.
    const { profilepicture: _, ...others } = input;
    const rest = await updateProfile(tx, user, others);
    if (rest.ok) return done({ answer: { status: 200, message: `${UPDATED}. ${PICTURE_LEFT_OUT}` } });
    return { ok: false, error: { ...rest.error, message: `${rest.error.message}. ${PICTURE_LEFT_OUT}` } };
  });
};

const PASSWORD_ELSEWHERE =
  'No changes were made. A password is changed with a link that is mailed to you: ask for it with "Forgot password?" (/passwordreset), and save the rest without a password.';

const UPDATED = 'Profile successfully updated';
