import { PasswordForm } from '~/features/people/auth/components/PasswordForm';
import { changePassword } from '~/features/people/auth/passwords/changePassword.server';
import { getMinPasswordChars } from '~/features/people/auth/passwords/passwordRules.server';
import { changePasswordSchema } from '~/features/people/auth/schema';
import { SettingsPage } from '~/features/people/profile/components/SettingsPage';
import { pageTitle } from '~/platform/text/productName';
import { investorAccount } from '~/signIns/knownDevice.server';
import { Card } from '~/ui/layout/Layout';
import { Time } from '~/ui/tables/Data';
import { rememberDevice } from '~/web/cookies/rememberDevice.server';
import { redirectWithToast } from '~/web/cookies/toast.server';
import { parseSubmission } from '~/web/form/submission.server';
import { investor } from '~/web/guard/index.server';
import { useLoaderData } from '~/web/router';

export const meta = () => [{ title: pageTitle('Password') }];

export const loader = investor.loader(async ({ user }) => ({
  email: user.email,
  changedAt: user.passwordChangedAt,
  minChars: getMinPasswordChars(),
}));

export const action = investor.action(async ({ request, user, form, address, sessionHash }) => {
  const sent = await parseSubmission(form, changePasswordSchema(getMinPasswordChars()));
  if (!sent.ok) return sent.refused;
  const changed = await changePassword(user, sent.value, { address, sessionHash });
  if (!changed.ok) return sent.refuse(changed.error);
  const toast = { tone: 'success', text: 'password successfully changed!' } as const;
  // The recognition of this browser ended with the old password, so it is renewed.
  const known = await rememberDevice(request, investorAccount(changed.value.user));
  return await redirectWithToast('/settings/password', toast, [known]);
});

export default function Password() {
  const { email, changedAt, minChars } = useLoaderData<typeof loader>();
  return (
    <SettingsPage>
      <Card
        title="Change your password"
        lead={
          <>
            Last changed <Time at={changedAt} />
          </>
        }
      >
        {/* The key is the loader's time, so that the fields are emptied after a change. */}
        <PasswordForm key={changedAt.toISOString()} email={email} minChars={minChars} />
      </Card>
    </SettingsPage>
  );
}
