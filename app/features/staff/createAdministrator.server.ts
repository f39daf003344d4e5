import { eq, isNull } from 'drizzle-orm';
import { administrator } from '#drizzle/schema';
import { enqueueMail } from '~/mail/outbox.server';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { mailAddress } from '~/platform/fields/mailAddress';
import { isPlainName } from '~/platform/fields/plainName';
import { newId } from '~/platform/ids';
import { publicLink } from '~/platform/installation/site';
import { done, type Result, refuse } from '~/platform/result';
import { byAdmin, SYSTEM } from '~/platform/states';
import { ROLES, type Role } from '~/signIns/rights';

/**
 * Makes an administrator: a superadmin from the command line or the demonstration, or the person who accepts an
 * invitation. Refused: `bad-email`, `no-name`, `bad-name`, `known-email`.
 */
export async function createAdministrator(
  tx: Handle,
  given: { name: string; email: string; passwordHash: string; role?: Role; invitedBy?: string },
): Promise<Result<{ id: string }>> {
  const name = given.name.trim();
  const email = mailAddress(given.email)?.toLowerCase();
  if (!email) return refuse('bad-email', 'This is not an email address', 'email');
  if (!name) return refuse('no-name', 'Enter a name', 'name');
  if (!isPlainName(name)) {
    return refuse(
      'bad-name',
      'A name has letters, spaces, apostrophes and hyphens, and a dot only before a space',
      'name',
    );
  }
  const [known] = await tx.select({ id: administrator.id }).from(administrator).where(eq(administrator.email, email));
  if (known) return refuse('known-email', 'There is an administrator with this address already', 'email');
  const id = newId();
  const { role = 'superadmin', invitedBy, passwordHash } = given;
  const [inviter] = invitedBy ? await tx.select().from(administrator).where(eq(administrator.id, invitedBy)) : [];
  const others = await tx.select().from(administrator).where(isNull(administrator.disabledAt));
  await tx.insert(administrator).values({ id, name, email, role, passwordHash, createdAt: now() });
  const by = inviter ? byAdmin(inviter.id) : SYSTEM;
  await record(tx, { thing: 'administrator', thingId: id, event: 'create', to: role, by, details: { email } });
  await mailAdministratorAdded(tx, { id, name, email, role, inviter: inviter?.name ?? null }, others);
  return done({ id });
}

/** Each administrator hears of a new one, so that no second hand is made unseen. */
async function mailAdministratorAdded(
  tx: Handle,
  { id, name, email, role, inviter }: { id: string; name: string; email: string; role: Role; inviter: string | null },
  others: (typeof administrator.$inferSelect)[],
): Promise<void> {
  for (const other of others) {
    await enqueueMail(tx, {
      effectKey: `administrator-added:${id}:${other.id}`,
      kind: 'administrator-added',
      to: other.email,
      subject: 'An administrator was added',
      paragraphs: [
        `${name} (${email}) is an administrator now, with the role ${role}: ${ROLES[role]}.`,
        inviter
          ? `${inviter} had invited them. If you know nothing of it, ask before you agree to what they ask for.`
          : 'They were made on the server. If you know nothing of it, stop the server and check who has access to it.',
      ],
      action: { label: 'Audit log', href: publicLink('/admin/audit') },
    });
  }
}
