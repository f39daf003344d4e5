import { read } from '~/platform/db/index.server';
import { deviceOf } from '~/platform/device';
import { sessionsOf, type User } from '~/platform/session.server';
import { latestKyc } from '../kyc';

export type Profile = ReturnType<typeof profileOf>;

/** What a user says about themself, under the names of the form's fields, and who they are here. */
export const profileOf = (user: User) => ({
  firstname: user.firstName,
  lastname: user.lastName,
  email: user.email,
  phonenumber: user.phone,
  country: user.country ?? '',
  state: user.state ?? '',
  zipcode: user.zipcode ?? '',
  address: user.address ?? '',
  timeZone: user.timeZone ?? '',
});

/** A user's name and picture, for the card that changes it. */
export const faceOf = (user: User) => ({
  name: `${user.firstName} ${user.lastName}`,
  pictureUrl: user.pictureFileId ? `/files/${user.pictureFileId}` : null,
});

export type Verification = Awaited<ReturnType<typeof verificationOf>>;

/** The three flags of an account, which are three different things. */
export const verificationOf = async (user: User) => ({
  emailVerified: user.emailVerifiedAt !== null,
  kyc: (await latestKyc(read(), user.id))?.status ?? ('none' as const),
  pdtUnlocked: user.pdtUnlocked,
});

export type SignIn = Awaited<ReturnType<typeof signInsOf>>[number];

/**
 * Where a user is signed in. Each is named by the hash that its row is stored under: from it nobody can make the secret.
 * @param sessionHash the sign-in that asks
 */
export async function signInsOf(user: User, sessionHash: string) {
  const sessions = await sessionsOf(user.id);
  return sessions.map(({ tokenHash, kind, userAgent, address, createdAt, lastSeenAt }) => ({
    id: tokenHash,
    device: deviceOf(userAgent),
    isApi: kind === 'api',
    isThis: tokenHash === sessionHash,
    address,
    createdAt,
    lastSeenAt,
  }));
}
