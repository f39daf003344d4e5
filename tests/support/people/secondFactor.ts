import { Secret, TOTP } from 'otpauth';
import { enableSecondFactor, startSecondFactorSetup } from '~/features/people/twofactor/manage.server';
import { loadSecondFactor } from '~/features/people/twofactor/security.server';
import { after, MINUTE, SECOND } from '~/platform/clock';
import { write } from '~/platform/db/index.server';
import { clock } from '../database';
import { must } from '../must';

/** Returns the code of an authenticator app with this secret, some 30-second steps from now. */
export const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: after(clock.machine, steps * 30 * SECOND).getTime(),
  });

/** Person who changes their own second factor, in no particular session. */
export const ownerOf = (person: { id: string; email: string }, kind: 'investor' | 'admin' = 'investor') => ({
  kind,
  id: person.id,
  email: person.email,
  sessionHash: 'none',
  address: '192.0.2.1',
  path: '/settings/security',
});

/** Turns on a person's second factor, and waits a minute, so that the code that turned it on is no longer valid. */
export async function turnOn(owner: ReturnType<typeof ownerOf>) {
  await write((tx) => startSecondFactorSetup(tx, owner));
  const factor = await loadSecondFactor(owner);
  if (factor.state !== 'begun') throw new Error(factor.state);
  const { secret } = factor;
  const enabled = must(await enableSecondFactor(owner, codeOf(secret)));
  clock.advance(MINUTE);
  return { secret, codes: enabled };
}
