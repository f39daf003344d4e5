import { eq } from 'drizzle-orm';
import { twoFactor } from '#drizzle/schema';
import { read } from '~/platform/db/index.server';
import { qrCodeOf } from '~/platform/images/qrCode.server';
import { recoveryCodesLeft } from './internal/recoveryCodes.server';
import { enrolmentLink } from './internal/totp.server';
import type { Owner } from './manage.server';
import { begunSecret } from './manage.server';

export type SecondFactorState =
  | { state: 'off' }
  | { state: 'begun'; secret: string; link: string; code: ReturnType<typeof qrCodeOf> }
  | { state: 'on'; since: Date; codesLeft: number };

export async function secondFactorOf(owner: Owner): Promise<SecondFactorState> {
  const { id, email } = owner;
  const [factor] = await read().select().from(twoFactor).where(eq(twoFactor.subjectId, id));
  if (factor?.enabledAt)
    return { state: 'on', since: factor.enabledAt, codesLeft: await recoveryCodesLeft(read(), id) };
  const secret = factor && begunSecret(owner, factor);
  if (!secret) return { state: 'off' };
  const link = enrolmentLink(secret, email);
  return { state: 'begun', secret, link, code: qrCodeOf(link) };
}
