import { PasswordForm } from '~/features/people/auth/components/PasswordForm';
import { getMinPasswordChars } from '~/features/people/auth/passwords/passwordRules.server';
import { changePasswordSchema } from '~/features/people/auth/schema';
import { changeOwnPassword } from '~/features/people/staff/changeOwnPassword.server';
import { pageTitle } from '~/platform/text/productName';
import { adminAccount } from '~/signIns/knownDevice.server';
import { Page } from '~/ui/layout/Layout';
import { rememberDevice } from '~/web/cookies/rememberDevice.server';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { parseSubmission } from '~/web/form/submission.server';
import { admin } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: pageTitle('Change your password') }];

export const loader = admin.loader('everyone', async ({ administrator: { email } }) => ({
  email,
  minChars: getMinPasswordChars(),
}));

export const action = admin.action('everyone', async ({ request, administrator, form, address, sessionHash }) => {
  const sent = await parseSubmission(form, changePasswordSchema(getMinPasswordChars()));
  if (!sent.ok) return sent.refused;
  const changed = await changeOwnPassword(administrator, sent.value, { address, sessionHash });
  if (!changed.ok) return sent.refuse(changed.error);
  // Changing the password ended the recognition of this browser, so it is renewed.
  const known = await rememberDevice(request, adminAccount(changed.value.administrator));
  return await redirectWithToast('/admin/security', { tone: 'success', text: 'Password changed' }, [known]);
});

export default function Password() {
  const { email, minChars } = useLoaderData<typeof loader>();
  return (
    <Page title="Change your password">
      <PasswordForm email={email} minChars={minChars} />
    </Page>
  );
}
