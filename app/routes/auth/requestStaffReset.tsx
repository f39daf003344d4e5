import { ResetRequest } from '~/features/people/auth/components/ResetRequest';
import { mailRequestSchema } from '~/features/people/auth/schema';
import { requestStaffReset } from '~/features/people/staff/resetOwnPassword.server';
import { pageTitle } from '~/platform/text/productName';
import { readCookie } from '~/web/cookies/cookies.server';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { parseSubmission } from '~/web/form/submission.server';
import { visitor } from '~/web/guard/index.server';

/** Permitted during maintenance, since the administrator who should end it may have forgotten the password. */
export const handle = { inMaintenance: true };

export const meta = () => [{ title: pageTitle('Administrator’s password') }];

export const action = visitor.action(async ({ request, form, address }) => {
  const sent = await parseSubmission(form, mailRequestSchema);
  if (!sent.ok) return sent.refused;
  const input = await requestStaffReset(sent.value, { address, known: await readCookie(request, 'known') });
  if (!input.ok) return sent.refuse(input.error);
  return await redirectWithToast('/staff/passwordreset?sent', { tone: 'success', text: 'Check your mail' });
});

export default function StaffPasswordReset() {
  return (
    <ResetRequest
      title="Administrator’s password"
      lead="Enter the email that you log in with as an administrator. We email it a link to choose a new password."
      signIn="/admin"
    />
  );
}
