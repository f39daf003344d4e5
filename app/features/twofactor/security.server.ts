import { data } from '@remix-run/node';
import { eq } from 'drizzle-orm';
import { twoFactor } from '#drizzle/schema';
import { read, write } from '~/platform/db/index.server';
import { submission } from '~/platform/form/submission.server';
import type { PassingRefusal, Result } from '~/platform/result';
import { redirectWithToast } from '~/platform/toast.server';
import {
  beginSecondFactor,
  begunSecret,
  disableSecondFactor,
  enableSecondFactor,
  type Owner,
  renewRecoveryCodes,
} from './manage.server';
import { recoveryCodesLeft } from './recoveryCodes.server';
import { beginSchema, otpSchema } from './schema';
import { enrolmentLink } from './totp.server';

/** How somebody's second factor stands: off, begun in this sign-in (with what an authenticator app is to learn), or on. */
export type SecondFactorState =
  | { state: 'off' }
  | { state: 'begun'; secret: string; link: string }
  | { state: 'on'; since: Date; codesLeft: number };

/** Somebody's second factor, as their own page about it shows it. */
export async function secondFactorOf(owner: Owner): Promise<SecondFactorState> {
  const { id, email } = owner;
  const [factor] = await read().select().from(twoFactor).where(eq(twoFactor.subjectId, id));
  if (factor?.enabledAt)
    return { state: 'on', since: factor.enabledAt, codesLeft: await recoveryCodesLeft(read(), id) };
  const secret = factor && begunSecret(owner, factor);
  return secret ? { state: 'begun', secret, link: enrolmentLink(secret, email) } : { state: 'off' };
}

/** Is this the password of whoever is signed in? The refusal is about the field `currentPassword`. */
type CheckPassword = (password: string) => Promise<Result<null, PassingRefusal>>;

/** What the forms of the page can ask for. */
export const SECURITY_INTENTS = ['begin', 'enable', 'renew', 'disable'] as const;
type SecurityIntent = (typeof SECURITY_INTENTS)[number];

/** Does what a form of the page asks. New recovery codes are the answer itself: they are nowhere to be read again. */
export async function actOnSecurity(
  owner: Owner,
  intent: SecurityIntent,
  form: FormData,
  checkPassword: CheckPassword,
) {
  if (intent === 'begin') {
    const sent = await submission(form, beginSchema);
    if (!sent.ok) return sent.refused;
    const known = await checkPassword(sent.value.currentPassword);
    if (!known.ok) return sent.refuse(known.error);
    const begun = await write((tx) => beginSecondFactor(tx, owner));
    if (!begun.ok) return sent.refuse(begun.error);
    return await redirectWithToast(owner.path, { tone: 'success', text: 'Scan the code with your authenticator app' });
  }
  const sent = await submission(form, otpSchema);
  if (!sent.ok) return sent.refused;
  const { otp } = sent.value;
  if (intent === 'disable') {
    const disabled = await disableSecondFactor(owner, otp);
    if (!disabled.ok) return sent.refuse(disabled.error);
    return await redirectWithToast(owner.path, { tone: 'success', text: 'Two-factor authentication is off' });
  }
  const made = await (intent === 'renew' ? renewRecoveryCodes(owner, otp) : enableSecondFactor(owner, otp));
  return made.ok ? data({ codes: made.value }) : sent.refuse(made.error);
}
