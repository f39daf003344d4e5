import { administrator } from '#drizzle/schema';
import { checkOwnPassword } from '~/features/people/auth/passwords/checkOwnPassword.server';
import type { AuthRefusal } from '~/features/people/auth/signIn/signInAnswers.server';
import { confirmPerson } from '~/features/people/twofactor/confirmAdministrator.server';
import { type Handle, write } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { record } from '~/platform/events/index.server';
import { readSetting } from '~/platform/installation/settings.server';
import { done, type Result, refuse } from '~/platform/result';
import { type Actor, createAdminActor, createInvestorActor } from '~/platform/states';
import { type ActingInvestor, findActingUser } from '~/signIns/acting.server';
import { createApiKey, findValidKeys, isAddressOrNetwork, type NewKey } from '~/signIns/apiKeys.server';
import { isRight } from '~/signIns/keyGrants';
import { API_KEY_SETTING, MAX_API_KEYS } from '~/signIns/keyScopes';
import { hasRight, type Role } from '~/signIns/rights';
import { endSessionOf, type User } from '~/signIns/session.server';
import { mailSecurityChange } from '../twofactor/internal/mail.server';

export type CreatedKey = { secret: string; name: string };

/** Largest number of withdrawal addresses, and of permitted IP addresses, of one key. */
const MAX_LIST_ENTRIES = 20;

function findProblem({ scopes, wallets, from }: NewKey): ReturnType<typeof refuse> | null {
  if (scopes.length === 0) return refuse('no-scope', 'Choose what the key can do', 'read');
  if (wallets.length > MAX_LIST_ENTRIES)
    return refuse('too-many', `List at most ${MAX_LIST_ENTRIES} addresses`, 'wallets');
  if (from.length > MAX_LIST_ENTRIES)
    return refuse('too-many', `List at most ${MAX_LIST_ENTRIES} IP addresses`, 'from');
  if (scopes.includes('withdraw') && wallets.length === 0) {
    return refuse('no-wallet', 'Enter the addresses that the key can withdraw to', 'wallets');
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

type Owner = { id: string; email: string; by: Actor; userId?: string; page: string; forAdmin?: true };

/** Creates a key unless the installation forbids keys or the input is invalid; logs it and notifies the owner. */
async function createKey(tx: Handle, owner: Owner, input: NewKey): Promise<Result<CreatedKey>> {
  if ((await readSetting(tx, API_KEY_SETTING.setting)) === API_KEY_SETTING.forbidden) {
    return refuse('forbidden', 'API keys are turned off.');
  }
  const problem = findProblem(input);
  if (problem) return problem;
  if ((await findValidKeys(tx, owner.id)).length >= MAX_API_KEYS) {
    return refuse('too-many', `You have ${MAX_API_KEYS} keys. Revoke one first.`, 'keyName');
  }
  const { secret } = await createApiKey(tx, owner.id, input, { forAdmin: owner.forAdmin });
  await notifyOwner(
    tx,
    owner,
    'make',
    `“${input.name}”, which may ${input.scopes.join(', ')}${input.actsAlone ? ', without confirmation' : ''}`,
  );
  await mailSecurityChange(tx, owner.email, 'key', owner.page);
  return done({ secret, name: input.name });
}

const notifyOwner = (tx: Handle, { id, by, userId }: Owner, event: 'make' | 'revoke', what: string) =>
  record(tx, { thing: 'API key', thingId: id, event, by, userId, details: { what } });

async function revokeKey(tx: Handle, owner: Owner, key: string): Promise<Result<{ name: string }>> {
  const found = (await findValidKeys(tx, owner.id)).find((each) => each.id === key);
  if (!found || !(await endSessionOf(tx, owner.id, key))) return refuse('not-found', 'This key has already ended.');
  await notifyOwner(tx, owner, 'revoke', `“${found.name}”`);
  return done({ name: found.name });
}

async function ownerOf(tx: Handle, user: ActingInvestor): Promise<Result<Owner>> {
  const open = await findActingUser(tx, user);
  if (!open.ok) return open;
  const { id, email } = open.value;
  return done({ id, email, by: createInvestorActor(id), userId: id, page: '/settings/keys' });
}

async function staffOwnerOf(tx: Handle, id: string): Promise<Result<Owner & { role: Role }>> {
  const [found] = await verified(tx, administrator, { id });
  if (!found || found.disabledAt) return refuse('forbidden', 'This administrator was disabled, so nothing was done.');
  const { email, role } = found;
  return done({ id, email, role, by: createAdminActor(id), page: '/admin/security', forAdmin: true });
}

/** Creates an API key. It ends when it expires, is revoked, or the person's sessions end. Its secret is shown only once. */
export async function createInvestorKey(tx: Handle, user: ActingInvestor, input: NewKey): Promise<Result<CreatedKey>> {
  const owner = await ownerOf(tx, user);
  return owner.ok ? await createKey(tx, owner.value, input) : owner;
}

/** Creates an API key for an administrator, with rights of their role. Rights that the role loses are lost by the key too. */
export async function createStaffKey(tx: Handle, id: string, input: NewKey): Promise<Result<CreatedKey>> {
  const owner = await staffOwnerOf(tx, id);
  if (!owner.ok) return owner;
  const lacking = input.scopes.find((scope) => !isRight(scope) || !hasRight(owner.value, scope));
  if (lacking) return refuse('forbidden', `Your role, ${owner.value.role}, has no right "${lacking}".`, 'rights');
  return await createKey(tx, owner.value, input);
}

export async function revokeStaffKey(tx: Handle, id: string, key: string): Promise<Result<{ name: string }>> {
  const owner = await staffOwnerOf(tx, id);
  return owner.ok ? await revokeKey(tx, owner.value, key) : owner;
}

/** Creates a key for the signed-in person after checking the password and, if there is one, the second factor. */
export async function createOwnApiKey(
  user: User,
  { password, otp, ...input }: NewKey & { password: string; otp?: string },
  { address, sessionHash }: { address: string; sessionHash: string },
): Promise<Result<CreatedKey, AuthRefusal>> {
  const known = await checkOwnPassword(user, password, { address, sessionHash, field: 'password' });
  if (!known.ok) return known;
  const confirmed = await confirmPerson({ subjectId: user.id, sessionHash, address }, otp);
  if (!confirmed.ok) return confirmed;
  return await write((tx) => createInvestorKey(tx, user, input), { users: [user.id] });
}

export async function revokeApiKey(tx: Handle, user: ActingInvestor, id: string): Promise<Result<{ name: string }>> {
  const owner = await ownerOf(tx, user);
  return owner.ok ? await revokeKey(tx, owner.value, id) : owner;
}
