import { findLatestKyc } from '~/features/people/kyc/queries.server';
import { getDisplayedState } from '~/features/people/kyc/states';
import { read } from '~/platform/db/index.server';
import { signInsOf, type User } from '~/signIns/session.server';
import { profileText } from './profileFields';

export type UserProfile = ReturnType<typeof toProfile>;

export const toProfile = (user: User) => ({ ...profileText(user), email: user.email });

export const toFace = (user: User) => ({
  name: `${user.firstName} ${user.lastName}`,
  pictureUrl: user.pictureFileId ? `/files/${user.pictureFileId}` : null,
});

export type VerificationFacts = Awaited<ReturnType<typeof loadVerification>>;

export async function loadVerification(user: User) {
  const documents = await findLatestKyc(read(), user.id);
  return {
    emailVerified: user.emailVerifiedAt !== null,
    kyc: documents ? getDisplayedState(documents) : ('none' as const),
    pdtUnlocked: user.pdtUnlocked,
  };
}

export type OwnSignIn = Awaited<ReturnType<typeof listOwnSignIns>>[number];

export async function listOwnSignIns(user: User, sessionHash: string) {
  return (await signInsOf(user.id)).map((each) => ({ ...each, isThis: each.id === sessionHash }));
}
