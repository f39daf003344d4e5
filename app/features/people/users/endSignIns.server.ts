import type { Handle } from '~/platform/db/index.server';
import { notify, record } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { forgetDevices } from '~/signIns/knownDevice.server';
import { endAllSessions } from '~/signIns/session.server';
import { findVerifiedUser } from '~/signIns/userById.server';

export async function endSignIns(tx: Handle, by: Actor, userId: string): Promise<Result<{ email: string }>> {
  const without = await refuseUnlessMay(tx, by, 'users:help');
  if (without) return without;
  const known = await findVerifiedUser(tx, userId);
  if (!known) return refuse('not-found', 'There is no such user.');
  await endAllSessions(tx, userId);
  await forgetDevices(tx, userId);
  await record(tx, { thing: 'account', thingId: userId, event: 'end-sign-ins', by, userId });
  await notify(tx, { userId, text: 'The operator signed you out of all devices', href: '/settings/sessions' });
  return done(known);
}
