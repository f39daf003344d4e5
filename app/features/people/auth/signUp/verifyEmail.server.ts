import { and, eq } from 'drizzle-orm';
import { token, user as userTable } from '#drizzle/schema';
import { hasSecondFactor } from '~/features/people/twofactor/spendCode.server';
import { type Handle, type Reader, read, write } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { formatFullName } from '~/platform/fields/plainName';
import { hashSecret } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import { createInvestorActor, getNextState } from '~/platform/states';
import { startSession } from '~/signIns/session.server';
import { chosenUsername } from '../mail.server';
import { NO_PASSWORD_HASH } from '../passwords/passwords.server';
import type { Client, SignedIn } from '../signIn/signIn.server';
import { emailMachine, emailState } from '../states';
import { isLiveToken, spendToken } from '../tokens.server';
import { isMarkOf } from './signUpMark.server';
import { markVerified } from './usernames.server';

export type VerificationLink = { id: string; secret: string };

/**
 * @property wasUsedBefore true if the link was used before, so that the page does not call it expired
 * @property needsPassword true if the account has no valid password, so that the person chooses one next
 * @property signedIn session that the link started in the browser of the sign-up
 * @property username note about a taken username; otherwise empty
 */
export type VerifiedEmail = {
  wasUsedBefore: boolean;
  needsPassword: boolean;
  username: string;
  signedIn: SignedIn | null;
};

const findLink = async (handle: Reader, { id, secret }: VerificationLink) => {
  const [found] = await handle
    .select({ user: userTable, at: token.createdAt })
    .from(token)
    .innerJoin(userTable, and(eq(userTable.id, token.userId), eq(userTable.status, 'open')))
    .where(and(eq(token.hash, hashSecret(secret)), eq(token.purpose, 'verify'), eq(token.userId, id)));
  return found ?? null;
};

export async function findSignUp(link: VerificationLink) {
  const found = await findLink(read(), link);
  if (!found) return { state: 'expired' } as const;
  const { user, at } = found;
  const needsPassword = user.passwordHash === NO_PASSWORD_HASH;
  if (user.emailVerifiedAt) return { state: 'verified', needsPassword } as const;
  const works = await isLiveToken(read(), { purpose: 'verify', userId: link.id, secret: link.secret });
  if (!works) return { state: 'expired' } as const;
  return {
    state: 'waiting',
    name: formatFullName(user),
    username: chosenUsername(user),
    email: user.email,
    country: user.country,
    at,
    needsPassword,
  } as const;
}

/**
 * Verifies an address by its mailed link. Signs in the browser of the sign-up, since it has just proved password and mailbox. The user
 * logs in as usual if the account is frozen, has no valid password or has a second factor, or if the link was used before.
 */
export async function verifyEmail(
  link: VerificationLink,
  browser?: { mark: string | null; client: Client },
): Promise<Result<VerifiedEmail>> {
  const { id, secret } = link;
  // Returns the refusal outside of the transaction, which would otherwise roll back the removal of an expired link.
  const verified = await write(
    async (tx): Promise<VerifiedEmail | null> => {
      const found = await findLink(tx, link);
      if (!found) return null;
      const { user } = found;
      const needsPassword = user.passwordHash === NO_PASSWORD_HASH;
      if (user.emailVerifiedAt) return { wasUsedBefore: true, needsPassword, username: '', signedIn: null };
      if (!getNextState(emailMachine, emailState(user), 'verify', createInvestorActor(id).kind).ok) return null;
      if (!(await spendToken(tx, { purpose: 'verify', userId: id, secret }))) return null;
      const username = await markVerified(tx, user);
      const wasUsedBefore = username === null;
      const mayEnter = !wasUsedBefore && !needsPassword && !user.mustResetPassword && !(await hasSecondFactor(tx, id));
      const signedIn =
        mayEnter && browser && isMarkOf(browser.mark, id) ? await startVerifiedSession(tx, id, browser.client) : null;
      return { wasUsedBefore, needsPassword, username: username ?? '', signedIn };
    },
    { users: [id] },
  );
  return verified ? done(verified) : refuse('expired', 'sorry, Link has expired');
}

async function startVerifiedSession(tx: Handle, id: string, client: Client): Promise<SignedIn> {
  const session = await startSession(tx, { kind: 'investor', subjectId: id, ...client });
  const [user] = await verified(tx, userTable, eq(userTable.id, id));
  if (!user) throw new Error(`User ${id} is not there`);
  return { user, ...session };
}
