import { eq } from 'drizzle-orm';
import { twoFactor } from '#drizzle/schema';
import { read } from '~/platform/db/index.server';
import { createQrCode } from '~/platform/images/qrCode.server';
import { countRecoveryCodes } from './internal/recoveryCodes.server';
import { createEnrolmentLink } from './internal/totp.server';
import type { Owner } from './manage.server';
import { openSetupSecret } from './manage.server';

export type SecondFactorState =
  | { state: 'off' }
  | { state: 'begun'; secret: string; link: string; code: ReturnType<typeof createQrCode> }
  | { state: 'on'; since: Date; codesLeft: number };

export async function loadSecondFactor(owner: Owner): Promise<SecondFactorState> {
  const { id, email } = owner;
  const [factor] = await read().select().from(twoFactor).where(eq(twoFactor.subjectId, id));
  if (factor?.enabledAt)
    return { state: 'on', since: factor.enabledAt, codesLeft: await countRecoveryCodes(read(), id) };
  const secret = factor && openSetupSecret(owner, factor);
  if (!secret) return { state: 'off' };
  const link = createEnrolmentLink(secret, email);
  return { state: 'begun', secret, link, code: createQrCode(link) };
}
