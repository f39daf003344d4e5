import { getFormProps } from '@conform-to/react';
import { Button } from '~/ui/Button';
import { Field, fieldProps } from '~/ui/forms/Field';
import { ErrorSummary, PostForm, problemsOf } from '~/ui/forms/Form';
import { PasswordField } from '~/ui/forms/PasswordField';
import { useActionForm } from '~/web/form/useActionForm';
import { changePasswordSchema } from '../schema';
import { NewPasswordFields } from './NewPasswordFields';

const LABELS = {
  currentPassword: 'Current password',
  newPassword: 'New password',
  confirmPassword: 'Confirm Password',
};

/**
 * The form by which a person who is signed in changes their own password.
 * @param least how long a password must be, characters
 */
export function PasswordForm({ email, least }: { email: string; least: number }) {
  const { form, fields } = useActionForm(changePasswordSchema(least), { id: 'password' });
  return (
    <PostForm {...getFormProps(form)}>
      <ErrorSummary errors={problemsOf(form, LABELS)} />
      <Field label="Email" name="_email" defaultValue={email} readOnly autoComplete="username" />
      <PasswordField
        label={LABELS.currentPassword}
        {...fieldProps(fields.currentPassword)}
        autoComplete="current-password"
      />
      <NewPasswordFields
        password={fields.newPassword}
        confirmation={fields.confirmPassword}
        labels={{ password: LABELS.newPassword, confirmation: LABELS.confirmPassword }}
        least={least}
        hint="Several words make a good one. Your other devices are signed out, and API tokens end."
      />
      <Button tone="primary">Change password</Button>
    </PostForm>
  );
}
