import { eq } from 'drizzle-orm';
import { user as userTable } from '#drizzle/schema';
import { type Handle, read, write } from '~/platform/db/index.server';
import { done, type Result } from '~/platform/result';
import type { User } from '~/signIns/session.server';
import { countAttempt, tooManyTries } from '~/signIns/throttle.server';
import { findVerifiedUser } from '~/signIns/userById.server';
import { mailVerification } from '../mail.server';
import { NO_PASSWORD_HASH } from '../passwords/passwords.server';
import { type AuthRefusal, withConstantDuration } from '../signIn/signInAnswers.server';
import { emailState } from '../states';
import { createToken, hasFreshLink } from '../tokens.server';

/** Mails a verification link, unless a recent one is valid. Earlier links stay valid, since mails may arrive out of order. */
export async function sendVerificationLink(tx: Handle, user: User): Promise<void> {
  if (await hasFreshLink(tx, 'verify', user.id)) return;
  const secret = await createToken(tx, 'verify', user.id);
  await mailVerification(tx, user, { secret, contested: user.passwordHash === NO_PASSWORD_HASH });
}

/** Sends the link again. The answer is the same for every address. */
export async function sendVerification(
  { email }: { email: string },
  { address }: { address: string },
): Promise<Result<null, AuthRefusal>> {
  const wait = await countAttempt({ purpose: 'verify-mail', address, account: email });
  if (wait > 0) return tooManyTries(wait);
  await withConstantDuration(async () => {
    const [known] = await read().select().from(userTable).where(eq(userTable.email, email));
    if (known?.status === 'open' && emailState(known) === 'unverified')
      await write(
        async (tx) => {
          const owner = await findVerifiedUser(tx, known.id);
          if (owner) await sendVerificationLink(tx, owner);
        },
        { users: [known.id] },
      );
  });
  return done(null);
}
