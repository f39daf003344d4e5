import { sendResetLinkToUser } from '~/features/people/users/mailResetLink.server';
import { noteUser } from '~/features/people/users/noteUser.server';
import { noteUserSchema, tagSchema, userIdSchema, verifiedSchema } from '~/features/people/users/schema';
import { setVerified } from '~/features/people/users/setVerified.server';
import { tagUser, untagUser } from '~/features/people/users/tags.server';
import { write } from '~/platform/db/index.server';
import { byAdmin } from '~/platform/states';
import type { Right } from '~/signIns/rights';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { submission } from '~/web/form/submission.server';
import type { AdminContext } from '~/web/guard/index.server';

type Post = AdminContext & { form: FormData };

export const QUICK_RIGHTS = { verified: 'accounts:change', reset: 'users:help' } as const satisfies Record<
  string,
  Right
>;

export const MARK_RIGHTS = { tag: 'users:mark', untag: 'users:mark', note: 'users:mark' } as const satisfies Record<
  string,
  Right
>;

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
    const mailed = await write((tx) => sendResetLinkToUser(tx, byAdmin(post.administrator.id), sent.value.id));
    if (!mailed.ok) return sent.refuse(mailed.error);
    return await redirectWithToast(backTo(post), {
      tone: 'success',
      text: `A link to choose a new password was mailed to ${mailed.value.email}`,
    });
  },
});

export const MARK_FORMS = {
  tag: async (post: Post) => {
    const sent = await submission(post.form, tagSchema);
    if (!sent.ok) return sent.refused;
    const { id: userId, tag } = sent.value;
    const set = await write((tx) => tagUser(tx, byAdmin(post.administrator.id), { userId, tag }));
    if (!set.ok) return sent.refuse(set.error);
    return await redirectWithToast(`/admin/users/${userId}`, {
      tone: 'success',
      text: `${set.value.email} is tagged “${tag}”`,
    });
  },
  untag: async (post: Post) => {
    const sent = await submission(post.form, tagSchema);
    if (!sent.ok) return sent.refused;
    const { id: userId, tag } = sent.value;
    const gone = await write((tx) => untagUser(tx, byAdmin(post.administrator.id), { userId, tag }));
    if (!gone.ok) return sent.refuse(gone.error);
    const text = `${gone.value.email} is no longer tagged “${tag}”`;
    return await redirectWithToast(`/admin/users/${userId}`, { tone: 'success', text });
  },
  note: async (post: Post) => {
    const sent = await submission(post.form, noteUserSchema);
    if (!sent.ok) return sent.refused;
    const { id: userId, note } = sent.value;
    const written = await write((tx) => noteUser(tx, byAdmin(post.administrator.id), { userId, note }));
    if (!written.ok) return sent.refuse(written.error);
    return await redirectWithToast(`/admin/users/${userId}`, { tone: 'success', text: 'The note is kept' });
  },
};
