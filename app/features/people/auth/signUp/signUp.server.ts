import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { user as userTable } from '#drizzle/schema';
import { now } from '~/platform/clock';
import { type Handle, NO_LOCKS, type Reader, read, write } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { env, isPaper } from '~/platform/env';
import { notify, record } from '~/platform/events/index.server';
import { formatNameForMail } from '~/platform/fields/plainName';
import { newId } from '~/platform/ids';
import { done, type Refusal, type Result, refuse, SOMETHING_WENT_WRONG } from '~/platform/result';
import { createInvestorActor } from '~/platform/states';
import { endAllSessions, type User } from '~/signIns/session.server';
import { TRIES_BEFORE_WAITING } from '~/signIns/signInLimits';
import { countAttempt, tooManyTries } from '~/signIns/throttle.server';
import { mailKnownAddress, mailNewAccount, mailReferrer } from '../mail.server';
import { findWeakness } from '../passwords/passwordRules.server';
import { checkPassword, hashPassword, NO_PASSWORD_HASH } from '../passwords/passwords.server';
import { isSamePerson } from '../rules';
import type { signUpSchema } from '../schema';
import { type AuthRefusal, refuseWhenBusy, withConstantDuration } from '../signIn/signInAnswers.server';
import { emailMachine, emailState } from '../states';
import { listLiveTokens } from '../tokens.server';
import { findReferrer } from './referrer.server';
import { sendVerificationLink } from './sendVerification.server';
import { createProvisionalUsername, isProvisionalUsername, USERNAME_TAKEN_REFUSAL } from './usernames.server';

/** Fields of a sign-up; username and phone number come from the call only. */
type SignUp = z.output<ReturnType<typeof signUpSchema>> & { userName?: string; phonenumber?: string };

export type SignUpOrigin = { address: string; referrer?: string | null; country?: string | null };

/**
 * Result of a sign-up. `newcomer` is the ID of the new account, for its own browser only. `contested` means that an earlier sign-up with the
 * address has another password (paper mode).
 */
export type SignedUp = { newcomer: string | null; contested?: true };

const MAX_ATTEMPTS = 5;

/** Creates an unverified account and mails the link, without signing in. A repeated form creates only one account. */
export async function signUp(input: SignUp, origin: SignUpOrigin): Promise<Result<SignedUp, AuthRefusal>> {
  const weakness = await findWeakness(input.password);
  if (weakness) return refuse('weak-password', weakness, 'password');
  const what = { purpose: 'sign-up', address: origin.address, account: input.email };
  // Households and offices share one IP address, so the limit per address is a fifth of the requests allowed per
  // minute.
  const wait = await countAttempt(what, {
    address: Math.max(TRIES_BEFORE_WAITING.address, Math.floor(env().LIMITS.requestsPerMinute / 5)),
  });
  if (wait > 0) return tooManyTries(wait);
  // Refused sign-ups count as attempts too, since in paper mode they reveal existing addresses and usernames.
  return await withConstantDuration(() => refuseWhenBusy(() => createAccount(input, origin)));
}

/** Creates the account. The hash is computed before the transaction, which therefore checks that an earlier row is unchanged. */
async function createAccount(input: SignUp, origin: SignUpOrigin): Promise<Result<SignedUp>> {
  const passwordHash = await hashPassword(input.password);
  for (let race = 0; race < MAX_ATTEMPTS; race++) {
    const seen = await findUserByEmail(read(), input.email);
    const { isMatching } = await checkPassword(input.password, seen?.passwordHash ?? null);
    // A new account needs no lock: unique indexes protect its address and username.
    const locks = seen ? { users: [seen.id] } : NO_LOCKS;
    const result = await write(async (tx) => {
      const known = await findUserByEmail(tx, input.email);
      if (known?.passwordHash !== seen?.passwordHash) return 'overtaken';
      // Live mode assigns a username only to a verified address (`markVerified`).
      const taken = isPaper() ? await findUsernameProblem(tx, input.userName, known) : null;
      if (taken) return taken;
      if (!known) return await insertUser(tx, { input, passwordHash, origin });
      if (known.status === 'open' && !known.emailVerifiedAt) {
        return await repeatSignUp(tx, { known, input, passwordHash, origin, samePassword: isMatching });
      }
      if (isPaper()) return refuse('known-email', 'There is an account with this email already.', 'email');
      await mailKnownAddress(tx, known);
      return done({ newcomer: null });
    }, locks);
    if (result !== 'overtaken') return result;
  }
  return refuse('overtaken', SOMETHING_WENT_WRONG);
}

async function findUserByEmail(handle: Reader, email: string): Promise<User | undefined> {
  const [found] = await verified(handle, userTable, eq(userTable.email, email));
  return found;
}

