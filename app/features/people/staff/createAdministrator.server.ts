import { eq, isNull } from 'drizzle-orm';
import { administrator } from '#drizzle/schema';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { record } from '~/platform/events/index.server';
import { parseEmailAddress } from '~/platform/fields/mailAddress';
import { personNameField } from '~/platform/fields/nameLine';
import { newId } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import { createAdminActor, SYSTEM_ACTOR } from '~/platform/states';
import type { Role } from '~/signIns/rights';
import { mailAdministratorAdded } from './internal/staffMail.server';

/** Creates an administrator. Refusals: `bad-email`, `no-name`, `bad-name`, `known-email`. */
export async function createAdministrator(
  tx: Handle,
  input: { name: string; email: string; passwordHash: string; role?: Role; invitedBy?: string },
): Promise<Result<{ id: string }>> {
  const name = input.name.trim();
  const email = parseEmailAddress(input.email)?.toLowerCase();
  if (!email) return refuse('bad-email', 'This is not an email address', 'email');
  if (!name) return refuse('no-name', 'Enter a name', 'name');
  const field = personNameField('Enter a name').safeParse(name);
  if (!field.success) return refuse('bad-name', field.error.issues[0]?.message ?? '', 'name');
  const [known] = await tx.select({ id: administrator.id }).from(administrator).where(eq(administrator.email, email));
  if (known) return refuse('known-email', 'An administrator already has this address', 'email');
  const id = newId();
  const { role = 'superadmin', invitedBy, passwordHash } = input;
  const [inviter] = invitedBy ? await verified(tx, administrator, eq(administrator.id, invitedBy)) : [];
  const others = await verified(tx, administrator, isNull(administrator.disabledAt));
  await tx.insert(administrator).values({ id, name, email, role, passwordHash, createdAt: now() });
  const by = inviter ? createAdminActor(inviter.id) : SYSTEM_ACTOR;
  await record(tx, { thing: 'administrator', thingId: id, event: 'create', to: role, by, details: { email } });
  await mailAdministratorAdded(tx, { id, name, email, role, inviter: inviter?.name ?? null }, others);
  return done({ id });
}
