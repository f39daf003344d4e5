import {
  disableSecondFactor,
  enableSecondFactor,
  type Owner,
  renewRecoveryCodes,
  startSecondFactorSetup,
} from '~/features/people/twofactor/manage.server';
import { otpSchema, startSetupSchema } from '~/features/people/twofactor/schema';
import { write } from '~/platform/db/index.server';
import type { PassingRefusal, Result } from '~/platform/result';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { parseSubmission } from '~/web/form/submission.server';
import { data } from '~/web/responses.server';

/** Check of the signed-in person's password. A refusal concerns the field `currentPassword`. */
type CheckPassword = (password: string) => Promise<Result<null, PassingRefusal>>;

export const SECURITY_INTENTS = ['begin', 'enable', 'renew', 'disable'] as const;
type SecurityIntent = (typeof SECURITY_INTENTS)[number];

/** Handles the page's forms. New recovery codes are returned in the answer, since they are shown only once. */
export async function actOnSecurity(
  owner: Owner,
  intent: SecurityIntent,
  form: FormData,
  checkPassword: CheckPassword,
) {
  if (intent === 'begin') {
    const sent = await parseSubmission(form, startSetupSchema);
    if (!sent.ok) return sent.refused;
    const known = await checkPassword(sent.value.currentPassword);
    if (!known.ok) return sent.refuse(known.error);
    const started = await write((tx) => startSecondFactorSetup(tx, owner));
    if (!started.ok) return sent.refuse(started.error);
    return await redirectWithToast(owner.path, { tone: 'success', text: 'Scan the code with your authenticator app' });
  }
  const sent = await parseSubmission(form, otpSchema);
  if (!sent.ok) return sent.refused;
  const { otp } = sent.value;
  if (intent === 'disable') {
    const disabled = await disableSecondFactor(owner, otp);
    if (!disabled.ok) return sent.refuse(disabled.error);
    return await redirectWithToast(owner.path, { tone: 'success', text: 'Two-factor authentication is off' });
  }
  const created = await (intent === 'renew' ? renewRecoveryCodes(owner, otp) : enableSecondFactor(owner, otp));
  return created.ok ? data({ codes: created.value }) : sent.refuse(created.error);
}
