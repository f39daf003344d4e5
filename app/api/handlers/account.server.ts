import { eq } from 'drizzle-orm';
import { user as userTable } from '#drizzle/schema';
import { getMinPasswordChars } from '~/features/people/auth/passwords/passwordRules.server';
import { requestPasswordReset } from '~/features/people/auth/passwords/requestPasswordReset.server';
import { parseResetLink, resetPassword } from '~/features/people/auth/passwords/resetPassword.server';
import { signIn } from '~/features/people/auth/signIn/signIn.server';
import { withConstantDuration } from '~/features/people/auth/signIn/signInAnswers.server';
import { findCountry } from '~/features/people/auth/signUp/country.server';
import { findReferrer } from '~/features/people/auth/signUp/referrer.server';
import { signUp } from '~/features/people/auth/signUp/signUp.server';
import { updateProfile } from '~/features/people/profile/updateProfile.server';
import { setLiveTradingUnlocked } from '~/features/people/users/setLiveTradingUnlocked.server';
import { NO_LOCKS, read, write } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { formatNameForMail } from '~/platform/fields/plainName';
import { newSecret } from '~/platform/ids';
import { readSetting } from '~/platform/installation/settings.server';
import { createPublicLink } from '~/platform/installation/site';
import { done, refuse } from '~/platform/result';
import { createAdminActor } from '~/platform/states';
import { findCountryName } from '~/platform/text/countries.server';
import { API_KEY_SETTING } from '~/signIns/keyScopes';
import { endSession, startSession } from '~/signIns/session.server';
import { findUser } from '~/signIns/userById.server';
import type { CallHandler } from '../callHandler';
import { PICTURE_IGNORED_MESSAGE } from '../fields';

type Registration = {
  newcomer: string | null;
  firstName: string;
  lastName: string;
  email: string;
  referrerNamed: string | null;
};
type Client = { address: string; userAgent: string | null };

/** Answers `register`. A refused sign-up gets the same answer, with a token that never works. */
const answerRegistration = (input: Registration, client: Client) => withConstantDuration(() => answerTo(input, client));

async function answerTo({ newcomer, firstName, lastName, email, referrerNamed }: Registration, client: Client) {
  const token =
    newcomer && !(await areKeysRequired())
      ? (await write((tx) => startSession(tx, { kind: 'api', subjectId: newcomer, ...client }), NO_LOCKS)).secret
      : newSecret();
  // The answer in live mode must not reveal whether the account is new.
  const referrer = isPaper()
    ? await findReferrerId(newcomer)
    : referrerNamed
      ? await findReferrer(read(), referrerNamed)
      : null;
  return {
    status: 'ok' as const,
    message: `${firstName} ${lastName} (${email}) signed up.`,
    token,
    name: `${firstName} ${lastName}`,
    email,
    verificationLink: createPublicLink('/verify'),
    referringUser: referrer?.username ?? null,
    referringUserName: referrer?.firstName ?? null,
    referringUserEmail: null,
    referringUserMessage: referrer ? `${formatNameForMail(firstName)} signed up with your referral link.` : null,
    subject: 'A new user signed up with your link',
    adminSubject: 'A new user signed up',
  };
}

async function findReferrerId(id: string | null) {
  if (!id) return null;
  const [user] = await read().select({ referrerId: userTable.referrerId }).from(userTable).where(eq(userTable.id, id));
  if (!user?.referrerId) return null;
  return await findUser(read(), user.referrerId);
}

export const updateUserData: CallHandler<'updateUserData'> = async ({ user, input: { password, ...input }, once }) => {
  // Profile forms of older clients may send a password, but a change requires the mailbox or the old password.
  if (password?.trim()) return refuse('password-elsewhere', PASSWORD_ELSEWHERE_MESSAGE, 'password');
  return await once(async (tx) => {
    const updated = await updateProfile(tx, user, input);
    if (updated.ok) return done({ answer: { status: 200, message: UPDATED_MESSAGE } });
    if (updated.error.code !== 'not-own-picture') return updated;
    // Clients that store pictures elsewhere send an address on another site. The picture is ignored, and the other
    // fields are stored.
    const { profilepicture: _, ...others } = input;
    const rest = await updateProfile(tx, user, others);
    if (rest.ok) return done({ answer: { status: 200, message: `${UPDATED_MESSAGE}. ${PICTURE_IGNORED_MESSAGE}` } });
    return { ok: false, error: { ...rest.error, message: `${rest.error.message}. ${PICTURE_IGNORED_MESSAGE}` } };
  });
};

