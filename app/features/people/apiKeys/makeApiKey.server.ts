import { checkOwnPassword } from '~/features/people/auth/passwords/checkOwnPassword.server';
import type { AuthRefusal } from '~/features/people/auth/signIn/signInAnswers.server';
import { confirmPerson } from '~/features/people/twofactor/confirmFresh.server';
import { type Handle, write } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { settingOf } from '~/platform/installation/settings.server';
import { done, type Result, refuse } from '~/platform/result';
import { byInvestor } from '~/platform/states';
import { type ActingInvestor, actingUser } from '~/signIns/acting.server';
import { isAddressOrNetwork, keysOf, type NewKey, startKey } from '~/signIns/apiKeys.server';
import { API_KEYS, MOST_KEYS } from '~/signIns/keyScopes';
import { endSessionOf, type User } from '~/signIns/session.server';
import { mailSecurityChange } from '../twofactor/internal/mail.server';

export type MadeKey = { secret: string; name: string };

/** Most entries of a key's lists: addresses to withdraw to, and those to be used from. */
const MOST_LISTED = 20;

function problemOf({ scopes, wallets, from }: NewKey): ReturnType<typeof refuse> | null {
  if (scopes.length === 0) return refuse('no-scope', 'Choose what the key may do', 'read');
  if (wallets.length > MOST_LISTED) return refuse('too-many', `List at most ${MOST_LISTED} addresses`, 'wallets');
  if (from.length > MOST_LISTED) return refuse('too-many', `List at most ${MOST_LISTED} IP addresses`, 'from');
  if (scopes.includes('withdraw') && wallets.length === 0) {
    return refuse('no-wallet', 'List the addresses that the key may withdraw to', 'wallets');
  }
  const wrong = from.find((each) => !isAddressOrNetwork(each));
  if (wrong)
    return refuse(
      'bad-address',
      `"${wrong.slice(0, 50)}" is no IP address, and no network as in 203.0.113.0/24`,
      'from',
    );
  return null;
}

/** Makes an API key, which works until it expires, is revoked, or the person's sessions end. Its secret is told this once. */
export async function makeApiKey(tx: Handle, user: ActingInvestor, asked: NewKey): Promise<Result<MadeKey>> {
  const open = await actingUser(tx, user);
  if (!open.ok) return open;
  if ((await settingOf(tx, API_KEYS.setting)) === API_KEYS.forbidden) {
    return refuse('forbidden', 'API keys are switched off here.');
  }
  const problem = problemOf(asked);
  if (problem) return problem;
  if ((await keysOf(tx, user.id)).length >= MOST_KEYS) {
    return refuse('too-many', `You have ${MOST_KEYS} keys. Revoke one first.`, 'keyName');
  }
  const { secret } = await startKey(tx, user.id, asked);
  const details = { what: `“${asked.name}”, which may ${asked.scopes.join(', ')}` };
  await record(tx, {
    thing: 'API key',
    thingId: user.id,
    event: 'make',
    by: byInvestor(user.id),
    userId: user.id,
    details,
  });
  await mailSecurityChange(tx, open.value.email, 'key', '/settings/keys');
  return done({ secret, name: asked.name });
}

/** Makes a key for the person of a page, once the password, and a second factor where there is one, were shown. */
export async function makeOwnApiKey(
  user: User,
  { password, otp, ...asked }: NewKey & { password: string; otp?: string },
  { address, sessionHash }: { address: string; sessionHash: string },
): Promise<Result<MadeKey, AuthRefusal>> {
  const known = await checkOwnPassword(user, password, { address, sessionHash, field: 'password' });
  if (!known.ok) return known;
  const confirmed = await confirmPerson({ subjectId: user.id, sessionHash, address }, otp);
  if (!confirmed.ok) return confirmed;
  return await write((tx) => makeApiKey(tx, user, asked), { users: [user.id] });
}

export async function revokeApiKey(tx: Handle, user: ActingInvestor, id: string): Promise<Result<{ name: string }>> {
  const open = await actingUser(tx, user);
  if (!open.ok) return open;
  const key = (await keysOf(tx, user.id)).find((each) => each.id === id);
  if (!key || !(await endSessionOf(tx, user.id, id))) return refuse('not-found', 'This key has ended already.');
  const details = { what: `“${key.name}”` };
  await record(tx, {
    thing: 'API key',
    thingId: user.id,
    event: 'revoke',
    by: byInvestor(user.id),
    userId: user.id,
    details,
  });
  return done({ name: key.name });
}
