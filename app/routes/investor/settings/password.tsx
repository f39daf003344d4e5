import { getFormProps } from '@conform-to/react';
import { changePassword } from '~/features/auth/changePassword.server';
import { leastPassword } from '~/features/auth/passwordRules.server';
import { changePasswordSchema } from '~/features/auth/schema';
import { SettingsPage } from '~/features/profile/components/SettingsPage';
import { investorAccount } from '~/platform/signIns/knownDevice.server';
import { Button } from '~/ui/Button';
import { Time } from '~/ui/Data';
import { Field, fieldProps, PasswordField } from '~/ui/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/Form';
import { Card } from '~/ui/Layout';
import { submission } from '~/web/form/submission.server';
import { useActionForm } from '~/web/form/useActionForm';
import { investor } from '~/web/guard/index.server';
import { rememberDevice } from '~/web/rememberDevice.server';
import type { HeadersArgs } from '~/web/responses.server';
import { useLoaderData } from '~/web/router';
import { redirectWithToast } from '~/web/toast.server';

export const meta = () => [{ title: 'Password · Mirrorbook' }];

export const headers = ({ actionHeaders }: HeadersArgs) => actionHeaders;

export const loader = investor.loader(async ({ user }) => ({
  email: user.email,
  changedAt: user.passwordChangedAt,
  least: leastPassword(),
}));

export const action = investor.action(async ({ request, user, form, address, sessionHash }) => {
  const sent = await submission(form, changePasswordSchema(leastPassword()));
  if (!sent.ok) return sent.refused;
  const changed = await changePassword(user, sent.value, { address, sessionHash });
  if (!changed.ok) return sent.refuse(changed.error);
  const toast = { tone: 'success', text: 'password successfully changed!' } as const;
  // The new password ended what this browser was known by.
  const known = await rememberDevice(request, investorAccount(changed.value.user));
  return await redirectWithToast('/settings/password', toast, [known]);
});

const LABELS = {
  currentPassword: 'Current password',
  newPassword: 'New password',
  confirmPassword: 'Confirm Password',
};

export default function Password() {
  const { email, changedAt, least } = useLoaderData<typeof loader>();
  const { form, fields } = useActionForm(changePasswordSchema(least), { id: 'password' });
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
        {/* Emptied once it is done: the loader's time is another then. */}
        <PostForm {...getFormProps(form)} key={changedAt.toISOString()}>
          <ErrorSummary errors={problemsOf(form, LABELS)} />
          <Field label="Email" name="_email" defaultValue={email} readOnly autoComplete="username" />
          <PasswordField
            label={LABELS.currentPassword}
            {...fieldProps(fields.currentPassword)}
            autoComplete="current-password"
          />
          <PasswordField
            label={LABELS.newPassword}
            {...fieldProps(fields.newPassword)}
            hint={`At least ${least} characters. Several words make a good one. Your other devices are signed out, and tokens of the API end.`}
            autoComplete="new-password"
          />
          <PasswordField
            label={LABELS.confirmPassword}
            {...fieldProps(fields.confirmPassword)}
            autoComplete="new-password"
          />
          <Button tone="primary">Change password</Button>
        </PostForm>
      </Card>
    </SettingsPage>
  );
}
