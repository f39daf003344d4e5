import { updateUserData } from '~/api/calls/account';
import { PICTURE_LEFT_OUT } from '~/api/fields';
import { updateProfile } from '~/features/profile';
import { done } from '~/platform/result';
import { apiRoute } from '~/web/guard/api.server';

const call = apiRoute(updateUserData, ({ user, input, once }) =>
  once(async (tx) => {
    const updated = await updateProfile(tx, user, input);
    if (updated.ok) return done({ answer: { status: 200, message: UPDATED } });
    if (updated.error.code !== 'not-own-picture') return updated;
    // Clients that keep their pictures elsewhere send an address of there with the rest, which is done.
    const { profilepicture: _, ...others } = input;
    const rest = await updateProfile(tx, user, others);
    if (rest.ok) return done({ answer: { status: 200, message: `${UPDATED}. ${PICTURE_LEFT_OUT}` } });
    return { ok: false, error: { ...rest.error, message: `${rest.error.message}. ${PICTURE_LEFT_OUT}` } };
  }),
);
export const loader = call.loader;
export const action = call.action;

const UPDATED = 'Profile successfully updated';
