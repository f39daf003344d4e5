import { eq } from 'drizzle-orm';
import { administrator } from '#drizzle/schema';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { record } from '~/platform/events.server';
import { newId } from '~/platform/ids';
import { mailAddress } from '~/platform/mail/address';
import { isPlainName } from '~/platform/plainName';
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
  await tx.insert(administrator).values({ id, name, email, passwordHash: given.passwordHash, createdAt: now() });
  await record(tx, { thing: 'administrator', thingId: id, event: 'create', by: SYSTEM, details: { email } });
  return done({ id });
}
