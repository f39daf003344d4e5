import { eq } from 'drizzle-orm';
import { administrator } from '#drizzle/schema';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { isPlainName } from '~/platform/fields/plainName';
import { newId } from '~/platform/ids';
import { publicLink } from '~/platform/installation/site';
import { mailAddress } from '~/platform/mail/address';
import { enqueueMail } from '~/platform/mail/outbox.server';
import { done, type Result, refuse } from '~/platform/result';
import { SYSTEM } from '~/platform/states';

/** Makes an administrator: from the command line or the demonstration, never from a page. */
export async function createAdministrator(
  tx: Handle,
  given: { name: string; email: string; passwordHash: string },
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
  const others = await tx.select().from(administrator);
  await tx.insert(administrator).values({ id, name, email, passwordHash: given.passwordHash, createdAt: now() });
  await record(tx, { thing: 'administrator', thingId: id, event: 'create', by: SYSTEM, details: { email } });
  await mailAdministratorAdded(tx, { id, name, email }, others);
  return done({ id });
}

/** Each administrator hears of a new one, so that no second hand is made unseen. */
async function mailAdministratorAdded(
  tx: Handle,
  { id, name, email }: { id: string; name: string; email: string },
  others: (typeof administrator.$inferSelect)[],
): Promise<void> {
  for (const other of others) {
    await enqueueMail(tx, {
      effectKey: `administrator-added:${id}:${other.id}`,
      kind: 'administrator-added',
      to: other.email,
      subject: 'An administrator was added',
      paragraphs: [
        `${name} (${email}) is an administrator now, and can approve what you ask for.`,
        'Administrators are made on the server. If you know nothing of this one, stop the server and look who has access to it.',
      ],
      action: { label: 'Audit log', href: publicLink('/admin/audit') },
    });
  }
}