async function findUsernameProblem(
  tx: Handle,
  userName: string | undefined,
  known: User | undefined,
): Promise<{ ok: false; error: Refusal } | null> {
  if (userName === undefined) return null;
  if (isProvisionalUsername(userName)) return USERNAME_TAKEN_REFUSAL;
  const [holder] = await verified(tx, userTable, eq(userTable.usernameKey, userName.toLowerCase()));
  if (!holder) return null;
  return holder.id === known?.id ? null : USERNAME_TAKEN_REFUSAL;
}

type NewSignUp = { input: SignUp; passwordHash: string; origin: SignUpOrigin };

function usernameColumns(requested: string | null) {
  if (isPaper() && requested !== null)
    return { username: requested, usernameKey: requested.toLowerCase(), wantedUsername: null };
  const username = createProvisionalUsername();
  return { username, usernameKey: username, wantedUsername: requested };
}

const columnsOf = ({ input, passwordHash, origin }: NewSignUp) => ({
  firstName: input.firstName,
  lastName: input.lastName,
  ...usernameColumns(input.userName ?? null),
  phone: input.phonenumber ?? '',
  country: origin.country ?? null,
  passwordHash,
  passwordChangedAt: now(),
});

async function findSignUpReferrer(tx: Handle, entry: NewSignUp): Promise<User | null> {
  const { input, origin } = entry;
  const named = origin.referrer ? await findReferrer(tx, origin.referrer) : null;
  return named && !isSamePerson(named, { ...columnsOf(entry), email: input.email }) ? named : null;
}

async function insertUser(tx: Handle, entry: NewSignUp): Promise<Result<SignedUp> | 'overtaken'> {
  const columns = { ...columnsOf(entry), email: entry.input.email };
  const referrer = await findSignUpReferrer(tx, entry);
  const [user] = await tx
    .insert(userTable)
    .values({ ...columns, id: newId(), referrerId: referrer?.id ?? null, createdAt: now() })
    .onConflictDoNothing()
    .returning();
  // Another process has taken the address or the name meanwhile.
  if (!user) return 'overtaken';
  await record(tx, {
    thing: 'email address',
    thingId: user.id,
    event: 'sign-up',
    to: 'unverified',
    by: createInvestorActor(user.id),
    userId: user.id,
  });
  await sendVerificationLink(tx, user);
  await mailNewAccount(tx, user);
  if (referrer) {
    await mailReferrer(tx, referrer, user);
    const text = `${formatNameForMail(user.firstName) || 'Someone'} signed up with your referral link`;
    await notify(tx, { userId: referrer.id, text, href: '/referrals' });
  }
  return done({ newcomer: user.id });
}

/**
 * Returns the columns that a repeated sign-up changes. A username or phone number that the same person omits this time
 * stays.
 */
function changedColumns(entry: NewSignUp, isSame: boolean) {
  const { username, usernameKey, wantedUsername, phone, ...others } = columnsOf(entry);
  const { userName, phonenumber } = entry.input;
  return {
    ...others,
    ...((userName !== undefined || !isSame) && { username, usernameKey, wantedUsername }),
    ...((phonenumber !== undefined || !isSame) && { phone }),
  };
}

/**
 * Handles a second sign-up with an unverified address. A different password invalidates both passwords: otherwise the
 * reader of the mail could verify an account whose password someone else knows. The owner of the mailbox then sets a
 * password by the reset link.
 */
async function repeatSignUp(
  tx: Handle,
  { known, samePassword, ...entry }: NewSignUp & { known: User; samePassword: boolean },
): Promise<Result<SignedUp>> {
  const [latest] = await listLiveTokens(tx, 'verify', known.id);
  const contested = latest !== undefined && !samePassword;
  const passwordHash = samePassword ? known.passwordHash : entry.passwordHash;
  const change = contested
    ? { passwordHash: NO_PASSWORD_HASH }
    : changedColumns({ ...entry, passwordHash }, samePassword);
  const referrer = contested ? null : await findSignUpReferrer(tx, entry);
  const [changed] = await tx
    .update(userTable)
    .set({ ...change, referrerId: referrer?.id ?? known.referrerId, disownedAt: null })
    .where(eq(userTable.id, known.id))
    .returning();
  const user = changed ?? known;
  if (known.disownedAt) {
    const states = { from: emailState(known), to: emailMachine.events['sign-up'].to };
    const by = createInvestorActor(known.id);
    await record(tx, {
      thing: emailMachine.thing,
      thingId: known.id,
      event: 'sign-up',
      ...states,
      by,
      userId: known.id,
    });
  }
  // A token issued to a program at the earlier sign-up must end with the earlier password.
  if (!samePassword) await endAllSessions(tx, known.id);
  // If no new mail may be sent yet, the page shows the state of the last mail.
  await sendVerificationLink(tx, user);
  if (!contested) return done({ newcomer: known.id });
  return done({ newcomer: null, ...(isPaper() && { contested }) });
}
