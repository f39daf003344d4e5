import { eq } from 'drizzle-orm';
import { user as userTable } from '#drizzle/schema';
import { type Handle, read, write } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { done, type Result } from '~/platform/result';
import { type Actor, SYSTEM_ACTOR } from '~/platform/states';
import { investorAccount, readKnownDevice } from '~/signIns/knownDevice.server';
import { countAttempt, tooManyTries } from '~/signIns/throttle.server';
import { findVerifiedUser } from '~/signIns/userById.server';
import { mailResetLink } from '../mail.server';
import { type AuthRefusal, withConstantDuration } from '../signIn/signInAnswers.server';
import { createToken, hasFreshLink } from '../tokens.server';

type Recipient = { id: string; email: string; firstName: string };

/** Mails a link to choose a new password. An unknown browser gets no second mail while a recent link is valid (`isKnown`). */
export async function sendPasswordReset(
  tx: Handle,
  by: Actor,
  user: Recipient,
  { isKnown = false, forClient = false }: { isKnown?: boolean; forClient?: boolean } = {},
): Promise<void> {
  if (by.kind === 'system' && !isKnown && (await hasFreshLink(tx, 'reset', user.id))) return;
  await mailResetLink(tx, user, { secret: await createToken(tx, 'reset', user.id), forClient });
  await record(tx, { thing: 'password', thingId: user.id, event: 'mail-reset-link', by, userId: user.id });
}

/** Mails a reset link on request. The answer is the same for every address; only addresses with an account get a mail. */
export async function requestPasswordReset(
  { email }: { email: string },
  { address, known: cookie = null, isCall }: { address: string; known?: string | null; isCall?: boolean },
): Promise<Result<null, AuthRefusal>> {
  const [known] = await read().select().from(userTable).where(eq(userTable.email, email));
  const device = known ? readKnownDevice(cookie, investorAccount(known)) : null;
  const wait = await countAttempt({ purpose: 'reset-mail', address, account: email, device });
  if (wait > 0) return tooManyTries(wait);
  await withConstantDuration(async () => {
    if (known?.status === 'open' && !known.disownedAt) {
      await write(async (tx) => {
        // Reads the row again and verifies it, so that no link goes to an address that an intruder wrote into the
        // database.
        const owner = await findVerifiedUser(tx, known.id);
        if (owner) await sendPasswordReset(tx, SYSTEM_ACTOR, owner, { isKnown: device !== null, forClient: isCall });
      });
    }
  });
  return done(null);
}
