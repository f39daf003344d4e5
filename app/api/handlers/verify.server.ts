import { eq } from 'drizzle-orm';
import { user as userTable } from '#drizzle/schema';
import { setVerified } from '~/features/people/users/setVerified.server';
import { done } from '~/platform/result';
import { byAdmin } from '~/platform/states';
import type { CallHandler } from '../callHandler';

export const verify: CallHandler<'verify'> = ({ administrator, input: { id, verified: asked }, once }) =>
  once(async (tx) => {
    const [user] = await tx.select({ verified: userTable.pdtUnlocked }).from(userTable).where(eq(userTable.id, id));
    const verified = asked ?? !user?.verified;
    const set = await setVerified(tx, byAdmin(administrator.id), { userId: id, verified });
    if (!set.ok) return set;
    const message = `Live trading is ${verified ? 'unlocked' : 'locked'} for ${set.value.email}`;
    return done({ answer: { status: 200, verified, message } });
  });
