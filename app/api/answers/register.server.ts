import { eq } from 'drizzle-orm';
import { user as userTable } from '#drizzle/schema';
import { inSameTime } from '~/features/people/auth/signIn/signInAnswers.server';
import { findReferrer } from '~/features/people/auth/signUp/referrer.server';
import { NO_LOCKS, read, write } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { shownName } from '~/platform/fields/plainName';
import { newSecret } from '~/platform/ids';
import { publicLink } from '~/platform/installation/site';
import { startSession } from '~/signIns/session.server';
import { userById } from '~/signIns/userById.server';

type Registered = {
  newcomer: string | null;
  firstName: string;
  lastName: string;
  email: string;
  referrerNamed: string | null;
};
type Client = { address: string; userAgent: string | null };

/** Answers `register`. Where no account was made the answer is alike, with a token that never works. */
export const registered = (given: Registered, client: Client) => inSameTime(() => answerTo(given, client));

async function answerTo({ newcomer, firstName, lastName, email, referrerNamed }: Registered, client: Client) {
  const token = newcomer
    ? (await write((tx) => startSession(tx, { kind: 'api', subjectId: newcomer, ...client }), NO_LOCKS)).secret
    : newSecret();
  // In live mode it must not tell whether there is an account now that was not there before.
  const referrer = isPaper()
    ? await referrerOf(newcomer)
    : referrerNamed
      ? await findReferrer(read(), referrerNamed)
      : null;
  return {
    status: 'ok' as const,
    message: `${firstName} ${lastName} (${email}) signed up.`,
    token,
    name: `${firstName} ${lastName}`,
    email,
    verificationLink: publicLink('/verify'),
    referringUser: referrer?.username ?? null,
    referringUserName: referrer?.firstName ?? null,
    referringUserEmail: null,
    referringUserMessage: referrer ? `${shownName(firstName)} signed up with your referral link.` : null,
    subject: 'A new user signed up with your link',
    adminSubject: 'A new user signed up',
  };
}

async function referrerOf(id: string | null) {
  if (!id) return null;
  const [user] = await read().select({ referrerId: userTable.referrerId }).from(userTable).where(eq(userTable.id, id));
  if (!user?.referrerId) return null;
  return await userById(read(), user.referrerId);
}
