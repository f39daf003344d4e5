import { updateUserData } from '~/api/calls/account';
import { updateProfile } from '~/features/profile';
import { apiRoute } from '~/platform/guard/api.server';
import { done } from '~/platform/result';

const call = apiRoute(updateUserData, ({ user, input, once }) =>
  once(async (tx) => {
    const updated = await updateProfile(tx, user, input);
    return updated.ok ? done({ answer: { status: 200, message: 'Profile successfully updated' } }) : updated;
  }),
);
export const loader = call.loader;
export const action = call.action;
