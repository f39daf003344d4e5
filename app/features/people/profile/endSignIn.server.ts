import type { Handle } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import { createInvestorActor } from '~/platform/states';
import { type ActingInvestor, findActingUser } from '~/signIns/acting.server';
import { forgetDevices } from '~/signIns/knownDevice.server';
import { endAllSessions, endSessionOf } from '~/signIns/session.server';
import { ALL_SESSIONS } from './schema';

export async function endSignIn(
  tx: Handle,
  user: ActingInvestor,
  session: string,
): Promise<Result<{ everywhere: boolean }>> {
  const open = await findActingUser(tx, user);
  if (!open.ok) return open;
  const everywhere = session === ALL_SESSIONS;
  if (everywhere) {
    await endAllSessions(tx, user.id);
    await forgetDevices(tx, user.id);
  } else if (!(await endSessionOf(tx, user.id, session))) {
    return refuse('not-found', 'That sign-in has already ended.');
  }
  const event = everywhere ? 'end-all' : 'end';
  await record(tx, { thing: 'sign-in', thingId: user.id, event, by: createInvestorActor(user.id), userId: user.id });
  return done({ everywhere });
}
