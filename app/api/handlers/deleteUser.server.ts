import { closeAccount } from '~/features/people/profile/closeAccount.server';
import { done } from '~/platform/result';
import { byAdmin } from '~/platform/states';
import { userByEmail } from '../answers/users.server';
import type { CallHandler } from '../callHandler';

export const deleteUser: CallHandler<'deleteUser'> = ({ administrator, input: { email, reason }, once }) =>
  once(async (tx) => {
    const user = await userByEmail(tx, email);
    if (!user.ok) return user;
    const asked = { userId: user.value.id, typedEmail: email, reason };
    const closed = await closeAccount(tx, byAdmin(administrator.id), asked);
    return closed.ok ? done({ answer: { status: 200, message: 'The account is closed' } }) : closed;
  });
