import { ResetRequest } from '~/features/people/auth/components/ResetRequest';
import { requestPasswordReset } from '~/features/people/auth/passwords/requestPasswordReset.server';
import { mailRequestSchema } from '~/features/people/auth/schema';
import { durationText } from '~/platform/text/durationText';
import { pageTitle } from '~/platform/text/productName';
import { LINK_LIFETIME_MS } from '~/signIns/signInLimits';
import { readCookie } from '~/web/cookies/cookies.server';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { parseSubmission } from '~/web/form/submission.server';
import { visitor } from '~/web/guard/index.server';

export const meta = () => [{ title: pageTitle('Reset password') }];

export const action = visitor.action(async ({ request, form, address }) => {
  const sent = await parseSubmission(form, mailRequestSchema);
  if (!sent.ok) return sent.refused;
  const input = await requestPasswordReset(sent.value, { address, known: await readCookie(request, 'known') });
  if (!input.ok) return sent.refuse(input.error);
  return await redirectWithToast('/passwordreset?sent', {
    tone: 'success',
    text: 'If there is an account with that address, a link is on its way',
  });
});

export default function PasswordReset() {
  return (
    <ResetRequest
      title="Reset your password"
      lead={`Enter the email of your account to choose a new password. Email verification required: if there is such an account, we email it a link that works for ${durationText(LINK_LIFETIME_MS.reset)}.`}
      signIn="/login"
    />
  );
}
