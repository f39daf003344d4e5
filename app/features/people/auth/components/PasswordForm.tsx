import { Button } from '~/ui/Button';
import { ActionForm } from '~/ui/forms/ActionForm';
import { Field } from '~/ui/forms/Field';
import { PasswordField } from '~/ui/forms/PasswordField';
import { changePasswordSchema } from '../schema';
import { newPasswordFields } from './newPasswordFields';

export function PasswordForm({ email, minChars }: { email: string; minChars: number }) {
  return (
    <ActionForm
      schema={changePasswordSchema(minChars)}
      id="password"
      fields={[
        <Field key="email" label="Email" name="_email" defaultValue={email} readOnly autoComplete="username" />,
        { as: PasswordField, name: 'currentPassword', label: 'Current password', autoComplete: 'current-password' },
        ...newPasswordFields({
          minChars,
          hint: 'Several words make a good password. Your other devices are signed out, and API tokens end.',
        }),
      ]}
    >
      <Button tone="primary">Change password</Button>
    </ActionForm>
  );
}
