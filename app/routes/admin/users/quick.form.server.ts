import { mailResetLink } from '~/features/users/mailResetLink.server';
import { userIdSchema, verifiedSchema } from '~/features/users/schema';
import { setVerified } from '~/features/users/setVerified.server';
import { write } from '~/platform/db/index.server';
import { byAdmin } from '~/platform/states';
import type { Right } from '~/signIns/rights';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { submission } from '~/web/form/submission.server';
import type { AdminContext } from '~/web/guard/index.server';

type Post = AdminContext & { form: FormData };

/** The rights that the small forms take. */
export const QUICK_RIGHTS = { verified: 'accounts:change', reset: 'users:help' } as const satisfies Record<
  string,
  Right
>;

/**
 * The small forms that stand in a user's row and on a user's page: the verified flag, and the mailed reset link.
 * @param backTo the address that they lead back to
 */
export const quickForms = (backTo: (post: Post) => string) => ({
  verified: async (post: Post) => {
    const sent = await submission(post.form, verifiedSchema);
    if (!sent.ok) return sent.refused;
    const verified = sent.value.verified === 'on';
    const set = await write((tx) =>
      setVerified(tx, byAdmin(post.administrator.id), { userId: sent.value.id, verified }),
    );
    if (!set.ok) return sent.refuse(set.error);
    const text = `Live trading is ${verified ? 'unlocked' : 'locked'} for ${set.value.email}`;
    return await redirectWithToast(backTo(post), { tone: 'success', text });
  },
  reset: async (post: Post) => {
    const sent = await submission(post.form, userIdSchema);
    if (!sent.ok) return sent.refused;
    const mailed = await write((tx) => mailResetLink(tx, byAdmin(post.administrator.id), sent.value.id));
    if (!mailed.ok) return sent.refuse(mailed.error);
    return await redirectWithToast(backTo(post), {
      tone: 'success',
      text: `A link to choose a new password was mailed to ${mailed.value.email}`,
    });
  },
});
