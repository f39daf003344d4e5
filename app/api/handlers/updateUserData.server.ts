import { updateProfile } from '~/features/profile';
import { done } from '~/platform/result';
import type { CallHandler } from '../callHandler';
import { PICTURE_LEFT_OUT } from '../fields';

export const updateUserData: CallHandler<'updateUserData'> = ({ user, input, once }) =>
  once(async (tx) => {
    const updated = await updateProfile(tx, user, input);
    if (updated.ok) return done({ answer: { status: 200, message: UPDATED } });
    if (updated.error.code !== 'not-own-picture') return updated;
    // Clients that keep their pictures elsewhere send an address of there with the rest, which is done.
    const { profilepicture: _, ...others } = input;
    const rest = await updateProfile(tx, user, others);
    if (rest.ok) return done({ answer: { status: 200, message: `${UPDATED}. ${PICTURE_LEFT_OUT}` } });
    return { ok: false, error: { ...rest.error, message: `${rest.error.message}. ${PICTURE_LEFT_OUT}` } };
  });

const UPDATED = 'Profile successfully updated';
