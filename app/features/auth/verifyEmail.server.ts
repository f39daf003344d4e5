import { and, eq, isNull } from 'drizzle-orm';
import { token, user as userTable } from '#drizzle/schema';
import { now } from '~/platform/clock';
import { write } from '~/platform/db/index.server';
import { record } from '~/platform/events.server';
import { hashSecret } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import { byInvestor, nextState } from '~/platform/states';
import { NO_PASSWORD } from './passwords.server';
import { emailMachine, emailState } from './states';
import { spendToken } from './tokens.server';

/**
 * @property already the link was opened before; it says so rather than that it has expired
 * @property passwordWanted no password counts yet, so the next thing to do is to choose one
 */
export type Verified = { already: boolean; passwordWanted: boolean };

/** Opens a mailed verification link: the address is the user's from here on. */
export async function verifyEmail({ id, secret }: { id: string; secret: string }): Promise<Result<Verified>> {
  // An expired link is spent as it is refused, and a refusal would take that back: so the answer is made outside.
  const verified = await write(async (tx): Promise<Verified | null> => {
    const [owner] = await tx
      .select({ user: userTable })
      .from(token)
      .innerJoin(userTable, and(eq(userTable.id, token.userId), eq(userTable.status, 'open')))
      .where(and(eq(token.hash, hashSecret(secret)), eq(token.purpose, 'verify'), eq(token.userId, id)));
    if (!owner) return null;
    const { user } = owner;
    const passwordWanted = user.passwordHash === NO_PASSWORD;
    const by = byInvestor(user.id);
    const next = nextState(emailMachine, emailState(user), 'verify', by.kind);
    if (!next.ok) return { already: true, passwordWanted };
    if (!(await spendToken(tx, { purpose: 'verify', userId: id, secret }))) return null;
    await tx
      .update(userTable)
      .set({ emailVerifiedAt: now() })
      .where(and(eq(userTable.id, id), isNull(userTable.emailVerifiedAt)));
    const states = { from: emailState(user), to: next.value };
    await record(tx, { thing: emailMachine.thing, thingId: id, event: 'verify', ...states, by, userId: id });
    return { already: false, passwordWanted };
  });
  return verified ? done(verified) : refuse('expired', 'sorry, Link has expired');
}
