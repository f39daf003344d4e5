import { and, eq, isNull, ne } from 'drizzle-orm';
import { user as userTable } from '#drizzle/schema';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { notify, record } from '~/platform/events/index.server';
import { formatUsernameForMail } from '~/platform/fields/plainName';
import { newSecret } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import { createInvestorActor } from '~/platform/states';
import { type ActingInvestor, findActingUser } from '~/signIns/acting.server';
import type { User } from '~/signIns/session.server';
import { emailMachine, emailState } from '../states';

/* Returns a username for an unverified account in live mode. No chosen name is reserved, since a taken one would reveal the account. */

export const createProvisionalUsername = (): string =>
  `user-${newSecret(9)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '0')}`;

export const isProvisionalUsername = (username: string): boolean => /^user-[a-z0-9]{12}$/i.test(username);

export const USERNAME_TAKEN_REFUSAL = refuse(
  'known-username',
  'This username is taken. Please choose another.',
  'userName',
);

async function isUsernameTaken(tx: Handle, username: string, exceptId = ''): Promise<boolean> {
  const [holder] = await tx
    .select({ id: userTable.id })
    .from(userTable)
    .where(and(eq(userTable.usernameKey, username.toLowerCase()), ne(userTable.id, exceptId)));
  return holder !== undefined;
}

/**
 * Marks an address as verified and assigns the username.
 * @returns a note if another account has that name now; null if the address was already verified
 */
export async function markVerified(tx: Handle, user: User): Promise<string | null> {
  const requested = user.wantedUsername;
  const isFree = requested !== null && !(await isUsernameTaken(tx, requested, user.id));
  const name = isFree ? { username: requested, usernameKey: requested.toLowerCase(), wantedUsername: null } : {};
  const [verified] = await tx
    .update(userTable)
    .set({ emailVerifiedAt: now(), ...name })
    .where(and(eq(userTable.id, user.id), isNull(userTable.emailVerifiedAt)))
    .returning({ id: userTable.id });
  if (!verified) return null;
  const states = { from: emailState(user), to: emailMachine.events.verify.to };
  const by = createInvestorActor(user.id);
  await record(tx, { thing: emailMachine.thing, thingId: user.id, event: 'verify', ...states, by, userId: user.id });
  if (requested === null || isFree) return '';
  const text = `The username ${formatUsernameForMail(requested)} is taken. Choose another in the settings; until then yours is ${formatUsernameForMail(user.username)}.`;
  await notify(tx, { userId: user.id, text, href: '/settings/username' });
  return text;
}

export async function chooseUsername(
  tx: Handle,
  user: ActingInvestor,
  username: string,
): Promise<Result<{ userId: string }>> {
  const open = await findActingUser(tx, user);
  if (!open.ok) return open;
  if (isProvisionalUsername(username) || (await isUsernameTaken(tx, username, user.id))) return USERNAME_TAKEN_REFUSAL;
  const before = open.value.username;
  if (!isProvisionalUsername(before)) return refuse('chosen', 'You have already chosen a username.', 'userName');
  const [changed] = await tx
    .update(userTable)
    .set({ username, usernameKey: username.toLowerCase(), wantedUsername: null })
    .where(and(eq(userTable.id, user.id), eq(userTable.username, before)))
    .returning({ id: userTable.id });
  if (!changed) return refuse('chosen', 'You have already chosen a username.', 'userName');
  const by = createInvestorActor(user.id);
  await record(tx, { thing: 'profile', thingId: user.id, event: 'choose-username', by, userId: user.id });
  return done({ userId: user.id });
}
