import { addUserNote } from '~/features/people/users/addUserNote.server';
import { sendResetLinkToUser } from '~/features/people/users/mailResetLink.server';
import { tagSchema, userIdSchema, userNoteSchema, verifiedSchema } from '~/features/people/users/schema';
import { setLiveTradingUnlocked } from '~/features/people/users/setLiveTradingUnlocked.server';
import { tagUser, untagUser } from '~/features/people/users/tags.server';
import type { Right } from '~/signIns/rights';
import { type AdminPost, createKeylessFormAction } from '../adminForms.server';

export const QUICK_RIGHTS = { verified: 'accounts:change', reset: 'users:help' } as const satisfies Record<
  string,
  Right
>;

export const MARK_RIGHTS = { tag: 'users:mark', untag: 'users:mark', note: 'users:mark' } as const satisfies Record<
  string,
  Right
>;

export const createQuickForms = (backTo: (post: AdminPost) => string) => ({
  verified: createKeylessFormAction(
    verifiedSchema,
    (tx, by, { id: userId, verified }) => setLiveTradingUnlocked(tx, by, { userId, verified: verified === 'on' }),
    ({ email }, { verified }) => `Live trading is ${verified === 'on' ? 'unlocked' : 'locked'} for ${email}`,
    (_, post) => backTo(post),
  ),
  reset: createKeylessFormAction(
    userIdSchema,
    (tx, by, { id }) => sendResetLinkToUser(tx, by, id),
    ({ email }) => `A link to choose a new password was mailed to ${email}`,
    (_, post) => backTo(post),
  ),
});

const userPath = ({ id }: { id: string }) => `/admin/users/${id}`;

export const MARK_FORMS = {
  tag: createKeylessFormAction(
    tagSchema,
    (tx, by, { id: userId, tag }) => tagUser(tx, by, { userId, tag }),
    ({ email }, { tag }) => `${email} is tagged “${tag}”`,
    userPath,
  ),
  untag: createKeylessFormAction(
    tagSchema,
    (tx, by, { id: userId, tag }) => untagUser(tx, by, { userId, tag }),
    ({ email }, { tag }) => `${email} is no longer tagged “${tag}”`,
    userPath,
  ),
  note: createKeylessFormAction(
    userNoteSchema,
    (tx, by, { id: userId, note }) => addUserNote(tx, by, { userId, note }),
    'The note is kept',
    userPath,
  ),
};
