import { and, eq, isNull } from 'drizzle-orm';
import { user as userTable } from '#drizzle/schema';
import { now } from '~/platform/clock';
import { write } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import { createInvestorActor, getNextState } from '~/platform/states';
import { endAllSessions } from '~/signIns/session.server';
import { NO_PASSWORD_HASH } from '../passwords/passwords.server';
import { emailMachine, emailState } from '../states';
import { findTokenOwner, spendAllTokens } from '../tokens.server';
import { createProvisionalUsername } from './usernames.server';

/** Ends a sign-up that the address's owner denies: erases its data, ends its links, and releases the username. */
export async function disownSignUp({
  id,
  secret,
}: {
  id: string;
  secret: string;
}): Promise<Result<{ userId: string }>> {
  return await write(async (tx) => {
    const owner = await findTokenOwner(tx, 'verify', secret);
    if (!owner || owner.id !== id) return refuse('expired', 'sorry, Link has expired');
    const by = createInvestorActor(id);
    const next = getNextState(emailMachine, emailState(owner), 'disown', by.kind);
    if (!next.ok) return next;
    const username = createProvisionalUsername();
    const [ended] = await tx
      .update(userTable)
      .set({
        firstName: 'Ended',
        lastName: 'sign-up',
        username,
        usernameKey: username,
        wantedUsername: null,
        phone: '',
        country: null,
        referrerId: null,
        passwordHash: NO_PASSWORD_HASH,
        disownedAt: now(),
      })
      .where(and(eq(userTable.id, id), isNull(userTable.emailVerifiedAt)))
      .returning({ id: userTable.id });
    if (!ended) return refuse('wrong-state', 'This address has just been verified. Nothing was done.');
    await spendAllTokens(tx, 'verify', id);
    await spendAllTokens(tx, 'reset', id);
    await endAllSessions(tx, id);
    const states = { from: emailState(owner), to: next.value };
    await record(tx, { thing: emailMachine.thing, thingId: id, event: 'disown', ...states, by, userId: id });
    return done({ userId: id });
  });
}