const PASSWORD_ELSEWHERE_MESSAGE =
  'No changes were made. To change your password, request a link with "Forgot password?" (/passwordreset). Save the other fields without a password.';

const UPDATED_MESSAGE = 'Profile successfully updated';

export const verify: CallHandler<'verify'> = ({ administrator, input: { id, verified: requested }, once }) =>
  once(async (tx) => {
    const [user] = await tx.select({ verified: userTable.pdtUnlocked }).from(userTable).where(eq(userTable.id, id));
    const verified = requested ?? !user?.verified;
    const set = await setLiveTradingUnlocked(tx, createAdminActor(administrator.id), { userId: id, verified });
    if (!set.ok) return set;
    const message = `Live trading is ${verified ? 'unlocked' : 'locked'} for ${set.value.email}`;
    return done({ answer: { status: 200, verified, message } });
  });

export const resetpassword: CallHandler<'resetpassword'> = async ({
  input: { newPassword, email: named, token },
  address,
}) => {
  const { email, secret } = parseResetLink(named, token ?? '');
  if (!secret && email) {
    // Clients of the original specification send no proof of identity, so a link is mailed.
    const input = await requestPasswordReset({ email }, { address, isCall: true });
    if (!input.ok) return input;
    return refuse(
      'bad-token',
      `The password was not changed. If ${email} has an account here, a link to change it was mailed there.`,
      'token',
    );
  }
  if (newPassword.length < getMinPasswordChars()) {
    return refuse('weak-password', `Use at least ${getMinPasswordChars()} characters`, 'newPassword');
  }
  const reset = await resetPassword({ email, secret }, { newPassword }, { address });
  return reset.ok ? done({ status: 200, message: 'password successfully reset!' }) : reset;
};

export const requestpasswordreset: CallHandler<'requestpasswordreset'> = async ({ input, address }) => {
  const requested = await requestPasswordReset(input, { address, isCall: true });
  return requested.ok ? done({ status: 200, message: 'password reset link sent to Email!' }) : requested;
};

const CONTESTED_MESSAGE =
  'This address was signed up before with another password and never verified, so neither password is valid. Open the link that we have just mailed, then choose a password with "Forgot password?".';

export const register: CallHandler<'register'> = async ({ request, input, address }) => {
  const { location } = input;
  const position = { latitude: String(location?.lat ?? ''), longitude: String(location?.lng ?? '') };
  // Clients send the country's name from a map service, in the browser's language.
  const country = (await findCountryName(input.country ?? '')) ?? (await findCountry(position));
  const referrer = input.referralLink?.trim().split('/').at(-1) || null;
  const signedUp = await signUp(input, { address, country, referrer });
  if (!signedUp.ok) return signedUp;
  if (signedUp.value.contested) return refuse('contested', CONTESTED_MESSAGE, 'password');
  const client = { address, userAgent: request.headers.get('User-Agent') };
  return done(
    await answerRegistration({ ...input, referrerNamed: referrer, newcomer: signedUp.value.newcomer }, client),
  );
};

export const logout: CallHandler<'logout'> = async ({ request }) => {
  const token = request.headers.get('x-access-token');
  if (token) await endSession(token);
  return done({ status: 200, message: 'Signed out' });
};

const areKeysRequired = async (): Promise<boolean> =>
  (await readSetting(read(), API_KEY_SETTING.setting)) === API_KEY_SETTING.required;

export const login: CallHandler<'login'> = async ({ request, input, address }) => {
  if (await areKeysRequired()) return refuse('keys-required', 'Programs must use an API key here, with /api/v1.');
  const { headers } = request;
  const client = { address, userAgent: headers.get('User-Agent'), token: headers.get('x-access-token') };
  const signedIn = await signIn({ ...input, rememberme: input.rememberme ?? false }, client, 'api');
  return signedIn.ok ? done({ status: 'ok', token: signedIn.value.secret }) : signedIn;
};
