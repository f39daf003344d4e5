import { and, eq } from 'drizzle-orm';
import { administrator, staffInvitation } from '#drizzle/schema';
import { withNewPassword } from '~/features/people/auth/passwords/passwordRules.server';
import type { AuthRefusal } from '~/features/people/auth/signIn/signInAnswers.server';
import { wasMailedWithin } from '~/mail/outbox.server';
import { after, MINUTE, systemNow } from '~/platform/clock';
import { type Handle, type Reader, read, write } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { env } from '~/platform/env';
import { advance, record } from '~/platform/events/index.server';
import { hashSecret, newId, newSecret } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import { type Actor, type AdminActor, createAdminActor, SYSTEM_ACTOR } from '~/platform/states';
import { durationText } from '~/platform/text/durationText';
import { refuseUnlessMay } from '~/signIns/acting.server';
import type { Role } from '~/signIns/rights';
import { LINK_LIFETIME_MS } from '~/signIns/signInLimits';
import { refuseLostRight } from '~/signIns/staff.server';
import { createAdministrator } from './createAdministrator.server';
import { mailInvitation } from './internal/staffMail.server';
import { invitationMachine } from './states';

type Invitation = typeof staffInvitation.$inferSelect;
type InvitationInput = { name: string; email: string; role: Role };

const isExpired = ({ expiresAt }: Invitation): boolean => expiresAt <= systemNow();

export async function inviteAdministrator(
  tx: Handle,
  by: Actor,
  input: InvitationInput,
): Promise<Result<{ id: string }>> {
  const without = await refuseUnlessMay(tx, by, 'staff:change');
  if (without) return without;
  const { name, email, role } = input;
  if (by.kind !== 'admin') throw new Error('An administrator invites');
  const [known] = await verified(tx, administrator, eq(administrator.email, email));
  if (known) return refuse('known-email', 'An administrator already has this address', 'email');
  const same = and(eq(staffInvitation.email, email), eq(staffInvitation.status, 'open'));
  for (const earlier of await verified(tx, staffInvitation, same)) {
    if (!isExpired(earlier)) {
      return refuse('invited', 'This address already has an open invitation. Withdraw it first', 'email');
    }
    await expireInvitation(tx, earlier.id);
  }
  const interval = env().LIMITS.minutesBetweenMails * MINUTE;
  if (await wasMailedWithin(tx, 'staff-invitation', email, interval)) {
    const wait = durationText(interval);
    return refuse(
      'invited-lately',
      `An invitation was mailed to this address within the last ${wait}. Please wait`,
      'email',
    );
  }
  const [inviter] = await verified(tx, administrator, eq(administrator.id, by.id));
  const id = newId();
  const secret = newSecret();
  const createdAt = systemNow();
  const expiresAt = after(createdAt, LINK_LIFETIME_MS.invitation);
  const tokenHash = hashSecret(secret);
  const row = { id, tokenHash, name, email, role, invitedBy: by.id, status: 'open' as const, createdAt, expiresAt };
  await tx.insert(staffInvitation).values(row);
  await record(tx, {
    thing: 'invitation',
    thingId: id,
    event: 'invite',
    to: 'open',
    by,
    details: { name, email, role },
  });
  await mailInvitation(tx, row, { inviter: inviter?.name ?? 'A superadmin', secret });
  return done({ id });
}

export async function withdrawInvitation(tx: Handle, by: AdminActor, id: string): Promise<Result<Invitation>> {
  const without = await refuseUnlessMay(tx, by, 'staff:change');
  return without ?? (await advance(tx, staffInvitation, invitationMachine, { id, event: 'withdraw', by }));
}

export async function findOpenInvitation(secret: string): Promise<Invitation | null> {
  const found = await findInvitation(read(), secret);
  return found?.status === 'open' && !isExpired(found) ? found : null;
}

async function findInvitation(handle: Reader, secret: string): Promise<Invitation | undefined> {
  const [found] = await verified(handle, staffInvitation, eq(staffInvitation.tokenHash, hashSecret(secret)));
  return found;
}

const expireInvitation = (tx: Handle, id: string) =>
  advance(tx, staffInvitation, invitationMachine, { id, event: 'expire', by: SYSTEM_ACTOR });

const refuseBrokenLink = () => refuse('bad-token', 'This link has expired, was already used, or is incomplete.');

/** Creates the invited administrator. Of several holders of the link, only one succeeds. */
export async function acceptInvitation(
  secret: string,
  { newPassword }: { newPassword: string },
): Promise<Result<{ email: string }, AuthRefusal>> {
  const known = await findOpenInvitation(secret);
  if (!known) {
    // Expires the invitation permanently, so that it stays invalid if the clock is set back.
    await write(async (tx) => {
      const late = await findInvitation(tx, secret);
      if (late?.status === 'open' && isExpired(late)) await expireInvitation(tx, late.id);
    });
    return refuseBrokenLink();
  }
  return await withNewPassword(newPassword, (passwordHash) =>
    write(async (tx) => {
      const found = await findInvitation(tx, secret);
      if (found?.status !== 'open' || isExpired(found)) return refuseBrokenLink();
      const { name, email, role, invitedBy } = found;
      // The inviter's role was changed or they were disabled, so they may no longer invite anyone.
      if (await refuseLostRight(tx, invitedBy, 'staff:change')) {
        return refuse('bad-token', 'The person who invited you no longer has that right. Ask for another invitation.');
      }
      const created = await createAdministrator(tx, { name, email, role, passwordHash, invitedBy });
      if (!created.ok) return created;
      const by = createAdminActor(created.value.id);
      const accepted = await advance(tx, staffInvitation, invitationMachine, { id: found.id, event: 'accept', by });
      return accepted.ok ? done({ email }) : accepted;
    }),
  );
}
